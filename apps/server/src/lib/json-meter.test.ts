import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJsonMeter, type JsonBudget } from './json-meter.ts';

const wide: JsonBudget = { bytes: 1e9, depth: 64, values: 1e9 };
const exceeded = (text: string, budget: Partial<JsonBudget> = {}, pieces = text.length) => {
  const meter = createJsonMeter({ ...wide, ...budget });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieces) {
    const limit = meter.take(bytes.subarray(at, at + pieces));
    if (limit) return limit;
  }
  return undefined;
};

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
const valuesOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, item) => sum + valuesOf(item), 1)
    : 1;

test('of any JSON, in pieces of any size, the depth is exact and the number of values is never too small', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 1, max: 9 }), (text, pieces) => {
      const value: unknown = JSON.parse(text);
      const [depth, values] = [depthOf(value), valuesOf(value)];
      expect(exceeded(text, { depth }, pieces)).toBe(undefined);
      if (depth > 0) expect(exceeded(text, { depth: depth - 1 }, pieces)).toBe('depth');
      expect(exceeded(text, { values: values - 1 }, pieces)).toBe('values');
      expect(exceeded(text, { values: 2 * values }, pieces)).toBe(undefined);
    }),
  );
});

test('brackets, commas and escaped quotation marks in texts do not count', () => {
  expect(exceeded(JSON.stringify('[{,"\\"[[[,,,'), { depth: 0, values: 1 })).toBe(undefined);
});

test('each limit is noticed in what is no JSON too', () => {
  expect(exceeded('['.repeat(100))).toBe('depth');
  expect(exceeded('[],'.repeat(100), { values: 99 })).toBe('values');
  expect(exceeded('x'.repeat(100), { bytes: 99 })).toBe('bytes');
});
