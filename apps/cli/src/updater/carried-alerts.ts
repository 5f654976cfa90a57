// The file of alerts goes on when a copy of the data is put back: what was told since the copy was made must not be told again.
import { closeSync, createReadStream, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pack } from './data-copy.ts';
import type { Step } from './journal.ts';
import { type Owner, runAs, spawnUser } from './owner.ts';
import { runProgram } from './programs.ts';

/** The first release has the messages in a file of their own. Later its name is a link to the file of alerts. */
const files: readonly string[] = ['alerts.db', 'alerts.db-wal', 'outbox.db', 'outbox.db-wal'];
const leftovers: readonly string[] = [...files, 'alerts.db-shm', 'outbox.db-shm'];

export interface CarriedAlerts {
  /** The folder of the updater. */
  own: string;
  dataDir: string;
  owner: Owner;
  /** A file that was kept in this step is complete: after a crash it is not made again. */
  step: Step;
}

/** `alerts-STEP-VERSION.tar`: the lowest version of the file that a program must know to go on with it. */
const namePattern = /^alerts-([a-z]+)-(\d+)\.tar$/;
const keptIn = (own: string, step: Step) => readdirSync(own).find((name) => namePattern.exec(name)?.[1] === step);

/** Keeps the present alerts, unless there are none. */
export async function keepAlerts({ own, dataDir, owner, step }: CarriedAlerts): Promise<void> {
  if (keptIn(own, step) !== undefined) return;
  const present = runAs(owner, () => readdirSync(dataDir)).filter((name) => files.includes(name));
  const found = headerOf(dataDir, owner);
  if (!found) return;
  const name = `alerts-${step}-${Math.max(found.readableFrom, 1)}.tar`;
  await pack(dataDir, owner, present, path.join(own, name));
}

/** Puts them in place of those of the copy, if the release that wrote the copy can go on with them. */
export async function carryAlerts({ own, dataDir, owner, step }: CarriedAlerts): Promise<void> {
  const kept = keptIn(own, step);
  const before = headerOf(dataDir, owner);
  if (kept === undefined || !before || before.version < Number(namePattern.exec(kept)?.[2])) return;
  const user = spawnUser(owner);
  await runProgram('rm', ['-f', '--', ...leftovers.map((name) => path.join(dataDir, name))], { user });
  const from = createReadStream('', { fd: openSync(path.join(own, kept), 'r') });
  await runProgram('tar', ['-x', '-p', '-f', '-', '-C', dataDir], { from: [from], user });
}

/** They were only needed for the way from one data to the other. */
export function forgetAlerts(own: string): void {
  for (const name of readdirSync(own)) if (/^alerts-.*\.tar(\.new)?$/.test(name)) rmSync(path.join(own, name));
}

/**
 * What the head of the file says, see https://sqlite.org/fileformat.html: `user_version`, and `application_id`, in which the server
 * writes the lowest version that a program must know. Undefined: there is no such file.
 */
function headerOf(dataDir: string, owner: Owner): { version: number; readableFrom: number } | undefined {
  const head = Buffer.alloc(100);
  try {
    const file = runAs(owner, () => openSync(path.join(dataDir, 'alerts.db'), 'r'));
    try {
      if (readSync(file, head, 0, head.length, 0) < head.length) return undefined;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (!head.toString('latin1').startsWith('SQLite format 3\0')) return undefined;
  return { version: head.readUInt32BE(60), readableFrom: head.readUInt32BE(68) };
}
