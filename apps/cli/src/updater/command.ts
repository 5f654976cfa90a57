// `belfry update apply-staged`: what belfry-update.service runs as root.
import path from 'node:path';
import { ENV_FILE, installationOf, KEY_FILE } from '@belfry/release/installation';
import { Failure } from '../failure.ts';
import { addressOf, createWait, readEnvFile } from './health.ts';
import { placesOf } from './places.ts';
import { systemd } from './service.ts';
import { applyStaged } from './updater.ts';

const HEALTHY_WITHIN_MS = 60_000;
const DATA_DIR = '/var/lib/belfry';

/** The exit status. `file` is this program, `apps/cli/dist/belfry.js` of a release. */
export async function applyStagedHere(file: string, write: (text: string) => void, now: () => number): Promise<number> {
  if (process.geteuid?.() !== 0) throw new Failure('Only root may do this: systemd runs it as belfry-update.service.');
  const root = installationOf(path.resolve(file, '../../../..'));
  if (!root) throw new Failure('This Belfry was not installed by its installer, so it does not replace itself.');
  // an unpacked file gets no more rights than the archive gives it
  process.umask(0o022);
  process.setgroups?.([]);
  const env = readEnvFile(ENV_FILE);
  const outcome = await applyStaged({
    places: placesOf({ root, dataDir: env.BELFRY_DATA_DIR || DATA_DIR, keyFile: KEY_FILE }),
    service: systemd,
    waitUntilHealthy: createWait({
      address: () => addressOf(readEnvFile(ENV_FILE)),
      service: systemd,
      limitMs: HEALTHY_WITHIN_MS,
    }),
    now,
    log: (line) => write(`${line}\n`),
  });
  if (outcome === 'nothing') write('No update was asked for.\n');
  if (outcome === 'busy') write('Another updater runs.\n');
  return outcome === 'success' || outcome === 'nothing' ? 0 : 1;
}
