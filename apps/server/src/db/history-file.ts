// The blocks of the history in a SQLite file of their own. Each tier is a table whose keys grow with time, so that the blocks of
// one moment lie on a few pages side by side: SQLite writes whole pages. Deleting the oldest frees whole pages.
import type { Resource } from '@belfry/schema/history/metrics';
import { ResourceKindName } from '@belfry/schema/history/metrics';
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import { type Database, transaction } from './open.ts';
import { query } from './query.ts';
import { type FileLog, openSeparateFile, type SeparateFile } from './separate-file.ts';

const TIERS = [0, 1, 2, 3];
/** Blocks are written in the order of their keys and seldom read, so more pages in memory (2 MB by default) save nothing. */
const CACHE_KIB = 512;
/** A number is never used for a second resource, because blocks of the first one may still be there. */
const TABLES = `
CREATE TABLE resources (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  UNIQUE (kind, id)
) STRICT;
${TIERS.map((tier) => `CREATE TABLE blocks_${tier} (key INTEGER PRIMARY KEY, block BLOB NOT NULL) STRICT;`).join('\n')}
CREATE TABLE progress (tier INTEGER PRIMARY KEY, slot INTEGER NOT NULL) STRICT;
`;

interface StoredBlock {
  tier: number;
  key: number;
  block: Uint8Array;
}

/** `from` (included) and `to` (not included) are keys. */
export interface HistoryRows {
  resources(): ({ number: number } & Resource)[];
  add(resource: Resource): number;
  forget(number: number): void;
  block(tier: number, key: number): Uint8Array | undefined;
  has(tier: number, key: number): boolean;
  /** At most `most` keys of a range, in their order. */
  keys(tier: number, from: number, to: number, most?: number): number[];
  /** The first key that is not smaller. */
  next(tier: number, from: number): number | undefined;
  last(tier: number): number | undefined;
  /** The first slot of each tier that is not made yet. */
  progress(): { tier: number; slot: number }[];
  setProgress(tier: number, slot: number): void;
  /** Adds or replaces all of them or, if it throws, none. */
  put(blocks: readonly StoredBlock[]): void;
  /** `keys` are all keys of a range, in their order. */
  remove(tier: number, keys: readonly number[]): void;
  /** The size of the file, and how much of it has content. */
  bytes(): { file: number; used: number };
  /** Everything that `work` writes is one commit. */
  atomically<T>(work: () => T): T;
  /** The same for megabytes of new rows: they are written once, and not into a log first. It waits for the disk some times. */
  inBulk<T>(work: () => T): T;
}

export interface HistoryFile extends Pick<SeparateFile<HistoryRows>, 'problems' | 'close'> {
  /** If the file is damaged while the server runs, it is set aside as at the start, and the work is done again with a new file. */
  use<T>(work: (rows: HistoryRows) => T): Promise<T>;
  /** Called when the rows were lost while running, before the work is done again. */
  onLoss(listener: () => void): void;
}

export interface HistoryFileOptions {
  dataDir: string;
  clock: Clock;
  log: FileLog;
}

/**
 * Throws `NewerFile`. A power cut may lose the last commits: they are ten minutes of values. There is no copy before a migration: the file
 * may have gigabytes, for which there may be no room, and copying them takes minutes. So a step may only add tables or columns.
 */
export function openHistoryFile({ dataDir, clock, log }: HistoryFileOptions): HistoryFile {
  const { rows, isBegunAnew, problems, close } = openSeparateFile<HistoryRows>({
    ...{ dataDir, name: 'history', content: 'measured values', migrations: [TABLES], copies: false },
    ...{ durability: 'normal', clock, log },
    rowsOf(db) {
      db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
      const rows = rowsOf(db);
      rows.resources();
      rows.progress();
      return rows;
    },
  });
  const listeners: (() => void)[] = [];
  return {
    async use(work) {
      try {
        return work(rows());
      } catch (error) {
        if (!isBegunAnew(error)) throw error;
        for (const listener of listeners) listener();
        return work(rows());
      }
    },
    onLoss: (listener) => void listeners.push(listener),
    ...{ problems, close },
  };
}

const Count = z.object({ n: z.number() });

function rowsOf(db: Database): HistoryRows {
  const all = query(
    db,
    z.object({ number: z.number(), kind: z.string(), id: z.string() }),
    'SELECT number, kind, id FROM resources',
  );
  const add = db.prepare('INSERT INTO resources (kind, id) VALUES (?, ?)');
  const forget = db.prepare('DELETE FROM resources WHERE number = ?');
  const progress = query(db, z.object({ tier: z.number(), slot: z.number() }), 'SELECT tier, slot FROM progress');
  const setProgress = db.prepare('INSERT OR REPLACE INTO progress VALUES (?, ?)');
  const pageBytes = query(db, Count, 'SELECT page_size AS n FROM pragma_page_size').get()?.n ?? 0;
  const pages = query(db, Count, 'SELECT page_count AS n FROM pragma_page_count');
  const free = query(db, Count, 'SELECT freelist_count AS n FROM pragma_freelist_count');
  const statements = TIERS.map((tier) => ({
    block: query(db, z.object({ block: z.instanceof(Uint8Array) }), `SELECT block FROM blocks_${tier} WHERE key = ?`),
    has: query(db, Count, `SELECT 1 AS n FROM blocks_${tier} WHERE key = ?`),
    keys: query(
      db,
      z.object({ key: z.number() }),
      `SELECT key FROM blocks_${tier} WHERE key >= ? AND key < ? ORDER BY key LIMIT ?`,
    ),
    next: query(
      db,
      z.object({ key: z.number() }),
      `SELECT key FROM blocks_${tier} WHERE key >= ? ORDER BY key LIMIT 1`,
    ),
    last: query(db, z.object({ key: z.number() }), `SELECT key FROM blocks_${tier} ORDER BY key DESC LIMIT 1`),
    put: db.prepare(`INSERT OR REPLACE INTO blocks_${tier} VALUES (?, ?)`),
    remove: db.prepare(`DELETE FROM blocks_${tier} WHERE key BETWEEN ? AND ?`),
  }));
  const of = (tier: number) => {
    const found = statements[tier];
    if (!found) throw new RangeError(`There is no tier ${tier}.`);
    return found;
  };
  return {
    resources: () =>
      all.all().flatMap(({ kind, ...rest }) => {
        // A kind that this version does not know keeps its blocks.
        const known = ResourceKindName.safeParse(kind);
        return known.success ? [{ kind: known.data, ...rest }] : [];
      }),
    add: ({ kind, id }) => Number(add.run(kind, id).lastInsertRowid),
    forget: (number) => void forget.run(number),
    block: (tier, key) => of(tier).block.get(key)?.block,
    has: (tier, key) => of(tier).has.get(key) !== undefined,
    keys: (tier, from, to, most = -1) =>
      of(tier)
        .keys.all(from, to, most)
        .map(({ key }) => key),
    next: (tier, from) => of(tier).next.get(from)?.key,
    last: (tier) => of(tier).last.get()?.key,
    progress: () => progress.all(),
    setProgress: (tier, slot) => void setProgress.run(tier, slot),
    put: (blocks) =>
      transaction(db, () => {
        for (const { tier, key, block } of blocks) of(tier).put.run(key, block);
      }),
    remove(tier, keys) {
      const [first, last] = [keys[0], keys.at(-1)];
      if (first !== undefined && last !== undefined) of(tier).remove.run(first, last);
    },
    bytes() {
      const file = pages.get()?.n ?? 0;
      return { file: file * pageBytes, used: (file - (free.get()?.n ?? 0)) * pageBytes };
    },
    atomically: (work) => transaction(db, work),
    inBulk(work) {
      useRollbackJournal(db);
      try {
        return transaction(db, work);
      } finally {
        useLog(db);
      }
    },
  };
}

/**
 * Keeps the earlier content of a page that changes, and needs nothing for one that is new. Only with `FULL` a power cut leaves the file whole. If
 * another program reads the file, or the disk accepts no writes, the log stays; the work itself fails if it cannot be written.
 */
function useRollbackJournal(db: Database): void {
  db.exec('PRAGMA synchronous = FULL');
  tryTo(() => db.exec('PRAGMA journal_mode = TRUNCATE'));
}

/** If it fails, the file stays as safe as it is, and the next bulk or start tries again. */
const useLog = (db: Database): void => tryTo(() => db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL'));

function tryTo(change: () => void): void {
  try {
    change();
  } catch {
    // What is wrong with the file itself, the next statement says too.
  }
}
