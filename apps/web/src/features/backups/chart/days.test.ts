import { expect, test } from 'vitest';
import { aBackup, onServer } from '../testing/backup.ts';
import { abundance, countDays, meanDeduplication, RANGES } from './days.ts';

const NOON = new Date(2026, 10, 21, 12).getTime();

test('every range ends today and counts each kind on its own day', () => {
  const at = (days: number) => NOON / 1000 - days * 86_400;
  const backups = [aBackup({ time: at(0) }), onServer('s', '', { time: at(1) }), aBackup({ time: at(400) })];
  for (const range of RANGES) {
    const days = countDays(backups, range, NOON);
    expect(days).toHaveLength(range);
    expect(days.at(-1)).toEqual({ day: '2026-11-21', total: 1, snapshot: 0, local: 1, remote: 0 });
    expect(days.at(-2)).toMatchObject({ day: '2026-11-20', total: 1, remote: 1 });
    expect(new Set(days.map(({ day }) => day)).size).toBe(range);
  }
});

test('the colour of a bar changes above 5 and above 10', () => {
  expect([0, 5, 6, 10, 11].map(abundance)).toEqual(['few', 'few', 'some', 'some', 'many']);
});

test('a running backup does not count for its day', () => {
  const backups = [aBackup({ time: NOON / 1000 }), aBackup({ time: NOON / 1000, status: 'unfinished' })];
  expect(countDays(backups, 7, NOON).at(-1)?.total).toBe(1);
});

test('the mean deduplication is over the datastores that report theirs', () => {
  const store = { name: '', total: 0, used: 0, free: 0, usage: 0, status: '', namespaces: [] };
  const datastores = [{ ...store, deduplicationFactor: 10 }, { ...store, deduplicationFactor: 20 }, store];
  expect(meanDeduplication([{ datastores }])).toBe(15);
  expect(meanDeduplication([])).toBeUndefined();
});
