// How a server keeps the lease: when it asks, when it stops, and what ends it.
import { expect, test } from 'vitest';
import type { Renewal } from '../db/postgres/lease.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createHolding, type Ended, HOLD_MS } from './holding.ts';

function held(answer: () => Promise<Renewal | undefined>) {
  const clock = fakeClock();
  let asleep = 0;
  let wished = '';
  const ended: Ended[] = [];
  const asked: number[] = [];
  const released: number[] = [];
  const holding = createHolding({
    lease: {
      renew: () => {
        asked.push(clock.monotonic());
        return answer();
      },
      next: async () => wished,
      release: async (_, epoch) => void released.push(epoch),
    },
    ...{ name: 'a', epoch: 3, taken: 0, clock, log: createLogger('silent') },
    steady: () => clock.monotonic() + asleep,
    ended: (how) => ended.push(how),
  });
  return {
    ...{ clock, holding, ended, asked, released },
    ask(next: string) {
      wished = next;
    },
    sleep(ms: number) {
      asleep += ms;
    },
  };
}
const renewed: Renewal = { next: '', wish: '', now: 0 };

test('it renews every four seconds: a quarter of a write per second', async () => {
  const { clock, holding, asked } = held(async () => renewed);
  await clock.advance(60_000);
  expect(asked).toHaveLength(15);
  expect(holding.isHeld()).toBe(true);
});

test('without an answer it stops nine seconds after the start of its last renewal, asks each second, and goes on when it is still the holder', async () => {
  let isAway = false;
  const { clock, holding, asked, ended } = held(async () => {
    if (isAway) throw new Error('no answer');
    return renewed;
  });
  await clock.advance(4000);
  isAway = true;
  await clock.advance(HOLD_MS - 1);
  expect(holding.isHeld()).toBe(true);
  await clock.advance(1);
  expect([holding.isHeld(), ended]).toEqual([false, []]);
  const before = asked.length;
  await clock.advance(10_000);
  expect(asked.length - before).toBe(10);
  isAway = false;
  await clock.advance(1000);
  expect([holding.isHeld(), holding.isOver()]).toEqual([true, false]);
});

test('a process that was stopped for ten seconds does not believe that it holds the lease, although its timers saw no time pass', async () => {
  const { holding, sleep } = held(async () => renewed);
  sleep(10_000);
  expect(holding.fence.isHeld()).toBe(false);
});

test('when another server has taken it, it ends at once and for good, and releases nothing', async () => {
  let answer: Renewal | undefined;
  const { clock, holding, ended, released } = held(async () => answer);
  await clock.advance(4000);
  expect([holding.isHeld(), ended]).toEqual([false, ['lost']]);
  answer = renewed;
  await clock.advance(20_000);
  await holding.release();
  expect([holding.isHeld(), ended, released]).toEqual([false, ['lost'], []]);
});

test('a transaction that was refused asks at once', async () => {
  const { clock, holding, ended } = held(async () => undefined);
  holding.fence.refused();
  await clock.advance(0);
  expect(ended).toEqual(['lost']);
});

test.each([
  ['planned', [3]],
  ['drill', []],
] as const)('a switch that is %s ends it, and %j is released', async (wish, epochs) => {
  const { clock, holding, ended, released } = held(async () => ({ ...renewed, next: 'b', wish }));
  await clock.advance(4000);
  await holding.release();
  expect([ended, released]).toEqual([[wish], epochs]);
});

test('who is asked to give the lease to another server hears it within a second, not with the next renewal', async () => {
  const { clock, ask, ended } = held(async () => ({ ...renewed, next: 'b', wish: 'planned' }));
  await clock.advance(500);
  ask('b');
  await clock.advance(500);
  expect(ended).toEqual(['planned']);
});

test('after a sleep it asks within a second whether it still is the holder', async () => {
  const { clock, sleep, ended } = held(async () => undefined);
  sleep(30_000);
  await clock.advance(1000);
  expect(ended).toEqual(['lost']);
});
