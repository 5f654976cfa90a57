// The calls about silences and maintenance windows, on the whole server.
import { listAlertHistory } from '@belfry/schema/http/alerts';
import { expect, test } from 'vitest';
import { openApp } from '../../contract/testing/whole-app.ts';
import { iso } from '../../lib/clock.ts';
import { active, CPU, stored } from '../testing/stored-alerts.ts';

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
  // What somebody takes care of comes last.
  expect(await marks()).toEqual([undefined, 'new disk']);
  const url = `/api/alerts/silences/${silence.json.id}`;
  expect((await app.call('PUT', url, { body: { reason: 'two new disks' } })).json).toMatchObject({
    until: silence.json.until,
  });
  expect(await marks()).toEqual([undefined, 'two new disks']);
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

const window = (schedule: object) => ({ name: 'x', targets: [{ kind: 'node', value: 'a' }], schedule });

test.each([
  ['an empty target', 'silences', { target: { kind: 'tag', value: ' ' }, reason: 'x', minutes: 5 }, 'target.value'],
  ['no reason', 'silences', { target: { kind: 'tag', value: 'a' }, reason: '', minutes: 5 }, 'reason'],
  ['no end', 'silences', { target: { kind: 'tag', value: 'a' }, reason: 'x', minutes: 0 }, 'minutes'],
  [
    'no target',
    'maintenance',
    { ...window({ kind: 'once', start: '2026-01-01T00:00:00Z', end: '2026-01-02T00:00:00Z' }), targets: [] },
    'targets',
  ],
  [
    'an end before the start',
    'maintenance',
    window({ kind: 'once', start: '2026-01-02T00:00:00Z', end: '2026-01-01T00:00:00Z' }),
    'schedule.end',
  ],
  [
    'a time zone that does not exist',
    'maintenance',
    window({ kind: 'weekly', weekdays: [1], start: '22:00', minutes: 60, timeZone: 'Europe/Nowhere' }),
    'schedule.timeZone',
  ],
  [
    'a time that does not exist',
    'maintenance',
    window({ kind: 'weekly', weekdays: [1], start: '25:00', minutes: 60, timeZone: 'UTC' }),
    'schedule.start',
  ],
])('%s is refused, naming the field', async (_, list, body, field) => {
  const app = await openApp();
  const { status, json } = await app.call('POST', `/api/alerts/${list}`, { body });
  expect([status, Object.keys(json.details as object)]).toEqual([400, [field]]);
  expect((await app.call('GET', `/api/alerts/${list}`)).text).toBe('[]');
});

test('a maintenance window is kept over a restart, in force at once, and marks the alerts of guests on its node', async () => {
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
