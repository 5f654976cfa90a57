import { expect, test } from 'vitest';
import { newestRow } from './newest-row.ts';

const NOW = Date.parse('2026-11-30T12:00:30Z');
const minute = (ago: number, values: object) => ({ time: Math.floor(NOW / 60_000) * 60 - ago * 60, ...values });

test('the newest minute that has all values is used, whatever the order; its time is its end', () => {
  const rows = [minute(1, { a: 3, b: 4 }), minute(3, { a: 1, b: 2 }), minute(0, {}), minute(2, { a: 9 })];
  for (const given of [rows, rows.toReversed()])
    expect(newestRow(given, ['a', 'b'], NOW)).toEqual({ at: Date.parse('2026-11-30T12:00:00Z'), values: [3, 4] });
  expect(newestRow(rows, ['b', 'a'], NOW)?.values).toEqual([4, 3]);
});

test('what is older than minutes says nothing about now; a host whose clock is ahead measures now at the latest', () => {
  expect(newestRow([minute(5, { a: 1 })], ['a'], NOW)).toBeDefined();
  expect(newestRow([minute(7, { a: 1 })], ['a'], NOW)).toBeUndefined();
  expect(newestRow([minute(-180, { a: 1 })], ['a'], NOW)).toEqual({ at: NOW, values: [1] });
});

test.each([undefined, null, 'x', {}, [null, 1, 'x', [], { time: 'x', a: 1 }, { a: 1 }]])('%j has no row', (data) => {
  expect(newestRow(data, ['a'], NOW)).toBeUndefined();
});

test('a value that is no amount is no value', () => {
  for (const a of [-1, 'many', null, {}, Number.NaN]) expect(newestRow([minute(1, { a })], ['a'], NOW)).toBeUndefined();
});
