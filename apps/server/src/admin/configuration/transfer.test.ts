// Export and import on the whole app.
import { listSilences, listWindows } from '@belfry/schema/http/alerts';
import { ErrorBody } from '@belfry/schema/http/endpoint';
import { listNodes } from '@belfry/schema/http/nodes';
import { listAudit } from '@belfry/schema/http/security';
import { exportConfig } from '@belfry/schema/http/transfer';
import { expect, test } from 'vitest';
import { setUp, signIn } from '../../auth/testing/administrator.ts';
import { bySession, byToken } from '../../contract/testing/people.ts';
import { connect } from '../../contract/testing/socket.ts';
import { configuredApp, openApp, wholeApp } from '../../contract/testing/whole-app.ts';

import { seal, unseal } from './sealed.ts';
import { type App, as, importInto, PASS, post } from './testing/calls.ts';

const secrets = ['tok-5ecret-value', 'pa55-of-pbs', 'client-5ecret'];
const pve = {
  ...{ type: 'pve', name: 'attic', host: 'https://127.0.0.11:1', monitorBackups: false },
  ...{ tokenName: 'mon@pve!belfry', tokenValue: secrets[0] },
};
const pbs = { type: 'pbs', name: 'vault', host: 'https://127.0.0.12:1', user: 'mon@pbs', password: secrets[1] };
const oidc = {
  issuerUrl: 'https://id.example/',
  clientId: 'belfry',
  clientSecret: secrets[2],
  allowedDomains: ['a.example'],
};

/** The configured hosts without their status, which changes by itself. */
const nodesOf = async (app: App) => {
  const nodes = (await app.call('GET', '/api/config/nodes', { headers: as(app) })).read(listNodes.reply);
  return nodes.map(({ status: _, error: __, ...node }) => node);
};
/** A file made without the work that a passphrase costs. */
const sealed = (parts: object, version = 1) =>
  seal(JSON.stringify({ product: 'belfry', version, exportedAt: '2026-01-01T00:00:00Z', parts }), PASS, cheap);
const cheap = { memory: 8, passes: 1, parallelism: 1 };

const theirs = {
  'attic-101': { id: 'attic-101', customUrl: 'https://wiki.example/', description: 'mine', tags: ['a'] },
};

const silence = { target: { kind: 'tag', value: 'lab' }, reason: 'new disks', minutes: 600 };
const nights = {
  name: 'nightly backup',
  targets: [{ kind: 'instance', value: 'attic' }],
  schedule: { kind: 'weekly', weekdays: [0, 6], start: '02:00', minutes: 60, timeZone: 'Europe/Berlin' },
  enabled: true,
};
const silencingOf = async (app: App) => {
  const get = (what: string) => app.call('GET', `/api/alerts/${what}`, { headers: as(app) });
  return {
    silences: (await get('silences')).read(listSilences.reply),
    windows: (await get('maintenance')).read(listWindows.reply),
  };
};

async function filled(): Promise<App> {
  const app = await configuredApp();
  for (const node of [pve, pbs]) expect((await post(app, '/api/config/nodes', node)).status).toBe(201);
  expect((await app.call('PUT', '/api/security/oidc', { headers: as(app), body: oidc })).status).toBe(200);
  const headers = as(app);
  const settings = { theme: 'dark', pbsPollingInterval: 77, discoverySubnet: '127.0.0.79/32' };
  expect((await post(app, '/api/system/settings/update', settings)).status).toBe(200);
  const alerts = { headers, body: { storageDefault: 60, overrides: { 'attic-101': { cpu: 50 } } } };
  expect((await app.call('PUT', '/api/alerts/config', alerts)).status).toBe(200);
  expect((await post(app, '/api/alerts/silences', silence)).status).toBe(201);
  expect((await post(app, '/api/alerts/maintenance', nights)).status).toBe(201);
  const body = theirs['attic-101'];
  expect((await app.call('PUT', '/api/guests/metadata/attic-101', { headers, body })).status).toBe(200);
  return app;
}

test('an import restores everything on another installation: hosts, flags, secrets, single sign-on', async () => {
  const from = await filled();
  const [attic] = await nodesOf(from);
  const rename = { headers: as(from), body: { name: 'roof' } };
  expect((await from.call('PUT', `/api/config/nodes/${attic?.id}`, rename)).status).toBe(200);
  const exported = await post(from, '/api/config/export', { passphrase: PASS });
  expect([exported.status, exported.json.status]).toEqual([200, 'success']);

  const to = await configuredApp();
  const gone = { headers: as(to), body: { customUrl: 'https://gone.example/' } };
  await to.call('PUT', '/api/guests/metadata/gone-1', gone);
  await post(to, '/api/config/nodes', { ...pve, name: 'goes', host: '127.0.0.13:1' });
  await post(to, '/api/alerts/silences', { ...silence, reason: 'goes' });
  const reply = await importInto(to, exported.read(exportConfig.reply).data);
  const nothing = { left: [], notices: [], sentences: [] };
  expect([reply.status, reply.json]).toEqual([
    200,
    { status: 'success', message: 'Configuration imported: 2 hosts.', ...nothing },
  ]);
  const without = (nodes: { id: string }[]) => nodes.map(({ id: _, ...node }) => node);
  expect(without(await nodesOf(to))).toEqual(without(await nodesOf(from)));
  // What is kept of its guests goes by the id, not by the name.
  expect((await nodesOf(to))[0]).toMatchObject({ name: 'roof', instance: 'attic' });
  const config = ({ store }: App) => store.instances.list().instances.map((instance) => instance.config);
  expect(config(to)).toEqual(config(from));
  expect(config(to)).toMatchObject([{ tokenValue: secrets[0], monitorBackups: false }, { password: secrets[1] }]);
  const { json: single } = await to.call('GET', '/api/security/oidc', { headers: as(to) });
  expect(single).toMatchObject({ issuerUrl: oidc.issuerUrl, allowedDomains: ['a.example'], clientSecretSet: true });
  const system = async (app: App) => {
    const { json } = await app.call('GET', '/api/config/system', { headers: as(app) });
    return { ...json, backendPort: 0, frontendPort: 0 };
  };
  expect(await system(to)).toEqual(await system(from));
  expect(await system(to)).toMatchObject({ theme: 'dark', pbsPollingInterval: 77 });
  expect((await to.call('GET', '/api/guests/metadata', { headers: as(to) })).json).toEqual(theirs);
  const alerts = async (app: App) => (await app.call('GET', '/api/alerts/config', { headers: as(app) })).json;
  expect(await alerts(to)).toEqual(await alerts(from));
  expect(await alerts(to)).toMatchObject({ overrides: { 'attic-101': { cpu: { trigger: 50, clear: 45 } } } });
  expect(await silencingOf(to)).toEqual(await silencingOf(from));
  expect(await silencingOf(to)).toMatchObject({ silences: [{ reason: 'new disks' }], windows: [nights] });
  expect(to.store.secrets.read('oidc').values.get('clientSecret')).toBe(secrets[2]);
});

test('the file, the log and the audit log reveal nothing of the configuration; the export has no accounts or tokens', async () => {
  const from = await filled();
  const { text, read } = await post(from, '/api/config/export', { passphrase: PASS });
  const audit = await from.call('GET', '/api/security/audit', { headers: as(from) });
  for (const shown of [text, from.log.join('\n'), audit.text]) {
    for (const secret of [...secrets, PASS]) expect(shown).not.toContain(secret);
  }
  for (const plain of ['attic', '127.0.0.11']) expect(text).not.toContain(plain);
  const { data } = read(exportConfig.reply);
  expect(Buffer.from(data, 'base64url').includes('attic')).toBe(false);
  const inside = await unseal(data, PASS);
  expect(inside.ok && JSON.parse(inside.value).parts).toHaveProperty('nodes');
  for (const own of [from.token, 'argon2id', 'correct horse']) expect(inside.ok && inside.value).not.toContain(own);
  expect(audit.read(listAudit.reply).entries[0]).toMatchObject({
    event: 'config_exported',
    success: true,
    user: 'default',
  });
});

test('a host that existed before the import keeps its id, and open pages are notified', async () => {
  const app = await filled();
  const before = await nodesOf(app);
  const { read } = await post(app, '/api/config/export', { passphrase: PASS });
  await post(app, '/api/config/nodes', { ...pve, name: 'newer', host: '127.0.0.14:1' });
  const page = await connect(app, as(app));
  await importInto(app, read(exportConfig.reply).data);
  expect((await nodesOf(app)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  await page.find(({ type }) => type === 'nodes_changed');
});

test('of two imports at the same time one replaces the other completely, in the store, in the settings and in the polls', async () => {
  const app = await configuredApp();
  const contents = (part: string, secret: string) => ({
    nodes: [
      { ...pve, name: part, host: `https://127.0.0.${secret.length}:1`, tokenValue: secret },
      { ...pbs, host: `https://127.0.1.${secret.length}:1`, password: secret },
    ],
    oidc: { ...oidc, clientId: part, clientSecret: secret },
    system: { pbsPollingInterval: 60 + secret.length },
    guestMetadata: { [`${part}-1`]: { id: `${part}-1`, customUrl: 'https://a.example/', description: part, tags: [] } },
  });
  const read = async () => {
    const get = async (url: string) => (await app.call('GET', url, { headers: as(app) })).json;
    const { clientId, clientSecretSet } = await get('/api/security/oidc');
    const stored = app.store.instances.list().instances.map(({ config }) => config);
    return {
      stored: stored.map(({ name, host, tokenValue, password }) => [name, host, tokenValue ?? password]).sort(),
      shown: (await nodesOf(app)).map(({ name, host }) => [name, host]).sort(),
      oidc: [clientId, clientSecretSet, app.store.secrets.read('oidc').values.get('clientSecret')],
      interval: (await get('/api/config/system')).pbsPollingInterval,
      metadata: await get('/api/guests/metadata'),
    };
  };
  const polled = async () =>
    ((await app.call('GET', '/api/state', { headers: as(app) })).json.instances as { name: string; host: string }[])
      .map(({ name, host }) => [name, host])
      .sort();
  // The parts are written in the order of the file, so a mixture would differ from both files.
  const reversed = Object.fromEntries(Object.entries(contents('second', 'other-secret-2')).reverse());
  const files = [await sealed(contents('first', 'secret-1')), await sealed(reversed)];
  const outcomes: Awaited<ReturnType<typeof read>>[] = [];
  for (const file of files) {
    expect((await importInto(app, file)).status).toBe(200);
    outcomes.push(await read());
  }
  for (let round = 0; round < 4; round++) {
    const replies = await Promise.all(
      files.map((data, i) =>
        app.call('POST', '/api/config/import', {
          ...{ headers: as(app), body: { data, passphrase: PASS } },
          from: `10.8.${round}.${i}`,
        }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const outcome = await read();
    expect(outcomes).toContainEqual(outcome);
    await expect.poll(polled).toEqual(outcome.shown);
    files.reverse();
  }
});

test('a file with an error in any part changes nothing, and the answer names the error', async () => {
  const app = await filled();
  const everything = async () => [await nodesOf(app), app.store.instances.list(), await silencingOf(app)];
  const before = await everything();
  const { silences, windows } = await silencingOf(app);
  const badWindow = { ...windows[0], schedule: { ...nights.schedule, timeZone: 'Moon' } };
  const wrong: [string, string, RegExp][] = [
    ['', PASS, /Please select a file/],
    ['garbage', PASS, /no exported configuration/],
    ['belfry1.garbage', PASS, /no exported configuration/],
    [await sealed({ nodes: [] }), 'another passphrase', /passphrase is wrong/],
    [await sealed({ nodes: [pve, { ...pbs, password: '' }] }), PASS, /"instances": .*vault.*[Pp]assword/],
    [await sealed({ nodes: [pve, { ...pbs, colour: 1 }] }), PASS, /"instances": .*vault.*colour/],
    [await sealed({ nodes: [pve, pve] }), PASS, /Two hosts have the name "attic"/],
    [await sealed({ nodes: {} }), PASS, /"instances": .*list/],
    [await sealed({ nodes: Array(1001).fill(pve) }), PASS, /"instances": .*1.000 entries/],
    [await sealed({ nodes: [], oidc: { enabled: 'perhaps' } }), PASS, /"oidc": Enabled/],
    [await sealed({ nodes: [], system: { theme: 'pink' } }), PASS, /"system": Theme/],
    [
      await sealed({ nodes: [], guestMetadata: { x: { id: 'x', customUrl: 'javascript:1' } } }),
      PASS,
      /"guests": x\.description is required/,
    ],
    [
      await sealed({ silencing: { silences, windows: [badWindow] } }),
      PASS,
      /windows\."nightly backup"\.schedule\.timeZone/,
    ],
    [
      await sealed({ silencing: { silences: [{ ...silences[0], until: 'never' }], windows } }),
      PASS,
      /silences\.0\.until/,
    ],
    [await sealed({ nodes: [], wormhole: {} }), PASS, /"wormhole", which this Belfry does not know/],
    [await sealed({ nodes: [] }, 2), PASS, /newer Belfry/],
  ];
  for (const [data, passphrase, expected] of wrong) {
    const { status, read } = await app.call('POST', '/api/config/import', {
      ...{ headers: as(app), body: { data, passphrase } },
      from: `10.9.9.${wrong.findIndex(([other]) => other === data)}`,
    });
    const { code, error, details } = read(ErrorBody);
    expect([status, details?.data ?? error]).toEqual([
      code === 'conflict' ? 409 : 400,
      expect.stringMatching(expected),
    ]);
  }
  expect(await everything()).toEqual(before);
});

test('an import checks single sign-on like a change of it, and ends its sessions', async () => {
  const app = await filled();
  const ready = { ...oidc, enabled: true, redirectUrl: 'https://belfry.example/api/oidc/callback' };
  const signedIn = await bySession('viewer')(app);
  const state = async () => (await app.call('GET', '/api/state', { headers: signedIn })).status;
  const bad = await importInto(app, await sealed({ oidc: { ...ready, issuerUrl: 'idp', redirectUrl: '' } }));
  expect([bad.status, bad.json.error]).toEqual([400, expect.stringMatching(/"oidc".*identity provider.*callback/)]);
  expect(await state()).toBe(200);
  expect((await importInto(app, await sealed({ oidc: ready }))).status).toBe(200);
  expect(await state()).toBe(401);
});

test('an import that makes everybody an administrator returns a warning', async () => {
  const app = await filled();
  const open = { ...oidc, enabled: true, redirectUrl: 'https://b.example/cb', allowedDomains: [] };
  expect((await importInto(app, await sealed({ oidc: open }))).json.message).toMatch(
    /everybody the identity provider admits/i,
  );
});

test('an import that fails in the middle changes nothing', async () => {
  const app = await filled();
  const before = app.store.instances.list();
  await app.store.behind.refuse('settings');
  const reply = await importInto(app, await sealed({ nodes: [{ ...pve, name: 'other' }], oidc: {} }));
  expect([reply.status, reply.text]).toEqual([500, expect.not.stringContaining('disk full')]);
  expect(app.store.instances.list()).toEqual(before);
});

test('an empty list of hosts is imported as an empty list, and the import ends', async () => {
  const app = await filled();
  expect((await importInto(app, await sealed({ nodes: [] }))).status).toBe(200);
  expect(await nodesOf(app)).toEqual([]);
});

test('what the environment sets keeps its values, and the answer names each of it', async () => {
  const nodes = JSON.stringify([{ ...pve, host: 'https://127.0.0.15:1' }]);
  const env = { BELFRY_NODES: nodes, BELFRY_LOG_LEVEL: 'warn', BELFRY_OIDC_CLIENT_ID: 'fixed' };
  const app = await configuredApp({ env });
  const file = await sealed({ nodes: [pve, pbs], oidc, system: { logLevel: 'info', theme: 'dark' } });
  const { status, json } = await importInto(app, file);
  expect([status, json.left]).toEqual([
    200,
    [
      { path: 'instances.attic', message: expect.stringContaining('BELFRY_NODES'), sentence: expect.anything() },
      ...['oidc', 'system.logLevel'].map((path) => ({
        ...{ path, message: expect.stringContaining('environment'), sentence: { id: 'file.left.environment' } },
      })),
    ],
  ]);
  expect(json.message).toBe('Configuration imported: 2 hosts. Not taken over: instances.attic, oidc, system.logLevel.');
  expect((await nodesOf(app)).map(({ name, host }) => [name, host])).toEqual([
    ['attic', 'https://127.0.0.15:1'],
    ['vault', 'https://127.0.0.12:1'],
  ]);
});

test('400: a passphrase that is missing or shorter than 12 characters', async () => {
  const app = await configuredApp();
  for (const body of [{}, { passphrase: 'eleven char' }]) {
    const { status, json } = await post(app, '/api/config/export', body);
    expect([status, json.code, json.details]).toEqual([400, 'validation_error', { passphrase: expect.any(String) }]);
  }
});

test('403: while sign-in is switched off, an export needs an API token', async () => {
  const app = await openApp();
  const exporting = (headers: Record<string, string>) =>
    app.call('POST', '/api/config/export', { headers, body: { passphrase: PASS } });
  const refused = await exporting({});
  expect([refused.status, refused.json.code, refused.json.data]).toEqual([403, 'forbidden', undefined]);
  expect((await exporting(await byToken('admin')(app))).status).toBe(200);
  expect(await app.store.audit.list(2)).toMatchObject([
    { event: 'config_exported', success: true },
    { event: 'config_exported', success: false, user: 'anonymous' },
  ]);
});

test('failed imports are in the audit log, with the user and the reason', async () => {
  const app = await filled();
  await importInto(app, await sealed({ nodes: [] }), 'another passphrase');
  await app.store.behind.refuse('settings');
  await importInto(app, await sealed({ oidc: {} }));
  expect(await app.store.audit.list(2)).toMatchObject([
    { event: 'config_imported', success: false, user: 'default', details: 'an internal error' },
    {
      event: 'config_imported',
      success: false,
      user: 'default',
      details: expect.stringContaining('passphrase is wrong'),
    },
  ]);
});

test('an export with the login password checks that it is the login password, of whatever length, and counts a wrong one like one at sign-in', async () => {
  const app = await wholeApp();
  const password = 'eight ch';
  const token = await setUp(app, { password });
  const headers = await signIn(app, undefined, password);
  const exported = (passphrase: string, more: Record<string, string> = headers) =>
    app.call('POST', exportConfig.path, { headers: more, body: { passphrase, loginPassword: true } });
  const wrong = await exported('eight chars, or more');
  expect([wrong.status, wrong.json.code, wrong.json.remaining]).toEqual([401, 'wrong_password', 4]);
  const { data } = (await exported(password)).read(exportConfig.reply);
  expect((await unseal(data, password)).ok).toBe(true);
  expect((await unseal(data, 'another password')).ok).toBe(false);
  const byToken = await exported(password, { 'x-api-token': token });
  expect([byToken.status, byToken.json.error]).toEqual([
    409,
    'You are not signed in with a password of this instance.',
  ]);
  for (let attempt = 0; attempt < 5; attempt++) await exported('wrong again and again');
  expect((await exported(password)).json.code).toBe('account_locked');
});
