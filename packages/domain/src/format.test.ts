import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ageParts,
  formatBytes,
  formatCount,
  formatDuration,
  formatPercent,
  formatRate,
  formatShare,
  formatUptime,
  plural,
  sizeParts,
  unbroken,
  wholePercent,
} from './format.ts';

const DAY = 86_400_000;

test('sizes step by 1024 and stay within three digits', () => {
  expect([0, 1023, 1024, 1536, 10 * 1024 ** 3, 1.5 * 1024 ** 5, Number.NaN, -5].map(formatBytes)).toEqual([
    '0 B',
    '1 KB',
    '1 KB',
    '1.5 KB',
    '10 GB',
    '1.5 PB',
    '0 B',
    '0 B',
  ]);
  fc.assert(fc.property(fc.double({ min: 0, max: 9e17, noNaN: true }), (n) => sizeParts(n).value.length <= 4));
});

test('two sizes share the unit of the larger', () => {
  expect(formatShare(4.6 * 1024 ** 3, 8 * 1024 ** 3)).toBe('4.6/8 GB');
  expect(formatShare(0, 0)).toBe('0/0 B');
  // less than one of a unit has the smaller one
  expect([formatShare(0.2 * 1024 ** 4, 1024 ** 4), formatShare(0.5 * 1024, 1024)]).toEqual([
    '205 GB/1 TB',
    '512 B/1 KB',
  ]);
  expect(formatShare(41.2 * 1024 ** 3, 4.1 * 1024 ** 4)).toBe('41.2 GB/4.1 TB');
  expect(formatShare(0, 4.1 * 1024 ** 4)).toBe('0/4.1 TB');
});

test('a size has the same text alone and as the total of a share', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 9e17, noNaN: true }), (n) => {
      expect(formatShare(0, n)).toBe(`0/${formatBytes(n)}`);
      expect(formatShare(n, n).split('/')[0]).toBe(sizeParts(n).value);
    }),
  );
  expect([formatBytes(3.945 * 1024 ** 3), formatShare(0, 3.945 * 1024 ** 3)]).toEqual(['3.9 GB', '0/3.9 GB']);
});

test('the thousands of a count are separated by spaces that do not break the line', () => {
  expect([0, 999, 1000, 1_234_567].map(formatCount)).toEqual(['0', '999', '1\u00a0000', '1\u00a0234\u00a0567']);
  expect([plural(1, 'backup'), plural(9525, 'backup'), plural(0, 'entry', 'entries')]).toEqual([
    '1 backup',
    '9\u00a0525 backups',
    '0 entries',
  ]);
});

test('no line breaks between a figure and its unit; all other spaces stay', () => {
  expect(unbroken('Disk at 98 %: 1.4 TB of 10 TB free, 21 MB/s, 82 °C.')).toBe(
    'Disk at 98\u00a0%: 1.4\u00a0TB of 10\u00a0TB free, 21\u00a0MB/s, 82\u00a0°C.',
  );
  expect(unbroken('2 Backups of 3 TBs, at 5 o’clock')).toBe('2 Backups of 3 TBs, at 5 o’clock');
});

test('a rate that was not measured is not shown as zero', () => {
  expect(formatRate(null)).toBe('–');
  expect(formatRate(0)).toBe('0');
  expect(formatRate(2048)).toBe('2 KB/s');
});

test('uptime is shown as days and hours, hours and minutes, or minutes', () => {
  expect([0, 59, 3599, 3600, 90_061].map(formatUptime)).toEqual(['–', '0m', '59m', '1h 0m', '1d 1h']);
});

test('an age is in its largest unit, and a time in the future counts as now', () => {
  expect([-5000, 2000, 60_000, 7_200_000, 40 * DAY, 800 * DAY].map((ms) => ageParts(0, ms))).toEqual([
    [0, 'second'],
    [2, 'second'],
    [1, 'minute'],
    [2, 'hour'],
    [1, 'month'],
    [2, 'year'],
  ]);
  expect(ageParts(0, 40 * DAY, 'day')).toEqual([40, 'day']);
});

test('a duration has its two largest units', () => {
  const second = 1000;
  const minute = 60 * second;
  const hour = 60 * minute;
  const spans = [0, -1, 42 * second, 59_999, 5 * minute + second, 3 * hour + 12 * minute, 52 * hour];
  expect(spans.map(formatDuration)).toEqual(['0s', '0s', '42s', '59s', '5m', '3h 12m', '2d 4h']);
});

test('a percentage is rounded down, so that it reaches a threshold on the screen when its alert starts', () => {
  expect([79.6, 80, 99.99, 100, 0.4, 0.29 * 100].map(wholePercent)).toEqual([79, 80, 99, 100, 0, 29]);
  expect(formatPercent(79.6)).toBe('79 %');
});
