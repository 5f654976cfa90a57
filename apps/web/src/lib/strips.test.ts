import type { StripsReply } from '@belfry/schema/http/history';
import { expect, test } from 'vitest';
import { nextStrips, stripValues, withTotals } from './strips.ts';

const text = (...bytes: number[]) => Buffer.from(bytes).toString('base64');
const reply = (minutes: number, guests: Record<string, string>): StripsReply => ({
  ...{ enabled: true, cursor: `c${minutes}`, isFilling: false, from: 0, minutes, guests, nodes: {} },
});
/** The last three minutes of the processor and of the memory. */
const lastOf = (strips: ReturnType<typeof nextStrips>, id: string) =>
  (['cpu', 'memory'] as const).map((metric) => [...(stripValues(strips.guests, id, metric) ?? [])].slice(-3));
const hour = (cpu: number, memory: number) => text(...Array(60).fill(cpu), ...Array(60).fill(memory));

test('an hour is a value for each minute and metric, in percent', () => {
  const strips = nextStrips(undefined, reply(60, { a: hour(20, 100), b: hour(255, 7) }));
  expect(stripValues(strips.guests, 'a', 'cpu')).toHaveLength(60);
  expect(lastOf(strips, 'a')).toEqual([
    [10, 10, 10],
    [50, 50, 50],
  ]);
  expect(lastOf(strips, 'b')).toEqual([
    [Number.NaN, Number.NaN, Number.NaN],
    [3.5, 3.5, 3.5],
  ]);
  expect(stripValues(strips.guests, 'c', 'cpu')).toBeUndefined();
});

test('a later answer moves every strip, adds its minutes, and leaves a gap where nothing was measured', () => {
  const first = nextStrips(undefined, reply(60, { a: hour(20, 100), b: hour(40, 60) }));
  const strips = nextStrips(first, reply(2, { a: text(2, 4, 6, 8), c: text(10, 12, 14, 16) }));
  expect(lastOf(strips, 'a')).toEqual([
    [10, 1, 2],
    [50, 3, 4],
  ]);
  expect(lastOf(strips, 'b')).toEqual([
    [20, Number.NaN, Number.NaN],
    [30, Number.NaN, Number.NaN],
  ]);
  expect(lastOf(strips, 'c')).toEqual([
    [Number.NaN, 5, 6],
    [Number.NaN, 7, 8],
  ]);
  // what is on the screen is not changed in place
  expect(lastOf(first, 'a')).toEqual([
    [10, 10, 10],
    [50, 50, 50],
  ]);
});

test('an answer of a whole hour replaces everything', () => {
  const first = nextStrips(undefined, reply(60, { a: hour(20, 100), b: hour(40, 60) }));
  const strips = nextStrips(first, reply(60, { a: hour(2, 2) }));
  expect([lastOf(strips, 'a')[0], stripValues(strips.guests, 'b', 'cpu')]).toEqual([[1, 1, 1], undefined]);
});

test('a total has the mean of its parts by their weight; a minute that no part knows is unknown', () => {
  const strips = nextStrips(undefined, reply(60, { a: hour(20, 100), b: hour(60, 255), c: hour(255, 255) }));
  const part = (id: string, cpu: number) => ({ id, weight: { cpu, memory: 1 } });
  const totals = new Map([
    ['all', [part('a', 30), part('b', 10), part('c', 99), part('never seen', 5)]],
    ['dark', [part('c', 1)]],
  ]);
  const summed = withTotals(strips, 'guests', totals);
  expect(lastOf(summed, 'all')).toEqual([
    [15, 15, 15],
    [50, 50, 50],
  ]);
  expect(lastOf(summed, 'dark')[0]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  expect(lastOf(summed, 'a')).toEqual(lastOf(strips, 'a'));
  expect(stripValues(strips.guests, 'all', 'cpu')).toBeUndefined();
});
