// Lenient readers of untrusted JSON values: a usable value, or undefined. By hand, for they run on every row of every poll.

import { noteNonsense } from './nonsense.ts';

export type Raw = Readonly<Record<string, unknown>>;

/** More bytes, seconds or cores than anything has; larger numbers are nonsense, not measurements. */
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
  if (value !== undefined && value !== null && value !== '') noteNonsense();
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
  noteNonsense();
  return 1;
}

/** A whole amount: bytes, seconds, counters. */
export function whole(value: unknown): number | undefined {
  const number = amount(value);
  return number === undefined ? undefined : Math.round(number);
}

/** 1, true and their texts; everything else, "" and absence included, is no. */
export const flag = (value: unknown): boolean => value === 1 || value === true || value === '1' || value === 'true';

/** Text that is not empty, cut at `most` characters. Numbers count as text: a guest may be named 1234. */
export function text(value: unknown, most = 256): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '') return undefined;
  return value.length > most ? value.slice(0, most) : value;
}
