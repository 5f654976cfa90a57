import type { HistoryEntry } from '@belfry/schema/alerts/history';
import { expect, test } from 'vitest';
import { toRows } from './rows.ts';

const entry = (occurrence: string, at: Date, level: 'warning' | 'critical' = 'warning') =>
  ({ occurrence, startTime: at.toISOString(), level }) as HistoryEntry;

test('entries are grouped by the local day of their begin, and each day has its counts', () => {
  const rows = toRows([
    entry('c', new Date(2026, 10, 22, 0, 1), 'critical'),
    entry('b', new Date(2026, 10, 21, 23, 59)),
    entry('a', new Date(2026, 10, 21, 0, 0), 'critical'),
  ]);
  expect(rows.map((row) => (row.kind === 'group' ? [row.total, row.critical] : row.key))).toEqual([
    [1, 1],
    'c',
    [2, 1],
    'b',
    'a',
  ]);
});
