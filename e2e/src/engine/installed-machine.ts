// A machine on which a release is installed as its installer does it, with a stand-in for systemd: the service runs as its own
// user, and the updater as root when there is a request.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { platform } from '../../../packages/release/src/installation.ts';
import { archiveName } from '../../../packages/release/src/release-files.ts';
import { setUp } from '../administrator.ts';
import { freePort } from '../product.ts';
import { container, sh } from './container.ts';
import type { ReleaseHost } from './release-host.ts';
import { machineImage } from './stand-in.ts';

/** Nobody collects a process that ended, so it stays without a command line. */
const systemctl = `#!/bin/sh
isUp() { [ -f /run/belfry.pid ] && [ -n "$(cat "/proc/$(cat /run/belfry.pid)/cmdline" 2>/dev/null | tr '\\0' x)" ]; }
case "$*" in
  "stop belfry.service")
    ! isUp || kill "$(cat /run/belfry.pid)"
    while isUp; do sleep 0.1; done ;;
  "reset-failed belfry.service" | daemon-reload) ;;
  "show "*" belfry.service")
    # as for a service that is not started again
    isUp && echo ActiveState=active || printf 'ActiveState=failed\\nResult=exit-code\\n' ;;
  "start --no-block belfry.service")
    ! isUp || exit 0
    set -a; . /etc/belfry/belfry.env; set +a
    cd /
    su -s /bin/sh belfry -c 'exec /opt/belfry/current/belfry-server' >>/var/log/belfry 2>&1 &
    echo $! >/run/belfry.pid ;;
  *) echo "systemctl $* is not known here" >&2; exit 1 ;;
esac
`;
/** As belfry-update.path and belfry-update.service do. */
const watcher = `#!/bin/sh
while sleep 0.5; do
  [ ! -e /var/lib/belfry/updates/request.json ] || /opt/belfry/current/belfry update apply-staged >>/var/log/updater 2>&1
done
`;

export interface InstalledMachine {
  url: string;
  sh(script: string): Promise<string>;
  api(method: string, path: string, body?: object): Promise<unknown>;
  stop(): Promise<unknown>;
}

export async function installOn(host: ReleaseHost, version: string): Promise<InstalledMachine> {
  const port = await freePort();
  const env = [
    ...[`BELFRY_PORT=${port}`, 'BELFRY_HOST=127.0.0.1', 'BELFRY_DATA_DIR=/var/lib/belfry'],
    ...[`BELFRY_UPDATE_FEED=${host.feed}`, 'NODE_EXTRA_CA_CERTS=/etc/belfry/ca.crt', 'INVOCATION_ID=1', ''],
  ].join('\n');
  const image = await machineImage('machine-update', {
    '/etc/passwd': 'root:x:0:0::/root:/bin/sh\nbelfry:x:990:990::/var/lib/belfry:/bin/false\n',
    '/etc/group': 'root:x:0:\nbelfry:x:990:\n',
    '/usr/local/bin/systemctl': systemctl,
    '/usr/local/bin/watch-requests': watcher,
    ...{
      '/etc/systemd/system/belfry-update.path': '',
      '/run/.keep': '',
      '/var/log/.keep': '',
      '/etc/belfry/.keep': '',
    },
  });
  writeFileSync(path.join(host.folder, 'ca.crt'), host.certificate);
  writeFileSync(path.join(host.folder, 'release.pub'), host.publicKey);
  writeFileSync(path.join(host.folder, 'belfry.env'), env);
  const machine = await container(image)
    .withNetworkMode('host')
    .withBindMounts([{ source: host.folder, target: '/releases', mode: 'ro' }])
    .withCommand(['sleep', '3600'])
    .start();
  const name = archiveName(version, platform);
  await sh(
    machine,
    `set -e; umask 022
    mkdir -p /opt/belfry/releases /var/lib
    tar -xzf /releases/${version}/${name} -C /opt/belfry/releases
    mv /opt/belfry/releases/${path.basename(name, '.tar.gz')} /opt/belfry/releases/${version}
    ln -s releases/${version} /opt/belfry/current
    ln -s /opt/belfry/current/belfry /usr/local/bin/belfry
    cp /releases/ca.crt /releases/release.pub /releases/belfry.env /etc/belfry/
    mkdir -m 700 /var/lib/belfry; chown belfry:belfry /var/lib/belfry
    systemctl start --no-block belfry.service
    watch-requests >/dev/null 2>&1 &`,
  );
  const url = `http://127.0.0.1:${port}`;
  const token =
    'for n in 1 2 3 4 5 6 7 8 9 10; do [ -s /var/lib/belfry/bootstrap-token ] || sleep 1; done; cat /var/lib/belfry/bootstrap-token';
  writeFileSync(path.join(host.folder, 'bootstrap-token'), await sh(machine, token));
  while (!(await fetch(url).catch(() => undefined))) await sh(machine, 'sleep 0.2');
  const { api } = await setUp({ url, dataDir: host.folder });
  return { url, api, sh: (script) => sh(machine, script), stop: () => machine.stop() };
}
