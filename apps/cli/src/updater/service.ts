// The service of Belfry, as systemd runs it.
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { SERVICE, WATCHER } from '@belfry/release/installation';

const run = promisify(execFile);

export interface Service {
  /** Resolves when it has stopped. */
  stop(): Promise<void>;
  /** Resolves before it is ready. */
  start(): Promise<void>;
  /** Takes over how a release wants to be run. `home`: the folder of the release. */
  adopt(home: string): Promise<void>;
  /** Why it is not waited for any longer: it ended and stays so, or it ended again and again since its start. Does not reject. */
  ended(): Promise<string | undefined>;
}

/** So often a server may end after its start. A port that the version before still has is free a moment later. */
const MAX_ENDS = 3;
const properties = ['ActiveState', 'SubState', 'NRestarts', 'Result', 'Job'];

/** What `systemctl show` says about the service, as `Service.ended` does. */
export function endOf(shown: string): string | undefined {
  const found = Object.fromEntries(shown.split('\n').map((line) => line.split('=', 2)));
  const { ActiveState: state, SubState, NRestarts, Result: result, Job } = found;
  const reason = result && result !== 'success' ? ` (${result})` : '';
  // systemd has not begun the start yet
  const isPlanned = /^[1-9]/.test(Job ?? '');
  if (!isPlanned && state === 'failed') return `it ended, and systemd does not start it again${reason}`;
  if (!isPlanned && state === 'inactive') return `it ended by itself${reason}`;
  // a restart is counted when its pause is over
  const ends = Number(NRestarts ?? 0) + (SubState === 'auto-restart' ? 1 : 0);
  return ends >= MAX_ENDS ? `it ended ${ends} times${reason}` : undefined;
}

const systemctl = async (...words: string[]): Promise<void> => {
  await run('systemctl', words).catch((error) => {
    throw new Error(`systemctl ${words.join(' ')} fails: ${`${error.stderr || error.message}`.trim()}`);
  });
};

/** Where the installer puts the units, and where a release has its own. */
const UNITS = '/etc/systemd/system';
const ownUnits = 'packaging/systemd';

/** Replaces each installed unit by that of the release. A unit that is not installed is not added. True if it replaced one. */
export function replaceUnits(home: string, units = UNITS): boolean {
  const names = [SERVICE, WATCHER, 'belfry-update.service'];
  const found = names.filter(
    (name) => existsSync(path.join(home, ownUnits, name)) && existsSync(path.join(units, name)),
  );
  for (const name of found) {
    const fresh = path.join(units, `.${name}.new`);
    copyFileSync(path.join(home, ownUnits, name), fresh);
    renameSync(fresh, path.join(units, name));
  }
  return found.length > 0;
}

export const systemd: Service = {
  async adopt(home) {
    if (replaceUnits(home)) await systemctl('daemon-reload');
  },
  stop: () => systemctl('stop', SERVICE),
  async start() {
    // after several failed starts it would refuse another one; and it counts the restarts from here
    await systemctl('reset-failed', SERVICE).catch(() => undefined);
    await systemctl('start', '--no-block', SERVICE);
  },
  ended: () =>
    run('systemctl', ['show', `--property=${properties.join(',')}`, SERVICE]).then(
      ({ stdout }) => endOf(stdout),
      () => undefined,
    ),
};
