// Lenient readers of untrusted JSON values: a usable value, or undefined. By hand, for they run on every row of every poll.
import { noteDropped } from '../dropped.ts';

export type Raw = Readonly<Record<string, unknown>>;

/** More bytes, seconds or cores than anything has; larger numbers cannot be true. */
const LARGEST = 1e18;

export const isRaw = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object under a key, or an empty one. */
export const part = (value: unknown): Raw => (isRaw(value) ? value : {});

/** The objects of a list; none where there is no list. */
export const rows = (data: unknown): Raw[] => (Array.isArray(data) ? data.filter(isRaw) : []);

/** A number that is neither negative nor absurd, also when written as text. What is there and is none is counted. */
export function amount(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && number >= 0 && number <= LARGEST) return number;
  if (value !== undefined && value !== null && value !== '') noteDropped();
  return undefined;
}

/** As `amount`, of a field in which a host says −1 or a word, such as N/A, where it does not know. */
export const amountIfKnown = (value: unknown): number | undefined =>
  value === -1 || (typeof value === 'string' && !/\d/.test(value)) ? undefined : amount(value);

const MEASURING_ERROR = 1.5;

/** A share of one, which a measuring error may bring above 1. A load of 40 is 1, and counted. */
export function fraction(value: unknown): number | undefined {
  const number = amount(value);
  if (number === undefined || number <= MEASURING_ERROR) return number;
  noteDropped();
  return 1;
}

/** A whole amount: bytes, seconds, counts. */
export function whole(value: unknown): number | undefined {
  const number = amount(value);
  return number === undefined ? undefined : Math.round(number);
}

/** The last moment ISO times can name. */
const END_OF_TIME_MS = 253_402_300_799_000;

/** Epoch seconds up to `latest`, as milliseconds. 0 and −1 are how these hosts say "never", so they are not counted. */
export function timeOf(value: unknown, latest = END_OF_TIME_MS): number | undefined {
  if (value === 0 || value === -1) return undefined;
  const seconds = whole(value);
  if (seconds === undefined) return undefined;
  if (seconds > 0 && seconds * 1000 <= latest) return seconds * 1000;
  noteDropped();
  return undefined;
}

/**
 * Every item that can be read; the others are counted. Undefined when the answer is no list, or a list of which nothing
 * can be read: that is a broken answer and not an empty one.
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

/** 1, true and their texts; everything else, "" and absence included, is no. */
export const flag = (value: unknown): boolean => value === 1 || value === true || value === '1' || value === 'true';

/** Text that is not empty, cut at `most` characters. Numbers count as text: a guest may be named 1234. */
export function text(value: unknown, most = 256): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '') return undefined;
  return value.length > most ? value.slice(0, most) : value;
}
