// The calls about alerts, on the whole server. Its active alerts are those of before a restart.
import { writeFileSync } from 'node:fs';
import { alertEndpoints, listAlertHistory } from '@belfry/schema/http/alerts';
import { listAudit } from '@belfry/schema/http/security';
import { expect, onTestFinished, test } from 'vitest';
import { bySession } from '../contract/testing/people.ts';
import { configuredApp, openApp, type Whole, wholeApp } from '../contract/testing/whole-app.ts';
import { openAlerts } from '../db/alerts-file.ts';
import type { Occurrence } from '../db/alerts-store.ts';
import { occurrence } from '../db/testing/occurrences.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { iso, systemClock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';

const metadata = { resourceType: 'guest', unit: 'percent', instanceId: 'dc', list: 'vms' };
const active = (id: string, more: Partial<Occurrence> = {}, alert: Partial<Occurrence['alert']> = {}) =>
  occurrence(
    `o ${id}`,
    { openedAt: Date.now() - 60_000, ...more },
    { id, metadata: { ...metadata, occurrence: `o ${id}` }, ...alert },
  );
const ended = (id: string, openedAt: number, more: Partial<Occurrence> = {}) =>
  active(id, { openedAt, resolvedAt: openedAt + 5000, reason: 'recovered', ...more });

/** A data directory in which these occurrences are stored. */
async function stored(rows: readonly Occurrence[]): Promise<string> {
  const dataDir = tempDir();
  const store = await openAlerts({ dataDir, clock: systemClock, log: createLogger('silent') });
  await store.save(rows);
  store.close();
  return dataDir;
}
const CPU = 'dc-100-cpu';
const ids = (app: Whole) =>
  app.app.http.inject('/api/alerts/active').then((reply) => reply.json<{ id: string }[]>().map(({ id }) => id));

test('an alert is acknowledged by the caller, whatever user the body names, and restored again', async () => {
  const app = await openApp({}, await stored([active(CPU)]));
  const alert = async () => (await app.app.http.inject('/api/alerts/active')).json()[0];
  const reply = await app.call('POST', `/api/alerts/${CPU}/acknowledge`, { body: { user: 'mallory' } });
  expect([reply.status, reply.json]).toEqual([200, { success: true }]);
  expect(await alert()).toMatchObject({
    id: CPU,
    acknowledged: true,
    ackUser: 'anonymous',
    ackTime: expect.any(String),
  });
  expect((await app.call('POST', `/api/alerts/${CPU}/unacknowledge`)).json).toEqual({ success: true });
  expect(await alert()).toMatchObject({ acknowledged: false });
  expect(await alert()).not.toHaveProperty('ackUser');
});

test('a body may be empty, of JSON or of no type', async () => {
  const app = await openApp({}, await stored([active(CPU)]));
  const types = [{}, { 'content-type': 'application/json' }, { 'content-type': 'text/plain' }];
  for (const headers of types)
    expect(
      (
        await app.app.http.inject({ method: 'POST', url: `/api/alerts/${CPU}/acknowledge`, headers, payload: '' })
      ).json(),
    ).toEqual({
      success: true,
    });
});

test('an id with any characters works in a path, with encoded and with plain slashes', async () => {
  const odd = ['docker:host 1/a@b.c-cpu', 'größe/ü', 'a//b/', '%2F', '100%', '?x=1#y', `long ${'x'.repeat(490)}`];
  const app = await openApp({}, await stored(odd.map((id) => active(id))));
  for (const id of odd)
    expect([id, (await app.call('POST', `/api/alerts/${encodeURIComponent(id)}/acknowledge`)).status]).toEqual([
      id,
      200,
    ]);
  const plain = ['/api/alerts/docker:host%201/a@b.c-cpu/clear', '/api/alerts/a//b//clear'];
  for (const url of plain) expect([url, (await app.call('POST', url)).status]).toEqual([url, 200]);
  expect(await ids(app)).not.toContain('a//b/');
  expect(await ids(app)).not.toContain('docker:host 1/a@b.c-cpu');
  expect((await app.call('GET', '/api/alerts/docker:host%201/a@b.c-cpu/explain')).status).toBe(200);
});

test('an alert that is not active: 404, and clearing it succeeds as in the reference product', async () => {
  const app = await openApp({}, await stored([ended('gone', Date.now() - 9000)]));
  for (const id of ['gone', 'never'])
    for (const [deed, status] of [
      ['acknowledge', 404],
      ['unacknowledge', 404],
      ['clear', 200],
    ] as const)
      expect([deed, (await app.call('POST', `/api/alerts/${id}/${deed}`)).status]).toEqual([deed, status]);
  expect((await app.call('GET', '/api/alerts/never/explain')).status).toBe(404);
});

test('20,000 alerts in one call: a result for each, and one entry in the audit log', async () => {
  const rows = Array.from({ length: 50 }, (_, n) => active(`dc-${n}-cpu`));
  const app = await openApp({}, await stored(rows));
  const alertIds = Array.from({ length: 20_000 }, (_, n) => `dc-${n}-cpu`);
  const reply = await app.call('POST', '/api/alerts/bulk/acknowledge', { body: { alertIds, user: 'mallory' } });
  const results = (reply.json as { results: { alertId: string; success: boolean; error?: string }[] }).results;
  expect(results.map(({ alertId }) => alertId)).toEqual(alertIds);
  expect(results.filter(({ success }) => success).length).toBe(50);
  expect(results[50]).toEqual({ alertId: 'dc-50-cpu', success: false, error: expect.any(String) });
  const cleared = await app.call('POST', '/api/alerts/bulk/clear', { body: { alertIds: alertIds.slice(0, 51) } });
  expect((cleared.json as { results: { success: boolean }[] }).results.filter(({ success }) => success).length).toBe(
    50,
  );
  expect(await ids(app)).toEqual([]);
  const { entries } = (await app.call('GET', '/api/security/audit')).read(listAudit.reply);
  expect(entries.map(({ event }) => event)).toEqual(['alert_cleared', 'alert_acknowledged']);
  expect(entries[1]?.details).toMatch(/^dc-0-cpu, .*and 40 more$/);
  for (const body of [{ alertIds: [] }, {}])
    expect((await app.call('POST', '/api/alerts/bulk/acknowledge', { body })).status).toBe(400);
});

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

test('the limit of the history is 100 by default and if it is no number, and at most 10,000', async () => {
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
  expect([await inHistory(again), await ids(again)]).toEqual([[CPU], [CPU]]);
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

test('a silence marks its alerts at once and until it ends, and the history says who, why and when', async () => {
  const app = await openApp({}, await stored([active(CPU), active('dc-200-cpu', {}, { resourceId: 'dc-200' })]));
  const marks = async () =>
    (await app.app.http.inject('/api/alerts/active'))
      .json<{ id: string; metadata: { silenced?: { reason: string } } }[]>()
      .map(({ metadata: { silenced } }) => silenced?.reason);
  const body = { target: { kind: 'resource', value: 'dc-100' }, reason: 'new disk', minutes: 60 };
  const silence = await app.call('POST', '/api/alerts/silences', { body });
  expect([silence.status, silence.json]).toEqual([
    201,
    expect.objectContaining({ by: 'anonymous', reason: 'new disk' }),
  ]);
  expect(await marks()).toEqual(['new disk', undefined]);
  const url = `/api/alerts/silences/${silence.json.id}`;
  expect((await app.call('PUT', url, { body: { reason: 'two new disks' } })).json).toMatchObject({
    until: silence.json.until,
  });
  expect(await marks()).toEqual(['two new disks', undefined]);
  const explained = (await app.call('GET', `/api/alerts/${CPU}/explain`)).json;
  expect(explained).toMatchObject({
    status: 'active',
    heldBack: [{ by: 'silence', user: 'anonymous', reason: 'two new disks' }],
    deliveries: [],
  });
  expect((await app.call('DELETE', url)).status).toBe(204);
  expect(await marks()).toEqual([undefined, undefined]);
  const [{ changes } = { changes: [] }] = (await app.call('GET', '/api/alerts/history?resource=dc-100')).read(
    listAlertHistory.reply,
  );
  expect(changes.map(({ kind, by, text }) => [kind, by, text])).toEqual([
    ['silenced', 'anonymous', 'new disk'],
    ['silenced', 'anonymous', 'two new disks'],
    ['unsilenced', undefined, undefined],
  ]);
  for (const [method, on] of [
    ['PUT', url],
    ['DELETE', url],
  ] as const)
    expect((await app.call(method, on, { body: {} })).status).toBe(404);
});

test.each([
  ['an empty target', 'silences', { target: { kind: 'tag', value: ' ' }, reason: 'x', minutes: 5 }, 'target.value'],
  ['no reason', 'silences', { target: { kind: 'tag', value: 'a' }, reason: '', minutes: 5 }, 'reason'],
  ['no end', 'silences', { target: { kind: 'tag', value: 'a' }, reason: 'x', minutes: 0 }, 'minutes'],
  [
    'no target',
    'maintenance',
    { name: 'x', targets: [], schedule: { kind: 'once', start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z' } },
    'targets',
  ],
  [
    'an end before the start',
    'maintenance',
    {
      name: 'x',
      targets: [{ kind: 'node', value: 'a' }],
      schedule: { kind: 'once', start: '2026-01-02T00:00:00Z', end: '2026-01-01T00:00:00Z' },
    },
    'schedule.end',
  ],
  [
    'a time zone that does not exist',
    'maintenance',
    {
      name: 'x',
      targets: [{ kind: 'node', value: 'a' }],
      schedule: { kind: 'weekly', weekdays: [1], start: '22:00', minutes: 60, timeZone: 'Europe/Nowhere' },
    },
    'schedule.timeZone',
  ],
  [
    'a time that does not exist',
    'maintenance',
    {
      name: 'x',
      targets: [{ kind: 'node', value: 'a' }],
      schedule: { kind: 'weekly', weekdays: [1], start: '25:00', minutes: 60, timeZone: 'UTC' },
    },
    'schedule.start',
  ],
])('%s is refused, naming the field', async (_, list, body, field) => {
  const app = await openApp();
  const { status, json } = await app.call('POST', `/api/alerts/${list}`, { body });
  expect([status, Object.keys(json.details as object)]).toEqual([400, [field]]);
  expect((await app.call('GET', `/api/alerts/${list}`)).text).toBe('[]');
});

test('a maintenance window is kept over a restart, in force at once, and marks what is on its node', async () => {
  const dataDir = await stored([active(CPU)]);
  const app = await openApp({}, dataDir);
  const schedule = { kind: 'once', start: iso(Date.now() - 1000), end: iso(Date.now() + 3_600_000) };
  const body = { name: 'new switch', targets: [{ kind: 'node', value: 'dc-pve1' }], schedule };
  const window = await app.call('POST', '/api/alerts/maintenance', { body });
  expect([window.status, window.json]).toEqual([201, expect.objectContaining({ name: 'new switch', enabled: true })]);
  await app.stop();
  const again = await openApp({}, dataDir);
  const mark = async () => (await again.app.http.inject('/api/alerts/active')).json()[0].metadata.maintenance;
  await expect.poll(mark).toEqual({ name: 'new switch', until: schedule.end });
  const url = `/api/alerts/maintenance/${window.json.id}`;
  expect((await again.call('PUT', url, { body: { ...body, enabled: false } })).json).toMatchObject({ enabled: false });
  expect(await mark()).toBeUndefined();
  expect((await again.call('DELETE', url)).status).toBe(204);
  expect((await again.call('GET', '/api/alerts/maintenance')).text).toBe('[]');
});

test('each deed is one entry of the audit log with the user who did it', async () => {
  const app = await configuredApp({ dataDir: await stored([active(CPU)]) });
  const headers = await bySession('operator')(app);
  const call = (method: string, url: string, body?: object) =>
    app.call(method, url, { headers, ...(body && { body }) });
  const one = `/api/alerts/${CPU}`;
  for (const deed of ['acknowledge', 'unacknowledge', 'clear']) await call('POST', `${one}/${deed}`);
  const target = { kind: 'tag', value: 'prod' };
  const { id } = (await call('POST', '/api/alerts/silences', { target, reason: 'x', minutes: 5 })).json;
  await call('PUT', `/api/alerts/silences/${id}`, { minutes: 6 });
  await call('DELETE', `/api/alerts/silences/${id}`);
  expect((await call('DELETE', '/api/alerts/history')).status).toBe(403);
  const entries = (await app.store.audit.list(7)).filter(({ event }) => /alert|silence/.test(event)).reverse();
  expect(entries.map(({ event, user, details }) => [event, user, details.replace(/until \S+:/, 'until …:')])).toEqual([
    ['alert_acknowledged', 'operator', CPU],
    ['alert_unacknowledged', 'operator', CPU],
    ['alert_cleared', 'operator', CPU],
    ['silence_added', 'operator', 'tag prod until …: x'],
    ['silence_changed', 'operator', 'tag prod until …: x'],
    ['silence_removed', 'operator', 'tag prod until …: x'],
  ]);
});

test('viewers read, operators act, administrators clear the history', () => {
  const may = Object.groupBy(
    alertEndpoints,
    ({ method, access }) => `${method === 'GET' ? 'read' : 'write'} ${access}`,
  );
  expect(Object.keys(may).sort()).toEqual(['read viewer', 'write admin', 'write operator']);
  expect(may['write admin']?.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /api/alerts/history']);
});

test('a damaged file of alerts does not keep the server from starting, and every browser is told', async () => {
  const dataDir = await stored([active(CPU)]);
  writeFileSync(`${dataDir}/alerts.db`, 'no database, but longer than a header'.repeat(99));
  const app = await wholeApp({ dataDir, env: { BELFRY_AUTH_DISABLED: 'true' } });
  onTestFinished(app.stop);
  const problem = async () => (await app.app.http.inject('/api/state')).json().serverProblems.alerts?.message;
  await expect.poll(problem).toMatch(/was damaged. It was kept as alerts-damaged-\S+\.db/);
});
