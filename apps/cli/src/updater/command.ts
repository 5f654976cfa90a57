// `belfry update apply-staged`, which belfry-update.service runs as root, and `belfry update go-back`, which an administrator runs.
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { ENV_FILE, installationOf, KEY_FILE } from '@belfry/release/installation';
import { Failure } from '../failure.ts';
import { goBack, lookBack } from './go-back.ts';
import { addressOf, createWait, readEnvFile } from './health.ts';
import { placesOf } from './places.ts';
import { systemd } from './service.ts';
import type { UpdaterDeps } from './steps.ts';
import { applyStaged } from './updater.ts';

const HEALTHY_WITHIN_MS = 60_000;
const BUSY_MS = 2_000;
const DATA_DIR = '/var/lib/belfry';

interface Here {
  /** This program, `apps/cli/dist/belfry.js` of a release. */
  file: string;
  env: Readonly<Record<string, string | undefined>>;
  write(text: string): void;
  now(): number;
}

function prepare({ file, write, now }: Here, onlyRoot: string): UpdaterDeps {
  if (process.geteuid?.() !== 0) throw new Failure(onlyRoot);
  const root = installationOf(path.resolve(file, '../../../..'));
  if (!root) throw new Failure('This Belfry was not installed by its installer, so it does not replace itself.');
  // an unpacked file gets no more rights than the archive gives it
  process.umask(0o022);
  process.setgroups?.([]);
  const env = readEnvFile(ENV_FILE);
  return {
    places: placesOf({ root, dataDir: env.BELFRY_DATA_DIR || DATA_DIR, keyFile: KEY_FILE }),
    service: systemd,
    waitUntilHealthy: createWait({
      address: () => addressOf(readEnvFile(ENV_FILE)),
      service: systemd,
      limitMs: HEALTHY_WITHIN_MS,
    }),
    now,
    log: (line) => write(`${line}\n`),
  };
}

/** The exit status. */
export async function applyStagedHere(here: Here): Promise<number> {
  const deps = prepare(here, 'Only root may do this: systemd runs it as belfry-update.service.');
  let outcome = await applyStaged(deps);
  // systemd would start it again and again while there is a request; and if the other one is killed, this one goes on
  if (outcome === 'busy') here.write('Another updater runs. This one waits for it.\n');
  while (outcome === 'busy') {
    await wait(BUSY_MS);
    outcome = await applyStaged(deps);
  }
  if (outcome === 'nothing') here.write('No update was asked for.\n');
  return outcome === 'success' || outcome === 'nothing' ? 0 : 1;
}

/** The exit status: 0 when the previous release runs. */
export async function goBackHere(here: Here, yes: boolean): Promise<number> {
  const deps = prepare(here, 'Only root may do this, on the machine of Belfry.');
  const way = await lookBack(deps);
  if (!way.ok) throw new Failure(way.error);
  const { from, to, savedAt, copy, kept } = way.value;
  here.write(`Belfry goes back from ${from} to ${to}, and to the data of ${savedAt} (${copy}).
What it has stored since then is lost for ${to}: settings, users, measured values. Alerts go on if ${to} can read them. That data is kept in ${kept}.
Belfry is unavailable meanwhile.\n`);
  if (!yes && !(await isAgreed(`Go back to ${to}? [y/N] `))) throw new Failure('Nothing was changed.');
  const done = await goBack(deps, way.value, administrator(here.env.SUDO_USER));
  if (!done.ok) throw new Failure(done.error);
  return done.value === 'rolled_back' ? 0 : 1;
}

const administrator = (name = ''): string => (/^[\w.-]{1,64}$/.test(name) ? name : 'root');

async function isAgreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Failure('Add --yes to go back. Nothing was changed.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}
