// The calls about active alerts, on the whole server. The alerts are active since before a restart.
import { writeFileSync } from 'node:fs';
import { alertEndpoints, listActiveAlerts } from '@belfry/schema/http/alerts';
import { listAudit } from '@belfry/schema/http/security';
import { expect, onTestFinished, test } from 'vitest';
import { bySession } from '../contract/testing/people.ts';
import { configuredApp, openApp, wholeApp } from '../contract/testing/whole-app.ts';
import { active, activeIds, CPU, ended, stored } from './testing/stored-alerts.ts';

test('an alert is acknowledged by the caller, not by the user in the body, and the acknowledgement is taken back', async () => {
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
  expect(await activeIds(app)).not.toContain('a//b/');
  expect(await activeIds(app)).not.toContain('docker:host 1/a@b.c-cpu');
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
  const restored = await app.call('POST', '/api/alerts/bulk/unacknowledge', {
    body: { alertIds: alertIds.slice(0, 51) },
  });
  expect((restored.json as { results: { success: boolean }[] }).results.filter(({ success }) => success).length).toBe(
    50,
  );
  const acknowledged = async () =>
    (await app.call('GET', '/api/alerts/active')).read(listActiveAlerts.reply).filter((alert) => alert.acknowledged);
  expect(await acknowledged()).toEqual([]);
  const cleared = await app.call('POST', '/api/alerts/bulk/clear', { body: { alertIds: alertIds.slice(0, 51) } });
  expect((cleared.json as { results: { success: boolean }[] }).results.filter(({ success }) => success).length).toBe(
    50,
  );
  expect(await activeIds(app)).toEqual([]);
  const { entries } = (await app.call('GET', '/api/security/audit')).read(listAudit.reply);
  expect(entries.map(({ event }) => event)).toEqual(['alert_cleared', 'alert_unacknowledged', 'alert_acknowledged']);
  expect(entries[2]?.details).toMatch(/^dc-0-cpu, .*and 40 more$/);
  for (const body of [{ alertIds: [] }, {}])
    expect((await app.call('POST', '/api/alerts/bulk/acknowledge', { body })).status).toBe(400);
});

test('each action is one entry of the audit log with the user who did it', async () => {
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

test('a damaged file of alerts does not keep the server from starting, and every browser shows it', async () => {
  const dataDir = await stored([active(CPU)]);
  writeFileSync(`${dataDir}/alerts.db`, 'no database, but longer than a header'.repeat(99));
  const app = await wholeApp({ dataDir, env: { BELFRY_AUTH_DISABLED: 'true' } });
  onTestFinished(app.stop);
  const problem = async () => (await app.app.http.inject('/api/state')).json().serverProblems.alerts?.message;
  await expect.poll(problem).toMatch(/was damaged. It was kept as alerts-damaged-\S+\.db/);
});
