// Alerts about Belfry itself, and alerts of one instance that explain alerts of another one, on the whole server.
import { NodeConfig } from '@belfry/schema/config/node';
import type { Alert } from '@belfry/schema/entities/alert';
import { PlainState } from '@belfry/schema/plain-state';
import { expect, test } from 'vitest';
import type { Clock } from '../lib/clock.ts';
import { fakeClock } from '../lib/fake-clock.ts';
import { pass, startAnsweringHost } from './testing/answering-host.ts';
import { backupServerAnswer } from './testing/pbs-answers.ts';
import { START_MS } from './testing/pve-answers.ts';
import { startPveHost } from './testing/pve-host.ts';
import { type Whole, wholeApp } from './testing/whole-app.ts';

const configOf = (type: 'pve' | 'pbs', name: string, host: string): NodeConfig =>
  NodeConfig.parse({ type, name, host, verifySSL: false, tokenName: `a@${type}!b`, tokenValue: 'c' });
const watching = (clock: Clock, nodes: NodeConfig[]) =>
  wholeApp({ env: { BELFRY_AUTH_DISABLED: 'true' }, more: { nodes }, clock });
const alertsOf = async (app: Whole): Promise<Alert[]> =>
  PlainState.parse((await app.call('GET', '/api/state')).json).activeAlerts;
const levelsOf = async (app: Whole) => Object.fromEntries((await alertsOf(app)).map(({ id, level }) => [id, level]));

test("Belfry's own wrong clock is one warning, which stays while the hosts are silent and ends when the clocks agree again", async () => {
  const clock = fakeClock(START_MS);
  let isSilent = false;
  const answer = (path: string) => backupServerAnswer(path, isSilent ? 'silent' : 'well', clock.now());
  const hosts = [await startAnsweringHost(clock, answer), await startAnsweringHost(clock, answer)];
  const app = await watching(
    clock,
    hosts.map(({ origin }, nth) => configOf('pbs', `store${nth}`, origin)),
  );
  const setAhead = (ms: number) => {
    for (const host of hosts) host.aheadMs = ms;
  };
  setAhead(300_000);
  await pass(clock, hosts, 300);
  expect(await levelsOf(app)).toEqual({});
  await pass(clock, hosts, 600);
  expect(await levelsOf(app)).toEqual({ 'clock-offset-belfry': 'warning' });
  isSilent = true;
  await pass(clock, hosts, 300);
  expect(await levelsOf(app)).toEqual({
    'clock-offset-belfry': 'warning',
    'pbs-offline-pbs-store0': 'critical',
    'pbs-offline-pbs-store1': 'critical',
  });
  isSilent = false;
  setAhead(0);
  await pass(clock, hosts, 900);
  expect(await levelsOf(app)).toEqual({});
});

test('an unexpected error of Belfry is a warning until an hour after the last one', async () => {
  const clock = fakeClock(START_MS);
  const app = await watching(clock, []);
  await clock.advance(2000);
  expect(await levelsOf(app)).toEqual({});
  app.defects.note(new TypeError('x is not a function'), 'a timer');
  clock.step(1_800_000);
  await clock.advance(2000);
  expect(await alertsOf(app)).toMatchObject([
    { id: 'server-problem-defects', level: 'warning', message: expect.stringContaining('x is not a function') },
  ]);
  app.defects.note(new TypeError('x is not a function'), 'a timer');
  clock.step(3_500_000);
  await clock.advance(2000);
  expect(await levelsOf(app)).toEqual({ 'server-problem-defects': 'warning' });
  clock.step(100_000);
  await clock.advance(2000);
  expect(await levelsOf(app)).toEqual({});
});

test('when a backup server is full or offline, a storage on it has an alert of its own only if the server has none', async () => {
  const clock = fakeClock(START_MS);
  let isFull = false;
  let isGone = false;
  const server = await startAnsweringHost(clock, (path) => {
    const mood = isGone ? 'silent' : isFull && path === '/status/datastore-usage' ? 'bad' : 'well';
    return backupServerAnswer(path, mood, clock.now());
  });
  const cluster = await startPveHost(clock);
  const app = await watching(clock, [configOf('pve', 'home', cluster.origin), configOf('pbs', 'main', server.origin)]);
  const passes = (seconds: number) => pass(clock, [server, cluster], seconds);
  const affectedBy = async (id: string) =>
    (await alertsOf(app)).find((alert) => alert.id === id)?.metadata?.affects?.resources.map(({ name }) => name);
  await passes(120);
  expect(await levelsOf(app)).toEqual({});

  isFull = true;
  cluster.vault = 88;
  await passes(300);
  // A removable datastore that is not mounted is no problem.
  expect(await levelsOf(app)).toEqual({ 'pbs-main-full-usage': 'warning' });
  expect(await affectedBy('pbs-main-full-usage')).toEqual(['vault']);
  isFull = false;
  cluster.vault = 20;
  await passes(300);
  expect(await levelsOf(app)).toEqual({});

  isGone = true;
  cluster.vault = undefined;
  await passes(300);
  expect(await levelsOf(app)).toEqual({ 'pbs-offline-pbs-main': 'critical' });
  expect(await affectedBy('pbs-offline-pbs-main')).toContain('vault');
  isGone = false;
  await passes(300);
  expect(await levelsOf(app)).toEqual({ 'storage-offline-home-cluster-vault': 'warning' });
  cluster.vault = 20;
  await passes(300);
  expect(await levelsOf(app)).toEqual({});
});
