// The settings of e-mail on the whole app.
import { getEmail, listEmailProviders } from '@belfry/schema/http/email';
import { getNotificationSettings } from '@belfry/schema/http/notification-settings';
import { listAudit } from '@belfry/schema/http/security';
import { MASK } from '@belfry/schema/notifications/mask';
import { expect, test } from 'vitest';
import { bySession } from '../../contract/testing/people.ts';
import { configuredApp, type Whole, wholeApp } from '../../contract/testing/whole-app.ts';
import { mailServer } from '../services/email/testing/mail-server.ts';
import { tokenProvider } from '../services/email/testing/token-provider.ts';

const EMAIL = '/api/notifications/email';
const SETTINGS = '/api/notifications/settings';
const HEARTBEAT = '/api/notifications/heartbeat';
const NAMED = { BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8' };
type App = Whole & { token: string };
const as = ({ token }: App) => ({ 'x-api-token': token });
const get = async (app: App) => (await app.call('GET', EMAIL, { headers: as(app) })).read(getEmail.reply);
const put = (app: App, body: unknown) => app.call('PUT', EMAIL, { headers: as(app), body });
const tryIt = (app: App, body: unknown) => app.call('POST', '/api/notifications/test', { headers: as(app), body });
const auditOf = async (app: App) =>
  (await app.call('GET', '/api/security/audit', { headers: as(app) })).read(listAudit.reply).entries;

const settings = {
  ...{
    enabled: true,
    provider: 'Custom',
    server: 'mail.example',
    port: 587,
    username: 'ann',
    from: 'belfry@example.com',
  },
  ...{ to: ['ops@example.com'], tls: false, startTLS: true },
};

test('before anything is saved the defaults are those that clients of the reference product expect', async () => {
  const app = await configuredApp();
  expect(await get(app)).toMatchObject({
    ...{
      enabled: false,
      provider: '',
      server: '',
      port: 587,
      username: '',
      password: '',
      from: '',
      to: [],
      tls: true,
      startTLS: false,
    },
    ...{
      maxRetries: 3,
      retryDelay: 5,
      rateLimit: 60,
      replyTo: '',
      auth: 'password',
      passwordSet: false,
      resolutions: true,
    },
  });
});

test('a password is stored sealed and never answered; blank or the mask keeps it, also over a restart', async () => {
  const app = await configuredApp();
  expect((await put(app, { ...settings, password: 'hunter22' })).json).toEqual({ status: 'success' });
  for (const password of ['', MASK, undefined]) {
    expect((await put(app, { ...settings, from: 'other@example.com', password })).status).toBe(200);
    const answer = await app.call('GET', EMAIL, { headers: as(app) });
    expect(answer.text).not.toContain('hunter22');
    expect(answer.read(getEmail.reply)).toMatchObject({ from: 'other@example.com', password: '', passwordSet: true });
  }
  expect(app.store.secrets.read('email').values.get('password')).toBe('hunter22');
  expect(app.log.join('')).not.toContain('hunter22');
  await app.stop();
  const again = { ...(await wholeApp({ dataDir: app.dataDir })), token: app.token };
  expect(await get(again)).toMatchObject({ ...settings, from: 'other@example.com', passwordSet: true });
});

test('another server asks for the secret that is used; one that no form asks for is forgotten', async () => {
  const app = await configuredApp();
  await put(app, { ...settings, auth: 'xoauth2', clientSecret: 'c', refreshToken: 'refresh-1' });
  await put(app, { ...settings, auth: 'password', password: 'hunter22' });
  const moved = { ...settings, auth: 'password', server: 'other.example' };
  expect(Object.keys((await put(app, moved)).json.details ?? {})).toEqual(['password']);
  expect((await put(app, { ...moved, password: 'again' })).status).toBe(200);
  expect([...app.store.secrets.read('email').values]).toEqual(
    expect.not.arrayContaining([['refreshToken', expect.anything()]]),
  );
  const back = { ...moved, auth: 'xoauth2', server: 'third.example' };
  expect(Object.keys((await put(app, back)).json.details ?? {})).toEqual(['password']);
});

test('a client that sends only the fields of the reference product keeps what is stored beyond them', async () => {
  const app = await configuredApp();
  await put(app, { ...settings, replyTo: 'team@example.com', maxRetries: 1, routing: { minLevel: 'critical' } });
  await put(app, { ...settings, to: null });
  expect(await get(app)).toMatchObject({
    replyTo: 'team@example.com',
    maxRetries: 1,
    to: ['ops@example.com'],
    routing: { minLevel: 'critical' },
  });
  const [entry] = (await auditOf(app)).filter(({ event, details }) => event === 'email_changed' && details !== '');
  expect(entry?.details).toContain('maxRetries');
});

test('wrong settings are refused with every wrong field, and the old ones stay', async () => {
  const app = await configuredApp();
  await put(app, settings);
  const wrong = {
    ...settings,
    from: 'a@b\r\nBcc: eve@example.com',
    to: ['x'],
    port: 0,
    maxRetries: 6,
    retryDelay: 0,
    server: 'a b',
  };
  const answer = await put(app, wrong);
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.json.details ?? {}).sort()).toEqual([
    'from',
    'maxRetries',
    'port',
    'retryDelay',
    'server',
    'to.0',
  ]);
  for (const server of ['127.0.0.1', '169.254.169.254', '[::1]', 'metadata.google.internal'])
    expect([server, (await put(app, { ...settings, server })).json.details]).toEqual([
      server,
      { server: expect.any(String) },
    ]);
  expect((await put(app, { ...settings, server: '' })).json.details).toEqual({
    server: 'Enter the name of the mail server',
  });
  expect(await get(app)).toMatchObject(settings);
});

test('everybody who is signed in may read, and only an administrator may change and test', async () => {
  const app = await configuredApp();
  for (const role of ['viewer', 'operator'] as const) {
    const headers = await bySession(role)(app);
    expect((await app.call('GET', EMAIL, { headers })).status).toBe(200);
    expect((await app.call('PUT', EMAIL, { headers, body: {} })).status).toBe(403);
    expect((await app.call('POST', '/api/notifications/test', { headers, body: {} })).status).toBe(403);
    expect((await app.call('PUT', SETTINGS, { headers, body: {} })).status).toBe(403);
  }
  expect((await app.call('GET', EMAIL, {})).status).toBe(401);
});

test('there are eleven presets, each with STARTTLS at port 587', async () => {
  const app = await configuredApp();
  const presets = (await app.call('GET', '/api/notifications/email-providers', { headers: as(app) })).read(
    listEmailProviders.reply,
  );
  expect(presets).toHaveLength(11);
  for (const { smtpPort, startTLS, tls, instructions } of presets)
    expect([smtpPort, startTLS, tls, instructions.length > 40]).toEqual([587, true, false, true]);
});

test('a test answers when the mail server has accepted the message, or with its reason', async () => {
  const app = await configuredApp({ env: NAMED });
  const { received, port } = await mailServer({
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, callback) =>
      address.startsWith('no-')
        ? callback(Object.assign(new Error('no such user'), { responseCode: 550 }))
        : callback(),
  });
  expect(await tryIt(app, { method: 'email' })).toMatchObject({
    status: 400,
    json: { error: 'E-mail is not enabled.' },
  });
  await put(app, { ...settings, enabled: false, password: 'hunter22' });
  const config = { ...settings, server: '127.0.0.1', port, startTLS: false, tls: false, password: 'hunter22' };
  const answer = await tryIt(app, { type: 'email', config });
  expect([answer.status, answer.json]).toEqual([
    200,
    { status: 'success', message: 'The test was accepted: 250 accepted as 4711' },
  ]);
  expect(received).toMatchObject([
    { mail: { subject: '[Belfry] TEST Test notification' }, auth: { username: 'ann', password: 'hunter22' } },
  ]);
  const refused = await tryIt(app, { method: 'email', config: { ...config, to: ['no-one@example.com'] } });
  expect([refused.status, refused.json.error]).toEqual([400, expect.stringContaining('550 no such user')]);
  expect(await tryIt(app, { method: 'email', config: { ...config, from: '' } })).toMatchObject({
    status: 400,
    json: { details: { from: 'Enter the address of the sender' } },
  });
  expect((await tryIt(app, { method: 'pigeon' })).status).toBe(400);
  expect(await get(app)).toMatchObject({ enabled: false, server: 'mail.example' });
  const tested = (await auditOf(app)).filter(({ event }) => event === 'notification_tested');
  expect(tested.map(({ success }) => success)).toContain(true);
});

test('the settings of notifications are stored, and the path of the heartbeat is for administrators only', async () => {
  const app = await configuredApp();
  const url = 'https://watch.example/ping/secret-token';
  const read = async (headers: Record<string, string>) =>
    (await app.call('GET', SETTINGS, { headers })).read(getNotificationSettings.reply);
  const change = (body: unknown) => app.call('PUT', SETTINGS, { headers: as(app), body });
  expect(await read(as(app))).toEqual({ allowPrivateNetworks: true, heartbeat: { enabled: false, url: '' } });
  expect((await change({ allowPrivateNetworks: false, heartbeat: { enabled: true, url } })).status).toBe(200);
  expect((await change({ heartbeat: { enabled: true } })).status).toBe(200);
  expect(await read(as(app))).toEqual({ allowPrivateNetworks: false, heartbeat: { enabled: true, url } });
  expect((await read(await bySession('viewer')(app))).heartbeat.url).toBe(`https://watch.example/${MASK}`);
  for (const wrong of ['http://127.0.0.1/x', 'ftp://example.com', 'http://10.0.0.1/x', 'http://169.254.169.254/'])
    expect((await change({ heartbeat: { url: wrong } })).json.details).toEqual({ 'heartbeat.url': expect.any(String) });
  expect((await change({ heartbeat: { url: '' } })).status).toBe(400);
  expect((await auditOf(app)).some(({ event }) => event === 'notification_settings_changed')).toBe(true);
});

test('the heartbeat is tried as typed, by administrators only, and the answer is the real one', async () => {
  const app = await configuredApp();
  const trial = (url: string, headers: Record<string, string> = as(app)) =>
    app.call('POST', `${HEARTBEAT}/test`, { headers, body: { url } });
  expect((await trial('http://127.0.0.1:1/x')).json).toMatchObject({
    success: false,
    response: expect.stringMatching(/127\.0\.0\.1/),
  });
  expect([
    (await trial('')).status,
    (await trial('https://a.example', await bySession('operator')(app))).status,
  ]).toEqual([400, 403]);
  expect((await app.call('GET', HEARTBEAT, { headers: await bySession('viewer')(app) })).json).toEqual({});
});

const rotating = async (tokenUrl: string) => {
  const { received, port } = await mailServer({ disabledCommands: ['STARTTLS'], authMethods: ['XOAUTH2'] });
  const plain = { ...settings, server: '127.0.0.1', port, startTLS: false, tls: false };
  return { received, config: { ...plain, auth: 'xoauth2', tokenUrl, clientId: 'belfry', refreshToken: 'rt-0' } };
};
const storedToken = ({ store }: App) => store.secrets.read('email').values.get('refreshToken');

test('a refresh token that the provider replaces is stored at once and survives a restart and the old one in a file', async () => {
  const { asked, tokenUrl } = await tokenProvider();
  const app = await configuredApp({ env: NAMED });
  const { received, config } = await rotating(tokenUrl);
  expect((await put(app, config)).status).toBe(200);
  expect((await tryIt(app, { method: 'email' })).status).toBe(200);
  expect(storedToken(app)).toBe('rt-1');
  await app.stop();
  const again = { ...(await wholeApp({ dataDir: app.dataDir, env: NAMED })), token: app.token };
  expect((await tryIt(again, { method: 'email' })).status).toBe(200);
  // As a configuration file that is applied at each start does.
  expect((await put(again, config)).status).toBe(200);
  expect((await tryIt(again, { method: 'email' })).status).toBe(200);
  expect(asked.map(({ refresh_token }) => refresh_token)).toEqual(['rt-0', 'rt-1']);
  expect([received.length, storedToken(again)]).toEqual([3, 'rt-2']);
  expect((await put(again, { refreshToken: 'entered anew' })).status).toBe(200);
  expect(storedToken(again)).toBe('entered anew');
});

test('a refresh token that a test has spent is stored as the newest when the form is saved', async () => {
  const { tokenUrl } = await tokenProvider();
  const app = await configuredApp({ env: NAMED });
  const { config } = await rotating(tokenUrl);
  expect((await tryIt(app, { method: 'email', config })).status).toBe(200);
  expect(storedToken(app)).toBeUndefined();
  expect((await put(app, config)).status).toBe(200);
  expect(storedToken(app)).toBe('rt-1');
});

test('client credentials need an address of tokens and a client ID, and no user name', async () => {
  const app = await configuredApp();
  const service = { ...settings, username: '', auth: 'xoauth2', grant: 'clientCredentials' };
  expect(Object.keys((await put(app, service)).json.details ?? {})).toEqual(['tokenUrl', 'clientId']);
  const whole = { ...service, tokenUrl: 'https://login.example/token', clientId: 'belfry', clientSecret: 'hush' };
  expect((await put(app, whole)).status).toBe(200);
});

test('settings and secrets go with the exported configuration to another Belfry', async () => {
  const app = await configuredApp();
  await put(app, { ...settings, password: 'hunter22' });
  await app.call('PUT', SETTINGS, { headers: as(app), body: { allowPrivateNetworks: false } });
  const passphrase = 'a long passphrase';
  const exported = await app.call('POST', '/api/config/export', { headers: as(app), body: { passphrase } });
  const other = await configuredApp();
  const { data } = exported.json;
  const imported = await other.call('POST', '/api/config/import', { headers: as(other), body: { data, passphrase } });
  expect(imported.status).toBe(200);
  expect(await get(other)).toMatchObject({ ...settings, passwordSet: true });
  expect(other.store.secrets.read('email').values.get('password')).toBe('hunter22');
  const kept = await other.call('GET', SETTINGS, { headers: as(other) });
  expect(kept.read(getNotificationSettings.reply).allowPrivateNetworks).toBe(false);
});

test.each([[{ server: 'evil.example' }], [{ port: 2525 }], [{ tls: false, startTLS: false }]])(
  'the stored password goes to no other server and over no weaker encryption: %j',
  async (change) => {
    const app = await configuredApp();
    expect((await put(app, { ...settings, password: 'hush' })).status).toBe(200);
    const masked = { ...change, password: MASK };
    for (const call of [
      put(app, change),
      put(app, masked),
      tryIt(app, { method: 'email', config: { ...settings, ...change } }),
    ]) {
      const { status, json } = await call;
      expect([status, Object.keys(json.details ?? {})]).toEqual([400, ['password']]);
    }
    expect(await get(app)).toMatchObject({ server: 'mail.example', port: 587, startTLS: true });
    expect((await put(app, { ...change, password: 'hush again' })).status).toBe(200);
    expect((await put(app, { username: 'bob', from: 'bob@example.com' })).status).toBe(200);
  },
);
