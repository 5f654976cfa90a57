// The calls about the history of alerts, on the whole server.
import { countAlertHistory, listAlertHistory } from '@belfry/schema/http/alerts';
import { expect, test } from 'vitest';
import { openApp, type Whole } from '../../contract/testing/whole-app.ts';
import { iso } from '../../lib/clock.ts';
import { active, activeIds, CPU, ended, stored } from '../testing/stored-alerts.ts';

test('history has the active and the ended alerts, newest first, with status, end, reason, peak and duration', async () => {
  const now = Date.now();
  const rows = [
    ended('a', now - 90_000, { peak: 97 }),
    active('b', { openedAt: now - 30_000 }),
    ended('c', now - 60_000, { reason: 'gone' }),
  ];
  const app = await openApp({}, await stored(rows));
  await app.call('POST', '/api/alerts/b/acknowledge');
  const list = async (query = '') =>
    (await app.call('GET', `/api/alerts/history${query}`)).read(listAlertHistory.reply);
  const [b, c, a] = await list();
  expect(b).toMatchObject({
    id: 'b',
    status: 'acknowledged',
    ackUser: 'anonymous',
    changes: [{ kind: 'acknowledged', by: 'anonymous' }],
  });
  expect(b?.duration).toBeGreaterThanOrEqual(30);
  expect(c).toMatchObject({ id: 'c', status: 'resolved', reason: 'gone', duration: 5 });
  expect(a).toMatchObject({ id: 'a', peakValue: 97, resolvedAt: iso(now - 85_000), resolvedTime: iso(now - 85_000) });
  const found = async (query: string) => (await list(query)).map(({ id }) => id);
  expect(await found('?limit=1&offset=1')).toEqual(['c']);
  expect(await found(`?since=${now - 70_000}&until=${iso(now - 40_000)}`)).toEqual(['c']);
  expect(await found('?q=nothing%20like%20this')).toEqual([]);
  expect((await app.call('GET', '/api/alerts/history?since=yesterday')).json.details).toHaveProperty('since');
});

test('the limit of the history is 100 by default and for an invalid number, and at most 10,000', async () => {
  const rows = Array.from({ length: 10_050 }, (_, n) => ended(`a${n}`, Date.now() - 86_400_000 + n));
  const app = await openApp({}, await stored(rows));
  for (const [query, count] of [
    ['', 100],
    ['?limit=abc', 100],
    ['?limit=0', 100],
    ['?limit=1000', 1000],
    ['?limit=99999', 10_000],
  ] as const) {
    const { length } = (await app.app.http.inject(`/api/alerts/history${query}`)).json<unknown[]>();
    expect([query, length]).toEqual([query, count]);
  }
});

test('clearing the history removes what ended; active alerts stay in it, also over a restart', async () => {
  const dataDir = await stored([active(CPU), ...Array.from({ length: 900 }, (_, n) => ended(`a${n}`, Date.now() - n))]);
  const app = await openApp({}, dataDir);
  const cleared = await app.call('DELETE', '/api/alerts/history');
  expect(cleared.json).toMatchObject({ status: 'success', message: expect.any(String) });
  const inHistory = async ({ call }: Whole) =>
    (await call('GET', '/api/alerts/history')).read(listAlertHistory.reply).map(({ id }) => id);
  expect(await inHistory(app)).toEqual([CPU]);
  await app.stop();
  const again = await openApp({}, dataDir);
  expect([await inHistory(again), await activeIds(again)]).toEqual([[CPU], [CPU]]);
});

test('an answered acknowledgement and an answered end survive a restart', async () => {
  const dataDir = await stored([active(CPU), active('dc-100-memory', { openedAt: 1 })]);
  const app = await openApp({}, dataDir);
  await app.call('POST', `/api/alerts/${CPU}/acknowledge`);
  await app.call('POST', '/api/alerts/dc-100-memory/clear');
  await app.stop();
  const again = await openApp({}, dataDir);
  expect((await again.app.http.inject('/api/alerts/active')).json()).toMatchObject([{ id: CPU, acknowledged: true }]);
  const [, memory] = (await again.call('GET', '/api/alerts/history')).read(listAlertHistory.reply);
  expect(memory).toMatchObject({
    id: 'dc-100-memory',
    status: 'resolved',
    reason: 'cleared',
    changes: [{ kind: 'resolved', by: 'anonymous' }],
  });
});

test('the history is counted in at most 30 bars, by level and with the same filters as the list', async () => {
  const now = Date.now();
  const hour = 3_600_000;
  const rows = [
    ...[1, 2, 3].map((n) => ended(`new-${n}`, now - n * 60_000)),
    ended('worse', now - 5 * hour, { level: 'critical' }),
    ended('old', now - 40 * 24 * hour),
  ];
  const { call } = await openApp({}, await stored(rows));
  const count = async (query: string) =>
    (await call('GET', `/api/alerts/history/buckets${query}`)).read(countAlertHistory.reply);
  const day = await count(`?since=${now - 24 * hour}`);
  expect(day).toMatchObject({ since: iso(now - 24 * hour), bucketMs: hour, total: 4 });
  expect(day.buckets.length).toBeLessThanOrEqual(25);
  expect(day.buckets.reduce((sum, { critical }) => sum + critical, 0)).toBe(1);
  expect(day.buckets[19]).toEqual({ critical: 1, warning: 0 });
  const all = await count('');
  expect(all).toMatchObject({ since: iso(now - 40 * 24 * hour), total: 5 });
  expect(all.buckets.length).toBeLessThanOrEqual(30);
  expect((await count(`?since=${now - 24 * hour}&level=critical`)).total).toBe(1);
  expect((await count('?q=nothing%20like%20this')).total).toBe(0);
  expect(await count(`?since=${now + hour}`)).toMatchObject({ total: 0, buckets: [{ critical: 0, warning: 0 }] });
});
