// Reads as read.ts does and counts what was there but cannot be: negative bytes, a load of forty, a backup of tomorrow.
import { amount, isRaw, type Raw } from './read.ts';

export interface Tally {
  /** Items left out and values left out or clamped, so far. */
  dropped(): number;
  amount(value: unknown): number | undefined;
  /** A whole amount: bytes, seconds, counts. */
  whole(value: unknown): number | undefined;
  /** A share of one. A measuring error above 1 is 1; a load of 40 is 1 too, and counted. */
  fraction(value: unknown): number | undefined;
  /** Epoch seconds up to `latest`, as milliseconds. 0 and −1 are how these hosts say "never", so they are not counted. */
  time(value: unknown, latest?: number): number | undefined;
  /**
   * Every item that can be read. Undefined when the answer is no list, or a list of which nothing can be read: that is
   * a broken answer and not an empty one.
   */
  list<T>(data: unknown, read: (row: Raw) => T | undefined): T[] | undefined;
}

/** The last moment ISO times can name. */
const END_OF_TIME_MS = 253_402_300_799_000;
const MEASURING_ERROR = 1.5;

export function createTally(): Tally {
  let dropped = 0;
  const tally: Tally = {
    dropped: () => dropped,
    amount(value) {
      const number = amount(value);
      if (number === undefined && isThere(value)) dropped++;
      return number;
    },
    whole(value) {
      const number = tally.amount(value);
      return number === undefined ? undefined : Math.round(number);
    },
    fraction(value) {
      const number = tally.amount(value);
      if (number !== undefined && number > MEASURING_ERROR) dropped++;
      return number === undefined ? undefined : Math.min(number, 1);
    },
    time(value, latest = END_OF_TIME_MS) {
      if (value === 0 || value === -1) return undefined;
      const seconds = tally.whole(value);
      if (seconds === undefined) return undefined;
      if (seconds > 0 && seconds * 1000 <= latest) return seconds * 1000;
      dropped++;
      return undefined;
    },
    list(data, read) {
      if (!Array.isArray(data)) return undefined;
      const items = [];
      for (const row of data) {
        const item = isRaw(row) ? read(row) : undefined;
        if (item === undefined) dropped++;
        else items.push(item);
      }
      return items.length === 0 && data.length > 0 ? undefined : items;
    },
  };
  return tally;
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
