import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countOf, type PlannedRun } from './backup-count.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 9, 1);
const month = { from: START, until: START + 31 * DAY };
const nights = (
  results: Readonly<Record<number, PlannedRun['result']>>,
  lateBy: Readonly<Record<number, number>> = {},
) =>
  Array.from({ length: 31 }, (_, i): PlannedRun => {
    const at = START + i * DAY + 2 * 3_600_000;
    const result = results[i + 1] ?? 'ok';
    return { job: 'j', at, result, ...(result === 'ok' && { startedAt: at + (lateBy[i + 1] ?? 30_000) }) };
  });
const count = (runs: readonly PlannedRun[], existed = [month]) =>
  countOf(runs, existed, DAY, START - 22 * 3_600_000, month.until);

test('each planned run is counted once, by what became of it', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom<PlannedRun['result']>(
          'ok',
          'failed',
          'damaged',
          'missed',
          'unknown',
          'ambiguous',
          'pending',
          'running',
        ),
      ),
      (results) => {
        const runs = results.map((result, i): PlannedRun => ({ job: 'j', at: START + i * 60_000, result }));
        const found = count(runs);
        expect(found.planned).toBe(results.length);
        expect(found.worked + found.failed + found.missed + found.unknown + found.open).toBe(found.planned);
        expect(found.worked).toBe(results.filter((result) => result === 'ok').length);
      },
    ),
  );
});

test('one failed night of daily backups still reaches the recovery point; two in a row do not', () => {
  expect(count(nights({ 9: 'failed' }))).toMatchObject({ worked: 30, failed: 1, worst: 48 * 3600, isReached: true });
  expect(count(nights({ 9: 'failed', 10: 'missed' }))).toMatchObject({ missed: 1, worst: 72 * 3600, isReached: false });
});

test('nights of which nothing is known make the recovery point not known, but never reached', () => {
  const found = count(nights({ 9: 'unknown', 10: 'unknown' }));
  expect(found).toMatchObject({ unknown: 2, worst: null, isReached: null });
  expect(count(nights({ 3: 'failed', 4: 'failed', 9: 'unknown' }))).toMatchObject({ isReached: false });
});

test('a prune before the period is no missed recovery point: what came after the last backup that is left is not known', () => {
  const longBefore = (runs: readonly PlannedRun[]) => countOf(runs, [month], DAY, START - 7 * DAY, month.until);
  expect(longBefore(nights({}))).toMatchObject({ worst: null, isReached: null });
  expect(longBefore(nights({ 1: 'failed', 2: 'failed' }))).toMatchObject({ isReached: false });
});

test('a backup that begins more than an hour after its time is late, and has worked', () => {
  expect(count(nights({}, { 5: 3_600_001, 6: 3_600_000 }))).toMatchObject({ worked: 31, late: 1, failed: 0 });
});

test('runs before a guest was made are not planned for it', () => {
  expect(count(nights({}), [{ from: START + 14 * DAY, until: month.until }])).toMatchObject({
    planned: 17,
    worked: 17,
  });
});

test('without a plan there is no recovery point', () => {
  expect(countOf([], [month], undefined, undefined, month.until)).toMatchObject({ worst: null, isReached: null });
});
