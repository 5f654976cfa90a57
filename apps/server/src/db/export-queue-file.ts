// Values that wait to be sent to other engines, in a SQLite file of their own: ready requests in the order of time.
import type { State } from '@belfry/schema/state';
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import { type Database, transaction } from './open.ts';
import { query } from './query.ts';
import { type FileLog, openSeparateFile } from './separate-file.ts';

/** The body of one request. `at` is epoch ms, `values` how many there are. */
export interface Batch {
  readonly at: number;
  readonly values: number;
  readonly body: Uint8Array<ArrayBuffer>;
}
/** `number` grows with each batch of a queue. */
interface QueuedBatch extends Batch {
  readonly number: number;
}
export interface QueueSize {
  readonly batches: number;
  readonly values: number;
  readonly bytes: number;
  readonly oldest?: number;
}

/** Each target has a queue of its own. */
export interface ExportQueue {
  /** The numbers they got. */
  add(target: string, batches: readonly Batch[]): Promise<readonly number[]>;
  /** The first batch after this number. */
  next(target: string, after: number): Promise<QueuedBatch | undefined>;
  removeUpTo(target: string, number: number): Promise<void>;
  size(target: string): Promise<QueueSize>;
  /** Removes the oldest beyond these bounds, and returns how many values these were. */
  prune(target: string, bounds: { before: number; maxBytes: number }): Promise<number>;
  /** The file was damaged, and all of it was lost: numbers begin again. */
  onLoss(listener: () => void): void;
  problems(): State['serverProblems'];
  close(): void;
}

const TABLES = `
CREATE TABLE batches (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  target TEXT NOT NULL,
  at INTEGER NOT NULL,
  values_in INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX batches_by_target ON batches (target, number);
`;

export interface ExportQueueOptions {
  dataDir: string;
  clock: Clock;
  log: FileLog;
}

export function openExportQueue({ dataDir, clock, log }: ExportQueueOptions): ExportQueue {
  const { use, onLoss, problems, close } = openSeparateFile({
    ...{ dataDir, name: 'export-queue', content: 'values that wait to be sent', migrations: [TABLES], copies: true },
    ...{ durability: 'normal' as const, orMemory: true, rowsOf, clock, log },
  });
  return {
    add: (...given) => use((rows) => rows.add(...given)),
    next: (...given) => use((rows) => rows.next(...given)),
    removeUpTo: (...given) => use((rows) => rows.removeUpTo(...given)),
    size: (target) => use((rows) => rows.size(target)),
    prune: (...given) => use((rows) => rows.prune(...given)),
    onLoss,
    problems,
    close,
  };
}

const BatchRow = z.object({
  number: z.number(),
  at: z.number(),
  values_in: z.number(),
  body: z.instanceof(Uint8Array<ArrayBuffer>),
});
const SizeRow = z.object({
  batches: z.number(),
  values_in: z.number().nullable(),
  bytes: z.number().nullable(),
  oldest: z.number().nullable(),
});
const KeptRow = z.object({ number: z.number() });

function rowsOf(db: Database) {
  const insert = db.prepare('INSERT INTO batches (target, at, values_in, body) VALUES (?, ?, ?, ?)');
  const next = query(
    db,
    BatchRow,
    'SELECT number, at, values_in, body FROM batches WHERE target = ? AND number > ? ORDER BY number LIMIT 1',
  );
  const remove = db.prepare('DELETE FROM batches WHERE target = ? AND number <= ?');
  const size = query(
    db,
    SizeRow,
    `SELECT count(*) AS batches, sum(values_in) AS values_in, sum(length(body)) AS bytes, min(at) AS oldest
     FROM batches WHERE target = ?`,
  );
  /** The last batch with which the newer ones are more than there may be. */
  const surplus = query(
    db,
    KeptRow,
    `SELECT number FROM (SELECT number, sum(length(body)) OVER (ORDER BY number DESC) AS bytes FROM batches WHERE target = ?)
     WHERE bytes > ? ORDER BY number DESC LIMIT 1`,
  );
  const expired = query(
    db,
    KeptRow,
    'SELECT number FROM batches WHERE target = ? AND at < ? ORDER BY number DESC LIMIT 1',
  );
  const count = query(db, z.object({ n: z.number() }), 'SELECT count(*) AS n FROM batches');
  const valuesOf = (target: string) => size.get(target)?.values_in ?? 0;
  function removeUpTo(target: string, number: number): void {
    remove.run(target, number);
    // An empty file is made small, which takes no time.
    if (count.get()?.n === 0) db.exec('VACUUM');
  }
  return {
    add: (target: string, batches: readonly Batch[]) =>
      transaction(db, () =>
        batches.map(({ at, values, body }) => Number(insert.run(target, at, values, body).lastInsertRowid)),
      ),
    next(target: string, after: number): QueuedBatch | undefined {
      const row = next.get(target, after);
      return row && { number: row.number, at: row.at, values: row.values_in, body: row.body };
    },
    removeUpTo,
    size(target: string): QueueSize {
      const { batches = 0, values_in, bytes, oldest } = size.get(target) ?? {};
      return { batches, values: values_in ?? 0, bytes: bytes ?? 0, ...(typeof oldest === 'number' && { oldest }) };
    },
    prune(target: string, { before, maxBytes }: { before: number; maxBytes: number }): number {
      const last = Math.max(surplus.get(target, maxBytes)?.number ?? 0, expired.get(target, before)?.number ?? 0);
      if (last === 0) return 0;
      const values = valuesOf(target);
      removeUpTo(target, last);
      return values - valuesOf(target);
    },
  };
}
