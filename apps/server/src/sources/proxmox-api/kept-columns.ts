// Reads `rrddata`: rows with a time and some values. Keys without a value are left out, and some rows have only their time.
import type { KeptColumns } from '../../config/past.ts';
import { noteDropped } from '../dropped.ts';
import { amount, type Raw, rows } from './read.ts';

/** The values of a row in the order of the columns. Undefined: not measured. */
export type RowValues = (row: Raw) => readonly (number | undefined)[];

/** Proxmox stores nothing finer. */
const FINEST_S = 60;
/** The longest frames have 1,440 rows. */
const MAX_ROWS = 4000;

/** `width` is the number of columns, `now` epoch ms. Undefined when no row has a value, or the times have no regular step. */
export function readKeptColumns(data: unknown, width: number, values: RowValues, now: number): KeptColumns | undefined {
  const timed = new Map<number, Raw>();
  for (const row of rows(data)) {
    const time = amount(row.time);
    // The clock of the host may be ahead by a little.
    if (time === undefined || !Number.isInteger(time) || time <= 0 || time * 1000 > now + DAY_MS) noteDropped();
    else timed.set(time, row);
  }
  const times = [...timed.keys()].sort((a, b) => a - b);
  const [first = 0] = times;
  const step = times.reduce(
    (least, time, n) => Math.min(least, n === 0 ? least : time - (times[n - 1] ?? 0)),
    Infinity,
  );
  const length = ((times.at(-1) ?? 0) - first) / step + 1;
  if (step < FINEST_S || step % FINEST_S !== 0 || length > MAX_ROWS || !Number.isFinite(length)) return undefined;

  const columns = Array.from({ length: width }, () => new Float64Array(Math.ceil(length)).fill(Number.NaN));
  let isMeasured = false;
  for (const [time, row] of timed) {
    const index = (time - first) / step;
    if (!Number.isInteger(index)) {
      noteDropped();
      continue;
    }
    for (const [n, value] of values(row).entries()) {
      const column = columns[n];
      if (value === undefined || !column) continue;
      column[index] = value;
      isMeasured = true;
    }
  }
  return isMeasured ? { from: first * 1000, stepMs: step * 1000, columns } : undefined;
}

const DAY_MS = 86_400_000;

/** Percent of a total that is not 0. */
export const percentOf = (used: number | undefined, total: number | undefined): number | undefined =>
  used === undefined || total === undefined || total <= 0 ? undefined : (used / total) * 100;

/** What holds data: percent, used bytes, total bytes. */
export const spaceOf = (used: number | undefined, total: number | undefined): readonly (number | undefined)[] =>
  total === undefined || total <= 0 ? [] : [percentOf(used, total), used, total];
