import { expect, test } from 'vitest';
import { differences } from './differences.ts';
import { durationMs, resolved } from './values.ts';

const times = { start: Date.parse('2026-06-01T12:00:00Z'), now: Date.parse('2026-06-01T12:30:00Z') };

test('times are relative to the start of the case or to now, and sizes are bytes', () => {
  expect(resolved({ a: ['@now-3d', '@start-1h+30m', '@start'], size: '@1.5GiB' }, times)).toEqual({
    a: [times.now / 1000 - 3 * 86_400, times.start / 1000 - 1800, times.start / 1000],
    size: 1.5 * 1024 ** 3,
  });
  expect(resolved('UPID:a:0:0:@{start-1h hex}:vzdump', times)).toBe('UPID:a:0:0:6A1D6630:vzdump');
  expect(resolved('vzdump-lxc-100-@{start-1d file}.tar', times)).toBe('vzdump-lxc-100-2026_05_31-12_00_00.tar');
  expect(resolved('@{now iso}', times)).toBe('2026-06-01T12:30:00.000Z');
  expect(resolved('@@home', times)).toBe('@home');
  expect(() => resolved({ a: ['@yesterday'] }, times)).toThrow('a.0: "@yesterday" is not a time such as @now-3d');
  expect(() => resolved('a @{now octal}', times)).toThrow('"@{now octal}" is not a time such as');
  expect([durationMs('20m'), durationMs('1.5h'), durationMs('20')]).toEqual([1_200_000, 5_400_000, undefined]);
});

test.for<[string, unknown, unknown]>([
  ['a number with the decimals it is written with', 73, 73.06],
  ['a size with the decimals it is written with', '@205.3GiB', 205.31 * 1024 ** 3],
  ['a time as seconds', '@start-1h', times.start / 1000 - 3600],
  ['a time as ms', '@now', times.now + 20_000],
  ['a time as text', '@now', '2026-06-01T12:30:05.000Z'],
  ['a part of a text', '~Stale', 'statvfs /mnt: Stale file handle'],
  ['anything', '*', 0],
  ['nothing', null, undefined],
  ['some fields of an object', { a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 }],
  ['a list in order', [{ a: 1 }, { a: 2 }], [{ a: 1, b: 1 }, { a: 2 }]],
  ['items of a list', { $has: [{ a: 2 }] }, [{ a: 1 }, { a: 2 }]],
])('an expectation fits %s', ([, expected, value]) => {
  expect(differences(expected, value, 'x', times)).toEqual([]);
});

test.for<[unknown, unknown, string]>([
  [73, 73.6, 'x: expected 73, found 73.6'],
  ['@205.3GiB', 1024 ** 3, 'x: expected "@205.3GiB", found 1073741824'],
  ['@now', '2026-06-01T12:35:00.000Z', 'x: expected "@now", found "2026-06-01T12:35:00.000Z"'],
  ['~Stale', 'fine', 'x: expected "~Stale", found "fine"'],
  [null, 0, 'x: expected null, found 0'],
  ['*', undefined, 'x: expected "*", found nothing'],
  [{ a: { b: 1 } }, { a: {} }, 'x.a.b: expected 1, found nothing'],
  [[1], [1, 2], 'x: expected [1], found [1,2]'],
  [{ $has: [{ a: 3 }] }, [{ a: 1 }], 'x: expected an item {"a":3}, found [{"a":1}]'],
])('%j does not fit %j, and the line says where', ([expected, value, line]) => {
  expect(differences(expected, value, 'x', times)).toEqual([line]);
});
