// Values that wait to be sent to other engines: ready requests in the order of time. In SQLite they are a file of their own.
import type { State } from '@belfry/schema/state';
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import type { Backend, Value } from './backend.ts';
import { createConnection } from './connection.ts';
import type { FileLog } from './separate-file.ts';
import { openFileBackend } from './sqlite.ts';

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
  /** Waits for what is being written. */
  close(): Promise<void>;
}

export const exportMigrations: readonly string[] = [
  `
CREATE TABLE batches (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  target TEXT NOT NULL,
  at INTEGER NOT NULL,
  values_in INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX batches_by_target ON batches (target, number);
`,
];

export interface ExportQueueOptions {
  dataDir: string;
  /** Where the batches are. Default: a file of their own. */
  backend?: Backend | undefined;
  clock: Clock;
  log: FileLog;
}

export function openExportQueue({ dataDir, backend, clock, log }: ExportQueueOptions): ExportQueue {
  return exportQueueIn(
    backend ??
      openFileBackend({
        ...{ dataDir, name: 'export-queue', content: 'values that wait to be sent', copies: true },
        ...{ migrations: exportMigrations, durability: 'normal' as const, orMemory: true, clock, log },
      }),
  );
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
const NumberRow = z.object({ number: z.number() });

function exportQueueIn(backend: Backend): ExportQueue {
  const { all, run } = backend;
  const { turn, write, onLoss, close } = createConnection(backend);
  const numbersIn = async (sql: string, ...values: Value[]) =>
    (await all(sql, ...values)).map((row) => NumberRow.parse(row).number);
  /** An empty file is made small, which takes no time. */
  async function shrink(): Promise<void> {
    if ((await all('SELECT number FROM batches LIMIT 1')).length === 0) await backend.shrink();
  }
  const remove = (target: string, number: number) =>
    run('DELETE FROM batches WHERE target = ? AND number <= ?', target, number);
  async function sizeOf(target: string): Promise<QueueSize> {
    const [row] = await all(
      `SELECT count(*) AS batches, sum(values_in) AS values_in, sum(length(body)) AS bytes, min(at) AS oldest
        FROM batches WHERE target = ?`,
      target,
    );
    const { batches, values_in, bytes, oldest } = SizeRow.parse(row);
    return { batches, values: values_in ?? 0, bytes: bytes ?? 0, ...(oldest !== null && { oldest }) };
  }
  return {
    add: (target, batches) =>
      write(async () => {
        const numbers: number[] = [];
        for (const { at, values, body } of batches)
          numbers.push(
            ...(await numbersIn(
              'INSERT INTO batches (target, at, values_in, body) VALUES (?, ?, ?, ?) RETURNING number',
              ...[target, at, values, body],
            )),
          );
        return numbers;
      }),
    next: (target, after) =>
      turn(async () => {
        const [found] = await all(
          'SELECT number, at, values_in, body FROM batches WHERE target = ? AND number > ? ORDER BY number LIMIT 1',
          ...[target, after],
        );
        if (!found) return undefined;
        const { values_in: values, ...batch } = BatchRow.parse(found);
        return { ...batch, values };
      }),
    removeUpTo: (target, number) =>
      turn(async () => {
        await remove(target, number);
        await shrink();
      }),
    size: (target) => turn(() => sizeOf(target)),
    prune: (target, { before, maxBytes }) =>
      turn(async () => {
        /** The last batch with which the newer ones are more than there may be. */
        const surplus = await numbersIn(
          `SELECT number FROM (SELECT number, sum(length(body)) OVER (ORDER BY number DESC) AS bytes
            FROM batches WHERE target = ?) AS summed WHERE bytes > ? ORDER BY number DESC LIMIT 1`,
          ...[target, maxBytes],
        );
        const expired = await numbersIn(
          'SELECT number FROM batches WHERE target = ? AND at < ? ORDER BY number DESC LIMIT 1',
          ...[target, before],
        );
        const last = Math.max(0, ...surplus, ...expired);
        if (last === 0) return 0;
        const { values } = await sizeOf(target);
        await remove(target, last);
        const removed = values - (await sizeOf(target)).values;
        await shrink();
        return removed;
      }),
    onLoss,
    problems: backend.problems,
    close,
  };
}
