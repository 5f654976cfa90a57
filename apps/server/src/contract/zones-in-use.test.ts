// Zones that do not exist, in the whole server: as a setting, as what an earlier version stored, and as that of the machine.
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { PlainState } from '@belfry/schema/plain-state';
import { expect, test } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';
import { openApp } from './testing/whole-app.ts';

const schedule = { kind: 'weekly', weekdays: [1], start: '22:00', minutes: 60, timeZone: 'BST' };
const inBst = { name: 'w', targets: [{ kind: 'tag', value: 'x' }], schedule };
const hoursInBst = { days: [1], start: '08:00', end: '18:00', timezone: 'BST' };

test('Belfry starts with TZ=Mars/Phobos and names it', async () => {
  const { call } = await openApp({ TZ: 'Mars/Phobos' });
  const { serverProblems } = PlainState.parse((await call('GET', '/api/state')).json);
  expect(serverProblems?.['zone:machine']?.message).toContain('TZ is "Mars/Phobos"');
});

test('a window and hours in BST are refused with their field and Europe/London, and nothing is stored', async () => {
  const { call } = await openApp();
  const refusal = '"BST" is not a time zone. Did you mean Europe/London?';
  const given = await call('POST', '/api/alerts/maintenance', { body: inBst });
  expect(given).toMatchObject({ status: 400, json: { details: { 'schedule.timeZone': refusal } } });
  expect((await call('GET', '/api/alerts/maintenance')).json).toEqual([]);

  const webhook = { name: 'Office', url: 'https://hooks.example/in', routing: { hours: hoursInBst } };
  const refused = await call('POST', '/api/notifications/webhooks', { body: webhook });
  expect(refused).toMatchObject({ status: 400, json: { details: { 'routing.hours.timezone': refusal } } });
  expect((await call('GET', '/api/notifications/webhooks')).json).toEqual([]);

  const mail = await call('PUT', '/api/notifications/email', { body: { routing: { hours: hoursInBst } } });
  expect(mail).toMatchObject({ status: 400, json: { details: { 'routing.hours.timezone': refusal } } });
});

test('with a window, quiet hours and hours of a destination in BST, as they were stored, Belfry starts, serves and names them', async () => {
  const dataDir = tempDir();
  const { store, stop } = await openApp({}, dataDir);
  const quietHours = { ...factoryConfig.schedule.quietHours, enabled: true, timezone: 'BST' };
  await store.settings.put('alerting/maintenance', [
    { ...inBst, id: 'w1', by: 'ann', changedAt: '2026-01-01T00:00:00Z' },
  ]);
  await store.settings.put('alerts', { schedule: { ...factoryConfig.schedule, quietHours } });
  await store.settings.put('email', { enabled: true, routing: { hours: hoursInBst } });
  await stop();

  const { call, defects } = await openApp({}, dataDir);
  expect((await call('GET', '/api/health')).status).toBe(200);
  const state = async () => PlainState.parse((await call('GET', '/api/state')).json);
  const named = Object.keys((await state()).serverProblems ?? {}).filter((name) => name.startsWith('zone:'));
  expect(named.sort()).toEqual(['zone:email', 'zone:quiet-hours', 'zone:window:w1']);
  // Alerts go on: each of these problems is one.
  const alerts = async () => JSON.stringify((await state()).activeAlerts.map(({ message }) => message));
  await expect.poll(alerts).toContain('Quiet hours hold back nothing');
  expect(defects.problems()).toEqual({});
});
