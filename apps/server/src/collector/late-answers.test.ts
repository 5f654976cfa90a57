import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLateAnswers } from './late-answers.ts';
import type { HistoryPart } from './own-history.ts';

const range = { type: 'history' as const, instance: 'a', from: 0, to: 3_600_000 };
const part: HistoryPart = { type: 'history', instance: 'a', from: 0, stepMs: 10_000, measured: [], isLast: false };

/** A line that carries `rate` bytes in a second; each part has 100,000. */
function line(rate: number) {
  const clock = fakeClock();
  const sent: number[] = [];
  let freeAt = 0;
  let isBusy = false;
  const late = createLateAnswers({
    async *parts() {
      for (;;) yield part;
    },
    send() {
      sent.push(clock.monotonic());
      freeAt = clock.monotonic() + (100_000 / rate) * 1000;
    },
    waiting: () => Math.max(0, ((freeAt - clock.monotonic()) / 1000) * rate),
    isIdle: () => !isBusy,
    guardedTask: async (_, run) => run() as never,
    clock,
  });
  return { clock, sent, late, busy: (value: boolean) => (isBusy = value) };
}

test('a fast line carries 100 KB of history in a second, and a slow one has three quarters of its time left', async () => {
  for (const [rate, parts] of [
    [10_000_000, 60],
    [40_000, 6],
  ] as const) {
    const { clock, sent, late } = line(rate);
    late.ask(range);
    await clock.advance(60_000);
    expect([rate, sent.length]).toEqual([
      rate,
      expect.toSatisfy((n: number) => Math.abs(n - parts) <= Math.max(1, parts / 8)),
    ]);
  }
});

test('nothing of the past is sent while something newer waits, and nothing of a question of the line before', async () => {
  const { clock, sent, late, busy } = line(10_000_000);
  busy(true);
  late.ask(range);
  await clock.advance(60_000);
  expect(sent).toEqual([]);
  busy(false);
  await clock.advance(5_000);
  const before = sent.length;
  expect(before).toBeGreaterThan(0);
  late.forget();
  await clock.advance(60_000);
  expect(sent.length).toBe(before);
});

test('a server that asks a thousand times gets the answer to its last question, and no answer is made beside another', async () => {
  const clock = fakeClock();
  const [started, sent]: [number[], unknown[]] = [[], []];
  const late = createLateAnswers({
    async *parts(asked) {
      started.push(asked.from);
      yield { ...part, from: asked.from, isLast: true };
    },
    send: (message) => void sent.push(message),
    waiting: () => 0,
    isIdle: () => true,
    guardedTask: async (_, run) => run() as never,
    clock,
  });
  for (let from = 0; from < 1000; from++) late.ask({ ...range, from });
  await clock.advance(10_000);
  expect(started).toEqual([999]);
  expect(sent).toMatchObject([{ from: 999 }]);
});
