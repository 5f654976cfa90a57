// One configuration through its four doors: variables, the configuration file, a sealed export, a backup of Belfry.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readConfigFile } from '@belfry/configuration/read';
import { configText, extractSecrets } from '@belfry/configuration/write';
import { exportConfigFile } from '@belfry/schema/http/config-file';
import { listNodes } from '@belfry/schema/http/nodes';
import { makeOwnBackup } from '@belfry/schema/http/own-backups';
import { exportConfig, importConfig } from '@belfry/schema/http/transfer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Env, parseEnv } from '../config/env.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import { command } from '../recovery/command.ts';
import { configuredApp, openApp, type Whole, wholeApp } from './testing/whole-app.ts';

type App = Whole & { token: string };
type Document = Record<string, unknown>;
const passphrase = 'a long passphrase';
const old = (name: string) => path.join(import.meta.dirname, 'testing/doors', name);
let caller = 0;
/** Each call comes from another address, because transfers are rare. */
const post = (app: App, url: string, body: object) =>
  app.call('POST', url, { headers: { 'x-api-token': app.token }, body, from: `10.6.${caller >> 8}.${caller++ & 255}` });

const shown = async (app: App): Promise<Document> =>
  (await post(app, '/api/config/file/export', { secrets: true })).read(exportConfigFile.reply).config;
const withoutAccounts = ({ users: _, tokens: __, ...document }: Document): Document => document;

/** Written as YAML with its secrets in files of their own, and read again. */
function throughFile(document: Document): Document {
  const { config, files } = extractSecrets(document, (name) => name);
  const read = readConfigFile(configText(config), (name) => files.get(name) ?? '');
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value.document;
}
async function apply(app: App, config: Document): Promise<void> {
  const { status, text } = await post(app, '/api/config/file/apply', { config });
  expect([status, text]).toEqual([200, expect.any(String)]);
}
async function restored(file: string, token: string): Promise<App> {
  const config = parseEnv({ BELFRY_BACKUP_PASSPHRASE: passphrase });
  if (!config.ok) throw new Error('the environment of a test is right');
  const dataDir = path.join(tempDir(), 'data');
  expect(await command(['backup', 'restore', file, '--data', dataDir], config.value)).toMatchObject({ ok: true });
  return { ...(await wholeApp({ dataDir })), token };
}
async function backupOf(app: App, folder: string): Promise<string> {
  return path.join(folder, (await post(app, '/api/system/backups', {})).read(makeOwnBackup.reply).file);
}

const words = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const named = <T extends object>(entry: fc.Arbitrary<T>) =>
  fc
    .dictionary(words, entry, { maxKeys: 3 })
    .map((all) => Object.entries(all).map(([name, rest]) => ({ name, ...rest })));
const document = fc.record({
  instances: named(
    fc.oneof(
      fc.record({ type: fc.constant('pve'), tokenName: fc.constant('root@pam!x'), tokenValue: words }),
      fc.record({ type: fc.constant('pbs'), user: fc.constant('u@pbs'), password: words, verifySSL: fc.boolean() }),
    ),
  ).map((list) => list.map((entry, i) => ({ ...entry, host: `https://127.0.4.${i + 1}:1` }))),
  oidc: fc.record({ clientId: words, clientSecret: words, allowedGroups: fc.uniqueArray(words, { maxLength: 3 }) }),
  system: fc.record({
    logLevel: fc.constantFrom('info', 'warn'),
    discoverySubnet: fc.constantFrom('auto', '10.0.0.0/24'),
    allowedOrigins: fc.constantFrom('', 'https://wall.example'),
    allowEmbedding: fc.boolean(),
  }),
  alerts: fc.record({ storageDefault: fc.record({ trigger: fc.integer({ min: 60, max: 99 }) }) }),
  schedule: fc.record({ cooldown: fc.constantFrom(5, 15) }),
  maintenance: named(
    fc.constant({
      targets: [{ kind: 'tag', value: 'x' }],
      schedule: { kind: 'weekly', weekdays: [1], start: '01:00', minutes: 5, timeZone: 'UTC' },
    }),
  ),
  silences: fc.array(words, { maxLength: 2 }).map((list) =>
    list.map((reason, i) => ({
      ...{ id: `s${i}`, target: { kind: 'tag', value: reason }, reason, by: 'ann' },
      ...{ since: '2026-01-01T00:00:00.000Z', until: '2999-01-01T00:00:00.000Z' },
    })),
  ),
  guests: fc
    .dictionary(words, fc.record({ customUrl: fc.constantFrom('', 'https://a.example'), description: words }), {
      maxKeys: 3,
    })
    .map((all) => Object.fromEntries(Object.entries(all).map(([id, note]) => [id, { id, ...note, tags: ['x'] }]))),
  protection: fc.record({
    exclusions: fc
      .uniqueArray(words, { maxLength: 2 })
      .map((list) =>
        list.map((guest) => ({ guest, note: 'lab', by: 'ann', since: '2026-01-01T00:00:00.000Z' })).toSorted(byGuest),
      ),
    assignments: fc.constant([]),
    restoreTests: fc.constant([]),
    reminderDays: fc.constantFrom(null, 30),
    testPlans: fc.constantFrom(
      [],
      [
        {
          ...{ id: 'p', name: 'Quarterly', every: 'quarter', count: 1, remindDays: 14, since: '2026-01-01T00:00:00Z' },
          scope: { kind: 'tag', names: ['x'] },
        },
      ],
    ),
  }),
  destinations: fc.record({
    email: fc.record({ server: fc.constant('mail.example'), password: words }),
    webhooks: named(fc.record({ url: words.map((word) => `https://hook.example/${word}`) })),
    mqtt: fc.record({ host: fc.constant('mqtt.example'), password: words }),
  }),
  exports: fc.record({ influxdb: fc.record({ secret: words }) }),
  historyEngine: fc.record({ secret: words }),
});
const byGuest = (a: { guest: string }, b: { guest: string }) => (a.guest < b.guest ? -1 : 1);

/** What variables can say of a document. */
function variablesOf({ instances, oidc, system }: Document): Env {
  const { clientId, clientSecret, allowedGroups } = oidc as Record<string, string | string[]>;
  const set = system as Record<string, string | boolean>;
  return {
    BELFRY_NODES: JSON.stringify(instances),
    ...{ BELFRY_OIDC_CLIENT_ID: `${clientId}`, BELFRY_OIDC_CLIENT_SECRET: `${clientSecret}` },
    BELFRY_OIDC_ALLOWED_GROUPS: `${allowedGroups}`,
    ...{ BELFRY_LOG_LEVEL: `${set.logLevel}`, BELFRY_DISCOVERY_SUBNET: `${set.discoverySubnet}` },
    ...{ BELFRY_ALLOWED_ORIGINS: `${set.allowedOrigins}`, BELFRY_ALLOW_EMBEDDING: `${set.allowEmbedding}` },
  };
}
/** What is in force, from wherever it came. */
async function inForce(app: Whole, headers = {}) {
  const get = async (url: string) => (await app.call('GET', url, { headers })).json;
  const nodes = (await app.call('GET', '/api/config/nodes', { headers })).read(listNodes.reply);
  const [oidc, system] = [await get('/api/security/oidc'), await get('/api/config/system')];
  const { logLevel, discoverySubnet, allowedOrigins, allowEmbedding } = system;
  return {
    nodes: nodes.map(({ type, name, host, instance, verifySSL }) => [type, name, host, instance, verifySSL]),
    oidc: [oidc.clientId, oidc.clientSecretSet, oidc.allowedGroups],
    system: [logLevel, discoverySubnet, allowedOrigins, allowEmbedding],
  };
}

test('what one door writes, each other door reads to the same settings', async () => {
  const folder = tempDir();
  const from = await configuredApp({ env: { BELFRY_BACKUP_DIR: folder, BELFRY_BACKUP_PASSPHRASE: passphrase } });
  const to = await configuredApp();
  await fc.assert(
    fc.asyncProperty(document, async (given) => {
      await apply(from, throughFile(given));
      const whole = await shown(from);
      expect(withoutAccounts(whole)).toMatchObject(given);

      const sealed = (await post(from, '/api/config/export', { passphrase })).read(exportConfig.reply).data;
      const report = (await post(to, '/api/config/import', { data: sealed, passphrase })).read(importConfig.reply);
      expect([report.left, withoutAccounts(await shown(to))]).toEqual([[], withoutAccounts(whole)]);
      await apply(to, throughFile(withoutAccounts(whole)));
      expect(withoutAccounts(await shown(to))).toEqual(withoutAccounts(whole));

      const again = await restored(await backupOf(from, folder), from.token);
      expect(await shown(again)).toEqual(whole);
      await again.stop();

      const ofVariables = await openApp(variablesOf(whole));
      expect(await inForce(ofVariables)).toEqual(await inForce(from, { 'x-api-token': from.token }));
      await ofVariables.stop();
    }),
    { numRuns: 3 },
  );
});

test('a file, a sealed export and a backup that an earlier Belfry wrote are read to the same settings', async () => {
  const [byFile, bySeal] = [await configuredApp(), await configuredApp()];
  const read = readConfigFile(readFileSync(old('belfry.yaml'), 'utf8'));
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const { users, tokens, ...given } = read.value.document;
  await apply(byFile, given);
  const data = readFileSync(old('sealed-export.txt'), 'utf8');
  const report = (await post(bySeal, '/api/config/import', { data, passphrase })).read(importConfig.reply);
  expect([report.message, report.left]).toEqual(['Configuration imported: 2 hosts.', []]);
  const whole = withoutAccounts(await shown(bySeal));
  expect(whole).toMatchObject(given);
  expect(whole.guests).toMatchObject({ 'attic-101': { description: 'mine' } });
  expect(whole.protection).toMatchObject({ reminderDays: 90 });
  // The old file has no such sections.
  const { guests, protection, silences, ...both } = whole;
  const { guests: _, protection: __, silences: ___, ...ofFile } = withoutAccounts(await shown(byFile));
  expect(ofFile).toEqual(both);
  // Fields of other clients are kept by the sealed door.
  const kept = await bySeal.call('GET', '/api/alerts/config', { headers: { 'x-api-token': bySeal.token } });
  expect(kept.json).toMatchObject({ aggregation: { kept: true }, schedule: { foreign: { kept: 1 } } });

  const byBackup = await restored(old('belfry.belfry-backup'), '');
  expect(byBackup.store.users.list().map(({ name, passwordHash }) => [name, passwordHash])).toEqual(
    (users as Document[]).map(({ name, passwordHash }) => [name, passwordHash]),
  );
  expect(byBackup.store.apiTokens.list().length).toBe((tokens as Document[]).length);
  const { cookies } = await byBackup.call('POST', '/api/login', {
    body: { username: 'admin', password: 'correct horse battery' },
  });
  const exported = await byBackup.call('POST', '/api/config/file/export', {
    ...{ headers: { cookie: `belfry_session=${cookies.belfry_session}`, 'x-csrf-token': `${cookies.belfry_csrf}` } },
    body: { secrets: true },
  });
  expect(withoutAccounts(exported.read(exportConfigFile.reply).config)).toEqual(whole);
});
