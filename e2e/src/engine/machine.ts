// Machines to install on: containers with a stand-in for systemd, with one for OpenRC, and with neither.
import { container, sh } from './container.ts';
import { docker, engineSocket } from './docker.ts';
import { machineImage } from './stand-in.ts';

const service = 'belfry-docker-agent';

/** Starts the command of the unit with its environment. /tmp is in memory, so nothing of this is left on the disk. */
const systemctl = `#!/bin/sh
unit=/etc/systemd/system/${service}.service
stop() { [ ! -f /tmp/pid ] || { kill "$(cat /tmp/pid)"; rm /tmp/pid; }; }
case $1 in
  restart)
    stop
    set -a; . "$(sed -n 's/^EnvironmentFile=//p' $unit)"; set +a
    $(sed -n 's/^ExecStart=//p' $unit) >/tmp/log 2>&1 & echo $! >/tmp/pid ;;
  enable) ln -s $unit /etc/systemd/system/multi-user.target.wants/ ;;
  disable) stop; rm -f /etc/systemd/system/multi-user.target.wants/${service}.service ;;
  daemon-reload | reset-failed) ;;
  *) echo "systemctl $* is not known here" >&2; exit 1 ;;
esac
`;

const rcService = `#!/bin/sh
. /etc/init.d/$1
stop() { [ ! -f /tmp/pid ] || { kill "$(cat /tmp/pid)"; rm /tmp/pid; }; }
stop
[ "$2" = restart ] || exit 0
start_pre
$command >>$output_log 2>>$error_log & echo $! >/tmp/pid
`;
const rcUpdate = `#!/bin/sh
case $1 in add) ln -s /etc/init.d/$2 /etc/runlevels/$3/ ;; del) rm /etc/runlevels/$3/$2 ;; esac
`;

const files = {
  systemd: {
    '/usr/local/bin/systemctl': systemctl,
    '/run/systemd/system/.keep': '',
    '/etc/systemd/system/multi-user.target.wants/.keep': '',
  },
  openrc: {
    '/usr/local/bin/rc-service': rcService,
    '/usr/local/bin/rc-update': rcUpdate,
    '/etc/init.d/.keep': '',
    '/etc/runlevels/default/.keep': '',
    '/var/log/.keep': '',
  },
  none: {},
};
export type Init = keyof typeof files;
export const inits = Object.keys(files) as Init[];

export interface Machine {
  id: string;
  sh(script: string): Promise<string>;
  /** The files on its disk that were not in its image, without folders that only changed. */
  added(): Promise<string[]>;
}

/** It has the network and the engine of this machine. */
export async function startMachine(init: Init): Promise<Machine> {
  const image = await machineImage(`machine-${init}`, { ...files[init], '/usr/local/bin/.keep': '' });
  const started = await container(image)
    .withNetworkMode('host')
    .withTmpFs({ '/tmp': '' })
    .withBindMounts([{ source: engineSocket, target: engineSocket }])
    .withCommand(['sleep', '3600'])
    .start();
  const id = started.getId();
  const changes = async () => (await docker('diff', id)).split('\n').filter(Boolean);
  const before = new Set(await changes());
  return {
    id,
    sh: (script) => sh(started, script),
    async added() {
      const fresh = (await changes()).filter((change) => !before.has(change));
      const folders = await sh(
        started,
        `for p in ${fresh.map((c) => c.slice(2)).join(' ')} /; do [ ! -d $p ] || echo "C $p"; done`,
      );
      return fresh
        .filter((change) => !folders.split('\n').includes(change))
        .map((change) => change.slice(2))
        .sort();
    },
  };
}
