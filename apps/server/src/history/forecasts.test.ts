import { emptyState } from '@belfry/domain/delta/empty-state';
import { aGuest } from '@belfry/domain/testing/guest';
import { aBackupServer, aDatastore } from '@belfry/domain/testing/pbs';
import { aStorage } from '@belfry/domain/testing/storage';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import type { ForecastsQuery } from '@belfry/schema/http/forecasts';
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
  'dc-100:/var': (day) => 1000 + 10 * day,
  'dc-pve1--dev-sda': (day) => 100 - Math.floor(day / 8),
  'dc-pve1--dev-sdb': () => 97,
};

const disk = (id: string, wearout: number): PhysicalDisk => ({
  ...{ id, wearout, node: 'pve1', instance: 'dc', devPath: '/dev/sda', model: 'm', serial: 's', type: 'ssd' },
  ...{ size: 1000, health: 'PASSED', temperature: 30, rpm: 0, used: 'LVM', lastChecked: '' },
});
const diskOf = (usage: number, total: number) => ({ usage, total, used: 0, free: 0 });
const filesystem = (mountpoint: string, total: number) => ({
  ...diskOf(0, total),
  mountpoint,
  type: 'ext4',
  device: '',
});

const state: State = {
  ...emptyState,
  storage: [
    aStorage({ id: 'dc-steady', total: 10_000 }),
    aStorage({ id: 'dc-offline', total: 0 }),
    aStorage({ id: 'dc-new', total: 10_000 }),
  ],
  pbs: [
    aBackupServer({
      id: 'pbs',
      datastores: [
        aDatastore({ name: 'step', total: 1000, used: 600, free: 400 }),
        aDatastore({ name: 'reserved', total: 10_000, used: 4000, free: 500 }),
      ],
    }),
  ],
  vms: [
    aGuest({
      ...{ id: 'dc-100', disk: diskOf(-1, 0) },
      disks: [filesystem('/var', 10_000), filesystem('/new', 10_000)],
    }),
    aGuest({ id: 'dc-1001', disk: diskOf(40, 10_000) }),
  ],
  physicalDisks: [disk('dc-pve1--dev-sda', 60), disk('dc-pve1--dev-sdb', 97), disk('dc-pve1--dev-hdd', -1)],
};

function setUp() {
  const clock = fakeClock(NOW);
  const asked: SeriesQuery[] = [];
  let failure: Error | undefined;
  async function series(query: SeriesQuery): Promise<Series[]> {
    asked.push(query);
    if (failure) throw failure;
    return query.resources.flatMap((resource) =>
      (query.metrics ?? []).map((metric) => {
        const of = values[resource.id];
        const max = Float64Array.from({ length: 365 }, (_, day) => of?.(day + 35) ?? Number.NaN);
        return { resource, metric, from: query.from, stepMs: DAY, min: max, mean: max, max, parts: [] };
      }),
    );
  }
  const forecasts = createForecasts({ store: { series }, state: () => state, clock });
  const read = async (query?: ForecastsQuery) => {
    const reply = forecasts.read(query);
    const over = reply.then(
      () => true,
      () => true,
    );
    for (let isOver = false; !isOver; isOver = await Promise.race([over, clock.advance(10).then(() => false)]));
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

test('whatever has a size has a date, or the reason why it has none', async () => {
  const { read } = setUp();
  const { forecasts, trials, width } = await read();
  expect(forecasts.map(({ kind, id, forecast }) => [kind, id, forecast.kind])).toEqual([
    ['storage', 'dc-steady', 'full'],
    ['storage', 'dc-new', 'none'],
    ['datastore', 'pbs/step', 'notInSight'],
    ['datastore', 'pbs/reserved', 'full'],
    ['disk', 'dc-pve1--dev-sda', 'full'],
    ['disk', 'dc-pve1--dev-sdb', 'notInSight'],
    ['filesystem', 'dc-100:/var', 'full'],
    ['filesystem', 'dc-100:/new', 'none'],
    ['guest', 'dc-1001', 'none'],
  ]);
  expect(trials).toBe(0);
  expect(width).toBe(1);
});

test('a page asks only for its resource and the parts of it, and no other values are kept', async () => {
  const { read } = setUp();
  const ids = async (query: ForecastsQuery) => (await read(query)).forecasts.map(({ id }) => id);
  expect(await ids({ of: 'dc-100' })).toEqual(['dc-100:/var', 'dc-100:/new']);
  expect(await ids({ of: 'dc-pve1', kind: 'disk' })).toEqual(['dc-pve1--dev-sda', 'dc-pve1--dev-sdb']);
  expect(await ids({ kind: 'storage' })).toEqual(['dc-steady', 'dc-new']);
  expect(await ids({ of: 'dc' })).toHaveLength(7);
  expect(await ids({ of: 'nothing' })).toEqual([]);
});

test('a disk is worn out when its last percent is used', async () => {
  const { read } = setUp();
  const [found] = (await read({ of: 'dc-pve1--dev-sda' })).forecasts;
  // A percent in eight days: 50 are used at day 400.
  expect(found?.forecast.kind === 'full' && Math.round((found.forecast.at - NOW) / DAY)).toBeGreaterThan(390);
  expect(found?.forecast.kind === 'full' && Math.round((found.forecast.at - NOW) / DAY)).toBeLessThan(425);
});

test('what a file system keeps for itself is not free', async () => {
  const { read } = setUp();
  const found = (await read()).forecasts.find(({ id }) => id === 'pbs/reserved');
  // 4,500 of 10,000 at most, 10 a day, 3,990 at the last value
  expect(found?.forecast.kind === 'full' && Math.round((found.forecast.at - NOW) / DAY)).toBe(51);
});

test('a year of values is read once in ten minutes, and again at once when the engine did not answer', async () => {
  const { clock, asked, read, fail } = setUp();
  const only = { kind: 'storage' } as const;
  fail(new HistoryUnavailable('the engine is away'));
  await expect(read(only)).rejects.toThrow('the engine is away');
  fail(undefined);
  await read(only);
  const first = asked.length;
  await read(only);
  expect(asked).toHaveLength(first);
  await clock.advance(TEN_MINUTES);
  await read(only);
  expect(asked).toHaveLength(2 * first - 1);
  expect(asked.at(-1)).toMatchObject({ metrics: ['used'], from: NOW - 365 * DAY, to: NOW });
});
