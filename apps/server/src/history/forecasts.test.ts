import { emptyState } from '@belfry/domain/delta/empty-state';
import type { State } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { createForecasts } from './forecasts.ts';
import { HistoryUnavailable, type Series, type SeriesQuery } from './history-store.ts';

const DAY = 86_400_000;
const NOW = 400 * DAY;
const TEN_MINUTES = 600_000;

/** Of each resource, by its id: the value of each day. */
const values: Record<string, (day: number) => number> = {
  'dc-steady': (day) => 1000 + 10 * day,
  'pbs/step': (day) => (day < 350 ? 100 : 600),
  'pbs/reserved': (day) => 10 * day,
};

const state = {
  ...emptyState,
  storage: [
    { id: 'dc-steady', total: 10_000 },
    { id: 'dc-offline', total: 0 },
    { id: 'dc-new', total: 10_000 },
  ],
  pbs: [
    {
      id: 'pbs',
      datastores: [
        { name: 'step', total: 1000, used: 600, free: 400 },
        { name: 'reserved', total: 10_000, used: 4000, free: 500 },
      ],
    },
  ],
} as unknown as State;

function setUp() {
  const clock = fakeClock(NOW);
  const asked: SeriesQuery[] = [];
  let failure: Error | undefined;
  async function series(query: SeriesQuery): Promise<Series[]> {
    asked.push(query);
    if (failure) throw failure;
    return query.resources.map((resource) => {
      const of = values[resource.id];
      const max = Float64Array.from({ length: 365 }, (_, day) => of?.(day + 35) ?? Number.NaN);
      return { resource, metric: 'used', from: query.from, stepMs: DAY, min: max, mean: max, max, parts: [] };
    });
  }
  const forecasts = createForecasts({ store: { series }, state: () => state, clock });
  const read = async () => {
    const reply = forecasts.read();
    reply.catch(() => {});
    await clock.advance(100);
    return reply;
  };
  return {
    clock,
    asked,
    read,
    fail(error: Error | undefined) {
      failure = error;
    },
  };
}

test('each storage and datastore with a size has a date, or the reason why it has none', async () => {
  const { read } = setUp();
  const { forecasts, trials, width } = await read();
  expect(forecasts.map(({ kind, id, forecast }) => [kind, id, forecast.kind])).toEqual([
    ['storage', 'dc-steady', 'full'],
    ['storage', 'dc-new', 'none'],
    ['datastore', 'pbs/step', 'notInSight'],
    ['datastore', 'pbs/reserved', 'full'],
  ]);
  expect(trials).toBe(0);
  expect(width).toBe(1);
});

test('what a file system keeps for itself is not free', async () => {
  const { read } = setUp();
  const found = (await read()).forecasts.find(({ id }) => id === 'pbs/reserved');
  // 4,500 of 10,000 at most, 10 a day, 3,990 at the last value
  expect(found?.forecast.kind === 'full' && Math.round((found.forecast.at - NOW) / DAY)).toBe(51);
});

test('a year of values is read once in ten minutes, and again at once when the engine did not answer', async () => {
  const { clock, asked, read, fail } = setUp();
  fail(new HistoryUnavailable('the engine is away'));
  await expect(read()).rejects.toThrow('the engine is away');
  fail(undefined);
  await read();
  await read();
  expect(asked).toHaveLength(2);
  await clock.advance(TEN_MINUTES);
  await read();
  expect(asked).toHaveLength(3);
  expect(asked[0]).toMatchObject({ metrics: ['used'], from: NOW - 365 * DAY, to: NOW });
});
