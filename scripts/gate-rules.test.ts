// When a gate fails although no test did, and that each gate can start.
import { expect, test } from 'vitest';
import config from '../vitest.config.ts';
import { gateProjects, tooManyAttempts, wrongSkips } from './gate-rules.mjs';

test('a skip needs a reason everywhere, and in CI one of the few that are allowed there', () => {
  const skips = [
    { test: 'a' },
    { test: 'b', reason: 'no mosquitto found (Debian: apt-get install mosquitto)' },
    { test: 'c', reason: 'the recorded answers are not beside the repository (../shared/fixtures/)' },
    { test: 'd', reason: 'it fills a file of SQLite' },
  ];
  expect(wrongSkips(skips, false)).toEqual(['skipped without a reason: a']);
  expect(wrongSkips(skips, true)).toEqual([
    'skipped without a reason: a',
    'CI may not skip it: b: no mosquitto found (Debian: apt-get install mosquitto)',
  ]);
});

test('more than three second attempts are a failure', () => {
  expect(tooManyAttempts(['a', 'b', 'c'])).toEqual([]);
  expect(tooManyAttempts(['a', 'b', 'c', 'd'])).toEqual(['4 tests needed a second attempt; at most 3 may']);
});

/** Vitest starts no test at all when two projects of a group differ in it. */
test.for(Object.entries(gateProjects))(
  'the projects of %s exist, and those that run together have as many workers',
  ([_, names]) => {
    const projects = (config.test?.projects ?? []).flatMap((project) =>
      typeof project === 'object' && 'test' in project && project.test ? [project.test] : [],
    );
    const chosen = names.map((name) => projects.find((project) => project.name === name));
    expect(chosen).not.toContain(undefined);
    const workers = new Map<number, Set<unknown>>();
    for (const project of chosen) {
      const order = project?.sequence?.groupOrder ?? 0;
      workers.set(order, (workers.get(order) ?? new Set()).add(project?.maxWorkers));
    }
    expect([...workers].filter(([, counts]) => counts.size > 1)).toEqual([]);
  },
);
