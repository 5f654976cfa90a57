// The kept past of Proxmox VE: answers of every version, broken ones, and the lab.

import { type Lab, startLab } from '@belfry/lab/datacentre';
import { configSchema } from '@belfry/schema/config/node';
import { metricsOf } from '@belfry/schema/history/metrics';
import { afterEach, describe, expect, test } from 'vitest';
import type { Past } from '../../config/past.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';
import { createSource } from '../registry.ts';
import type { Source } from '../source.ts';
import { rrd } from './testing/answers.ts';
import { pastWith } from './testing/kept-past.ts';

async function read(past: Past, id: string, frame = 0) {
  const subject = past.subjects().find(({ resource }) => resource.id === id);
  const [of] = past.frames().slice(frame);
  if (!subject || !of) throw new Error(`no ${id}`);
  const answer = await subject.read(of, 'AVERAGE', AbortSignal.timeout(10_000));
  if (!answer.ok) throw new Error(answer.error.message);
  const names = metricsOf(subject.resource.kind).map((metric) => metric.id);
  return answer.value && { ...answer.value, byName: new Map(names.map((name, n) => [name, answer.value?.columns[n]])) };
}

const measured = (values: Float64Array | undefined) => [...(values ?? [])].filter((value) => !Number.isNaN(value));

test('nodes, guests and storages that can answer are asked, a shared storage once, templates and lost nodes never', async () => {
  const asked: string[] = [];
  const past = pastWith([], '8.4', asked);
  for (const subject of past.subjects())
    await subject.read({ name: 'hour', stepMs: 1, spanMs: 1 }, 'MAX', AbortSignal.any([]));
  expect(asked.map((path) => path.replace('/rrddata?timeframe=hour&cf=MAX', ''))).toEqual([
    '/nodes/a',
    '/nodes/a/qemu/100',
    '/nodes/a/lxc/101',
    '/nodes/a/storage/local',
    '/nodes/a/storage/nas',
  ]);
  expect(past.subjects().map(({ resource }) => `${resource.kind} ${resource.id}`)).toEqual([
    ...['node dc-a', 'guest dc-100', 'guest dc-101', 'storage dc-a-local', 'storage dc-cluster-nas'],
  ]);
});

test('from 9.0 on three frames cover a year, before it takes five', () => {
  const names = (version: string) =>
    pastWith([], version)
      .frames()
      .map(({ name }) => name);
  expect(names('9.0.3')).toEqual(['day', 'month', 'year']);
  for (const version of ['6.4', '7.4', '8.4']) expect(names(version)).toEqual(['hour', 'day', 'week', 'month', 'year']);
});

test.for(rrd)('the past of a %s of release %s is read', async ([kind, , rows]) => {
  const id = { qemu: 'dc-100', lxc: 'dc-101', node: 'dc-a' }[kind];
  const kept = await read(pastWith(rows), id);
  const recorded = rows as Record<string, number>[];
  const used = recorded.filter((row) => row.cpu !== undefined);
  if (used.length === 0) return expect(kept).toBeUndefined();
  expect(kept?.from).toBe((recorded[0]?.time ?? 0) * 1000);
  expect(measured(kept?.byName.get('cpu'))).toEqual(used.map(({ cpu }) => (cpu ?? 0) * 100));
  expect(measured(kept?.byName.get('memory'))).toEqual(used.map(() => 25));
  if (kind === 'qemu') expect(measured(kept?.byName.get('disk'))).toEqual([]);
});

test('rows with only a time are gaps, keys that are missing too, and text is read as a number', async () => {
  const row = { maxmem: 8, maxdisk: 4 };
  const kept = await read(
    pastWith([{ time: 1200 }, { time: 1140, ...row, cpu: '0.5', mem: '2' }, { time: 1260, ...row, cpu: 0.25 }]),
    'dc-100',
  );
  expect([kept?.from, kept?.stepMs]).toEqual([1_140_000, 60_000]);
  expect(kept?.byName.get('cpu')).toEqual(Float64Array.of(50, Number.NaN, 25));
  expect(kept?.byName.get('memory')).toEqual(Float64Array.of(25, Number.NaN, Number.NaN));
});

test('a guest that did not run has no values, though its sizes are there', async () => {
  const row = { maxmem: 8, maxdisk: 4, disk: 0 };
  expect(
    await read(
      pastWith([
        { time: 60, ...row },
        { time: 120, ...row },
      ]),
      'dc-101',
    ),
  ).toBeUndefined();
});

const good = { time: 600, cpu: 0.5, mem: 1, maxmem: 2 };
test.each([
  ['no list', { time: 1 }],
  ['null', null],
  ['one row', [good]],
  ['rows that are no objects', [1, 'x', null, []]],
  ['times without a step', [good, { ...good, time: 600.5 }]],
  ['steps of one second', [good, { ...good, time: 601 }]],
  ['a step that is no whole minute', [good, { ...good, time: 690 }]],
  ['times a million years apart', [good, { ...good, time: 660 }, { ...good, time: 31_557_600_000_000 }].slice(0, 1)],
  [
    'a first row long ago',
    [
      { ...good, time: 60 },
      { ...good, time: 1_700_000_000 },
      { ...good, time: 1_700_000_060 },
    ],
  ],
  [
    'times that are no numbers',
    [
      { ...good, time: 'x' },
      { ...good, time: null },
    ],
  ],
  [
    'values that are no numbers',
    [
      { ...good, cpu: 'x' },
      { ...good, time: 660, cpu: {} },
    ],
  ],
])('%s is no past, and no error', async (_, data) => {
  expect(await read(pastWith(data), 'dc-100')).toBeUndefined();
});

test('a row beside the step, in the future, or with a broken value is left out, and the others stay', async () => {
  const rows = [600, 660, 690, 720, 9e12].map((time) => ({ ...good, time }));
  expect(await read(pastWith(rows), 'dc-100')).toBeUndefined();
  const usable = [600, 660, 720, 9e12, -60].map((time) => ({ ...good, time, mem: time === 660 ? -1 : 1 }));
  const kept = await read(pastWith(usable), 'dc-100');
  expect(kept?.byName.get('cpu')).toEqual(Float64Array.of(50, 50, 50));
  expect(kept?.byName.get('memory')).toEqual(Float64Array.of(50, Number.NaN, 50));
});

describe('the lab', () => {
  let lab: Lab | undefined;
  let source: Source | undefined;
  afterEach(async () => {
    await source?.close();
    await lab?.stop();
  });

  test.for([6.4, 8.4, 9.2] as const)('release %s answers for every resource and frame', async (version) => {
    lab = await startLab({ nodes: 2, guests: 6, seed: 5, version });
    const { release: _r, members: _m, ...entry } = lab.instances[0] as Lab['instances'][number];
    const config = configSchema('pve').parse(entry);
    source = createSource(config, { clock: systemClock, log: createLogger('silent'), random: () => 0.5 });
    for (const poll of ['resources', 'nodes'])
      await source.polls.find(({ name }) => name === poll)?.run(AbortSignal.timeout(20_000));
    const { past } = source;
    if (!past) throw new Error('no past');
    const kinds = new Set<string>();
    for (const subject of past.subjects()) {
      for (const frame of past.frames()) {
        const answer = await subject.read(frame, 'MAX', AbortSignal.timeout(20_000));
        expect([subject.resource.id, frame.name, answer.ok]).toEqual([subject.resource.id, frame.name, true]);
        if (!answer.ok || !answer.value) continue;
        kinds.add(subject.resource.kind);
        expect(answer.value.stepMs).toBe(frame.stepMs);
        expect(measured(answer.value.columns[0]).every((value) => value >= 0 && value <= 150)).toBe(true);
      }
    }
    expect(kinds).toEqual(new Set(['node', 'guest', 'storage']));
  });
});
