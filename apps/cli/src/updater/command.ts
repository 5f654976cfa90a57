// `belfry update apply-staged`, which belfry-update.service runs as root, and `belfry update go-back`, which an administrator runs.
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { ENV_FILE, installationOf, KEY_FILE } from '@belfry/release/installation';
import { Failure } from '../failure.ts';
import { moment } from '../language/said.ts';
import { messages } from '../messages/update.ts';
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
  if (!root) throw new Failure(messages.notInstalled);
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
  const deps = prepare(here, messages.onlySystemd);
  let outcome = await applyStaged(deps);
  // systemd would start it again and again while there is a request; and if the other one is killed, this one goes on
  if (outcome === 'busy') here.write(`${messages.busy}\n`);
  while (outcome === 'busy') {
    await wait(BUSY_MS);
    outcome = await applyStaged(deps);
  }
  if (outcome === 'nothing') here.write(`${messages.notAsked}\n`);
  return outcome === 'success' || outcome === 'nothing' ? 0 : 1;
}

/** The exit status: 0 when the previous release runs. */
export async function goBackHere(here: Here, yes: boolean): Promise<number> {
  const deps = prepare(here, messages.onlyRoot);
  const way = await lookBack(deps);
  if (!way.ok) throw new Failure(way.error);
  const { from, to, savedAt, copy, keptIn } = way.value;
  here.write(`${messages.goesBack(from, to, moment(savedAt), copy, keptIn)}\n`);
  if (!yes && !(await isAgreed(messages.question(to)))) throw new Failure(messages.unchanged);
  const done = await goBack(deps, way.value, administrator(here.env.SUDO_USER));
  if (!done.ok) throw new Failure(done.error);
  return done.value === 'rolled_back' ? 0 : 1;
}

const administrator = (name = ''): string => (/^[\w.-]{1,64}$/.test(name) ? name : 'root');

async function isAgreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Failure(messages.addYesToGoBack);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return messages.yes.includes((await terminal.question(question)).trim().toLowerCase());
  } finally {
    terminal.close();
  }
}
