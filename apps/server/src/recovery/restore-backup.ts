// Puts a backup of Belfry into a data directory, and into PostgreSQL where that has the data. Everything is read and checked in a folder of its own first.
import {
  chownSync,
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fail, ok, type Result } from '@belfry/domain/result';
import { english, otherWords } from '@belfry/domain/sentences/english';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { createS3Store, type S3Store } from '../admin/backup/s3/s3-store.ts';
import type { Config } from '../config/env.ts';
import { BackupError } from '../db/backup/backup-error.ts';
import { readBackup } from '../db/backup/backup-file.ts';
import type { Pieces } from '../db/backup/sealed-stream.ts';
import { type DataLock, isInUse, lockDataDir } from '../db/data-lock.ts';
import { openStore } from '../db/open-store.ts';
import { iso, systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { RequestFailed } from '../lib/outgoing/streamed.ts';

const WORK = 'restore-';
const FROM_S3 = 's3:';
const LATEST = 'latest';
const LIST_MS = 600_000;
const SHOWN = 10;

/**
 * What a restore replaces. Messages that waited to be sent belong to the old data. Measured values stay, and so does the journal if the
 * backup has none: earlier ones had not.
 */
const replacedBy = (work: string) =>
  ['belfry.db', 'alerts.db', 'outbox.db', ...(existsSync(path.join(work, 'journal.db')) ? ['journal.db'] : [])].flatMap(
    (name) => [name, `${name}-wal`, `${name}-shm`],
  );
const folders = ['keys', 'tls'];

/** `words`: those after `belfry backup restore`, whose form is `usage`. What to print, or why nothing was done. */
export async function restoreBackup(
  words: readonly string[],
  config: Config,
  usage: string,
): Promise<Result<Sentence, Sentence>> {
  const given = read(words, usage);
  if (!given.ok) return given;
  const { file, dataDir = config.dataDir, replace } = given.value;
  const { passphrase } = config.backup;
  if (passphrase === '') return fail({ id: 'recovery.noPassphrase' });
  const source = sourceOf(file, config);
  if (!source.ok) return source;
  const { databaseUrl } = config;
  const isNew = !existsSync(dataDir);
  const hasFiles = existsSync(path.join(dataDir, 'belfry.db'));
  const hasData = databaseUrl === undefined ? hasFiles : existsSync(path.join(dataDir, 'keys'));
  if (databaseUrl === undefined && hasData && !replace)
    return fail({ id: 'recovery.hasDatabase', values: { folder: dataDir } });
  if (hasData && isInUse(dataDir)) return fail({ id: 'recovery.inUse', values: { folder: dataDir } });
  let work: string | undefined;
  let lock: Result<DataLock, string> | undefined;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Without a database there is no server either, and a folder in which nothing is restored stays empty.
    lock = hasData ? lockDataDir({ dataDir, now: Date.now, log: createLogger('silent') }) : undefined;
    if (lock?.ok === false) return fail(otherWords(lock.error));
    work = mkdtempSync(path.join(dataDir, WORK));
    const { version, createdAt } = await readBackup(source.value(), passphrase, work);
    // Opens it as the server will: the key fits, and the schema is brought up to this version.
    const opened = await openStore({ dataDir: work, clock: systemClock, log: createLogger('silent') });
    if (!opened.ok) throw new BackupError(opened.error.message);
    await opened.value.close();
    const copied = databaseUrl === undefined ? undefined : await intoServer(databaseUrl, work, dataDir);
    if (copied?.ok === false) return fail({ id: 'recovery.notRestored', values: { file, reason: copied.error } });
    const kept = exchange(dataDir, work, copied ? [] : replacedBy(work));
    const before: Sentence[] = kept === undefined ? [] : [{ id: 'recovery.before', values: { folder: kept } }];
    const key: Sentence[] = config.access.encryptionKey ? [{ id: 'recovery.otherKey' }] : [];
    const values = { at: createdAt, version, folder: dataDir, before, key };
    return ok(
      copied
        ? { id: 'recovery.restoredToServer', values: { ...values, ...copied.value } }
        : { id: 'recovery.restored', values },
    );
  } catch (error) {
    if (isNew) rmSync(dataDir, { recursive: true, force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    const isExpected = error instanceof BackupError || error instanceof RequestFailed || code !== undefined;
    if (!isExpected) throw error;
    const reason = error instanceof NotInStore ? error.sentence : otherWords(message);
    return fail({ id: 'recovery.notRestored', values: { file, reason } });
  } finally {
    if (work !== undefined) rmSync(work, { recursive: true, force: true });
    if (lock?.ok) lock.value.release();
  }
}

/** What is left in `work` are the keys. */
async function intoServer(
  url: string,
  work: string,
  dataDir: string,
): Promise<Result<{ database: string; rows: number }, Sentence>> {
  const [{ copyToServer }, { nameOf }] = await Promise.all([
    import('./migrate-data.ts'),
    import('../db/postgres/open-postgres.ts'),
  ]);
  const keyFile = path.join(dataDir, 'keys', 'belfry.key');
  const copied = await copyToServer(url, { dataDir: work, encryptionKey: undefined, keyFile });
  if (!copied.ok) return copied;
  for (const name of readdirSync(work))
    if (!folders.includes(name)) rmSync(path.join(work, name), { recursive: true, force: true });
  return ok({ database: nameOf(url), rows: copied.value.reduce((sum, { rows }) => sum + rows, 0) });
}

function read(
  words: readonly string[],
  usage: string,
): Result<{ file: string; dataDir: string | undefined; replace: boolean }, Sentence> {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { data: { type: 'string' }, replace: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file !== undefined && more.length === 0) return ok({ file, dataDir: values.data, replace: values.replace });
  } catch (error) {
    return fail(otherWords((error as Error).message));
  }
  return fail({ id: 'recovery.restoreUsage', values: { restore: usage } });
}

/** `file`: a path, `s3:NAME`, or `s3:latest`. It is opened only when it is read. */
function sourceOf(file: string, config: Config): Result<() => Pieces, Sentence> {
  if (file.startsWith(FROM_S3)) {
    const { s3 } = config.backup;
    if (!s3) return fail({ id: 'recovery.noStore' });
    return ok(() => fromStore(createS3Store(s3, systemClock), file.slice(FROM_S3.length)));
  }
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return fail({ id: 'recovery.noFile', values: { file } });
  return ok(() => createReadStream(file));
}

class NotInStore extends BackupError {
  readonly sentence: Sentence;
  constructor(sentence: Sentence) {
    super(english(sentence));
    this.sentence = sentence;
  }
}

async function* fromStore(store: S3Store, name: string): AsyncGenerator<Buffer> {
  const listed = await store.list(AbortSignal.timeout(LIST_MS));
  const found = name === LATEST ? listed[0] : listed.find((one) => one.file === name);
  if (found) return yield* store.read(found.file);
  const files = listed.slice(0, SHOWN).map((one) => one.file);
  throw new NotInStore(
    files.length === 0
      ? { id: 'recovery.notInStore', values: { store: store.place } }
      : { id: 'recovery.othersInStore', values: { store: store.place, files: files.join('\n  ') } },
  );
}

/** Moves the old files away and the new ones in. If a move fails, all are moved back. Returns where the old ones are. */
function exchange(dataDir: string, work: string, files: readonly string[]): string | undefined {
  const old = path.join(dataDir, `replaced-${iso(Date.now()).replaceAll(/[-:]|\.\d+/g, '')}`);
  const done: [from: string, to: string][] = [];
  const move = (from: string, to: string) => {
    renameSync(from, to);
    done.push([from, to]);
  };
  try {
    for (const name of [...files, ...folders]) {
      const from = path.join(dataDir, name);
      const isReplaced = name !== 'tls' || existsSync(path.join(work, name));
      if (!isReplaced || !lstatSync(from, { throwIfNoEntry: false })) continue;
      mkdirSync(old, { recursive: true, mode: 0o700 });
      move(from, path.join(old, name));
    }
    const { uid, gid } = statSync(dataDir);
    for (const name of readdirSync(work)) {
      if (process.getuid?.() === 0) give(path.join(work, name), uid, gid);
      if (!existsSync(path.join(dataDir, name))) move(path.join(work, name), path.join(dataDir, name));
    }
  } catch (error) {
    for (const [from, to] of done.reverse()) renameSync(to, from);
    throw error;
  }
  return existsSync(old) ? old : undefined;
}

/** What root restores belongs to the owner of the data directory. */
function give(place: string, uid: number, gid: number): void {
  chownSync(place, uid, gid);
  if (statSync(place).isDirectory()) for (const name of readdirSync(place)) give(path.join(place, name), uid, gid);
}
