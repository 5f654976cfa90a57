// A copy of the data folder, made while the server is stopped, and the way back.
import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { folder as updates } from '@belfry/release/exchange';
import { syncFolder } from './own-file.ts';
import { type Owner, runAs, spawnUser } from './owner.ts';
import { runProgram } from './programs.ts';

/** What is neither copied nor replaced: the release that is being installed, and what belongs to the file system. */
const others: ReadonlySet<string> = new Set([updates, 'lost+found']);
const KEPT = 2;

const entriesOf = (dataDir: string, owner: Owner): string[] =>
  runAs(owner, () => readdirSync(dataDir))
    .filter((name) => !others.has(name))
    .map((name) => `./${name}`);

export const copyName = (version: string, id: string): string => `data-${version}-${id.slice(0, 8)}.tar`;
/** Of the data that an administrator went back from. It is never removed. */
export const keptName = (version: string, id: string): string => `kept-${version}-${id.slice(0, 8)}.tar`;

/** Writes the archive `file`, which only this user can read. */
export async function saveData(dataDir: string, owner: Owner, file: string): Promise<void> {
  const entries = entriesOf(dataDir, owner);
  if (entries.length === 0) throw new Error(`${dataDir} is empty`);
  await pack(dataDir, owner, entries, file);
}

/** Writes an archive of these entries of the folder. After a crash it is whole, or not there. */
export async function pack(dataDir: string, owner: Owner, entries: readonly string[], file: string): Promise<void> {
  const fresh = `${file}.new`;
  rmSync(fresh, { force: true });
  const to = createWriteStream(fresh, { flags: 'wx', mode: 0o600 });
  await runProgram('tar', ['-c', '-f', '-', '-C', dataDir, ...entries], { to, user: spawnUser(owner) }).catch(
    (error) => {
      // it may be what has filled the disk
      rmSync(fresh, { force: true });
      throw error;
    },
  );
  const handle = openSync(fresh, 'r+');
  fsyncSync(handle);
  closeSync(handle);
  renameSync(fresh, file);
  syncFolder(path.dirname(file));
}

/** Puts the content of the archive in place of what is in the data folder. Doing it twice is the same as once. */
export async function restoreData(dataDir: string, owner: Owner, file: string): Promise<void> {
  const user = spawnUser(owner);
  const from = createReadStream('', { fd: openSync(file, 'r') });
  const entries = entriesOf(dataDir, owner).map((name) => path.join(dataDir, name));
  if (entries.length > 0) await runProgram('rm', ['-rf', '--', ...entries], { user });
  await runProgram('tar', ['-x', '-p', '-f', '-', '-C', dataDir], { from: [from], user });
}

/** Keeps the newest copies. */
export function pruneCopies(folder: string, newest: string): void {
  const copies = readdirSync(folder).filter((name) => /^data-.*\.tar(\.new)?$/.test(name));
  const byAge = copies.filter((name) => name !== newest).sort((a, b) => age(folder, b) - age(folder, a));
  for (const name of byAge.slice(newest === '' ? KEPT : KEPT - 1)) rmSync(path.join(folder, name), { force: true });
}

const age = (folder: string, name: string): number => statSync(path.join(folder, name)).mtimeMs;
