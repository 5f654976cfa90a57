import { expect, test } from 'vitest';
import type { PlannedRun } from './backup-count.ts';
import { completedRuns, lastGoodBefore } from './noted-runs.ts';

const run = (at: number, result: PlannedRun['result'], startedAt?: number): PlannedRun => ({
  job: 'j',
  at,
  result,
  startedAt,
});

test.each<[string, PlannedRun['result'], PlannedRun['result'], PlannedRun['result']]>([
  ['what nobody knows any more is what was noted', 'unknown', 'failed', 'failed'],
  ['a backup that is gone was there', 'missed', 'ok', 'ok'],
  ['a task that is gone says that the run failed', 'missed', 'failed', 'failed'],
  ['a backup that is there now counts, whatever was noted', 'ok', 'missed', 'ok'],
  ['a backup that was found damaged later is damaged', 'damaged', 'ok', 'damaged'],
  ['a run that goes on is not over', 'running', 'missed', 'running'],
])('%s', (_name, now, noted, result) => {
  expect(completedRuns([run(5, now)], [run(5, noted), run(6, 'ok')])).toMatchObject([{ at: 5, result }]);
});

test('what was noted of another job or time changes nothing, and adds no run', () => {
  expect(completedRuns([run(5, 'unknown')], [{ ...run(5, 'ok'), job: 'other' }, run(7, 'ok')])).toEqual([
    run(5, 'unknown'),
  ]);
});

test('the newest good backup before a time, of those that are there and those that were noted', () => {
  const noted = [run(1, 'ok', 11), run(2, 'ok', 22), run(3, 'failed'), run(4, 'ok', 44)];
  expect(lastGoodBefore(30, 15, noted)).toBe(22);
  expect(lastGoodBefore(30, 25, noted)).toBe(25);
  expect(lastGoodBefore(10, undefined, noted)).toBeUndefined();
});
