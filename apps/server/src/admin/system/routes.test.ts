// The settings on the whole server: accepted, refused, in force at once, sent to browsers, kept over a restart.
import { once } from 'node:events';
import { listAudit } from '@belfry/schema/http/security';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { byToken } from '../../contract/testing/people.ts';
import { openApp, type Whole, wholeApp } from '../../contract/testing/whole-app.ts';
import { tempDir } from '../../db/testing/temp-store.ts';

const SAVE = '/api/system/settings/update';
const save = (app: Whole, body: object) => app.call('POST', SAVE, { body });
const current = async (app: Whole) => (await app.call('GET', '/api/system/settings')).json;

test('both paths return the same answer, including the fields set by the environment', async () => {
  const app = await openApp({ BELFRY_ALLOWED_ORIGINS: 'https://a.example' });
  const settings = await current(app);
  expect(settings).toMatchObject({ allowedOrigins: 'https://a.example', envOverrides: { allowedOrigins: true } });
  expect((await app.call('GET', '/api/config/system')).json).toEqual(settings);
  const refused = await save(app, { allowedOrigins: '' });
  expect([refused.status, refused.json.details]).toEqual([409, { allowedOrigins: expect.any(String) }]);
});

test.each([
  ['pbsPollingInterval', 9],
  ['pbsPollingInterval', 3601],
  ['pvePollingInterval', '30'],
  ['theme', 'blue'],
  ['updateChannel', 'nightly'],
  ['connectionTimeout', 301],
  ['logLevel', 'loud'],
  ['autoUpdateCheckInterval', 169],
  ['autoUpdateTime', '24:00'],
  ['allowEmbedding', 'yes'],
  ['discoveryEnabled', 1],
  ['discoverySubnet', 'my network'],
  ['allowedOrigins', 'a.example'],
  ['allowedOrigins', 'https://a.example/path'],
  ['allowedEmbedOrigins', "https://a.example; script-src 'unsafe-inline'"],
  ['allowedEmbedOrigins', 'https://a;b.example'],
  ['historyEnabled', 'yes'],
  ['historyFineHours', 0],
  ['historyMinuteDays', 91],
  ['historyTenMinuteDays', 7.5],
  ['historyHourDays', '730'],
  ['historyMaxMegabytes', 63],
])('%s = %j is refused, naming the field, and nothing is saved', async (name, value) => {
  const app = await openApp();
  const before = await current(app);
  const reply = await save(app, { autoUpdateEnabled: true, [name]: value });
  expect([reply.status, reply.json.details]).toEqual([400, { [name]: expect.any(String) }]);
  expect(await current(app)).toEqual(before);
});

test('every call that changes settings accepts the document that was read, unchanged', async () => {
  const app = await openApp({ BELFRY_ALLOWED_ORIGINS: 'https://a.example', BELFRY_LOG_LEVEL: 'warn' });
  const document = (await app.call('GET', '/api/config/system')).json;
  expect(document).toMatchObject({
    connectionTimeout: 5,
    logLevel: 'warn',
    backendPort: Number(app.host.split(':')[1]),
  });
  const settings = document;
  expect((await app.call('PUT', '/api/config/system', { body: document })).status).toBe(200);
  expect((await save(app, document)).status).toBe(200);
  expect((await app.call('POST', '/api/settings/update', { body: { settings } })).status).toBe(200);
  expect((await app.call('POST', '/api/settings/validate', { body: { settings } })).json).toEqual({ valid: true });
  expect((await app.call('GET', '/api/system/settings')).json).toEqual(document);
  const changed = await app.call('PUT', '/api/config/system', { body: { ...document, theme: 'dark' } });
  expect([changed.status, (await current(app)).theme]).toEqual([200, 'dark']);
});

test('the port, and what the environment sets, cannot be changed here', async () => {
  const app = await openApp({ BELFRY_LOG_LEVEL: 'warn' });
  for (const [name, value] of Object.entries({ backendPort: 1, frontendPort: 1, logLevel: 'debug' })) {
    const reply = await save(app, { theme: 'dark', [name]: value });
    expect([reply.status, reply.json.details]).toEqual([409, { [name]: expect.any(String) }]);
  }
  expect((await current(app)).theme).toBe('');
});

test('the older calls: the settings with their defaults, checked without a change, changed', async () => {
  const app = await openApp();
  const post = async (url: string, body: object) => (await app.call('POST', url, { body })).status;
  expect((await app.call('GET', '/api/settings')).json).toMatchObject({
    current: await current(app),
    defaults: { theme: '', connectionTimeout: 5 },
    capabilities: { canRestart: false, canValidatePorts: false, requiresRestart: false },
  });
  const wrong = await app.call('POST', '/api/settings/validate', { body: { settings: { theme: 'pink', colour: 1 } } });
  expect([wrong.status, Object.keys(wrong.json.details as object)]).toEqual([
    400,
    ['settings.theme', 'settings.colour'],
  ]);
  const settings = { theme: 'dark' };
  expect(await post('/api/settings/validate', { settings })).toBe(200);
  expect(await post('/api/settings/update', { settings, validateOnly: true })).toBe(200);
  expect((await current(app)).theme).toBe('');
  expect(await post('/api/settings/update', { settings, restartNow: true })).toBe(200);
  expect((await current(app)).theme).toBe('dark');
  expect(await post('/api/settings/update', { settings: null })).toBe(400);
  expect((await app.call('GET', '/api/config')).json).toEqual({
    csrfProtection: true,
    autoUpdateEnabled: false,
    updateChannel: 'stable',
  });
});

test('the log has the level of the settings, at once and after a restart', async () => {
  const dataDir = tempDir();
  const options = { env: { BELFRY_AUTH_DISABLED: 'true' }, dataDir, followsLevel: true };
  const first = await wholeApp(options);
  const level = (app: Whole) => app.app.http.log.level;
  expect(level(first)).toBe('info');
  await save(first, { logLevel: 'debug' });
  expect(level(first)).toBe('debug');
  await first.stop();
  expect(level(await wholeApp(options))).toBe('debug');
});

test('outside a demo nothing is simulated, and no call changes that', async () => {
  const app = await openApp();
  const mode = await app.call('GET', '/api/system/mock-mode');
  expect(mode.json).toMatchObject({ enabled: false, config: { NodeCount: 0, StoppedPercent: 0 } });
  for (const method of ['POST', 'PUT']) {
    const set = async (body: object) => (await app.call(method, '/api/system/mock-mode', { body })).status;
    expect([await set({ enabled: true }), await set({ config: {} }), await set({ enabled: false })]).toEqual([
      409, 409, 200,
    ]);
  }
});

test('saved settings survive a restart', async () => {
  const dataDir = tempDir();
  const first = await openApp({}, dataDir);
  expect((await save(first, { pmgPollingInterval: 120, theme: 'light' })).json).toEqual({ success: true });
  expect((await first.call('PUT', '/api/config/system', { body: { pbsPollingInterval: 45 } })).json.status).toBe(
    'success',
  );
  await first.stop();
  expect(await current(await openApp({}, dataDir))).toMatchObject({
    pmgPollingInterval: 120,
    pbsPollingInterval: 45,
    theme: 'light',
    discoveryEnabled: false,
  });
});

test('CORS follows the settings at once: only a listed origin may read, errors too, and none with cookies', async () => {
  const app = await openApp();
  const from = (origin: string, url = '/api/health') => app.call('GET', url, { headers: { origin } });
  const allow = 'access-control-allow-origin';
  expect((await from('https://a.example')).headers).not.toHaveProperty(allow);
  await save(app, { allowedOrigins: 'https://A.example/, https://b.example:8443' });
  for (const url of ['/api/health', '/api/nothing', '/api/discover']) {
    const reply = await from('https://a.example', url);
    expect([url, reply.headers[allow], reply.headers.vary]).toEqual([url, 'https://a.example', 'Origin']);
    expect(reply.headers).not.toHaveProperty('access-control-allow-credentials');
  }
  expect((await from('https://c.example')).headers).not.toHaveProperty(allow);
  const ask = (origin: string) =>
    app.call('OPTIONS', SAVE, { headers: { origin, 'access-control-request-method': 'POST' } });
  const preflight = await ask('https://b.example:8443');
  expect([preflight.status, preflight.text]).toEqual([204, '']);
  expect(preflight.headers['access-control-allow-headers']).toContain('X-API-Token');
  expect((await ask('https://c.example')).status).toBe(403);
  await save(app, { allowedOrigins: '*' });
  // Every caller with a token; while sign-in is switched off, all others are accepted without one.
  expect((await from('https://c.example')).headers).not.toHaveProperty(allow);
  const headers = { ...(await byToken('read')(app)), origin: 'https://c.example' };
  expect((await app.call('GET', '/api/health', { headers })).headers[allow]).toBe('*');
  await save(app, { allowedOrigins: '' });
  expect((await from('https://a.example')).headers).not.toHaveProperty(allow);
});

/** The status of an upgrade from a page of this origin. */
async function connect(app: Whole, origin: string): Promise<number> {
  const socket = new WebSocket(`ws://${app.host}/ws`, { origin });
  onTestFinished(() => socket.terminate());
  return new Promise((done) => {
    socket.once('open', () => done(101));
    socket.once('unexpected-response', (_, response) => done(response.statusCode ?? 0));
    socket.on('error', () => {});
  });
}

test('the socket opens for pages of its own origin and of those in the settings, and for no others', async () => {
  const app = await openApp();
  const own = `http://${app.host}`;
  expect([await connect(app, own), await connect(app, 'https://a.example')]).toEqual([101, 403]);
  await save(app, { allowedOrigins: 'https://a.example' });
  expect([await connect(app, 'https://a.example'), await connect(app, 'https://b.example')]).toEqual([101, 403]);
  await save(app, { allowedOrigins: '' });
  expect(await connect(app, 'https://a.example')).toBe(403);
});

test('the settings decide which pages may show Belfry in a frame, for pages and errors', async () => {
  const app = await openApp();
  const rule = async (url = '/') => {
    const { headers } = await app.call('GET', url);
    return [
      /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1],
      headers['x-frame-options'],
    ];
  };
  for (const url of ['/', '/api/health', '/api/nothing', '/proxmox/overview'])
    expect([url, ...(await rule(url))]).toEqual([url, "'none'", 'DENY']);
  await save(app, { allowEmbedding: true });
  expect(await rule()).toEqual(['*', undefined]);
  await save(app, { allowedEmbedOrigins: 'https://home.example, http://10.0.0.5:8123' });
  expect(await rule('/api/nothing')).toEqual(["'self' https://home.example http://10.0.0.5:8123", undefined]);
  await save(app, { allowEmbedding: false });
  expect(await rule()).toEqual(["'none'", 'DENY']);
});

test('every browser is told of each change, with the theme and no other setting', async () => {
  const app = await openApp();
  const socket = new WebSocket(`ws://${app.host}/ws`);
  onTestFinished(() => socket.terminate());
  const heard: { type: string; data: unknown }[] = [];
  socket.on('message', (frame) => heard.push(JSON.parse(String(frame))));
  while (heard.length < 2) await once(socket, 'message');
  const settled = () => heard.filter(({ type }) => type === 'settingsUpdate');
  await save(app, { theme: 'dark' });
  while (settled().length < 1) await once(socket, 'message');
  expect(settled()).toEqual([{ type: 'settingsUpdate', data: { theme: 'dark' } }]);
  await save(app, { allowedOrigins: 'https://home.example' });
  while (settled().length < 2) await once(socket, 'message');
  expect(settled()[1]).toEqual(settled()[0]);
});

test('discovery starts when the settings switch it on, without a restart, and sends its own messages to browsers', async () => {
  const app = await openApp();
  expect((await app.call('GET', '/api/discover')).json).toMatchObject({ scanning: false, updated: null });
  const socket = new WebSocket(`ws://${app.host}/ws`);
  onTestFinished(() => socket.terminate());
  const heard: { type: string; data: { subnet?: string } }[] = [];
  socket.on('message', (frame) => heard.push(JSON.parse(String(frame))));
  await once(socket, 'message');
  const until = async (type: string) => {
    while (!heard.some((message) => message.type === type)) await once(socket, 'message');
    return heard.find((message) => message.type === type);
  };
  await save(app, { discoveryEnabled: true, discoverySubnet: '127.0.0.1/32' });
  expect(await until('discovery_started')).toMatchObject({ data: { subnet: '127.0.0.1/32' } });
  await until('discovery_complete');
  expect(heard.map(({ type }) => type).filter((type) => type.startsWith('discovery'))).toEqual([
    'discovery_started',
    'discovery_update',
    'discovery_complete',
  ]);
  expect((await app.call('GET', '/api/discover')).json).toMatchObject({ scanning: false, servers: [] });
});

test('discovery that was switched on starts with the server; a demo refuses to be changed', async () => {
  const dataDir = tempDir();
  const first = await openApp({}, dataDir);
  await save(first, { discoveryEnabled: true, discoverySubnet: '127.0.0.1/32' });
  await first.stop();
  const second = await openApp({ BELFRY_DEMO: 'true' }, dataDir);
  await expect.poll(async () => (await second.call('GET', '/api/discover')).json.updated).not.toBeNull();
  const refused = await save(second, { theme: 'dark' });
  expect([refused.status, refused.json.error]).toEqual([403, 'This is a demo: it is read-only.']);
  expect((await second.call('POST', '/api/logout')).status).toBe(200);
});

test('the audit log names the settings that were changed', async () => {
  const app = await openApp();
  await save(app, { theme: 'dark', allowEmbedding: false });
  const { entries } = (await app.call('GET', '/api/security/audit')).read(listAudit.reply);
  expect(entries[0]).toMatchObject({ event: 'settings_changed', details: 'theme', path: SAVE });
});
