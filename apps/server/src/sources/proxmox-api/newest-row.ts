// The newest minute of a kept past, for figures that a host reports nowhere else.
import { amount, rows } from './read.ts';

const MINUTE_MS = 60_000;
/** The newest complete row is up to two minutes old. What is much older says nothing about now. */
export const OLDEST_MS = 5 * MINUTE_MS;

export interface NewestRow {
  /** The end of its minute (epoch ms). */
  at: number;
  /** In the order of the keys. */
  values: readonly number[];
}

/** The newest row that has a value for each key. Undefined where there is none of the last minutes. `now` is epoch ms. */
export function newestRow(data: unknown, keys: readonly string[], now: number): NewestRow | undefined {
  let newest: NewestRow | undefined;
  for (const row of rows(data)) {
    const time = amount(row.time);
    const values = keys.map((key) => amount(row[key])).filter((value) => value !== undefined);
    if (time === undefined || values.length < keys.length) continue;
    // The time of a row is the beginning of its minute. The clock of the host may be ahead.
    const at = Math.min(time * 1000 + MINUTE_MS, now);
    if (now - at <= OLDEST_MS && (newest === undefined || at >= newest.at)) newest = { at, values };
  }
  return newest;
}
