// The configuration of alerts on the whole app.
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { getAlertConfig } from '@belfry/schema/http/alert-config';
import { listAudit } from '@belfry/schema/http/security';
import { expect, test } from 'vitest';
import { setUp } from '../../auth/testing/administrator.ts';
import { bySession } from '../../contract/testing/people.ts';
import { connect } from '../../contract/testing/socket.ts';
import { configuredApp, type Whole, wholeApp } from '../../contract/testing/whole-app.ts';

const URL = '/api/alerts/config';
type App = Whole & { token: string };
const as = ({ token }: App) => ({ 'x-api-token': token });
const get = async (app: App) => (await app.call('GET', URL, { headers: as(app) })).read(getAlertConfig.reply);
const put = (app: App, body: unknown) => app.call('PUT', URL, { headers: as(app), body });

test('a fresh installation answers with the defaults, also of the schedule', async () => {
  const app = await configuredApp();
  expect(await get(app)).toEqual(factoryConfig);
});

test('quiet hours of a fresh installation have the time zone of the browser that set it up', async () => {
  const zoneOf = async (app: App) => (await get(app)).schedule.quietHours.timezone;
  const setUpWith = async (given: object) => {
    const app = await wholeApp();
    return { ...app, token: await setUp(app, given) };
  };
  const app = await setUpWith({ timezone: 'Asia/Tokyo' });
  expect(await zoneOf(app)).toBe('Asia/Tokyo');
  expect(await get(app)).toEqual({
    ...factoryConfig,
    schedule: {
      ...factoryConfig.schedule,
      quietHours: { ...factoryConfig.schedule.quietHours, timezone: 'Asia/Tokyo' },
    },
  });
  await app.stop();
  const again = { ...(await wholeApp({ dataDir: app.dataDir })), token: app.token };
  expect(await zoneOf(again)).toBe('Asia/Tokyo');
  for (const given of [{}, { timezone: 'Mars/Phobos' }])
    expect(await zoneOf(await setUpWith(given))).toBe(factoryConfig.schedule.quietHours.timezone);
});

test('a setup does not change the time zone of a configuration that was there before', async () => {
  const app = await wholeApp();
  const quietHours = { ...factoryConfig.schedule.quietHours, timezone: 'Europe/Berlin' };
  await app.store.settings.put('alerts', { schedule: { ...factoryConfig.schedule, quietHours } });
  await app.stop();
  const later = await wholeApp({ dataDir: app.dataDir });
  const token = await setUp(later, { timezone: 'Asia/Tokyo' });
  expect((await get({ ...later, token })).schedule.quietHours.timezone).toBe('Europe/Berlin');
});

test('a configuration that was put is answered, announced and in the audit log, and still there after a restart', async () => {
  const app = await configuredApp();
  const page = await connect(app, as(app));
  const body = { ...factoryConfig, storageDefault: 70, overrides: { 'dc-100': { cpu: 60 } } };
  const answer = await put(app, body);
  expect([answer.status, answer.json]).toEqual([200, { status: 'success' }]);
  const expected = {
    ...factoryConfig,
    storageDefault: { trigger: 70, clear: 65 },
    overrides: { 'dc-100': { cpu: { trigger: 60, clear: 55 } } },
  };
  expect(await get(app)).toEqual(expected);
  await page.find(({ type }) => type === 'alert_config_changed');
  const audit = await app.call('GET', '/api/security/audit', { headers: as(app) });
  expect(audit.read(listAudit.reply).entries[0]).toMatchObject({
    event: 'alert_config_changed',
    details: 'storageDefault, overrides.dc-100',
    user: 'default',
  });
  await app.stop();
  const again = { ...(await wholeApp({ dataDir: app.dataDir })), token: app.token };
  expect(await get(again)).toEqual(expected);
});

test('a wrong configuration is refused with every wrong field, and the old one stays in force', async () => {
  const app = await configuredApp();
  await put(app, { storageDefault: 70 });
  const answer = await put(app, { storageDefault: 101, nodeDefaults: { cpu: { trigger: 50, clear: 60 } }, unheard: 1 });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.json.details ?? {}).sort()).toEqual([
    'nodeDefaults.cpu.clear',
    'storageDefault',
    'unheard',
  ]);
  expect(answer.json.error).toBe(
    'nodeDefaults.cpu.clear must not be above the trigger, 50; Storage default must be a number from -1 to 100; -1 means off; unheard: unknown field',
  );
  expect((await get(app)).storageDefault.trigger).toBe(70);
  for (const body of [undefined, null, []]) expect((await put(app, body)).status).toBe(400);
});

test('only an administrator may change it, and everybody who is signed in may read it', async () => {
  const app = await configuredApp();
  for (const role of ['viewer', 'operator'] as const) {
    const headers = await bySession(role)(app);
    expect((await app.call('GET', URL, { headers })).status).toBe(200);
    expect((await app.call('PUT', URL, { headers, body: {} })).status).toBe(403);
  }
  expect((await app.call('GET', URL, {})).status).toBe(401);
});

test('a configuration that cannot be stored is refused, and the old one stays in force', async () => {
  const app = await configuredApp();
  await put(app, { storageDefault: 70 });
  const { page_count: pages } = app.store.db.prepare('PRAGMA page_count').get() as { page_count: number };
  app.store.db.exec(`PRAGMA max_page_count = ${pages}`);
  const overrides = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`dc-${n}`, { cpu: 60 }]));
  expect((await put(app, { overrides })).status).toBe(507);
  expect((await get(app)).storageDefault.trigger).toBe(70);
});

test('keys that mean something in JavaScript do no harm', async () => {
  const app = await configuredApp();
  const body =
    '{"overrides":{"__proto__":{"cpu":1},"constructor":{"cpu":60},"toString":{}},"metricTimeThresholds":{"constructor":{"toString":1}}}';
  const answer = await app.call('PUT', URL, { headers: { ...as(app), 'content-type': 'application/json' }, body });
  expect([200, 400]).toContain(answer.status);
  expect((await get(app)).guestDefaults).toEqual(factoryConfig.guestDefaults);
});
