import { expect, test } from 'vitest';
import {
  backupAgeGrade,
  backupSizeGrade,
  DISK_TEMPERATURE_BANDS,
  diskLifeGrade,
  levelAbove,
  levelOf,
  rateLevel,
  USAGE_BANDS,
} from './thresholds.ts';

const DAY = 86_400_000;
const GB = 1024 ** 3;

test('a backup ages at 3, 7 and 30 days', () => {
  expect([0, 3 * DAY - 1, 3 * DAY, 7 * DAY, 30 * DAY - 1, 30 * DAY].map(backupAgeGrade)).toEqual([
    'ok',
    'ok',
    'warn',
    'high',
    'high',
    'crit',
  ]);
});

test('a backup grows large at 5, 20 and 50 GB', () => {
  expect([0, 5 * GB - 1, 5 * GB, 20 * GB, 50 * GB].map(backupSizeGrade)).toEqual(['ok', 'ok', 'warn', 'high', 'crit']);
});

test('the life of a disk runs out below 50, 20 and 10 percent', () => {
  expect([100, 50, 49, 20, 19, 10, 9, 0].map(diskLifeGrade)).toEqual([
    'ok',
    'ok',
    'warn',
    'warn',
    'high',
    'high',
    'crit',
    'crit',
  ]);
});

test('a disk is warm above 60 and hot above 70 degrees', () => {
  expect([60, 61, 70, 71].map((celsius) => levelAbove(celsius, DISK_TEMPERATURE_BANDS))).toEqual([
    'ok',
    'warn',
    'warn',
    'crit',
  ]);
});

test('usage turns yellow and red at the figures of its kind', () => {
  const edges = (kind: keyof typeof USAGE_BANDS, figures: number[]) =>
    figures.map((figure) => levelOf(figure, USAGE_BANDS[kind])).join(' ');
  expect(edges('cpu', [79.9, 80, 90])).toBe('ok warn crit');
  expect(edges('memory', [74.9, 75, 85])).toBe('ok warn crit');
  expect(edges('disk', [79.9, 80, 90])).toBe('ok warn crit');
  expect(edges('generic', [74.9, 75, 90])).toBe('ok warn crit');
});

test('a rate is faint below 1 MB/s, then quiet, yellow from 10, red from 50', () => {
  const MB = 1024 ** 2;
  expect([0, MB - 1, MB, 10 * MB, 50 * MB].map(rateLevel)).toEqual(['faint', 'faint', 'ok', 'warn', 'crit']);
});
