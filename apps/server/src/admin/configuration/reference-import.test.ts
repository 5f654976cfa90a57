// An export of the reference product is imported into the whole app.
import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { importConfig } from '@belfry/schema/http/transfer';
import { expect, test } from 'vitest';
import { configuredApp } from '../../contract/testing/whole-app.ts';
import { as, importInto } from './testing/calls.ts';

test('an export of the reference product can be imported: known parts are imported, and the others are named', async () => {
  const reference = {
    version: '4.0',
    exportedAt: '2025-10-01T00:00:00Z',
    nodes: {
      pveInstances: [
        {
          ...{
            Name: 'pve1',
            Host: 'https://127.0.0.16:1',
            User: '',
            Password: '',
            TokenName: 'pulse-monitor@pam!pulse',
          },
          ...{
            TokenValue: 'their-secret',
            Fingerprint: '',
            VerifySSL: false,
            MonitorVMs: true,
            MonitorContainers: false,
          },
          ...{ MonitorPhysicalDisks: null, IsCluster: true, ClusterEndpoints: [{ NodeName: 'a' }] },
        },
      ],
      pbsInstances: [
        { Name: 'pbs1', Host: 'https://127.0.0.17:1', User: 'root@pam', Password: 'pw', MonitorBackups: true },
      ],
      pmgInstances: null,
    },
    alerts: {
      guestDefaults: { cpu: { trigger: 66, clear: 61 }, diskRead: null },
      overrides: { 'pve1-101': { memoryLegacy: 70, mood: 1 }, 'pbs-pbs1': { disabled: true } },
      ...{ timeThresholds: { guest: 20 }, customRules: null, newer: {} },
      schedule: { quietHours: { enabled: false, start: '', days: null }, cooldown: 3, maxAlertsHour: 0 },
    },
    email: {
      ...{
        enabled: true,
        provider: 'Gmail',
        server: 'smtp.example.com',
        port: 587,
        username: 'ann',
        password: 'their-mail-secret',
      },
      ...{ from: 'belfry@example.com', to: ['ann@example.com'], tls: false, startTLS: true, mood: 1, replyTo: '' },
    },
    webhooks: [
      {
        ...{ id: 'hook-1', name: 'Chat', url: 'https://discord.com/api/webhooks/1/their-token', method: 'POST' },
        ...{ headers: { 'X-Key': 'their-key' }, enabled: false, service: 'discord', template: '', customFields: null },
      },
      { id: 'hook-2', name: 'Pigeon', url: 'https://pigeon.example', service: 'pigeon' },
    ],
    system: {
      ...{ pbsPollingInterval: 90, pmgPollingInterval: 0, theme: 'dark', allowedOrigins: '*', logLevel: 'warn' },
      ...{ connectionTimeout: 20, backendPort: 3000, updateChannel: '', autoUpdateTime: 'noon' },
    },
    oidc: {
      ...{ enabled: true, issuerUrl: 'https://id.example', clientId: 'pulse', clientSecret: 'their-client-secret' },
      ...{ redirectUrl: 'https://old.example/api/oidc/callback', allowedGroups: ['ops'], allowedEmails: null },
      envOverrides: { issuerUrl: true },
    },
    guestMetadata: {
      'pve1-101': { id: 'pve1-101', customUrl: 'https://wiki.example', description: '', tags: null },
      'pve1-102': { id: 'pve1-102', customUrl: 'javascript:1', description: '', tags: [] },
    },
  };
  const [salt, nonce] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', pbkdf2Sync('short', salt, 100_000, 32, 'sha256'), nonce);
  const body = Buffer.concat([cipher.update(JSON.stringify(reference)), cipher.final()]);
  const data = Buffer.concat([salt, nonce, body, cipher.getAuthTag()]).toString('base64');

  const app = await configuredApp();
  expect((await importInto(app, data, 'wrong')).json.error).toMatch(/passphrase is wrong/);
  const { message, left } = (await importInto(app, data, 'short')).read(importConfig.reply);
  expect(message).toBe(
    'Configuration imported: 2 hosts. Not taken over: system.pmgPollingInterval, system.backendPort, system.autoUpdateTime, guestMetadata of pve1-102, email.mood, webhook Pigeon, alerts.overrides.pve1-101.mood, alerts.schedule.cooldown, alerts.newer.',
  );
  expect(left.map((one) => `${one.path}: ${one.message}`)).toEqual([
    'system.pmgPollingInterval: not valid in Belfry: Enter a whole number of seconds from 10 to 3600',
    'system.backendPort: Belfry has nothing of this name',
    'system.autoUpdateTime: not valid in Belfry: Enter a time like 03:00',
    'guestMetadata of pve1-102: not valid in Belfry',
    'email.mood: Belfry has nothing of this name',
    expect.stringMatching(/^webhook Pigeon: not valid in Belfry: Service /),
    ...['overrides.pve1-101.mood', 'schedule.cooldown', 'newer'].map((name) => `alerts.${name}: not valid in Belfry`),
  ]);
  const get = async (url: string) => (await app.call('GET', url, { headers: as(app) })).json;
  expect(await get('/api/config/system')).toMatchObject({
    ...{ pbsPollingInterval: 90, pmgPollingInterval: 30, theme: 'dark', allowedOrigins: '*', logLevel: 'warn' },
    ...{ connectionTimeout: 20, updateChannel: 'stable', autoUpdateTime: '03:00' },
  });
  expect(await get('/api/alerts/config')).toMatchObject({
    guestDefaults: { cpu: { trigger: 66, clear: 61 }, diskRead: { trigger: -1 } },
    overrides: { 'pve1-101': { memory: { trigger: 70, clear: 65 } }, 'pbs-pbs1': { disabled: true } },
    timeThresholds: { guest: 20, node: 5 },
    schedule: { quietHours: { start: '', days: { monday: true } }, cooldown: 30, maxAlertsHour: 0 },
  });
  expect(await get('/api/notifications/email')).toMatchObject({
    ...{
      enabled: true,
      server: 'smtp.example.com',
      port: 587,
      username: 'ann',
      to: ['ann@example.com'],
      startTLS: true,
    },
    passwordSet: true,
  });
  expect(await get('/api/notifications/webhooks')).toMatchObject([
    { id: 'hook-1', name: 'Chat', enabled: false, service: 'discord' },
  ]);
  expect(await get('/api/security/oidc')).toMatchObject({
    enabled: true,
    clientId: 'pulse',
    allowedGroups: ['ops'],
    clientSecretSet: true,
  });
  expect(await get('/api/guests/metadata')).toEqual({
    'pve1-101': { id: 'pve1-101', customUrl: 'https://wiki.example', description: '', tags: [] },
  });
  expect(app.store.instances.list().instances.map(({ config }) => config)).toMatchObject([
    {
      ...{ type: 'pve', name: 'pve1', host: 'https://127.0.0.16:1', tokenName: 'pulse-monitor@pam!pulse' },
      ...{ tokenValue: 'their-secret', verifySSL: false, monitorContainers: false, monitorPhysicalDisks: false },
    },
    { type: 'pbs', name: 'pbs1', user: 'root@pam', password: 'pw', verifySSL: true },
  ]);
});
