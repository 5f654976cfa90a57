// One file with everything that Belfry needs to be the same again: made in the data directory, and read into an empty folder.
import { createWriteStream, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { copyFile, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { WITHOUT_WAITING } from '../alerts-schema.ts';
import { BackupError } from './backup-error.ts';
import { type BackedUp, type BackupFacts, type BackupList, backedUp, pack, unpack } from './contents.ts';
import { copyDatabase, newestSchema, WITHOUT_SESSIONS } from './database-copy.ts';
import { openStream, type Pieces, sealStream } from './sealed-stream.ts';

export interface BackupSource {
  dataDir: string;
  /** Of PostgreSQL, which then has the data in place of the files. */
  databaseUrl: string | undefined;
  /** The key of the secrets in use, from the environment or a file. */
  key: Buffer;
  passphrase: string;
  facts: Omit<BackupFacts, 'schema'>;
}

const WORK = 'backup-work-';

/** A whole backup in the data directory. It is removed when it is disposed of. */
export interface FinishedBackup extends AsyncDisposable {
  file: string;
  sizeBytes: number;
}

/** Only one at a time in a data directory. */
export async function writeBackup(source: BackupSource): Promise<FinishedBackup> {
  const { dataDir, passphrase, facts } = source;
  // A process that was killed may have left its copy.
  for (const old of readdirSync(dataDir))
    if (old.startsWith(WORK)) rmSync(path.join(dataDir, old), { recursive: true });
  const work = mkdtempSync(path.join(dataDir, WORK));
  const [copies, file] = [path.join(work, 'copies'), path.join(work, 'backup')];
  const remove = () => rm(work, { recursive: true, force: true });
  try {
    const files = await gather(source, copies);
    await pipeline(
      pack(copies, { ...facts, schema: newestSchema }, files),
      createGzip(),
      sealStream(passphrase),
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    );
    for (const copy of readdirSync(work)) if (copy !== 'backup') await rm(path.join(work, copy), { recursive: true });
    return { file, sizeBytes: (await stat(file)).size, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function gather(source: BackupSource, work: string): Promise<{ name: BackedUp; sizeBytes: number }[]> {
  const { dataDir, databaseUrl, key } = source;
  const files: { name: BackedUp; sizeBytes: number }[] = [];
  const folder = databaseUrl === undefined ? dataDir : `${work}-of-server`;
  if (databaseUrl !== undefined) {
    const { copyServer } = await import('./server-copy.ts');
    await mkdir(folder, { mode: 0o700 });
    await copyServer(databaseUrl, folder);
  }
  for (const name of backedUp) {
    const from = path.join(name.endsWith('.db') ? folder : dataDir, name);
    const to = path.join(work, name);
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    if (name === 'keys/belfry.key') await writeFile(to, `${key.toString('base64')}\n`, { mode: 0o600 });
    else if (!existsSync(from)) continue;
    else if (name === 'belfry.db') await copyDatabase(from, to, WITHOUT_SESSIONS);
    else if (name === 'alerts.db') await copyDatabase(from, to, WITHOUT_WAITING);
    else if (name.endsWith('.db')) await copyDatabase(from, to);
    else await copyFile(from, to);
    files.push({ name, sizeBytes: (await stat(to)).size });
  }
  return files;
}

/** Reads a backup into `folder`. Throws a BackupError if it is not right; then what is in the folder is of no use. */
export async function readBackup(content: Pieces, passphrase: string, folder: string): Promise<BackupList> {
  let list: BackupList | undefined;
  try {
    await pipeline(content, openStream(passphrase), createGunzip(), async (unzipped) => {
      list = await unpack(unzipped, folder, newestSchema);
    });
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw new BackupError('It is damaged.');
    throw error;
  }
  if (!list?.files.some(({ name }) => name === 'belfry.db')) throw new BackupError('It holds no database.');
  return list;
}
