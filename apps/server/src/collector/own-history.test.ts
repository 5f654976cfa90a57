// What a collector says about its own history.
import { expect, test } from 'vitest';
import type { HistoryStore } from '../history/history-store.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { guest, heard } from '../state/testing/observations.ts';
import { createOwnHistory, type OwnHistoryDeps } from './own-history.ts';

/** A history that keeps nothing. Its status is not answered within a test. */
const aStore = (more: Partial<OwnHistoryDeps['store']>): OwnHistoryDeps['store'] => ({
  record: () => {},
  status: () => new Promise(() => {}),
  series: async () => [],
  problems: () => ({}),
  close: async () => {},
  ...more,
});

test('a full disk and a damaged file are told apart: only the first accepts nothing', () => {
  let problems: ReturnType<HistoryStore['problems']> = {};
  const store = aStore({ problems: () => problems });
  const own = createOwnHistory({ store, version: 'test', clock: fakeClock() });
  const since = '2026-01-01T00:00:00.000Z';
  expect(own.status()).toEqual({ bytes: 0 });
  problems = { history: { message: 'The file of measured values was damaged.', since } };
  expect(own.status()).toEqual({ bytes: 0, problem: 'The file of measured values was damaged.' });
  problems = { ...problems, 'history-disk': { message: 'Measured values cannot be stored: full.', since } };
  expect(own.status()).toMatchObject({ problem: 'Measured values cannot be stored: full.', isFull: true });
});

test('a server that asks for all times at once gets some hours, so it cannot fill the memory of the collector', async () => {
  const asked: { hours: number; points: number }[] = [];
  const store = aStore({
    async series({ from, to, points }) {
      asked.push({ hours: (to - from) / 3_600_000, points });
      return [];
    },
  });
  const clock = fakeClock();
  const own = createOwnHistory({ store, version: 'test', clock });
  own.observe(heard('a', clock.now(), { vms: [guest('a', 100)] }));
  const ranges = [
    [0, 1e15],
    [clock.now() - 3_600_000, 1e300],
    [-1e300, 1e300],
    [clock.now() - 7 * 86_400_000, clock.now()],
  ] as const;
  for (const [from, to] of ranges)
    for await (const part of own.parts({ instance: 'a', from, to })) expect(part).toBeDefined();
  expect(asked.length).toBeGreaterThan(3);
  expect(Math.max(...asked.map(({ hours }) => hours))).toBeLessThanOrEqual(2);
  expect(Math.max(...asked.map(({ points }) => points))).toBeLessThan(1000);
});
