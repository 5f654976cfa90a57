// Every alert about Proxmox VE, from what a host answers to what a client of the server sees.
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { NodeConfig } from '@belfry/schema/config/node';
import type { Alert } from '@belfry/schema/entities/alert';
import { PlainState } from '@belfry/schema/plain-state';
import { expect, test } from 'vitest';
import { fakeClock } from '../lib/fake-clock.ts';
import { ELSEWHERE, START_MS } from './testing/pve-answers.ts';
import { startPveHost } from './testing/pve-host.ts';
import { wholeApp } from './testing/whole-app.ts';

/** Each alert with its level while all is bad, and while it is worse. */
const expected: Record<string, [bad: Alert['level'], worse: Alert['level']]> = {
  'home-100-cpu': ['warning', 'critical'],
  'home-100-memory': ['warning', 'critical'],
  'home-100-disk': ['warning', 'critical'],
  'home-100-disk-var-dev-sda1-disk': ['warning', 'critical'],
  'home-100-diskRead': ['warning', 'critical'],
  'home-100-diskWrite': ['warning', 'critical'],
  'home-100-networkIn': ['warning', 'critical'],
  'home-100-networkOut': ['warning', 'critical'],
  'guest-powered-off-home-101': ['warning', 'critical'],
  'guest-agent-home-102': ['warning', 'warning'],
  'ha-error-home-103': ['critical', 'critical'],
  'replication-home-104-104-0': ['warning', 'critical'],
  'backup-failed-home-105': ['warning', 'warning'],
  'backup-failed-home-pve1': ['warning', 'warning'],
  'home-105-backupAge': ['warning', 'critical'],
  'home-106-snapshotAge': ['warning', 'critical'],
  'home-pve1-cpu': ['warning', 'critical'],
  'home-pve1-memory': ['warning', 'critical'],
  'home-pve1-disk': ['warning', 'critical'],
  'home-pve1-temperature': ['warning', 'critical'],
  'node-loss-home-pve1': ['warning', 'warning'],
  'home-pve1-data-usage': ['warning', 'critical'],
  'storage-offline-home-pve1-lost': ['warning', 'warning'],
  'zfs-pool-state-home-pve1-tank': ['warning', 'critical'],
  'zfs-pool-errors-home-pve1-tank': ['warning', 'warning'],
  'zfs-device-home-pve1-tank-sdb': ['warning', 'critical'],
  'disk-health-home-pve1-/dev/sda': ['critical', 'critical'],
  'disk-health-home-pve1-/dev/sdb': ['critical', 'critical'],
  'disk-wearout-home-pve1-/dev/sda': ['warning', 'warning'],
  'disk-wearout-home-pve1-/dev/sdb': ['warning', 'warning'],
  'ceph-health-home-f1': ['warning', 'critical'],
  'ceph-osd-home-f1': ['warning', 'warning'],
  'home-f1-usage': ['warning', 'critical'],
};
const levels = (mood: 0 | 1): Record<string, string> =>
  Object.fromEntries(Object.entries(expected).map(([id, of]) => [id, of[mood]]));

async function watchedHost() {
  const clock = fakeClock(START_MS);
  const host = await startPveHost(clock);
  const config = NodeConfig.parse({
    type: 'pve',
    name: 'home',
    host: host.origin,
    verifySSL: false,
    monitorPhysicalDisks: true,
    tokenName: 'a@pve!b',
    tokenValue: 'c',
  });
  const app = await wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes: [config] }, clock });
  const alerts = async (): Promise<Alert[]> =>
    PlainState.parse((await app.call('GET', '/api/state')).json).activeAlerts;
  return {
    host,
    app,
    alerts,
    active: async () => Object.fromEntries((await alerts()).map(({ id, level }) => [id, level])),
    /** Time passes, and the first node reports its temperature every minute, unless it is silent. */
    async pass(seconds: number) {
      for (let passed = 0; passed < seconds; passed += 60) {
        await host.pass(60);
        if (host.mood === 'silent') continue;
        const celsius = { well: 50, bad: 82, worse: 93 }[host.mood];
        const sensors = { 'coretemp-isa-0000': { 'Package id 0': { temp1_input: celsius } } };
        const reported = await app.call('POST', '/api/agents/sensors/report', { body: { node: 'pve1', sensors } });
        expect(reported.status).toBe(200);
      }
    },
  };
}

test('every alert about Proxmox VE starts, becomes critical, outlasts the silence of the host and ends', async () => {
  const { host, app, active, pass } = await watchedHost();
  const rate = { trigger: 10, clear: 8 };
  const guestDefaults = {
    ...factoryConfig.guestDefaults,
    diskRead: rate,
    diskWrite: rate,
    networkIn: rate,
    networkOut: rate,
  };
  const configure = (poweredOffSeverity: 'warning' | 'critical') =>
    app.call('PUT', '/api/alerts/config', {
      body: { ...factoryConfig, guestDefaults: { ...guestDefaults, poweredOffSeverity } },
    });
  await configure('warning');
  await pass(60);
  expect(await active()).toEqual({});
  host.mood = 'bad';
  await pass(1200);
  expect(await active()).toEqual(levels(0));
  host.mood = 'worse';
  // The level of a guest that is powered off is a setting.
  await configure('critical');
  await pass(660);
  expect(await active()).toEqual({ ...levels(1), 'quorum-home': 'critical' });
  host.mood = 'silent';
  await pass(300);
  const silent = { 'quorum-home': 'critical', 'instance-unreachable-home': 'critical' };
  expect(await active()).toEqual({ ...levels(1), ...silent });
  host.mood = 'well';
  await pass(1200);
  expect(await active()).toEqual({});
});

test('a node that is offline is one alert, which names its guests and the risk for the quorum, and ends with it', async () => {
  const { host, alerts, active } = await watchedHost();
  await host.pass(60);
  host.isNodeLost = true;
  await host.pass(90);
  expect(await active()).toEqual({ 'node-offline-home-pve2': 'critical' });
  const [{ metadata } = {}] = await alerts();
  expect(metadata?.affects).toEqual({
    count: 2,
    resources: [
      { id: 'home', name: 'home' },
      { id: `home-${ELSEWHERE}`, name: `guest${ELSEWHERE}` },
    ],
  });
  host.mood = 'silent';
  await host.pass(90);
  expect(await active()).toEqual({
    'node-offline-home-pve2': 'critical',
    'instance-unreachable-home': 'critical',
  });
  host.mood = 'well';
  host.isNodeLost = false;
  await host.pass(120);
  expect(await active()).toEqual({});
});
