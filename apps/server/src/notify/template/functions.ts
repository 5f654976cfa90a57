// The functions of templates. None of them reaches anything but its values.
import { Printed, type Value, Verbatim } from './values.ts';

/** Throws an Error with a sentence when the values do not fit. */
type Run = (...values: Value[]) => Value;

export const isTrue = (value: Value | undefined): boolean => {
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return false;
  if (Array.isArray(value)) return value.length > 0;
  return value instanceof Map ? value.size > 0 : true;
};

export const textOf = (value: Value | undefined): string => {
  if (value === undefined || value === null) return '';
  if (value instanceof Printed || value instanceof Verbatim) return value.text;
  return typeof value === 'object' ? jsonOf(value) : String(value);
};

export function jsonOf(value: Value | undefined): string {
  return (
    JSON.stringify(value ?? null, (_key, found: unknown) => {
      if (found instanceof Printed || found instanceof Verbatim) return found.text;
      return found instanceof Map ? Object.fromEntries(found) : found;
    }) ?? 'null'
  );
}

const one =
  (run: (text: string) => Value): Run =>
  (...values) => {
    if (values.length !== 1) throw new Error('needs one value');
    return run(textOf(values[0]));
  };
const plain = (value: Value | undefined) => (value instanceof Printed ? value.text : (value ?? ''));

const compare =
  (test: (a: number, b: number) => boolean): Run =>
  (...values) => {
    const [a, b] = values.map((value) => Number(textOf(value)));
    if (values.length !== 2 || a === undefined || b === undefined) throw new Error('needs two numbers');
    return test(a, b);
  };
const equals: Run = (first, ...others) => {
  if (others.length === 0) throw new Error('needs two values');
  return others.some((other) => plain(first) === plain(other));
};

/** `and` and `or` are not here alone: the renderer stops at the value that decides. */
export const functions: ReadonlyMap<string, Run> = new Map<string, Run>([
  ['and', (...values) => values.find((value) => !isTrue(value)) ?? values.at(-1) ?? false],
  ['or', (...values) => values.find(isTrue) ?? values.at(-1) ?? false],
  ['not', (value) => !isTrue(value)],
  ['eq', equals],
  ['ne', (...values) => !equals(...values)],
  ['lt', compare((a, b) => a < b)],
  ['le', compare((a, b) => a <= b)],
  ['gt', compare((a, b) => a > b)],
  ['ge', compare((a, b) => a >= b)],
  ['len', (value) => (Array.isArray(value) ? value.length : value instanceof Map ? value.size : textOf(value).length)],
  ['title', one((text) => text.replace(/(^|\s)\S/gu, (first) => first.toUpperCase()))],
  ['upper', one((text) => text.toUpperCase())],
  ['lower', one((text) => text.toLowerCase())],
  ['json', (value) => new Printed(jsonOf(value), true)],
  ['raw', one((text) => new Verbatim(text))],
  ['printf', printf],
]);

const VERB = /%(?:%|(?:\.(\d{1,2}))?([a-zA-Z]))/g;

/** %s, %v, %q, %d, %f and %.2f */
function printf(format: Value | undefined, ...values: Value[]): Value {
  if (typeof format !== 'string') throw new Error('needs a text with the format first');
  let used = 0;
  let isNumber = true;
  const text = format.replace(VERB, (whole, digits: string | undefined, verb: string | undefined) => {
    if (verb === undefined) return '%';
    if (used >= values.length) throw new Error(`has no value for ${whole}`);
    const value = values[used++];
    if (verb === 'd' || verb === 'f') return numberText(value, verb === 'd' ? 0 : Number(digits ?? 6), whole);
    isNumber = false;
    if (digits !== undefined || !/^[svq]$/.test(verb)) throw new Error(`does not know ${whole}`);
    return verb === 'q' ? jsonOf(textOf(value)) : textOf(value);
  });
  if (used < values.length) throw new Error('has more values than the format uses');
  return new Printed(text, isNumber && used > 0 && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text));
}

function numberText(value: Value | undefined, digits: number, verb: string): string {
  const number = Number(textOf(value));
  if (textOf(value).trim() === '' || !Number.isFinite(number)) throw new Error(`needs a number for ${verb}`);
  return number.toFixed(digits);
}
