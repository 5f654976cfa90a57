import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRuns } from './runs.ts';

const POLL_MS = 10_000;

/** A line of one of two programs. `back`: how many polls before its newest one a message is about. `isAsked`: the server asked for the clock. */
const line = fc.record({
  program: fc.constantFrom('a', 'b'),
  pauseMs: fc.integer({ min: 0, max: 30_000 }),
  delayMs: fc.integer({ min: 0, max: 40_000 }),
  said: fc.array(fc.record({ waitMs: fc.integer({ min: 0, max: 15_000 }), back: fc.nat(3), isAsked: fc.boolean() }), {
    maxLength: 12,
  }),
});

test('two programs that take the line in turns, each time with another delay: nothing older than what the other has said is taken', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 2, maxLength: 8 }), (lines) => {
      const { pass } = createRuns();
      const newest = new Map<string, number>();
      let now = 100_000;
      for (const { program, pauseMs, delayMs, said } of lines) {
        now += pauseMs;
        let least = now;
        let sent = now;
        for (const { waitMs, back, isAsked } of said) {
          sent += waitMs;
          const sequence = Math.max(0, Math.floor(sent / POLL_MS) - back);
          const age = sent - sequence * POLL_MS;
          now = sent + delayMs;
          if (isAsked) least = Math.max(least, sent);
          if (!pass({ run: program, sequence }, { least: least - age, most: now - age })) continue;
          const other = newest.get(program === 'a' ? 'b' : 'a') ?? 0;
          expect(sequence).toBeGreaterThanOrEqual(other);
          newest.set(program, Math.max(newest.get(program) ?? 0, sequence));
        }
      }
    }),
    { numRuns: 1000 },
  );
});

test('a run that goes on is taken, however slow its line is', () => {
  const { pass } = createRuns();
  expect(pass({ run: 'a', sequence: 1 }, { least: 0, most: 0 })).toBe(true);
  for (let asked = 0; asked <= 60_000; asked += 15_000) {
    const isTaken = pass({ run: 'b', sequence: asked }, { least: asked - 20_000, most: asked });
    expect(isTaken).toBe(asked >= 20_000);
  }
  expect(pass({ run: 'b', sequence: 60_001 }, { least: -60_000, most: 60_000 })).toBe(true);
});
