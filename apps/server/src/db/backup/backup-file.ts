// One file with everything that Belfry needs to be the same again: written whole or not at all, and read into an empty folder.
import { createReadStream, createWriteStream, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { type BackedUp, type BackupFacts, type BackupList, backedUp, pack, unpack } from './contents.ts';
import { copyDatabase, newestSchema, WITHOUT_SESSIONS } from './database-copy.ts';
import { openStream, sealStream } from './sealed-stream.ts';

export interface BackupSource {
  dataDir: string;
  /** The key of the secrets in use, from the environment or a file. */
  key: Buffer;
  passphrase: string;
  facts: Omit<BackupFacts, 'schema'>;
}

const WORK = 'backup-work-';

/** Writes `name` into `folder`, which must exist. Returns its size. */
export async function writeBackup(source: BackupSource, folder: string, name: string): Promise<number> {
  const { dataDir, passphrase, facts } = source;
  // A process that was killed may have left its copy.
  for (const old of readdirSync(dataDir))
    if (old.startsWith(WORK)) rmSync(path.join(dataDir, old), { recursive: true });
  const work = mkdtempSync(path.join(dataDir, WORK));
  const unfinished = path.join(folder, `.${name}.new`);
  try {
    const files = await gather(source, work);
    await pipeline(
      pack(work, { ...facts, schema: newestSchema }, files),
      createGzip(),
      sealStream(passphrase),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
    );
    const { size } = await stat(unfinished);
    const target = path.join(folder, name);
    if (existsSync(target)) throw new BackupError(`${target} exists already.`);
    await rename(unfinished, target);
    await flushFolder(folder);
    return size;
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function gather({ dataDir, key }: BackupSource, work: string): Promise<{ name: BackedUp; sizeBytes: number }[]> {
  const files: { name: BackedUp; sizeBytes: number }[] = [];
  for (const name of backedUp) {
    const [from, to] = [path.join(dataDir, name), path.join(work, name)];
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    if (name === 'keys/belfry.key') await writeFile(to, `${key.toString('base64')}\n`, { mode: 0o600 });
    else if (!existsSync(from)) continue;
    else if (name === 'belfry.db') await copyDatabase(from, to, WITHOUT_SESSIONS);
    else if (name.endsWith('.db')) await copyDatabase(from, to);
    else await copyFile(from, to);
    files.push({ name, sizeBytes: (await stat(to)).size });
  }
  return files;
}

/** The renaming itself must survive a power cut. Some network file systems cannot do this. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync().catch(() => {});
  } finally {
    await handle.close();
  }
}

/** Reads a backup into `folder`. Throws a BackupError if it is not right; then what is in the folder is of no use. */
export async function readBackup(file: string, passphrase: string, folder: string): Promise<BackupList> {
  let list: BackupList | undefined;
  try {
    await pipeline(createReadStream(file), openStream(passphrase), createGunzip(), async (content) => {
      list = await unpack(content, folder, newestSchema);
    });
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw new BackupError('It is damaged.');
    throw error;
  }
  if (!list?.files.some(({ name }) => name === 'belfry.db')) throw new BackupError('It holds no database.');
  return list;
}
