import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitColumns } from './layout.ts';

const columns = [
  { id: 'name', min: 150, grow: 3, priority: 0 },
  { id: 'out', min: 80, grow: 0, priority: 3 },
  { id: 'cpu', min: 100, grow: 1, priority: 1 },
  { id: 'disk', min: 100, grow: 1, priority: 2 },
];
const shown = (width: number, chosen = {}) => [...fitColumns(columns, width, chosen).keys()].join(' ');

test('columns are hidden by priority and keep their order', () => {
  expect(shown(1000)).toBe('name out cpu disk');
  expect(shown(429)).toBe('name cpu disk');
  expect(shown(300)).toBe('name cpu');
  expect(shown(100)).toBe('name');
});

test('a column the user chose is shown, one the user hid is not, the first column cannot be hidden', () => {
  expect(shown(300, { out: true })).toBe('name out');
  expect(shown(1000, { cpu: false, name: false })).toBe('name out disk');
});

test('the whole width is used, and never more unless the user asked for more columns', () => {
  fc.assert(
    fc.property(fc.integer({ min: 150, max: 4000 }), (width) => {
      const sum = [...fitColumns(columns, width, {}).values()].reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(width);
    }),
  );
});

test('a name has its good width before columns that nobody misses are shown, and gives it up for essential ones', () => {
  const table = [
    { id: 'name', min: 100, good: 200, grow: 0, priority: 0 },
    { id: 'cpu', min: 100, grow: 0, priority: 1 },
    { id: 'disk', min: 100, grow: 0, priority: 5 },
  ];
  expect([...fitColumns(table, 399, {})]).toEqual([
    ['name', 200],
    ['cpu', 100],
  ]);
  expect([...fitColumns(table, 400, {})].length).toBe(3);
  expect([...fitColumns(table, 200, {})]).toEqual([
    ['name', 100],
    ['cpu', 100],
  ]);
});

test('no column gets more than its least while a more important one is narrower than it should be', () => {
  const table = [
    { id: 'name', min: 100, good: 200, grow: 1, priority: 0 },
    { id: 'what', min: 100, good: 150, grow: 9, priority: 1 },
  ];
  const widths = (available: number) => [...fitColumns(table, available, {}).values()];
  expect(widths(290)).toEqual([190, 100]);
  expect(widths(320)).toEqual([200, 120]);
  expect(widths(360)).toEqual([201, 159]);
});

test('a column may be shown before another one, and get its good width after it', () => {
  const table = [
    { id: 'name', min: 100, priority: 0 },
    { id: 'memory', min: 80, good: 210, priority: 1, widens: 5 },
    { id: 'worst', min: 200, good: 290, priority: 4 },
  ];
  const widths = (available: number) => [...fitColumns(table, available, {}).values()];
  expect(widths(300)).toEqual([100, 200]);
  expect(widths(480)).toEqual([100, 90, 290]);
  expect(widths(600)).toEqual([100, 210, 290]);
});

test('columns that are never hidden are narrower in a window without room for them, and the table does not scroll', () => {
  const table = [
    { id: 'time', min: 84, grow: 0, priority: 0 },
    { id: 'name', min: 130, grow: 2, priority: 0 },
    { id: 'what', min: 92, grow: 1, priority: 0 },
    { id: 'node', min: 100, grow: 1, priority: 1 },
  ];
  expect([...fitColumns(table, 276, {})]).toEqual([
    ['time', 84],
    ['name', 110],
    ['what', 82],
  ]);
  // a window that was not measured yet has no width
  expect([...fitColumns(table, 0, {}).values()]).toEqual([84, 65, 46]);
  // the user chose a fourth column, and the table scrolls
  expect([...fitColumns(table, 276, { node: true }).values()]).toEqual([84, 130, 92, 100]);
});
