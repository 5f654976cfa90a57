// The strips of the last hour: what was sampled, what the store has from before the start, and what a later request gets.
import type { StripsReply } from '@belfry/schema/http/history';
import { expect, test } from 'vitest';
import { fakeClock } from '../../lib/fake-clock.ts';
import type { HistoryStore, Sample } from '../history-store.ts';
import { createMemoryHistory } from '../testing/memory-history.ts';
import { createStrips } from './strips.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-06-02T12:00:00Z');
const HOUR = 60 * MINUTE;

const guest = (id: string, cpu: number, memory = 50): Sample => ({
  kind: 'guest',
  id,
  values: Float64Array.of(cpu, memory, 0, 0, 0, 0, 0),
});
const node = (id: string, cpu: number): Sample => ({ kind: 'node', id, values: Float64Array.of(cpu, 20, 0, 0, 0, 0) });

/** Null is a gap. */
function valuesOf({ minutes }: Pick<StripsReply, 'minutes'>, text: string | undefined) {
  const values = Array.from(Buffer.from(text ?? '', 'base64'), (byte) => (byte === 255 ? null : byte / 2));
  return { cpu: values.slice(0, minutes), memory: values.slice(minutes) };
}

function setUp(store: Partial<HistoryStore> = {}) {
  const clock = fakeClock(START);
  const memory = createMemoryHistory(clock.now);
  const strips = createStrips({ ...memory, ...store }, clock);
  return {
    clock,
    memory,
    strips,
    /** Records the samples every ten seconds for that many minutes. */
    async sample(minutes: number, of: (second: number) => readonly Sample[]) {
      for (let second = 0; second < minutes * 60; second += 10) {
        strips.record(clock.now(), of(second));
        await clock.advance(10_000);
      }
    },
    read: (after?: string, guests = ['a']) => strips.read({ guests, nodes: ['n'] }, after),
  };
}

test('a minute is the mean of its samples, in half percents, once it is over; before it nothing is known', async () => {
  const { sample, read } = setUp();
  await sample(2, (second) => [guest('a', second < 30 ? 10 : 20.2, 66.6), node('n', 5)]);
  const reply = await read();
  expect(reply).toMatchObject({ from: START + 2 * MINUTE - HOUR, minutes: 60 });
  const { cpu, memory } = valuesOf(reply, reply.guests.a);
  expect([cpu.slice(-3), memory.slice(-3)]).toEqual([
    [null, 15, 20],
    [null, 66.5, 66.5],
  ]);
  expect(valuesOf(reply, reply.nodes.n).cpu.slice(-2)).toEqual([5, 5]);
});

test('a later request gets only the minutes that were added, and the whole hour with a cursor of another start', async () => {
  const { sample, read } = setUp();
  await sample(3, () => [guest('a', 10)]);
  const first = await read();
  expect(await read(first.cursor)).toMatchObject({ minutes: 0, guests: {}, cursor: first.cursor });
  await sample(2, () => [guest('a', 30)]);
  const more = await read(first.cursor);
  expect([more.minutes, more.from, valuesOf(more, more.guests.a).cpu]).toEqual([2, START + 3 * MINUTE, [30, 30]]);
  for (const cursor of ['', 'x', '..', `${first.cursor}0`, 'b.0.NaN', (await setUp().read()).cursor])
    expect((await read(cursor)).minutes).toBe(60);
});

test('a guest that is not sampled has a gap, and none of its minutes is sent after an hour', async () => {
  const { sample, read, clock } = setUp();
  await sample(2, () => [guest('a', 10)]);
  await clock.advance(3 * MINUTE);
  const reply = await read();
  expect(valuesOf(reply, reply.guests.a).cpu.slice(-5)).toEqual([10, 10, null, null, null]);
  await clock.advance(HOUR);
  expect((await read()).guests).toEqual({});
});

test('after a start the hour before it comes from the store, once, and what is measured here is not replaced', async () => {
  let asked = 0;
  const { sample, read, memory, clock, strips } = setUp({
    series: (query) => {
      asked++;
      return memory.series(query);
    },
  });
  for (let at = START - 2 * HOUR; at < START + MINUTE; at += 10_000) memory.record(at, [guest('a', 70), guest('b', 1)]);
  await sample(1, () => [guest('a', 10)]);
  const reply = await read();
  expect(valuesOf(reply, reply.guests.a).cpu).toEqual([...Array(59).fill(70), 10]);
  await sample(1, () => [guest('a', 20)]);
  await read(reply.cursor);
  expect(asked).toBe(1);
  // a guest that comes later
  expect(valuesOf(reply, (await read(reply.cursor, ['a', 'b'])).guests.b).cpu[0]).toBe(1);
  expect(asked).toBe(2);
  // what the import adds
  strips.filled({ kind: 'guest', id: 'a' }, { stepMs: 30 * MINUTE });
  await read();
  strips.filled({ kind: 'guest', id: 'a' }, { stepMs: MINUTE });
  await read();
  expect(asked).toBe(3);
  expect(clock.now()).toBe(START + 2 * MINUTE);
});

test('minutes that the import adds reach a browser that has the hour without them', async () => {
  const { sample, read, memory, strips } = setUp();
  await sample(2, () => [guest('a', 10)]);
  const { cursor } = await read();
  const mean = Array.from({ length: 7 }, () => new Float64Array(60).fill(40));
  const samples = { from: START - HOUR, stepMs: MINUTE, mean };
  await memory.fill({ kind: 'guest', id: 'a' }, samples);
  strips.filled({ kind: 'guest', id: 'a' }, samples);
  const reply = await read(cursor);
  expect([reply.minutes, valuesOf(reply, reply.guests.a).cpu.slice(-3)]).toEqual([60, [40, 10, 10]]);
});

test('an answer does not wait for a slow store: it says that more is coming, and has it once it is read', async () => {
  let release = () => {};
  const { sample, read, memory, clock } = setUp({
    async series(query) {
      await new Promise<void>((done) => {
        release = done;
      });
      return memory.series(query);
    },
  });
  for (let at = START - HOUR; at < START; at += 10_000) memory.record(at, [guest('a', 70)]);
  await sample(1, () => [guest('a', 10)]);
  const waiting = read();
  await clock.advance(100);
  const early = await waiting;
  expect([early.isFilling, valuesOf(early, early.guests.a).cpu.slice(-2)]).toEqual([true, [null, 10]]);
  release();
  await clock.advance(0);
  const whole = await read(early.cursor);
  expect([whole.isFilling, valuesOf(whole, whole.guests.a).cpu.slice(-2)]).toEqual([false, [70, 10]]);
});

test('while the store does not answer the strips have what was measured since the start, and ask again', async () => {
  let isBroken = true;
  const { sample, read, memory } = setUp({
    series: (query) => (isBroken ? Promise.reject(new Error('no worker')) : memory.series(query)),
  });
  for (let at = START - HOUR; at < START; at += 10_000) memory.record(at, [guest('a', 70)]);
  await sample(1, () => [guest('a', 10)]);
  const cpu = async () => {
    const reply = await read();
    return valuesOf(reply, reply.guests.a).cpu.slice(-2);
  };
  expect(await cpu()).toEqual([null, 10]);
  isBroken = false;
  expect(await cpu()).toEqual([70, 10]);
});

test('a clock that jumps forward leaves a gap; one that is set back starts over, and nothing is counted twice', async () => {
  const { sample, read, clock } = setUp();
  await sample(2, () => [guest('a', 10)]);
  clock.step(10 * MINUTE);
  await sample(1, () => [guest('a', 20)]);
  const forward = await read();
  expect(valuesOf(forward, forward.guests.a).cpu.slice(-13)).toEqual([10, 10, ...Array(10).fill(null), 20]);
  clock.step(-2 * HOUR);
  await sample(1, () => [guest('a', 30)]);
  const back = await read(forward.cursor);
  expect([back.minutes, valuesOf(back, back.guests.a).cpu.filter((value) => value !== null)]).toEqual([60, [30]]);
});

test('any id can be sent', async () => {
  const { sample, strips } = setUp();
  await sample(1, () => [guest('__proto__', 10)]);
  const { guests } = await strips.read({ guests: ['__proto__', 'constructor'], nodes: [] });
  expect(Object.keys(guests)).toEqual(['__proto__']);
});
