// Every alert about backup servers, mail gateways, instances and Belfry itself: from what hosts answer to what a client sees.
import { NodeConfig } from '@belfry/schema/config/node';
import type { Alert } from '@belfry/schema/entities/alert';
import { PlainState } from '@belfry/schema/plain-state';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { type HostAnswer, pass, startAnsweringHost } from './testing/answering-host.ts';
import { type BackupMood, backupServerAnswer } from './testing/pbs-answers.ts';
import { gatewayAnswer, type MailMood } from './testing/pmg-answers.ts';
import { wholeApp } from './testing/whole-app.ts';

/** A quarter past an hour. */
const START = Date.parse('2026-06-01T12:15:00Z');
const token = { tokenName: 'a@pbs!b', tokenValue: 'c' };
const password = { user: 'a@pmg', password: 'c' };

type Says = (path: string, query: URLSearchParams, now: number) => HostAnswer;

/** The whole app with one instance. `says` is the answer of its host. The test moves the clock. */
async function watched(type: NodeConfig['type'], name: string, says: Says) {
  const clock = fakeClock(START);
  const host = await startAnsweringHost(clock, (path, query) => says(path, query, clock.now()));
  const login = type === 'pmg' ? password : token;
  const config = NodeConfig.parse({ type, name, host: host.origin, verifySSL: false, ...login });
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes: [config] }, clock });
  const alerts = async (): Promise<Alert[]> =>
    PlainState.parse((await app.call('GET', '/api/state')).json).activeAlerts;
  return {
    app,
    clock,
    host,
    alerts,
    pass: (seconds: number) => pass(clock, [host], seconds),
    active: async () => Object.fromEntries((await alerts()).map(({ id, level }) => [id, level])),
  };
}

test('every alert about a backup server starts, becomes critical, stays while the server is silent, and ends', async () => {
  let mood: BackupMood = 'well';
  const { pass, active } = await watched('pbs', 'main', (path, _, now) => backupServerAnswer(path, mood, now));
  await pass(120);
  expect(await active()).toEqual({});
  mood = 'bad';
  await pass(4500);
  const bad = {
    'pbs-main-cpu': 'warning',
    'pbs-main-memory': 'warning',
    'pbs-main-full-usage': 'warning',
    'datastore-full-soon-pbs-main-full': 'warning',
    'datastore-state-pbs-main-other': 'warning',
    'pbs-job-pbs-main-sync-s-1': 'warning',
    'pbs-job-pbs-main-verify-v-1': 'critical',
    'pbs-job-pbs-main-prune-p-1': 'warning',
    'pbs-job-pbs-main-garbage-full': 'warning',
  };
  expect(await active()).toEqual(bad);
  mood = 'worse';
  await pass(660);
  const worse = {
    ...bad,
    'pbs-main-cpu': 'critical',
    'pbs-main-memory': 'critical',
    'pbs-main-full-usage': 'critical',
    'datastore-state-pbs-main-other': 'critical',
  };
  expect(await active()).toEqual(worse);
  mood = 'silent';
  await pass(600);
  expect(await active()).toEqual({ ...worse, 'pbs-offline-pbs-main': 'critical' });
  mood = 'well';
  await pass(900);
  expect(await active()).toEqual({});
});

test('every alert about a mail gateway starts, becomes critical, stays while the gateway is silent, and ends', async () => {
  let mood: MailMood = 'well';
  const { pass, active } = await watched('pmg', 'mail', (path, query, now) => gatewayAnswer(path, query, mood, now));
  await pass(120);
  expect(await active()).toEqual({});
  mood = 'bad';
  await pass(180);
  const ids = [
    ...['queue-total', 'queue-deferred', 'queue-hold', 'oldest-message', 'quarantine-spam', 'quarantine-virus'],
    ...['anomaly-spamIn', 'anomaly-spamOut', 'anomaly-virusIn', 'anomaly-virusOut'],
  ];
  const all = (level: string) => Object.fromEntries(ids.map((id) => [`pmg-mail-${id}`, level]));
  expect(await active()).toEqual(all('warning'));
  mood = 'worse';
  await pass(180);
  const worse = { ...all('critical'), 'pmg-node-offline-pmg-mail-m2': 'critical' };
  expect(await active()).toEqual(worse);
  mood = 'silent';
  await pass(300);
  expect(await active()).toEqual({ ...worse, 'pmg-offline-pmg-mail': 'critical' });
  mood = 'well';
  // A quarantine is compared with two hours ago.
  await pass(7500);
  expect(await active()).toEqual({});
});

test('alerts about one node and about quarantines that grow start, become critical, outlast a silence and end', async () => {
  let mood: MailMood = 'outlier';
  const { pass, active } = await watched('pmg', 'mail', (path, query, now) => gatewayAnswer(path, query, mood, now));
  const queues = ['queue-total', 'queue-deferred', 'queue-hold'];
  const all = (ids: readonly string[], level: string) => Object.fromEntries(ids.map((id) => [`pmg-mail-${id}`, level]));
  const ofNode = queues.map((id) => `m1-${id}`);
  await pass(180);
  expect(await active()).toEqual(all(ofNode, 'warning'));
  mood = 'far outlier';
  await pass(180);
  const far = { ...all(ofNode, 'critical'), ...all(queues, 'warning') };
  expect(await active()).toEqual(far);
  mood = 'silent';
  await pass(300);
  expect(await active()).toEqual({ ...far, 'pmg-offline-pmg-mail': 'critical' });
  mood = 'well';
  // A quarantine is compared with two hours ago.
  await pass(7500);
  expect(await active()).toEqual({});

  const quarantines = ['quarantine-spam', 'quarantine-virus'];
  mood = 'growing';
  await pass(180);
  expect(await active()).toEqual(all(quarantines, 'warning'));
  mood = 'flood';
  await pass(180);
  expect(await active()).toEqual(all(quarantines, 'critical'));
  mood = 'silent';
  await pass(300);
  expect(await active()).toEqual({ ...all(quarantines, 'critical'), 'pmg-offline-pmg-mail': 'critical' });
  mood = 'flood';
  await pass(7500);
  expect(await active()).toEqual({});
});

test('an instance that refuses the credentials is an alert with the reason in the first poll, which ends when it accepts them', async () => {
  let isRefused = true;
  const resources = [
    { type: 'node', node: 'pve', status: 'online', uptime: 9 },
    { type: 'lxc', vmid: 1, node: 'pve', status: 'stopped' },
  ];
  const { pass, active, alerts } = await watched('pve', 'home', (path) => {
    if (isRefused) return { status: 401, reason: 'invalid token value!' };
    return path === '/cluster/resources'
      ? { data: resources }
      : { data: path === '/version' ? { version: '9.2' } : [] };
  });
  await pass(10);
  expect(await active()).toEqual({ 'instance-unreachable-home': 'critical' });
  expect((await alerts())[0]?.message).toContain('Proxmox VE home refuses the credentials of Belfry.');
  isRefused = false;
  await pass(300);
  expect(await active()).toEqual({});
});

test('a certificate that ends soon, a wrong clock and a full disk of Belfry are alerts', async () => {
  let isSilent = false;
  const { app, clock, host, pass, active } = await watched('pbs', 'main', (path, _, now) =>
    isSilent ? { status: 503 } : backupServerAnswer(path, 'well', now),
  );
  /** What was raised stays while nothing is heard, and afterwards. */
  const expectToStay = async (alerts: Record<string, string>) => {
    isSilent = true;
    await pass(300);
    expect(await active()).toEqual({ ...alerts, 'pbs-offline-pbs-main': 'critical' });
    isSilent = false;
    await pass(300);
    expect(await active()).toEqual(alerts);
  };
  await pass(60);
  expect(await active()).toEqual({});
  const day = 86_400_000;
  const certificate = `certificate-expiry-pbs-main-${host.origin}`;
  clock.step(host.certificateEnds - clock.now() - 9 * day);
  await pass(60);
  expect(await active()).toEqual({ [certificate]: 'warning' });
  clock.step(7 * day);
  await pass(60);
  expect(await active()).toEqual({ [certificate]: 'critical' });
  await expectToStay({ [certificate]: 'critical' });
  clock.step(-100 * day);
  await pass(60);
  expect(await active()).toEqual({});

  host.aheadMs = 300_000;
  await pass(1200);
  const clockOffset = { [`clock-offset-pbs-main-${host.origin}`]: 'warning' };
  expect(await active()).toEqual(clockOffset);
  await expectToStay(clockOffset);
  host.aheadMs = 0;
  await pass(900);
  expect(await active()).toEqual({});

  app.store.disk.note(Object.assign(new Error('write failed'), { code: 'ENOSPC' }));
  await clock.advance(2000);
  const seen = await active();
  await pass(30);
  expect([seen, await active()]).toEqual([{ 'server-problem-disk': 'critical' }, {}]);
});
