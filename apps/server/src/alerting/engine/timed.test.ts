import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { expect, test } from 'vitest';
import { createEvaluation } from './evaluation.ts';
import { createTimed } from './timed.ts';
import type { Tracked } from './tracked.ts';

const aTracked = (id: string, instanceId: string, evaluation = 0): Tracked => ({
  ...{ id, instanceId, evaluation, list: 'vms', entityId: id, reading: undefined, verdict: { is: 'unknown' } },
});
const evaluationOf = (number: number, ...instances: string[]) =>
  createEvaluation(
    { number, now: { at: 0, monotonic: 0 }, config: factoryConfig, isReconfigured: false },
    instances.map((instanceId) => ({
      ...{ instanceId, poll: 'resources', essential: true, ok: true, askedAt: 0, at: 0, lists: [] },
    })),
  );
const idsOf = (all: Iterable<Tracked>) => [...all].map(({ id }) => id).sort();

test('an alert that time does not change is concerned by polls of its instance, and where it was considered', () => {
  const standing = aTracked('a1', 'a');
  const timed = createTimed([standing]);
  timed.add(standing, false);
  timed.begin();
  expect(idsOf(timed.concerned(evaluationOf(1)))).toEqual([]);
  expect(idsOf(timed.concerned(evaluationOf(1, 'a')))).toEqual(['a1']);
  expect(idsOf(timed.concerned(evaluationOf(1, 'b')))).toEqual([]);
  standing.evaluation = 2;
  timed.add(standing, false);
  expect(idsOf(timed.concerned(evaluationOf(2)))).toEqual(['a1']);
  timed.add(standing, true);
  expect(idsOf(timed.concerned(evaluationOf(2)))).toEqual(['a1']);
});

test('a poll concerns the alerts of its instance, and time those of all', () => {
  const timed = createTimed([aTracked('a1', 'a'), aTracked('b1', 'b')]);
  timed.begin();
  expect(idsOf(timed.concerned(evaluationOf(1, 'a')))).toEqual(['a1']);
  expect(idsOf(timed.concerned(evaluationOf(2)))).toEqual(['a1', 'b1']);
});

test('an evaluation also concerns an alert of another instance that it has considered, and the next one does not', () => {
  const other = aTracked('b1', 'b');
  const timed = createTimed([aTracked('a1', 'a'), other]);
  timed.begin();
  other.evaluation = 1;
  timed.add(other, true);
  expect(idsOf(timed.concerned(evaluationOf(1, 'a')))).toEqual(['a1', 'b1']);
  timed.begin();
  expect(idsOf(timed.concerned(evaluationOf(2, 'a')))).toEqual(['a1']);
});

test('an alert that moves to another instance is concerned there alone, and one that was removed nowhere', () => {
  const moving = aTracked('x', 'a');
  const timed = createTimed([moving, aTracked('b1', 'b')]);
  moving.instanceId = 'b';
  timed.add(moving, true);
  timed.begin();
  expect(idsOf(timed.concerned(evaluationOf(1, 'a')))).toEqual([]);
  expect(idsOf(timed.concerned(evaluationOf(1, 'b')))).toEqual(['b1', 'x']);
  timed.remove(moving);
  expect(idsOf(timed.concerned(evaluationOf(2)))).toEqual(['b1']);
});
