// Long questions in pieces, and the answers that are kept.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from './ask.ts';
import { askInPieces, createKeptAnswers, piecesOf, type Times } from './pieces.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

const timesOf = ({ from, to, stepMs }: Times): number[] =>
  Array.from({ length: Math.floor((to - from) / stepMs) + 1 }, (_, n) => from + n * stepMs);

test('pieces have every moment of the question once, whatever its range', () => {
  const steps = fc.constantFrom(10_000, 60_000, HOUR, 12 * HOUR, 10 * DAY);
  fc.assert(
    fc.property(steps, fc.nat(5000), fc.nat(800), fc.integer({ min: 0, max: 2000 }), (stepMs, start, count, series) => {
      const from = 1_700_000_000_000 - (1_700_000_000_000 % stepMs) + start * stepMs + stepMs - 1;
      const whole = { from, to: from + count * stepMs, stepMs };
      const pieces = piecesOf(whole, series);
      expect(pieces.flatMap(timesOf)).toEqual(timesOf(whole));
    }),
    { numRuns: 200 },
  );
});

test('a day of a few values is one question, a year is several, and a later question has the same pieces in the middle', () => {
  const at = (from: number, length: number, stepMs: number) => ({
    from: from + stepMs - 1,
    to: from + length - 1,
    stepMs,
  });
  expect(piecesOf(at(0, DAY, 300_000), 12)).toHaveLength(1);
  const year = piecesOf(at(0, YEAR, 12 * HOUR), 12);
  const later = piecesOf(at(12 * HOUR, YEAR, 12 * HOUR), 12);
  expect(year.length).toBeGreaterThan(8);
  expect(later.slice(1, -1)).toEqual(year.slice(1, -1));
});

const rowAt = (at: number): Row => ({ labels: new Map(), points: [[at, 1]] });

test('a piece that the engine does not answer ends the question', async () => {
  let asked = 0;
  const range = async ({ length }: string, { from }: Times): Promise<Row[]> => {
    if (++asked > 3) throw new Error('too slow');
    return [rowAt(from + length)];
  };
  await expect(askInPieces(range, '', piecesOf({ from: 0, to: YEAR, stepMs: DAY }, 100))).rejects.toThrow('too slow');
  expect(asked).toBeLessThan(7);
});

test('what is long over is asked once, until something changes it; the newest is asked each time', async () => {
  const asked: number[] = [];
  const answers = createKeptAnswers();
  const range = answers.keeping(async (_, { from }) => {
    asked.push(from);
    return [rowAt(from)];
  }, 10 * DAY);
  for (const from of [0, 0, 9 * DAY, 9 * DAY]) await range('a', { from, to: from + DAY, stepMs: HOUR });
  await range('b', { from: 0, to: DAY, stepMs: HOUR });
  expect(asked).toEqual([0, 9 * DAY, 9 * DAY, 0]);
  answers.clear();
  expect(await range('a', { from: 0, to: DAY, stepMs: HOUR })).toEqual([rowAt(0)]);
  expect(asked).toHaveLength(5);
});

test('the answers that are kept have a bound: the oldest are asked again', async () => {
  let asked = 0;
  const answers = createKeptAnswers();
  const range = answers.keeping(async () => {
    asked++;
    return [{ labels: new Map(), points: Array.from({ length: 30_000 }, (_, n) => [n, 1] as const) }];
  }, YEAR);
  for (const question of ['a', 'b', 'c', 'd', 'a', 'd']) await range(question, { from: 0, to: DAY, stepMs: HOUR });
  expect(asked).toBe(5);
});
