import { expect, test } from 'vitest';
import { occurrence } from '../db/testing/occurrences.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import type { Transition } from './engine/transition.ts';
import { createShowing } from './showing.ts';

const raised = (name: string): Transition => ({
  ...{ kind: 'raised', alert: occurrence(name).alert, occurrence: name, at: 0, peak: 85 },
});
const outcome = (...names: string[]) => ({
  transitions: names.map(raised),
  lists: () => ({ activeAlerts: [], recentlyResolved: [] }),
});

/** `costMs`: of showing. */
function setUp(costMs: number) {
  const clock = fakeClock();
  let spent = 0;
  const shown: string[][] = [];
  const showing = createShowing({ ...clock, monotonic: () => clock.monotonic() + spent }, (transitions) => {
    spent += costMs;
    shown.push(transitions.map((each) => each.occurrence));
  });
  return { clock, shown, showing };
}

test('what happens during a rest is shown after it, all of it and once', async () => {
  const { clock, shown, showing } = setUp(50);
  expect(showing.evaluated(outcome('a'), false)).toBe(true);
  expect(showing.evaluated(outcome('b'), false)).toBe(false);
  await clock.advance(500);
  expect(showing.evaluated(outcome('c'), false)).toBe(false);
  await clock.advance(500);
  expect(showing.evaluated(outcome(), false)).toBe(true);
  expect(shown).toEqual([['a'], ['b', 'c']]);
});

test('after a long evaluation others have their turn first', async () => {
  const { clock, shown, showing } = setUp(0);
  expect(showing.evaluated(outcome('a'), true)).toBe(false);
  expect(showing.evaluated(outcome('b'), true)).toBe(false);
  expect(shown).toEqual([]);
  await clock.advance(1);
  expect(shown).toEqual([['a', 'b']]);
});

test('what somebody does is shown at once, also during a rest, and nothing is shown a second time', async () => {
  const { clock, shown, showing } = setUp(50);
  showing.evaluated(outcome('a'), true);
  showing.now(outcome('b'));
  showing.now(outcome('c'));
  await clock.advance(2000);
  expect(shown).toEqual([['a', 'b'], ['c']]);
});

test('a stop shows what was not shown', async () => {
  const { clock, shown, showing } = setUp(50);
  showing.evaluated(outcome('a'), false);
  showing.evaluated(outcome('b'), false);
  showing.stop();
  await clock.advance(2000);
  expect(shown).toEqual([['a'], ['b']]);
});
