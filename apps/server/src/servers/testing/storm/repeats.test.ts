// The rule about repeats, which judges the storms.
import { expect, test } from 'vitest';
import { attemptsOf, isInterrupted } from './repeats.ts';

const row = (at: number, state: string, attempt: number, who = 'a') => ({ at, state, attempt, who });
const hit = (from: number, to: number, servers = ['a']) => ({ from, to, servers, what: 'cut' });

test('an attempt lasts from the row that is written before its first byte to the next row of the message', () => {
  const rows = [
    row(1, 'queued', 0),
    row(2, 'sending', 1),
    row(2.5, 'sending', 1),
    row(9, 'failed', 1),
    row(20, 'sending', 2, 'b'),
  ];
  expect(attemptsOf(rows)).toEqual([
    { who: 'a', from: 2, to: 9, end: 'failed' },
    { who: 'b', from: 20, to: Number.POSITIVE_INFINITY, end: undefined },
  ]);
});

test('only what hits this very attempt allows a repeat', () => {
  const attempt = { who: 'a', from: 100, to: 200, end: 'failed' };
  const by = (breaks: ReturnType<typeof hit>[], takeovers: number[] = []) =>
    isInterrupted(attempt, { breaks, takeovers });
  expect(by([hit(150, 160)])).toBe(true);
  expect(by([hit(50, 120)])).toBe(true);
  expect(by([], [170])).toBe(true);
  expect(by([hit(10, 90), hit(201, 300)], [99, 201]), 'before and after it').toBe(false);
  expect(by([hit(150, 160, ['b'])]), 'it hit the other server').toBe(false);
  expect(
    isInterrupted({ ...attempt, end: 'sent' }, { breaks: [hit(150, 160)], takeovers: [] }),
    'its answer is noted',
  ).toBe(false);
});
