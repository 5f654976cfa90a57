// The whole server with its history in a real engine for time series, chosen in the settings.
import { HistoryReply, HistoryStatusReply } from '@belfry/schema/http/history';
import { MASK } from '@belfry/schema/notifications/mask';
import { expect, onTestFinished, test } from 'vitest';
import { createMemoryHistory } from '../history/testing/memory-history.ts';
import { victoriaMetrics } from '../history/testing/remote-engines.ts';
import { iso } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { containerBody, reportBody } from '../sources/docker-agent/testing/reports.ts';
import { bySession, byToken } from './testing/people.ts';
import { openApp, type Whole, wholeApp } from './testing/whole-app.ts';

const REMOTE = '/api/history/remote';
const env = { BELFRY_AUTH_DISABLED: 'true', BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8' };

test('the history is written to the engine and read from it as soon as it is chosen, and the file of Belfry answers again when it is not', async (context) => {
  const engine = victoriaMetrics();
  if (engine.reason !== undefined) return context.skip(engine.reason);
  onTestFinished(engine.end);
  await engine.start();
  const clock = fakeClock(Date.parse('2026-06-01T12:00:00Z'));
  const embedded = createMemoryHistory(clock.now);
  let recorded = 0;
  const counting = {
    ...embedded,
    record(...given: Parameters<typeof embedded.record>) {
      recorded++;
      embedded.record(...given);
    },
  };
  const whole = await wholeApp({ env, clock, history: counting });
  const report = async (cpuPercent: number) => {
    const containers = [containerBody('c1', { name: 'web', cpuPercent })];
    const body = reportBody({ timestamp: iso(clock.now()), containers });
    const { json } = await whole.call('POST', '/api/agents/docker/report', { body });
    await clock.advance(20_000);
    return String(json.hostId);
  };
  const id = `container/docker:${await report(12)}/name:web`;
  const ask = () => whole.call('GET', `/api/history?ids=${encodeURIComponent(id)}&metrics=cpu`);
  const values = async () => {
    const { json } = await ask();
    const found = HistoryReply.parse(json).series[0]?.mean ?? [];
    return [...new Set(found.filter((value) => value !== null))];
  };
  expect(await values()).toEqual([12]);
  const body = { enabled: true, url: `${engine.origin()}/api/v1/write` };
  const tested = await whole.call('POST', `${REMOTE}/test`, { body });
  expect(tested.json).toEqual({ write: { ok: true, status: 204, words: 'HTTP 204' }, read: { ok: true, words: '' } });
  const wrong = { ...body, queryUrl: `${engine.origin()}/nothing` };
  const { json } = await whole.call('POST', `${REMOTE}/test`, { body: wrong });
  expect(json).toMatchObject({ write: { ok: true }, read: { ok: false, words: expect.stringContaining('HTTP 400') } });
  const two = { ...body, longTermUrl: `${engine.origin()}/nothing`, longTermQueryUrl: engine.origin() };
  expect((await whole.call('POST', `${REMOTE}/test`, { body: two })).json).toMatchObject({
    ...tested.json,
    longTerm: { write: { ok: false, status: 400 }, read: { ok: true } },
  });

  expect((await whole.call('PUT', REMOTE, { body })).status).toBe(200);
  const before = recorded;
  await report(34);
  await expect.poll(() => engine.settle().then(values)).toEqual([34]);
  const status = HistoryStatusReply.parse((await whole.call('GET', '/api/history/status')).json);
  expect(status).toMatchObject({ problems: [], tiers: [], remote: { dropped: 0 } });
  expect(status.remote?.sent).toBeGreaterThan(0);
  expect((await whole.call('GET', '/api/charts')).status).toBe(200);

  await engine.stop();
  const refused = await ask();
  expect(refused).toMatchObject({ status: 503, json: { error: expect.stringContaining('cannot be reached') } });
  expect(recorded).toBe(before);

  expect((await whole.call('PUT', REMOTE, { body: { ...body, enabled: false } })).status).toBe(200);
  expect(await values()).toEqual([12]);
  await report(12);
  expect(recorded).toBeGreaterThan(before);
});

const put = (whole: Whole, body: object, headers = {}) => whole.call('PUT', REMOTE, { headers, body });

test('the secret is never answered, stays where the mask comes back, and is sent to no other address, neither for writing nor for questions', async () => {
  const whole = await openApp(env);
  const [admin, viewer] = [await bySession('admin')(whole), await bySession('viewer')(whole)];
  const body = { enabled: false, url: 'https://tsdb.lan/api/v1/write', secret: 'very secret' };
  expect((await put(whole, body, admin)).status).toBe(200);
  const { text, json } = await whole.call('GET', REMOTE, { headers: viewer });
  expect([text.includes('very secret'), json.secret]).toEqual([false, MASK]);
  expect((await put(whole, { ...body, secret: MASK, maxQueueHours: 48 }, admin)).status).toBe(200);
  for (const change of [
    { url: 'https://other.lan/api/v1/write' },
    { queryUrl: 'https://other.lan' },
    { longTermUrl: 'https://other.lan/api/v1/write' },
    { username: 'u' },
  ]) {
    const { status, json: refused } = await put(whole, { ...body, secret: MASK, ...change }, admin);
    expect([status, Object.keys((refused.details as object) ?? {})]).toEqual([400, ['secret']]);
    const tested = await whole.call('POST', `${REMOTE}/test`, {
      headers: admin,
      body: { ...body, secret: MASK, ...change },
    });
    expect(tested.status).toBe(400);
  }
  expect((await put(whole, body, viewer)).status).toBe(403);
});

test.each([
  ['url', { enabled: true }],
  ['url', { url: 'ftp://tsdb.lan/api/v1/write' }],
  ['url', { url: 'http://169.254.169.254/api/v1/write' }],
  ['url', { url: 'https://a:b@tsdb.lan/api/v1/write' }],
  ['queryUrl', { url: 'https://tsdb.lan/push' }],
  ['queryUrl', { url: 'https://tsdb.lan/push', queryUrl: 'http://127.0.0.1/' }],
  ['longTermUrl', { longTermUrl: 'http://169.254.169.254/api/v1/write' }],
  ['longTermQueryUrl', { longTermUrl: 'https://years.lan/push' }],
  ['labels.no-label', { labels: { 'no-label': 'x' } }],
])('a wrong %s is refused with its field: %j', async (field, body) => {
  const whole = await openApp({});
  const { status, json } = await put(whole, body);
  expect([status, Object.keys((json.details as object) ?? {})]).toEqual([400, [field]]);
});

test('an export of the configuration has the engine with its secret, and an import puts it into force', async () => {
  const [from, to] = [await openApp({}), await openApp({})];
  await put(from, { url: 'https://tsdb.lan/api/v1/write', secret: 'very secret' }, await bySession('admin')(from));
  const passphrase = 'a long passphrase';
  const headers = await byToken('admin')(from);
  const { json } = await from.call('POST', '/api/config/export', { headers, body: { passphrase } });
  const admin = await byToken('admin')(to);
  await to.call('POST', '/api/config/import', { headers: admin, body: { data: json.data, passphrase } });
  expect((await to.call('GET', REMOTE)).json).toMatchObject({ url: 'https://tsdb.lan/api/v1/write', secret: MASK });
});
