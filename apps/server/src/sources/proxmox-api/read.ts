// Lenient readers of untrusted JSON values: each returns a usable value or undefined. They do not use a schema library,
// because they run on every row of every poll.
import { oneLine } from '@belfry/schema/one-line';
import { noteDropped } from '../dropped.ts';

export type Raw = Readonly<Record<string, unknown>>;

/** No host has this number of bytes, seconds or cores. Larger numbers are impossible. */
const LARGEST = 1e18;

export const isRaw = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object under a key, or an empty one. */
export const part = (value: unknown): Raw => (isRaw(value) ? value : {});

/** The name in a list of nodes with exactly one. */
export function onlyNode(data: unknown): string | undefined {
  const [first, ...others] = rows(data);
  return others.length === 0 ? text(first?.node, 64) : undefined;
}

/** The objects of a list. Empty when the value is not a list. */
export const rows = (data: unknown): Raw[] => (Array.isArray(data) ? data.filter(isRaw) : []);

/**
 * A number that is neither negative nor absurd. It may be written as text. A value that is present but not such a
 * number is counted.
 */
export function amount(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && number >= 0 && number <= LARGEST) return number;
  if (value !== undefined && value !== null && value !== '') noteDropped();
  return undefined;
}

/** Like `amount`, for a field in which a host reports −1 or a word such as N/A if the value is not known. */
export const amountIfKnown = (value: unknown): number | undefined =>
  value === -1 || (typeof value === 'string' && !/\d/.test(value)) ? undefined : amount(value);

const MEASURING_ERROR = 1.5;

/** A fraction of one. Measuring errors may raise it above 1. A value of 40 becomes 1 and is counted. */
export function fraction(value: unknown): number | undefined {
  const number = amount(value);
  if (number === undefined || number <= MEASURING_ERROR) return number;
  noteDropped();
  return 1;
}

/** A fraction, as percent. */
export function percentIn(value: unknown): number | undefined {
  const number = fraction(value);
  return number === undefined ? undefined : number * 100;
}

/** A whole amount: bytes, seconds, counts. */
export function whole(value: unknown): number | undefined {
  const number = amount(value);
  return number === undefined ? undefined : Math.round(number);
}

/** The last moment that an ISO time can represent. */
const END_OF_TIME_MS = 253_402_300_799_000;

/**
 * Epoch seconds up to `latest`, as milliseconds. These hosts write 0 or −1 for "never", so these two are not counted.
 */
export function timeOf(value: unknown, latest = END_OF_TIME_MS): number | undefined {
  if (value === 0 || value === -1) return undefined;
  const seconds = whole(value);
  if (seconds === undefined) return undefined;
  if (seconds > 0 && seconds * 1000 <= latest) return seconds * 1000;
  noteDropped();
  return undefined;
}

/** No job ran or is due before these products existed. */
const EARLIEST_MS = 1_100_000_000_000;

/**
 * When a job ran or runs next, epoch seconds as milliseconds. A smaller number is no time: a job of Proxmox VE that never ran is due
 * some minutes after 1970, one that is being removed in its first second (PVE/Replication.pm).
 */
export function runTimeOf(value: unknown): number | undefined {
  const ms = timeOf(value);
  return ms !== undefined && ms >= EARLIEST_MS ? ms : undefined;
}

/**
 * Every item that can be read. The others are counted. Undefined when the answer is not a list, or when no item of a
 * list can be read: such an answer is broken and not empty.
 */
export function listOf<T>(data: unknown, read: (row: Raw) => T | undefined): T[] | undefined {
  if (!Array.isArray(data)) return undefined;
  const items: T[] = [];
  for (const row of data) {
    const item = isRaw(row) ? read(row) : undefined;
    if (item === undefined) noteDropped();
    else items.push(item);
  }
  return items.length === 0 && data.length > 0 ? undefined : items;
}

/** The values of a list. Empty when the value is not a list. */
export const valuesOf = (data: unknown): unknown[] => (Array.isArray(data) ? data : []);

/** True for 1, true and their texts. False for everything else, also for "" and undefined. */
export const flag = (value: unknown): boolean => value === 1 || value === true || value === '1' || value === 'true';

/**
 * A text that is not empty, cut after `most` characters. A number is converted to text, because a guest may have the
 * name 1234.
 */
export function text(value: unknown, most = 256): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '') return undefined;
  return value.length > most ? value.slice(0, most) : value;
}

/** Words of a host, such as the reason of an error, in one line. Many of its messages end with a line break. */
export function line(value: unknown, most = 256): string | undefined {
  const words = oneLine(text(value, most) ?? '');
  return words === '' ? undefined : words;
}
