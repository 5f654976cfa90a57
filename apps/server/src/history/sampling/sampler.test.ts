// The samples of a large state are taken in parts.
import { expect, test } from 'vitest';
import { createState } from '../../state/state.ts';
import { guest, heard, moment, node } from '../../state/testing/observations.ts';
import type { Sample } from '../history-store.ts';
import { createSampler } from './sampler.ts';

const usage = () => ({ cpuSeconds: 1, residentBytes: 1, writtenBytes: 0, sentBytes: 0, browsers: 0, calls: [] });

function setUp(guests: number) {
  const recorded: { at: number; part: number; ids: string[] }[] = [];
  const turns: (() => void)[] = [];
  const sampler = createSampler({
    store: {
      record: (at: number, samples: readonly Sample[], part = 0) =>
        void recorded.push({ at, part, ids: samples.map(({ id }) => id) }),
    },
    isEnabled: () => true,
    isHeard: () => true,
    usage,
    later: (run) => void turns.push(run),
  });
  const state = createState({ started: moment(0), version: 'test' });
  const vms = Array.from({ length: guests }, (_, n) => guest('a', 100 + n, { node: 'n' }));
  state.apply(heard('a', 0, { nodes: [node('a', 'n', { uptime: 1e6 })], vms }));
  const idsAt = (at: number) => recorded.filter((each) => each.at === at).flatMap(({ ids }) => ids);
  return { sampler, state, recorded, turns, idsAt, turn: () => turns.shift()?.() };
}

test('a small state is sampled at once; a large one in parts, in as many turns, all with the time at which it began', () => {
  const small = setUp(100);
  small.sampler(small.state.current(), moment(10_000));
  expect(small.recorded).toMatchObject([{ part: 0 }]);
  const { sampler, state, recorded, turns, idsAt, turn } = setUp(5000);
  sampler(state.current(), moment(20_000));
  expect([recorded.length, turns.length]).toEqual([1, 1]);
  // What changes meanwhile is of the next step.
  state.remove('a', moment(20_001));
  sampler(state.current(), moment(21_000));
  while (turns.length > 0) turn();
  expect(recorded.map(({ at, part }) => [at, part])).toEqual(recorded.map((_, part) => [20_000, part]));
  expect(recorded.length).toBeGreaterThan(2);
  expect(Math.max(...recorded.map(({ ids }) => ids.length))).toBeLessThanOrEqual(3000);
  expect(idsAt(20_000)).toContain('a-5099');
  expect(new Set(idsAt(20_000)).size).toBe(idsAt(20_000).length);
  sampler(state.current(), moment(30_000));
  expect(idsAt(30_000)).not.toContain('a-5099');
});

test('a machine that is too slow for the parts of a step takes what is left of it before the next step, and nothing twice', () => {
  const { sampler, state, turns, idsAt, turn } = setUp(5000);
  sampler(state.current(), moment(20_000));
  sampler(state.current(), moment(30_000));
  while (turns.length > 0) turn();
  for (const at of [20_000, 30_000]) {
    expect(idsAt(at)).toContain('a-5099');
    expect(new Set(idsAt(at)).size).toBe(idsAt(at).length);
  }
});

test('a guest that stops changes the resources of one part, so the history gets the others no second time', () => {
  const { sampler, state, recorded, turns, turn } = setUp(8000);
  const partsAt = (at: number) => {
    sampler(state.current(), moment(at));
    while (turns.length > 0) turn();
    return recorded.filter((each) => each.at === at).map(({ ids }) => ids.join());
  };
  // What Belfry itself costs has no sample in the first step.
  partsAt(10_000);
  const first = partsAt(20_000);
  expect(first.length).toBeGreaterThan(4);
  const vms = state.current().vms.map((vm) => (vm.id === 'a-300' ? { ...vm, status: 'stopped' as const } : vm));
  state.apply(heard('a', 21_000, { vms }));
  const second = partsAt(30_000);
  expect(second.length).toBe(first.length);
  expect(second.filter((ids, n) => ids !== first[n])).toHaveLength(1);
});
