// Belfry's own settings and versions, on the whole server: tests against faults that other products had.
import { listUpdates } from '@belfry/schema/http/updates';
import { expect, test } from 'vitest';
import { connect } from './testing/socket.ts';
import { configuredApp, type Whole, wholeApp } from './testing/whole-app.ts';

type App = Whole & { token: string };
const as = ({ token }: App) => ({ headers: { 'x-api-token': token } });
const get = async (app: App, url: string) => (await app.call('GET', url, as(app))).json;
const update = (app: App, body: object) => app.call('POST', '/api/system/settings/update', { ...as(app), body });
const again = async (app: App, env = {}): Promise<App> => {
  await app.stop();
  return { ...(await wholeApp({ dataDir: app.dataDir, env })), token: app.token };
};

test('the discovery settings are in force before and after a restart', async () => {
  const fresh = await configuredApp();
  expect(await get(fresh, '/api/config/system')).toMatchObject({ discoveryEnabled: false, discoverySubnet: 'auto' });
  const restarted = await again(fresh);
  expect(await get(restarted, '/api/discover')).toMatchObject({ scanning: false, updated: null });
  const page = await connect(restarted, as(restarted).headers);
  await update(restarted, { discoveryEnabled: true, discoverySubnet: '127.0.0.78/32' });
  await page.find(({ type }) => type === 'discovery_complete');
  const on = await again(restarted);
  expect(await get(on, '/api/config/system')).toMatchObject({ discoveryEnabled: true });
  await expect.poll(async () => (await get(on, '/api/discover')).updated).not.toBeNull();
});

test('a change of version is in the history, recorded by the new version', async () => {
  const app = await configuredApp();
  expect(await get(app, '/api/updates/history')).toEqual([]);
  const { version } = await get(app, '/api/version');
  await app.store.elsewhere("UPDATE version_changes SET version_to = '0.0.1'");
  const upgraded = await again(app);
  const history = await upgraded.call('GET', '/api/updates/history?limit=5', as(upgraded));
  const [entry, ...others] = history.read(listUpdates.reply);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ action: 'update', version_from: '0.0.1', version_to: version, status: 'success' });
  expect(await get(upgraded, `/api/updates/history/entry?id=${entry?.event_id}`)).toEqual(entry);
  expect(await get(await again(upgraded), '/api/updates/history')).toEqual([entry]);
});

test('a failed search for updates is in the status, and a page may request the status every two seconds', async () => {
  const env = { BELFRY_UPDATE_FEED: 'https://127.0.0.1:1/releases' };
  const app = await again(await configuredApp(), env);
  expect(await get(app, '/api/updates/check')).toMatchObject({
    available: false,
    warning: expect.stringMatching(/./),
  });
  const statuses = new Set<number>();
  for (let asked = 0; asked < 300; asked++)
    statuses.add((await app.call('GET', '/api/updates/status', as(app))).status);
  expect([...statuses]).toEqual([200]);
  expect(await get(app, '/api/updates/status')).toMatchObject({ status: 'error', error: expect.stringMatching(/./) });
});

test('a setting that does not exist is refused by its name', async () => {
  const app = await configuredApp();
  const { status, json } = await update(app, { colour: 1 });
  expect([status, json.details]).toEqual([400, { colour: 'unknown field' }]);
});

test('intervals, origins, frames and theme are in force at once, without a restart', async () => {
  const app = await configuredApp();
  const origin = 'https://wall.example';
  const page = await connect(app, as(app).headers);
  const answer = () => app.call('GET', '/api/health', { headers: { origin } });
  expect((await answer()).headers['access-control-allow-origin']).toBeUndefined();
  expect((await answer()).headers['x-frame-options']).toBe('DENY');
  const settings = { allowedOrigins: origin, allowEmbedding: true, allowedEmbedOrigins: origin, theme: 'dark' };
  expect((await update(app, { ...settings, pbsPollingInterval: 45 })).status).toBe(200);
  expect((await answer()).headers['access-control-allow-origin']).toBe(origin);
  expect((await answer()).headers['x-frame-options']).toBeUndefined();
  expect((await answer()).headers['content-security-policy']).toContain(`frame-ancestors 'self' ${origin}`);
  expect((await page.find(({ type }) => type === 'settingsUpdate')).data).toEqual({ theme: 'dark' });
  expect(await get(app, '/api/system/settings')).toMatchObject({ ...settings, pbsPollingInterval: 45 });
  expect((await update(app, { pbsPollingInterval: 9 })).status).toBe(400);
});
