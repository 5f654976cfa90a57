import type { PmgInstance } from '@belfry/schema/entities/pmg';
import { expect, test } from 'vitest';
import {
  age,
  bandsOf,
  count,
  daysAndHours,
  levelBy,
  loads,
  megabytes,
  messagesPerMinute,
  perHour,
  queueOf,
  seconds,
  share,
} from './figures.ts';

test('an hourly rate is the total of 24 hours divided by 24', () => {
  expect([perHour(48_000), perHour(12), perHour(0), perHour(undefined)]).toEqual(['2,000/h', '0.5/h', '0/h', '–']);
});

test('loads are separated by what no language has in a number, and a text that is no load is as it came', () => {
  expect([loads('0.82, 1.94, 1.70'), loads('0.1'), loads('n/a')]).toEqual(['0.82 · 1.94 · 1.70', '0.10', 'n/a']);
});

test('bytes are shown in MB', () => {
  expect([megabytes(1024 ** 3), megabytes(1024 ** 2 * 1.5), megabytes(undefined)]).toEqual(['1,024 MB', '1.5 MB', '–']);
});

test('percentages have one decimal, and their total is at least 1', () => {
  expect([share(1, 3), share(2, 0), share(0, 0), share(undefined, 5), share(1, undefined)]).toEqual([
    '33.3%',
    '200.0%',
    '0.0%',
    '–',
    '100.0%',
  ]);
});

test('the process time is in seconds, and as messages a minute', () => {
  expect([seconds(734), messagesPerMinute(750), messagesPerMinute(0), seconds(undefined)]).toEqual([
    '0.73 s',
    '80/min',
    '–',
    '–',
  ]);
});

test('more than 50 messages, or one older than half an hour, is a warning', () => {
  const { isLong, isOld } = bandsOf(undefined);
  expect([50, 51, undefined].map(isLong)).toEqual([false, true, false]);
  expect([1800, 1801, undefined].map(isOld)).toEqual([false, true, false]);
});

test('where an alert has a threshold for a figure, the band does not hold', () => {
  const limited = (disabled: boolean) => bandsOf({ disabled, plain: { queueTotalWarning: 500 } });
  expect([limited(false).isLong(51), limited(false).isOld(1801)]).toEqual([false, true]);
  expect([limited(true).isLong(51), limited(true).isOld(1801)]).toEqual([true, true]);
});

test('a figure with an alert has its level, and one without has the band of its own', () => {
  const alerts = [
    { type: 'queue-deferred', level: 'critical' },
    { type: 'queue-depth', level: 'warning' },
  ] as const;
  expect(levelBy(alerts, 'queue-deferred')).toBe('crit');
  expect(levelBy(alerts, 'queue-depth')).toBe('warn');
  expect([levelBy(alerts, 'message-age'), levelBy(alerts, 'message-age', true)]).toEqual(['ok', 'warn']);
});

test('missing and broken numbers are a dash', () => {
  expect([count(undefined), count(Number.NaN), daysAndHours(undefined), daysAndHours(0), age(undefined)]).toEqual(
    Array(5).fill('–'),
  );
  expect([daysAndHours(90_000), age(5400), age(59), count(1_234_567)]).toEqual(['1d 1h', '1h 30m', '59s', '1,234,567']);
});

test('the queue of a gateway is the sum of its nodes, its oldest message is the oldest of all', () => {
  const queue = (total: number, oldestAge: number): NonNullable<PmgInstance['nodes'][number]['queueStatus']> => ({
    active: 1,
    deferred: 2,
    hold: 0,
    incoming: 0,
    total,
    oldestAge,
    updatedAt: '',
  });
  const nodes = [queue(3, 10), queue(4, 99)].map((queueStatus, i) => ({ name: `${i}`, status: 'online', queueStatus }));
  expect(queueOf({ nodes: [...nodes, { name: 'c', status: 'offline' }] })).toEqual({
    total: 7,
    deferred: 4,
    active: 2,
    oldestAge: 99,
  });
  expect(queueOf({ nodes: [] }).total).toBeUndefined();
});
