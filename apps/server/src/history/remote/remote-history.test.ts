// The history in an engine while that is away, refuses, or is asked wrongly. Real engines, where it is about what they keep.
import { fail, ok } from '@belfry/domain/result';
import { metricsOf, type Resource, resourceKinds } from '@belfry/schema/history/metrics';
import { RemoteHistoryConfig } from '@belfry/schema/history/remote';
import { expect, onTestFinished, test } from 'vitest';
import { openExportQueue } from '../../db/export-queue-file.ts';
import { tempDir } from '../../db/testing/temp-store.ts';
import { systemClock } from '../../lib/clock.ts';
import { createLogger } from '../../lib/logger.ts';
import type { OutgoingRequest } from '../../lib/outgoing/request.ts';
import * as subjects from '../exposition/subjects.ts';
import { familyOf } from '../exposition/text.ts';
import { HistoryUnavailable } from '../history-store.ts';
import { openRemoteHistory, prometheus, remembering, victoriaMetrics } from '../testing/remote-engines.ts';
import { SAMPLE_MS } from '../tiers.ts';
import { remoteMetrics } from './names.ts';
import { createRemoteHistory } from './remote-history.ts';

const START = Date.UTC(2026, 0, 2);
const MINUTE = 60_000;
const guest: Resource = { kind: 'guest', id: 'a-100' };
const sample = (cpu: number) => [{ ...guest, values: Float64Array.of(cpu, 50) }];
const range = { resources: [guest], metrics: ['cpu'], from: START, to: START + 6 * MINUTE, points: 6 };

for (const engine of [victoriaMetrics(), prometheus()])
  test(`while ${engine.name} is away a question says so, and what is recorded meanwhile is there afterwards, also over a restart of Belfry`, async (context) => {
    if (engine.reason !== undefined) return context.skip(engine.reason);
    onTestFinished(engine.end);
    await engine.start();
    let now = START;
    const dataDir = tempDir();
    const open = () => openRemoteHistory(engine, () => now, { dataDir, labels: { site: 'home' } });
    const store = open();
    const record = (value: number) => {
      for (const end = now + 3 * MINUTE; now < end; now += SAMPLE_MS) store.record(now, sample(value));
    };
    record(10);
    await store.flush();
    await engine.stop();
    await expect(store.series(range)).rejects.toThrow(/does not answer.*127\.0\.0\.1:\d+ cannot be reached/);
    await expect(store.known(guest)).rejects.toThrow(HistoryUnavailable);
    record(30);
    await store.flush().catch(() => {});
    expect((await store.status()).remote).toMatchObject({ waiting: 36, dropped: 0 });
    expect(store.problems()).toEqual({});
    now += MINUTE;
    expect(Object.keys(store.problems())).toEqual(['history-engine']);
    expect(store.problems()).toBe(store.problems());
    await store.close();
    await engine.start();
    const again = open();
    await again.flush();
    expect((await again.status()).remote).toMatchObject({ waiting: 0, sent: 36 });
    expect((await again.series(range))[0]?.mean).toEqual(Float64Array.of(10, 10, 10, 30, 30, 30));
  });

test('an engine that is asked about two servers answers each its own values, also beside those of exports', async (context) => {
  const engine = victoriaMetrics();
  if (engine.reason !== undefined) return context.skip(engine.reason);
  onTestFinished(engine.end);
  await engine.start();
  const [one, other] = [openRemoteHistory(engine, () => START), openRemoteHistory(engine, () => START)];
  one.record(START, sample(10));
  other.record(START, sample(20));
  for (const store of [one, other]) await store.flush();
  // As an export or a scrape has it.
  await fetch(`${engine.origin()}/api/v1/import/prometheus`, {
    ...{ method: 'POST', body: `belfry_guest_cpu_usage_ratio{id="a-100"} 0.9 ${START + 1000}` },
  });
  await one.flush();
  const ask = { ...range, to: START + MINUTE, points: 1 };
  for (const [store, cpu] of [
    [one, 10],
    [other, 20],
  ] as const)
    expect((await store.series(ask))[0]).toMatchObject({ mean: Float64Array.of(cpu), max: Float64Array.of(cpu) });
});

/** A history whose engine answers what the test says. */
function withAnswers(answer: (request: OutgoingRequest) => { status: number; body?: string } | 'away') {
  let now = START;
  const clock = { ...systemClock, now: () => now, monotonic: () => now };
  const queue = openExportQueue({ dataDir: tempDir(), clock, log: createLogger('silent') });
  const config = RemoteHistoryConfig.parse({ enabled: true, url: 'http://tsdb.lan/api/v1/write', secret: 'hush' });
  const requests: OutgoingRequest[] = [];
  const store = createRemoteHistory({
    ...{ config: () => config, queue, clock, disk: { note: () => false }, memory: remembering() },
    async request(request) {
      requests.push(request);
      const given = answer(request);
      return given === 'away'
        ? fail({ message: 'tsdb.lan cannot be reached (ECONNREFUSED).', sent: false })
        : ok({ headers: {}, body: '', ...given });
    },
    onDefect(error) {
      throw error;
    },
  });
  onTestFinished(async () => {
    await store.close();
    queue.close();
  });
  return {
    ...{ store, requests },
    wait: (ms: number) => {
      now += ms;
    },
  };
}

test('wrong credentials lose nothing: values wait, a question has the words of the engine without the secret', async () => {
  let status = 401;
  const { store, requests, wait } = withAnswers(() => ({ status, body: 'hush is wrong' }));
  store.record(START, sample(10));
  await store.flush();
  expect((await store.status()).remote).toMatchObject({ waiting: 2, dropped: 0, problem: 'HTTP 401: … is wrong' });
  await expect(store.series(range)).rejects.toThrow('tsdb.lan answered HTTP 401: … is wrong');
  expect(requests.every(({ headers }) => headers?.authorization === 'Bearer hush')).toBe(true);
  status = 204;
  wait(MINUTE);
  await store.flush();
  expect((await store.status()).remote).toMatchObject({ waiting: 0, dropped: 0, sent: 2 });
});

test.each([
  ['no JSON', 'hello'],
  ['no result', '{"data":{}}'],
  ['another shape', '[1,2]'],
])('an answer that is %s is an error and not an empty history', async (_, body) => {
  const { store } = withAnswers(() => ({ status: 200, body }));
  await expect(store.series(range)).rejects.toThrow(HistoryUnavailable);
});

test('points that are broken, elsewhere or not asked for are left out, and the others stay', async () => {
  const at = (START + MINUTE - 1) / 1000;
  const metric = { id: 'a-100', belfry_part: 'cpu avg' };
  const result = [
    { metric, values: [[at, '0.1'], [at + 60, 'NaN'], [at + 120, '+Inf'], 'x', [null], [at + 1e9, '0.2'], [-1, '1']] },
    { metric: { id: 'other', belfry_part: 'cpu avg' }, values: [[at + 60, '0.7']] },
    ...[{ metric: null, values: [] }, { metric, values: 7 }, null],
  ];
  const { store } = withAnswers(() => ({ status: 200, body: JSON.stringify({ data: { result } }) }));
  const [series] = await store.series(range);
  expect(series?.mean.slice(0, 3)).toEqual(Float64Array.of(10, Number.NaN, Number.NaN));
});

test('no question is longer than an engine takes, however many resources there are', async () => {
  const { store, requests } = withAnswers(() => ({ status: 200, body: '{"data":{"result":[]}}' }));
  const resources = Array.from(
    { length: 1000 },
    (_, n): Resource => ({ kind: 'guest', id: `a-${n}-日本語の名前の長い` }),
  );
  await store.series({ ...range, resources, metrics: metricsOf('guest').map(({ id }) => id) });
  const lengths = requests
    .map(({ body }) => new URLSearchParams(String(body)).get('query') ?? '')
    .map((query) => Buffer.byteLength(query));
  expect(lengths.length).toBeGreaterThan(10);
  expect(Math.max(...lengths)).toBeLessThan(16_384);
});

test('the names of the series are those of /metrics', () => {
  const exposed = new Set(subjects.subjects.flatMap((one) => one.fields.map(({ name }) => familyOf(one, name))));
  // Instances and Belfry itself have counters there, of which the history has the rates.
  const kinds = resourceKinds.filter((kind) => kind !== 'instance' && kind !== 'belfry');
  for (const kind of kinds) for (const { name } of remoteMetrics(kind)) expect(exposed, kind).toContain(name);
});
