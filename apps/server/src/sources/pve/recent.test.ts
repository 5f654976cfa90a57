// The samples that nodes of Proxmox VE still have: from the lab, and broken ones.
import type { Resource } from '@belfry/schema/history/metrics';
import { metricsOf } from '@belfry/schema/history/metrics';
import { expect, test } from 'vitest';
import type { Past, RecentSamples } from '../../config/past.ts';
import { NOW, pastWith } from './testing/kept-past.ts';
import { watchLab } from './testing/watched.ts';

const STEP = 10_000;

async function readAll(past: Past | undefined, since: number): Promise<RecentSamples[]> {
  const found: RecentSamples[] = [];
  for (const { read } of past?.recent?.calls() ?? []) {
    const answer = await read(since, AbortSignal.timeout(20_000));
    if (!answer.ok) throw new Error(answer.error.message);
    found.push(...(answer.value ?? []));
  }
  return found;
}
const columnOf = (found: readonly RecentSamples[], { kind, id }: Resource, metric: string): number[] => {
  const own = found.find(({ resource }) => resource.kind === kind && resource.id === id);
  return [...(own?.samples.columns[metricsOf(kind).findIndex((each) => each.id === metric)] ?? [])];
};

test('the nodes give every sample that a poll would have seen, each resource once, with rates between two samples', async () => {
  await using watched = await watchLab({ nodes: 3, guests: 12 });
  const { clock, source, lab } = watched;
  await watched.poll('resources', 'nodes');
  const since = clock.now();
  const polled = new Map<string, number[]>();
  for (let n = 0; n < 12; n++) {
    await clock.advance(STEP);
    const { vms = [], containers = [], nodes = [] } = await watched.poll('resources');
    for (const { id, cpu, status } of [...vms, ...containers])
      if (status === 'running') polled.set(id, [...(polled.get(id) ?? []), cpu * 100]);
    for (const { id, cpu } of nodes) polled.set(id, [...(polled.get(id) ?? []), cpu * 100]);
  }
  expect(polled.size).toBeGreaterThan(8);
  const found = await readAll(source.past, since);
  expect(lab.requests.count({ path: '/cluster/metrics/export' })).toBeGreaterThanOrEqual(3);
  const names = found.map(({ resource }) => `${resource.kind} ${resource.id}`);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(found.map(({ resource }) => resource.kind))).toEqual(new Set(['node', 'guest', 'storage']));
  let compared = 0;
  for (const { resource, samples } of found) {
    expect([samples.from, samples.stepMs]).toEqual([since, STEP]);
    const cpu = columnOf(found, resource, 'cpu');
    // The first poll may have seen a sample from before.
    for (const value of polled.get(resource.id)?.slice(1) ?? []) {
      compared++;
      expect(
        cpu.some((each) => Math.abs(each - value) < 0.051),
        `${resource.id}: ${value}`,
      ).toBe(true);
    }
    if (resource.kind === 'storage') continue;
    const traffic = columnOf(found, resource, 'netin');
    for (const [index, value] of cpu.entries())
      expect([resource.id, index, Number.isNaN(traffic[index] ?? Number.NaN)]).toEqual([
        resource.id,
        index,
        Number.isNaN(value),
      ]);
  }
  expect(compared).toBeGreaterThan(80);
});

test('before 8.3 there is no call; a refusal, as without Sys.Audit, is an error and not an empty past', async () => {
  await using old = await watchLab({ nodes: 1, guests: 3, version: 7.4 });
  await old.poll('resources');
  expect(old.source.past?.recent?.calls()).toEqual([]);
  await using refused = await watchLab({ nodes: 1, guests: 3, lacks: ['Sys.Audit'] });
  await refused.poll('resources', 'nodes');
  const calls = refused.source.past?.recent?.calls() ?? [];
  expect(calls).toHaveLength(1);
  for (const { read } of calls)
    expect(await read(refused.clock.now(), AbortSignal.timeout(20_000))).toMatchObject({ ok: false });
});

const at = NOW / 1000;
const row = (metric: string, timestamp: number, value: unknown, id = 'qemu/100') => ({
  ...{ id, metric, timestamp, value },
  type: 'gauge',
});
const guest = { kind: 'guest', id: 'dc-100' } as const;
const readRows = (data: unknown) => readAll(pastWith({ data }, '9.0'), (at - 60) * 1000);

test('a counter that begins again has no rate, and a guest that did not run has no sample', async () => {
  const counter = [100, 1100, 50, 250];
  const rows = counter.flatMap((value, n) => {
    const time = at - 50 + 10 * n;
    return [row('net_in', time, value), ...(n === 1 ? [] : [row('cpu_current', time, 0.5), row('mem_used', time, 1)])];
  });
  const found = await readRows(rows);
  expect(columnOf(found, guest, 'cpu').slice(1)).toEqual([50, Number.NaN, 50, 50]);
  expect(columnOf(found, guest, 'netin').slice(1)).toEqual([Number.NaN, Number.NaN, Number.NaN, 20]);
});

test('of two samples in one step the first is taken', async () => {
  const found = await readRows([row('cpu_current', at - 48, 0.1), row('cpu_current', at - 43, 0.9)]);
  expect(columnOf(found, guest, 'cpu').slice(1)).toEqual([10]);
});

const good = row('cpu_current', at - 20, 0.5);
test.each([
  ['no list', { a: 1 }, []],
  ['rows that are no objects', [null, 1, 'x', []], []],
  [
    'unknown guests, nodes and storages',
    ['qemu/999', 'node/x', 'storage/a/none', 'x', ''].map((id) => ({ ...good, id })),
    [],
  ],
  ['times in the future or long ago', [at + 9e9, 1, -1, 'x', null].map((timestamp) => ({ ...good, timestamp })), []],
  ['values that are no numbers', ['x', {}, -1, null].map((value) => ({ ...good, value })), []],
  ['one good row among broken ones', [null, { ...good, value: 'x' }, good], ['dc-100']],
])('%s: what is broken is left out', async (_, rows, ids) => {
  expect((await readRows(rows)).map(({ resource }) => resource.id)).toEqual(ids);
});
