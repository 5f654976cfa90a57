// The configuration as one document, through the whole server: what it shows, compares and replaces.
import { hash, randomBytes } from 'node:crypto';
import { ConfigFile } from '@belfry/schema/config/file';
import { listAudit } from '@belfry/schema/http/security';
import { MASK } from '@belfry/schema/notifications/mask';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { logIn } from '../../auth/testing/administrator.ts';
import { bySession } from '../../contract/testing/people.ts';
import { configuredApp, openApp, type Whole } from '../../contract/testing/whole-app.ts';

type App = Whole & { token: string };
const as = ({ token }: App) => ({ 'x-api-token': token });
let caller = 0;
/** Each call comes from another address, because transfers are rare. */
async function post(app: App, what: string, body: object) {
  const reply = await app.call('POST', `/api/config/file/${what}`, {
    headers: as(app),
    body,
    from: `10.7.${caller >> 8}.${caller++ & 255}`,
  });
  // biome-ignore lint/suspicious/noExplicitAny: the tests compare whole answers
  return { ...reply, json: reply.json as any };
}
const apply = (app: App, config: object) => post(app, 'apply', { config });
const plan = async (app: App, config: object) => (await post(app, 'apply', { config, dryRun: true })).json;
const show = async (app: App, secrets = false) => (await post(app, 'export', { secrets })).json.config;
const newToken = () => `bf_${randomBytes(24).toString('hex')}`;
const sha256 = (text: string) => hash('sha256', text, 'hex');
const secrets = [
  'token-secret-1',
  'pbs-secret-1',
  'oidc-secret-1',
  'mail-secret-1',
  'hook-secret-1',
  'header-secret-1',
];
const full = (token: string) => ({
  version: 1,
  instances: [
    { type: 'pve', id: 'attic', name: 'attic', host: '127.0.0.11:1', tokenName: 'root@pam!b', tokenValue: secrets[0] },
    { type: 'pbs', name: 'vault', host: '127.0.0.12:1', user: 'root@pam', password: secrets[1], verifySSL: false },
  ],
  users: [
    { name: 'admin', password: 'correct horse battery' },
    { name: 'ann', role: 'viewer', password: 'another password' },
  ],
  tokens: [
    { name: 'command line', scope: 'admin', hash: sha256(token) },
    { name: 'agents', scope: 'report', hash: sha256('x'), expiresAt: '2099-01-01T00:00:00+01:00' },
  ],
  oidc: { issuerUrl: 'https://sso.example', clientId: 'belfry', clientSecret: secrets[2] },
  system: { theme: 'dark', pbsPollingInterval: 77 },
  alerts: { guestDefaults: { cpu: { trigger: 70 } }, overrides: { 'attic-101': { disabled: true } } },
  schedule: { quietHours: { enabled: true, start: '22:00', end: '07:00', timezone: 'Europe/Berlin' }, cooldown: 15 },
  maintenance: [
    {
      name: 'nights',
      targets: [{ kind: 'instance', value: 'attic' }],
      schedule: { kind: 'weekly', weekdays: [0], start: '02:00', minutes: 60, timeZone: 'Europe/Berlin' },
    },
  ],
  silences: [
    {
      ...{ id: 'disks', target: { kind: 'tag', value: 'lab' }, reason: 'new disks', by: 'ann' },
      ...{ since: '2026-01-01T00:00:00Z', until: '2999-01-01T00:00:00Z' },
    },
  ],
  guests: { 'attic-101': { id: 'attic-101', customUrl: 'https://wiki.example/', description: 'mine', tags: ['a'] } },
  protection: {
    exclusions: [{ guest: 'attic-102', note: 'lab', by: 'ann', since: '2026-01-01T00:00:00.000Z' }],
    ...{ assignments: [], restoreTests: [], reminderDays: 90, testPlans: [] },
  },
  destinations: {
    general: { heartbeat: { enabled: true, url: `https://heartbeat.example/${secrets[3]}` } },
    email: { enabled: true, server: 'mail.example', username: 'b', password: secrets[3], from: 'b@mail.example' },
    webhooks: [{ name: 'phone', url: `https://hook.example/${secrets[4]}`, headers: { Authorization: secrets[5] } }],
    mqtt: { host: 'mqtt.example', password: secrets[3] },
  },
  exports: { prometheus: { url: 'https://metrics.example/w', secret: secrets[3] } },
  historyEngine: { url: 'https://metrics.example/api/v1/write', secret: secrets[3] },
});
const whole = (app: App) => full(app.token);

test('a document is applied, a second time it changes nothing, and an empty Belfry becomes the same by it', async () => {
  const from = await configuredApp();
  const first = await apply(from, whole(from));
  expect([first.status, first.json.details]).toEqual([200, undefined]);
  expect(first.json.changes.map(({ path }: { path: string }) => path)).toEqual(
    expect.arrayContaining(['instances.attic', 'users.ann', 'tokens.agents', 'tokens.default', 'schedule.cooldown']),
  );
  expect((await apply(from, whole(from))).json.changes).toEqual([]);
  const shown = await show(from, true);
  expect((await apply(from, shown)).json.changes).toEqual([]);
  const to = await configuredApp();
  expect((await apply(to, shown)).status).toBe(200);
  const there = { ...to, token: from.token };
  expect(await show(there, true)).toEqual(shown);
  expect((await apply(there, shown)).json.changes).toEqual([]);
});

test('users sign in with their passwords, a token that is not in the document ends, and sessions of changed users too', async () => {
  const app = await configuredApp();
  const kept = newToken();
  const tokens = [{ name: 'kept', scope: 'admin', hash: sha256(kept) }];
  expect((await apply(app, { tokens, users: [{ name: 'ann', password: 'another password' }] })).status).toBe(200);
  expect((await logIn(app, '192.0.2.11', 'another password', 'ann')).status).toBe(200);
  expect((await logIn(app, '192.0.2.12')).status).toBe(401);
  expect((await post(app, 'export', {})).status).toBe(401);
  const now = { ...app, token: kept };
  const { cookies } = await logIn(app, '192.0.2.13', 'another password', 'ann');
  const cookie = `belfry_session=${cookies.belfry_session}`;
  const state = async () => (await app.call('GET', '/api/state', { headers: { cookie } })).status;
  await apply(now, { users: [{ name: 'ann', password: 'another password' }] });
  expect(await state()).toBe(200);
  await apply(now, { users: [{ name: 'ann', role: 'viewer', password: 'another password' }] });
  expect(await state()).toBe(401);
});

test('an absent section is not changed; a present section replaces its settings, and the plan shows what it removes', async () => {
  const app = await configuredApp();
  await apply(app, whole(app));
  const before = await show(app, true);
  await apply(app, { system: { theme: 'light' } });
  const after = await show(app, true);
  expect(after).toEqual({ ...before, system: { ...before.system, theme: 'light', pbsPollingInterval: 30 } });
  expect(await plan(app, { instances: [], destinations: { webhooks: [] } })).toEqual({
    ...{ left: [], notices: [], sentences: [] },
    changes: [
      { path: 'instances.attic', before: expect.stringContaining('127.0.0.11') },
      { path: 'instances.vault', before: expect.stringContaining('127.0.0.12') },
      { path: 'destinations.webhooks.phone', before: expect.stringContaining(MASK) },
    ],
  });
  expect(await show(app, true)).toEqual(after);
  await apply(app, { alerts: {} });
  expect((await show(app)).schedule).toEqual(after.schedule);
});

test('plans, answers, errors, exports without secrets, the log and the audit log contain no secret', async () => {
  const app = await configuredApp();
  const texts = [
    (await post(app, 'apply', { config: whole(app), dryRun: true })).text,
    (await apply(app, whole(app))).text,
    (await post(app, 'export', {})).text,
    (
      await post(app, 'apply', {
        config: { instances: [], oidc: {}, destinations: { email: {}, webhooks: [], mqtt: {}, general: {} } },
        dryRun: true,
      })
    ).text,
    (await apply(app, { oidc: { clientSecret: [secrets[0]] }, users: [{ name: 'x', passwordHash: secrets[1] }] })).text,
    (await app.call('GET', '/api/security/audit', { headers: as(app) })).text,
    app.log.join('\n'),
  ];
  for (const text of texts) {
    for (const secret of [...secrets, 'correct horse', 'another password', 'argon2id$v', 'hook.example'])
      expect(text).not.toContain(secret);
  }
});

test('the mask keeps a stored secret, and is refused where there is none, or where the address has changed', async () => {
  const app = await configuredApp();
  await apply(app, whole(app));
  const masked = await show(app);
  expect((await apply(app, masked)).json.changes).toEqual([]);
  const { instances, destinations, exports: values } = masked;
  const moved = {
    instances: [
      { ...instances[0], host: '127.0.0.99:1' },
      instances[1],
      { ...instances[1], id: 'new', name: 'new', host: 'x' },
    ],
    destinations: {
      email: { ...destinations.email, server: 'elsewhere.example' },
      webhooks: [{ ...destinations.webhooks[0], url: 'https://elsewhere.example/' }],
    },
    exports: { prometheus: { ...values.prometheus, url: 'https://elsewhere.example' } },
  };
  const refused = await apply(app, moved);
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.json.details)).toEqual([
    'instances.0.tokenValue',
    'instances.2.password',
    'destinations.email.password',
    'destinations.webhooks.0.headers.Authorization',
    'exports.prometheus.secret',
  ]);
  expect(refused.json.details['instances.0.tokenValue']).toMatch(/host has changed.*tokenValue_file/);
  expect(refused.json.details['instances.2.password']).toMatch(/no stored value to keep.*password_file/);
  expect((await apply(app, { instances: [{ ...instances[0], name: 'renamed' }] })).status).toBe(200);
  expect(app.store.instances.list().instances).toMatchObject([
    { instance: 'attic', config: { name: 'renamed', tokenValue: secrets[0] } },
  ]);
});

test('a document with a mistake in any section changes nothing, and each mistake is named by its path', async () => {
  const app = await configuredApp();
  await apply(app, whole(app));
  const before = await show(app, true);
  const good = { system: { theme: 'light' } };
  const wrong: [document: object, path: string, problem: RegExp][] = [
    [{ systm: {} }, '', /unknown field/],
    [{ system: { discoverySubnet: '999.0.0.0/8' } }, 'system.discoverySubnet', /./],
    [
      { instances: [{ type: 'pve', name: 'a', host: 'not a host', user: 'u', password: 'p' }] },
      'instances.0.host',
      /address of a host/,
    ],
    [
      { instances: [1, 2].map((n) => ({ type: 'pve', name: `${n}`, host: 'pve', user: 'u', password: 'p' })) },
      'instances',
      /Two hosts/,
    ],
    [{ oidc: { enabled: true } }, 'oidc.issuerUrl', /identity provider/],
    [{ destinations: { email: { enabled: true } } }, 'destinations.email.server', /./],
    [{ destinations: { webhooks: [{ name: 'x', url: 'ftp://x' }] } }, 'destinations.webhooks', /./],
    [
      { destinations: { general: { heartbeat: { enabled: true } } } },
      'destinations.general.heartbeat.url',
      /Enter the address/,
    ],
    [{ exports: { influxdb: { enabled: true, url: 'https://x.example' } } }, 'exports.influxdb.url', /write/],
    [{ users: [], tokens: [] }, 'users', /no administrator/],
    [
      { users: [], tokens: [{ name: 'old', scope: 'admin', hash: sha256('x'), expiresAt: '2020-01-01T00:00:00Z' }] },
      ...(['users', /no administrator/] as const),
    ],
    [{ version: 2 }, 'version', /only version/],
    [
      { instances: [{ type: 'pve', name: 'a', host: 'h', password_file: '/etc/passwd', user: 'u' }] },
      'instances.0',
      /password_file/,
    ],
  ];
  for (const [document, path, problem] of wrong) {
    const { status, json } = await apply(app, { ...good, ...document });
    expect([status, json.code, path], JSON.stringify(json)).toEqual([400, 'validation_error', path]);
    expect(json.details[path], JSON.stringify(json.details)).toMatch(problem);
  }
  expect(await show(app, true)).toEqual(before);
});

test('an apply that fails in the middle changes nothing', async () => {
  const app = await configuredApp();
  const before = await show(app, true);
  const repair = await app.store.behind.refuse('settings');
  expect((await apply(app, { ...whole(app), users: [{ name: 'other', password: 'another password' }] })).status).toBe(
    500,
  );
  await repair();
  expect(await show(app, true)).toEqual(before);
});

test('what the environment sets is refused where the document says something else', async () => {
  const nodes = JSON.stringify([
    { type: 'pve', name: 'attic', host: 'https://127.0.0.15:1', user: 'u', password: 'p' },
  ]);
  const app = await configuredApp({
    env: { BELFRY_NODES: nodes, BELFRY_LOG_LEVEL: 'warn', BELFRY_OIDC_CLIENT_ID: 'x' },
  });
  const shown = await show(app);
  expect(shown).not.toHaveProperty('oidc');
  expect(shown.instances).toEqual([]);
  expect(shown.system).not.toHaveProperty('logLevel');
  expect((await apply(app, { system: { logLevel: 'warn' } })).status).toBe(200);
  const { json } = await apply(app, { ...whole(app), system: { logLevel: 'info' } });
  expect(json.details).toEqual({
    'instances.0': expect.stringContaining('BELFRY_NODES'),
    oidc: expect.stringContaining('environment'),
    'system.logLevel': expect.stringContaining('environment'),
  });
});

test('only an administrator may do it; secrets are for callers who have proven who they are; the audit log has each change', async () => {
  const app = await configuredApp();
  for (const what of ['apply', 'export'])
    expect(
      (await app.call('POST', `/api/config/file/${what}`, { headers: await bySession('operator')(app), body: {} }))
        .status,
    ).toBe(403);
  await apply(app, { system: { theme: 'dark' } });
  await apply(app, { system: { theme: 'dark' } });
  await apply(app, { system: { theme: 'pink' } });
  await show(app, true);
  const { entries } = (await app.call('GET', '/api/security/audit', { headers: as(app) })).read(listAudit.reply);
  expect(entries.filter(({ event }) => event.startsWith('config_'))).toMatchObject([
    { event: 'config_exported', success: true, details: expect.stringContaining('secrets') },
    { event: 'config_applied', success: false, details: 'The configuration file is not valid.' },
    { event: 'config_applied', success: true, details: 'system.theme' },
  ]);
  const open = { ...(await openApp()), token: '' };
  expect((await post(open, 'export', { secrets: true })).status).toBe(403);
  expect((await post(open, 'export', {})).status).toBe(200);
});

test('whatever a document says: after it was applied Belfry shows it, a second time changes nothing, and so does what Belfry shows', async () => {
  const app = await configuredApp();
  const words = fc
    .string({ unit: fc.constantFrom(...'abz 09_-äß'), minLength: 1, maxLength: 12 })
    .filter((text) => text.trim() === text);
  const optional = <T>(values: Record<string, fc.Arbitrary<T>>) => fc.record(values, { requiredKeys: [] });
  const named = <T extends object>(entry: fc.Arbitrary<T>) =>
    fc
      .uniqueArray(fc.tuple(words, entry), { maxLength: 4, selector: ([name]) => name.toLowerCase() })
      .map((list) => list.map(([name, rest]) => ({ name, ...rest })));
  const threshold = fc.oneof(
    fc.record({ trigger: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ trigger: fc.integer({ min: 50, max: 100 }), clear: fc.integer({ min: 1, max: 50 }) }),
  );
  const document = optional<unknown>({
    instances: named(
      fc.oneof(
        fc.record({
          type: fc.constant('pve'),
          tokenName: fc.constant('root@pam!x'),
          tokenValue: words,
          monitorVMs: fc.boolean(),
        }),
        fc.record({
          type: fc.constant('pbs'),
          user: fc.constantFrom('u', 'u@pbs'),
          password: words,
          verifySSL: fc.boolean(),
        }),
      ),
    ).map((list) => list.map((entry, i) => ({ ...entry, host: `127.0.3.${i}` }))),
    tokens: named(
      fc.record({ scope: fc.constantFrom('read', 'report'), hash: fc.stringMatching(/^[0-9a-f]{64}$/) }),
    ).map((list) => [
      ...list.filter(({ name }) => name !== 'own'),
      { name: 'own', scope: 'admin', hash: sha256(app.token) },
    ]),
    oidc: optional<unknown>({ clientId: words, clientSecret: words, allowedGroups: fc.array(words, { maxLength: 3 }) }),
    system: optional<unknown>({
      theme: fc.constantFrom('', 'dark'),
      pvePollingInterval: fc.integer({ min: 10, max: 3600 }),
      discoverySubnet: fc.constantFrom('', 'auto', '10.0.0.0/24'),
    }),
    alerts: optional<unknown>({
      guestDefaults: optional<unknown>({ cpu: threshold, memory: threshold, disableConnectivity: fc.boolean() }),
      overrides: fc.dictionary(words, optional<unknown>({ cpu: threshold, disabled: fc.boolean() }), { maxKeys: 3 }),
      timeThresholds: fc.dictionary(fc.constantFrom('guest', 'Node'), fc.integer({ min: 0, max: 60 })),
    }),
    schedule: optional<unknown>({
      cooldown: fc.constantFrom(0, 5, 30),
      quietHours: optional<unknown>({
        enabled: fc.boolean(),
        start: fc.constant('21:00'),
        days: fc.constantFrom([1, 2], { monday: true }, null),
      }),
    }),
    maintenance: named(
      fc.constant({
        targets: [{ kind: 'tag', value: 'x' }],
        schedule: { kind: 'weekly', weekdays: [1], start: '01:00', minutes: 5, timeZone: 'UTC' },
      }),
    ),
    destinations: optional<unknown>({
      general: optional({ allowPrivateNetworks: fc.boolean() }),
      email: optional<unknown>({
        server: fc.constantFrom('', 'mail.example'),
        password: words,
        to: fc.constantFrom([], ['a@b.example', 'a@b.example']),
      }),
      webhooks: named(
        fc.record({
          url: words.map((text) => `https://hook.example/${encodeURIComponent(text)}`),
          headers: fc.dictionary(fc.constantFrom('X-A', 'X-B'), words),
        }),
      ),
      mqtt: optional<unknown>({ host: fc.constantFrom('', 'mqtt.example'), password: words, discovery: fc.boolean() }),
    }),
    exports: optional({
      influxdb: optional<unknown>({ secret: words, labels: fc.dictionary(fc.constantFrom('a', 'b'), words) }),
    }),
    historyEngine: optional<unknown>({ secret: words, queryUrl: fc.constantFrom('', 'https://q.example') }),
  });
  await fc.assert(
    fc.asyncProperty(document, async (config) => {
      const done = await apply(app, config);
      expect([done.status, done.json.details]).toEqual([200, undefined]);
      expect((await apply(app, config)).json.changes).toEqual([]);
      const shown = await show(app, true);
      expect(ConfigFile.parse(shown)).toBeDefined();
      for (const same of [shown, await show(app)]) expect((await apply(app, same)).json.changes).toEqual([]);
      expect(await show(app, true)).toEqual(shown);
    }),
    { numRuns: 25 },
  );
});

test('single sign-on counts as an administrator until the document ends it', async () => {
  const app = await configuredApp();
  const oidc = { enabled: true, issuerUrl: 'https://sso.example', clientId: 'b', redirectUrl: 'https://b.example/cb' };
  const refused = await apply(app, { oidc: { ...oidc, enabled: false }, users: [], tokens: [] });
  expect([refused.status, Object.keys(refused.json.details)]).toEqual([400, ['users']]);
  expect((await apply(app, { oidc, users: [], tokens: [] })).status).toBe(200);
  expect((await show({ ...app, token: '' }, true)) ?? null).toBeNull();
});
