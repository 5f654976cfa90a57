import { afterEach, expect, test } from 'vitest';
import { formatAge, formatAgo, formatBytes, formatCount, formatShare, formatUptime, plural } from './format.ts';
import { english, speak } from './in-language.ts';
import { german } from './testing/german.ts';

const DAY = 86_400_000;
afterEach(() => speak(english));

test('figures are written in English', () => {
  expect([formatCount(1234), formatCount(12_345), formatBytes(1_610_612_736), formatShare(4.94e9, 8.6e9)]).toEqual([
    '1,234',
    '12,345',
    '1.5 GB',
    '4.6/8 GB',
  ]);
  expect([plural(1, 'backup'), plural(2, 'backup'), plural(0, 'address', 'addresses')]).toEqual([
    '1 backup',
    '2 backups',
    '0 addresses',
  ]);
  expect([-5000, 2000, 60_000, 7_200_000, DAY, 40 * DAY, 800 * DAY].map((ms) => formatAgo(0, ms))).toEqual([
    '0s ago',
    '2s ago',
    '1 minute ago',
    '2 hours ago',
    '1 day ago',
    '1 month ago',
    '2 years ago',
  ]);
  expect([1000, 61_000, 7_200_000, 3 * DAY].map((ms) => formatAge(0, ms))).toEqual(['1s', '1m', '2h', '3d']);
  expect([formatUptime(90_061), formatUptime(0)]).toEqual(['1d 1h', '–']);
});

test('a time that is not one has no age', () => {
  expect([formatAgo(Number.NaN, 0), formatAgo(Number.POSITIVE_INFINITY, 0), formatAge(Number.NaN, 0)]).toEqual([
    '–',
    '–',
    '–',
  ]);
});

test('the same figures are written in German', () => {
  speak(german);
  expect([formatCount(1234), formatBytes(1_610_612_736), formatShare(4.94e9, 8.6e9)]).toEqual([
    '1.234',
    '1,5 GB',
    '4,6/8 GB',
  ]);
  expect([2000, 60_000, 40 * DAY].map((ms) => formatAgo(0, ms))).toEqual(['vor 2 s', 'vor 1 Minute', 'vor 1 Monat']);
  expect(formatUptime(90_061)).toBe('1\u00a0T 1\u00a0h');
});
