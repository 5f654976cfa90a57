// What is not as a case expects it, as lines for people. An expectation names only what matters.
import { sizeOf, type Times, timeOf } from './values.ts';

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));
const isNothing = (value: unknown): boolean => value === undefined || value === null;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The lines about `value`, which is at `path`. */
export function differences(expected: unknown, value: unknown, path: string, times: Times): string[] {
  const differs = () => [`${path}: expected ${shown(expected)}, found ${shown(value)}`];
  if (expected === null) return isNothing(value) ? [] : differs();
  if (Array.isArray(expected)) {
    if (!Array.isArray(value) || value.length !== expected.length) return differs();
    return expected.flatMap((each, i) => differences(each, value[i], `${path}.${i}`, times));
  }
  if (isObject(expected)) {
    if ('$has' in expected && Array.isArray(expected.$has)) return missing(expected.$has, value, path, times);
    if (!isObject(value)) return differs();
    return Object.entries(expected).flatMap(([key, each]) => differences(each, value[key], `${path}.${key}`, times));
  }
  if (typeof expected === 'number') return isAbout(expected, value, decimalsOf(expected)) ? [] : differs();
  if (typeof expected === 'string') return isText(expected, value, times) ? [] : differs();
  return expected === value ? [] : differs();
}

/** Each must fit an item of the list. */
function missing(expected: unknown[], value: unknown, path: string, times: Times): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return expected
    .filter((each) => !items.some((item) => differences(each, item, '', times).length === 0))
    .map((each) => `${path}: expected an item ${shown(each)}, found ${shown(value)}`);
}

const decimalsOf = (number: number): number => String(number).split('.')[1]?.length ?? 0;
/** A number has as many decimals as it is written with. */
const isAbout = (expected: number, value: unknown, decimals: number): boolean =>
  typeof value === 'number' && Math.abs(value - expected) <= 0.5 * 10 ** -decimals + 1e-9;

function isText(expected: string, value: unknown, times: Times): boolean {
  if (expected === '*') return !isNothing(value);
  if (expected.startsWith('~')) return typeof value === 'string' && value.includes(expected.slice(1));
  if (!expected.startsWith('@') || expected.startsWith('@@')) return value === expected.replace(/^@@/, '@');
  const size = sizeOf(expected.slice(1));
  if (size) return typeof value === 'number' && isAbout(size.count, value / size.unit, size.decimals);
  const seconds = timeOf(expected.slice(1), times);
  if (seconds === undefined) return false;
  const ms = typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? inMs(value) : Number.NaN;
  return Math.abs(ms - seconds * 1000) <= 60_000;
}

/** Epoch seconds or ms. */
const inMs = (value: number): number => (value > 1e11 ? value : value * 1000);

/** Whether a text fits a pattern in which `*` stands for any characters. */
export const fits = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`, 's').test(text);
