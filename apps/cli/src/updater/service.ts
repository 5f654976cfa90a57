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
    // after several failed starts it would refuse another one
    await systemctl('reset-failed', SERVICE).catch(() => undefined);
    await systemctl('start', '--no-block', SERVICE);
  },
};
