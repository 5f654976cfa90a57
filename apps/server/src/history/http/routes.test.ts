// The history over HTTP, on the whole server.
import { gunzipSync } from 'node:zlib';
import { emptyState } from '@belfry/domain/delta/empty-state';
import { aGuest } from '@belfry/domain/testing/guest';
import { aNode } from '@belfry/domain/testing/node';
import { aStorage } from '@belfry/domain/testing/storage';
import { metricsOf } from '@belfry/schema/history/metrics';
import { HistoryReply } from '@belfry/schema/http/history';
import type { State } from '@belfry/schema/state';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { compressAnswers } from '../../http/compress.ts';
import { createMount } from '../../http/mount.ts';
import { openGate } from '../../http/testing/gate.ts';
import { fakeClock } from '../../lib/fake-clock.ts';
import { createForecasts } from '../forecasts.ts';
import type { HistoryStore, Sample } from '../history-store.ts';
import { samplesOf } from '../sampling/samples.ts';
import { createStrips } from '../strips/strips.ts';
import { createMemoryHistory } from '../testing/memory-history.ts';
import { historyRoutes } from './routes.ts';

const NOW = Date.parse('2026-06-02T12:00:00Z');
const MINUTE = 60_000;
const guest = aGuest({ instance: 'dc', vmid: 100, diskRead: null });
const state: State = {
  ...emptyState,
  nodes: [aNode({ instance: 'dc', name: 'pve1' })],
  vms: [guest, aGuest({ instance: 'dc', vmid: 101, status: 'stopped' })],
  storage: [aStorage({ instance: 'dc', node: 'pve1', name: 'data' })],
};

/** Ten minutes of samples until now; in the last two minutes the guest uses twice the processor. */
async function setUp(shown: State = state, broken: Partial<HistoryStore> = {}) {
  const clock = fakeClock(NOW);
  const store = createMemoryHistory(clock.now);
  const odd: Sample = { kind: 'container', id: 'docker:h/name:=1,"2"', values: Float64Array.of(1, 2, 3) };
  for (let at = NOW - 10 * MINUTE; at < NOW; at += 10_000) {
    const cpu = at < NOW - 2 * MINUTE ? 0.2 : 0.4;
    store.record(at, [...samplesOf({ ...state, vms: [{ ...guest, cpu }] }), odd]);
  }
  const http = Fastify();
  compressAnswers(http);
  const status = async () => ({
    ...{
      enabled: true,
      sizeBytes: 0,
      maxBytes: 1,
      resources: 0,
      tiers: [],
      damagedBlocks: 0,
      problems: [],
      imports: [],
    },
  });
  const answering = { ...store, ...broken };
  const strips = createStrips(answering, clock);
  const forecasts = createForecasts({ store: answering, state: () => shown, clock });
  const deps = { store: answering, strips, isEnabled: () => true, state: () => shown, status, forecasts, clock };
  historyRoutes(createMount(http, openGate), deps);
  const get = async (url: string, headers = {}) => {
    const answer = await http.inject({ url, headers });
    return { ...answer, status: answer.statusCode, text: answer.body, bytes: answer.rawPayload };
  };
  const details = async (url: string) => {
    const { status: code, text } = await get(url);
    return { code, ...(JSON.parse(text).details as Record<string, string>) };
  };
  return { get, details };
}

test('a query answers columns of minimum, mean and maximum, and null for a gap', async () => {
  const { get } = await setUp();
  const from = NOW - 15 * MINUTE;
  const { text } = await get(`/api/history?ids=guest/dc-100&metrics=cpu,diskread&from=${from}&to=${NOW}&points=5`);
  const { series } = HistoryReply.parse(JSON.parse(text));
  expect(series).toMatchObject([
    {
      ...{ kind: 'guest', id: 'dc-100', metric: 'cpu', unit: 'percent', from, step: 3 * MINUTE },
      ...{ min: [null, 20, 20, 20, 20], max: [null, 20, 20, 20, 40] },
      parts: [{ source: 'belfry', from: from + 3 * MINUTE, to: NOW }],
    },
    { metric: 'diskread', mean: [null, null, null, null, null], parts: [] },
  ]);
  expect(series[0]?.mean).toEqual([null, 20, 20, 20, 33.3]);
});

test('without a range it answers the last hour, without metrics all of the kind', async () => {
  const { get } = await setUp();
  const { text } = await get('/api/history?ids=node/dc-pve1');
  const { from, to, series } = HistoryReply.parse(JSON.parse(text));
  expect([from, to]).toEqual([NOW - 60 * MINUTE, NOW]);
  expect(series.map(({ metric }) => metric)).toEqual(metricsOf('node').map(({ id }) => id));
});

test('a resource that is there has empty columns; one that is gone answers while its values are stored', async () => {
  const { get } = await setUp();
  const stopped = await get('/api/history?ids=guest/dc-101&metrics=cpu');
  expect([stopped.status, JSON.parse(stopped.text).series[0].parts]).toEqual([200, []]);
  const gone = await get(`/api/history?ids=${encodeURIComponent('container/docker:h%2Fname:=1%2C"2"')}&metrics=cpu`);
  expect([gone.status, JSON.parse(gone.text).series[0].id]).toEqual([200, 'docker:h/name:=1,"2"']);
});

test.each([
  ['', 'ids'],
  ['ids=', 'ids'],
  ['ids=dc-100', 'ids'],
  ['ids=guest/dc-999', 'ids'],
  ['ids=toString/dc-100', 'ids'],
  ['ids=__proto__/x', 'ids'],
  ['ids=guest/%25zz', 'ids'],
  ['ids=guest/dc-100&metrics=nonsense', 'metrics'],
  ['ids=guest/dc-100&metrics=constructor', 'metrics'],
  ['ids=guest/dc-100&metrics=temperature', 'metrics'],
  ['ids=guest/dc-100&from=yesterday', 'from'],
  ['ids=guest/dc-100&from=-1', 'from'],
  ['ids=guest/dc-100&from=1e9', 'from'],
  ['ids=guest/dc-100&from=999999999999999999', 'from'],
  ['ids=guest/dc-100&from=1&from=2', 'from'],
  ['ids=guest/dc-100&from=2026-06-02T12:00:00Z&to=2026-06-02T12:00:00Z', 'from'],
  ['ids=guest/dc-100&from=0', 'from'],
  ['ids=guest/dc-100&to=2027-01-01T00:00:00Z', 'to'],
  ['ids=guest/dc-100&points=0', 'points'],
  ['ids=guest/dc-100&points=5001', 'points'],
  ['ids=guest/dc-100&points=1.5', 'points'],
  ['ids=guest/dc-100&points=many', 'points'],
  ['ids=guest/dc-100&format=xml', 'format'],
  ['ids=guest/dc-100&step=10', 'step'],
])('%s is refused with 400 and the name of the field', async (query, field) => {
  const { details } = await setUp();
  expect(await details(`/api/history?${query}`)).toEqual({ code: 400, [field]: expect.any(String) });
});

test('an answer that would be too large is refused before it is made', async () => {
  const { details } = await setUp();
  const ids = Array.from({ length: 1001 }, (_, n) => `node/${n}`).join();
  expect(await details(`/api/history?ids=${ids}`)).toEqual({ code: 400, ids: expect.stringContaining('1000') });
  const more = Array.from({ length: 9 }, (_, n) => aGuest({ instance: 'dc', vmid: 200 + n, status: 'stopped' }));
  const wide = await setUp({ ...state, vms: more });
  const range = `from=${NOW - 365 * 24 * 60 * MINUTE}&points=5000`;
  const all = more.map(({ id }) => `guest/${id}`).join();
  expect(await wide.details(`/api/history?ids=${all}&${range}`)).toEqual({ code: 400, points: expect.any(String) });
});

test('a download is a file: CSV has a line for each value, and no cell that a spreadsheet would run', async () => {
  const { get } = await setUp();
  const odd = encodeURIComponent('container/docker:h%2Fname:=1%2C"2"');
  const range = `from=${NOW - 2 * MINUTE}&to=${NOW}&points=1`;
  const csv = await get(`/api/history?ids=guest/dc-100&ids=${odd}&metrics=cpu&${range}&format=csv`);
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="belfry-history-2026-06-02T120000.csv"',
  });
  expect(csv.text.split('\r\n')).toEqual([
    'time,kind,id,metric,unit,min,mean,max,source',
    '2026-06-02T11:58:00.000Z,guest,dc-100,cpu,percent,40,40,40,belfry',
    '2026-06-02T11:58:00.000Z,container,"docker:h/name:=1,""2""",cpu,percent,1,1,1,belfry',
    '',
  ]);
  const json = await get(`/api/history?ids=guest/dc-100&${range}&format=json`);
  expect(json.headers['content-disposition']).toBe('attachment; filename="belfry-history-2026-06-02T120000.json"');
});

test('answers are compressed', async () => {
  const { get } = await setUp();
  const answer = await get('/api/history?ids=guest/dc-100', { 'accept-encoding': 'gzip' });
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(answer.bytes).toString())).toHaveProperty('series');
});

test('the charts of the reference product have the means of guests, nodes and storages', async () => {
  const { get } = await setUp();
  const { data, nodeData, storageData, timestamp, stats } = JSON.parse((await get('/api/charts?range=5m')).text);
  expect(Object.keys(data['dc-100'])).toEqual(['cpu', 'memory', 'disk', 'diskread', 'diskwrite', 'netin', 'netout']);
  expect(data['dc-100'].cpu).toHaveLength(30);
  expect(data['dc-100'].cpu.at(-1)).toEqual({ timestamp: NOW - 10_000, value: 40 });
  expect(data['dc-101'].cpu).toEqual([]);
  expect(Object.keys(nodeData['dc-pve1'])).toEqual(['cpu', 'memory', 'disk']);
  expect(storageData['dc-pve1-data'].disk.at(-1).value).toBe(50);
  expect([timestamp, stats.oldestDataTimestamp]).toEqual([NOW, NOW - 5 * MINUTE]);
});

test('an unknown range of the charts is one hour, whatever is sent', async () => {
  const { get } = await setUp();
  const hour = (await get('/api/charts?range=1h')).text;
  for (const query of ['', '?range=2h', '?range=__proto__', '?range=5m&range=7d', '?range[x]=1'])
    expect((await get(`/api/charts${query}`)).text).toBe(hour);
});

test('the charts of storages have usage, used, total and avail, and null without values', async () => {
  const { get, details } = await setUp();
  const GB = 1024 ** 3;
  const charts = JSON.parse((await get('/api/storage-charts?range=5')).text)['dc-pve1-data'];
  const last = { timestamp: '2026-06-02T11:59:50.000Z' };
  expect([charts.usage.at(-1), charts.total.at(-1), charts.avail.at(-1)]).toMatchObject([
    { ...last, value: 50 },
    { ...last, value: 107_400_000_000 },
    { ...last, value: expect.closeTo(50 * GB, -8) },
  ]);
  expect(Object.keys(charts)).toEqual(['usage', 'used', 'total', 'avail']);
  for (const range of ['0', '-5', 'x', '99999999']) {
    expect(await details(`/api/storage-charts?range=${range}`)).toEqual({ code: 400, range: expect.any(String) });
  }
});

test('while the store cannot answer, every question gets 503', async () => {
  const broken = async () => Promise.reject(new Error('a worker ended'));
  const { get } = await setUp(state, { series: broken, known: broken });
  for (const url of [
    '/api/history?ids=guest/dc-100',
    '/api/history?ids=guest/dc-999',
    '/api/charts',
    '/api/storage-charts',
  ])
    expect([url, (await get(url)).status]).toEqual([url, 503]);
});
