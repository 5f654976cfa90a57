// A clock that goes on while the process is stopped or the machine sleeps.
import { expect, test } from 'vitest';
import { createSteady } from './steady.ts';

test('whichever of the two clocks went further is right, and it never steps back', () => {
  let [process, machine] = [100, 5000];
  const steady = createSteady(
    () => process,
    () => machine,
  );
  expect(steady()).toBe(0);
  process += 700;
  machine += 690;
  expect(steady()).toBe(700);
  // The machine slept for a night: the clock of the process stood still.
  machine += 30_000;
  expect(steady()).toBe(30_690);
  machine -= 60_000;
  expect(steady()).toBe(30_690);
});
