// A site whose line breaks, on the whole server, with a real collector and hosts that speak the real wire.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { english } from '@belfry/domain/sentences/english';
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { listAlertHistory } from '@belfry/schema/http/alerts';
import { HistoryReply } from '@belfry/schema/http/history';
import { addSite } from '@belfry/schema/http/sites';
import type { State } from '@belfry/schema/state';
import { expect, onTestFinished, test } from 'vitest';
import { startCollector } from '../collector/collector.ts';
import { join } from '../collector/join.ts';
import { membershipIn } from '../collector/membership.ts';
import { tempDir } from '../db/testing/temp-store.ts';
import type { HistoryStore } from '../history/history-store.ts';
import { openEngineHistory } from '../history/testing/engine-history.ts';
import type { Clock } from '../lib/clock.ts';
import { createLogger } from '../lib/logger.ts';
import { createParts } from '../lib/parts.ts';
import { type BrokenLine, brokenLine } from './testing/broken-line.ts';
import { type FastClock, fastClock } from './testing/fast-clock.ts';
import { configuredApp, type Whole, wholeApp } from './testing/whole-app.ts';

const [STEP, MINUTE] = [10_000, 60_000];
type App = Whole & { token: string };
const as = ({ token }: App) => ({ headers: { 'x-api-token': token } });
const stateOf = async (app: App) => (await app.call('GET', '/api/state', as(app))).json as State;

interface Place {
  clock: FastClock;
  lab: Lab;
  app: App;
  line: BrokenLine;
  dataDir: string;
  kept: HistoryStore;
  /** The collector. */
  restart(): Promise<void>;
  /** `awayMs`: between its end and its start. */
  restartServer(awayMs?: number): Promise<void>;
}

/** A site with one cluster, whose collector reaches the server by a line that can break. `aheadMs`: of the clock of the collector. */
async function place(aheadMs = 0): Promise<Place> {
  const clock = fastClock(Date.UTC(2026, 10, 18, 9, 0, 30), 20);
  const lab = await startLab({ nodes: 1, guests: 4, seed: 3, authDelayMs: 0, clock: clock.now });
  onTestFinished(async () => {
    await lab.stop();
    clock.stop();
  });
  const historyIn = tempDir();
  const openHistory = () => openEngineHistory({ now: clock.now, clock, dataDir: historyIn });
  const history = await openHistory();
  const env = { BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8' };
  const app = await configuredApp({ clock, history, env });
  const line = await brokenLine(app.host);
  const { id: site, token } = (await app.call('POST', '/api/sites', { ...as(app), body: { name: 'Köln' } })).read(
    addSite.reply,
  );
  const dataDir = tempDir();
  const done = await join({ url: `http://${line.host}`, token, dataDir, replace: false });
  if (!done.ok) throw new Error(english(done.error));
  const here: Clock = { ...clock, now: () => clock.now() + aheadMs };
  const keptIn = tempDir();
  const start = async () => {
    const membership = membershipIn(dataDir);
    if (!membership) throw new Error('it has not joined');
    const kept = await openEngineHistory({ now: here.now, clock: here, dataDir: keptIn });
    const parts = createParts({ onDefect: (error) => expect.fail(String(error)), clock });
    const collector = startCollector({
      ...{ dataDir, membership, version: 'test', uptime: clock.monotonic, parts },
      ...{ history: kept, clock: here, log: createLogger('silent') },
    });
    onTestFinished(collector.stop);
    return { collector, kept };
  };
  let running = await start();
  const [instance] = lab.instances;
  if (!instance) throw new Error('the lab has no instance');
  const { user: _, password: __, ...byToken } = nodeConfig(instance);
  await app.call('POST', '/api/config/nodes', { ...as(app), body: { ...byToken, name: 'branch', site } });
  const made: Place = {
    ...{ clock, lab, app, line, dataDir, kept: running.kept },
    async restart() {
      await running.collector.stop();
      running = await start();
      made.kept = running.kept;
    },
    async restartServer(awayMs = 0) {
      await made.app.stop();
      await clock.pass(awayMs);
      const again = await wholeApp({ clock, history: await openHistory(), env, dataDir: app.dataDir });
      made.app = { ...again, token: app.token };
      line.leadTo(again.host);
    },
  };
  await healthy(made);
  return made;
}

const healthy = ({ app }: Place) =>
  expect.poll(async () => (await stateOf(app)).instances[0]?.health, { interval: 20 }).toBe('healthy');
const caughtUp = ({ app }: Place) =>
  expect
    .poll(async () => (await stateOf(app)).sites.map(({ status, catchingUp }) => [status, catchingUp]), {
      interval: 20,
      timeout: 30_000,
    })
    .toEqual([['connected', undefined]]);

/** The processor of each node and running guest, here and at the collector, of each step of ten seconds. */
async function both({ app, kept }: Place, from: number, to: number, aheadMs = 0) {
  const { nodes, vms, containers } = await stateOf(app);
  const resources = [
    ...nodes.map(({ id }) => ({ kind: 'node' as const, id })),
    ...[...vms, ...containers]
      .filter(({ status }) => status === 'running')
      .map(({ id }) => ({ kind: 'guest' as const, id })),
  ];
  expect(resources.length).toBeGreaterThan(1);
  const ids = resources.map(({ kind, id }) => encodeURIComponent(`${kind}/${id}`)).join(',');
  const points = (to - from) / STEP;
  const answer = await app.call(
    'GET',
    `/api/history?ids=${ids}&metrics=cpu&from=${from}&to=${to}&points=${points}`,
    as(app),
  );
  const here = HistoryReply.parse(answer.json).series;
  const there = await kept.series({ resources, metrics: ['cpu'], from: from + aheadMs, to: to + aheadMs, points });
  return here.map(({ id, mean, parts }) => ({
    id,
    parts: parts.map(({ source }) => source),
    here: mean,
    there: Array.from(there.find(({ resource }) => resource.id === id)?.mean ?? [], (value) =>
      Number.isNaN(value) ? null : value,
    ),
  }));
}

/** The ids of the alerts that messages told of. */
async function receiver(app: App): Promise<string[]> {
  const ids: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const { alert, alerts = [alert] } = JSON.parse(text);
      ids.push(...alerts.map(({ id }: { id: string }) => id));
      response.end('thank you');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`;
  const added = await app.call('POST', '/api/notifications/webhooks', { ...as(app), body: { name: 'Receiver', url } });
  expect(added.status).toBe(200);
  const schedule = {
    ...factoryConfig.schedule,
    cooldown: 0,
    maxAlertsHour: 0,
    grouping: { enabled: false, window: 30 },
  };
  await app.call('PUT', '/api/alerts/config', { ...as(app), body: { ...factoryConfig, schedule } });
  return ids;
}

const wholeSteps = (at: number) => Math.floor(at / STEP) * STEP;

test('after a cut, the history of the server is that of the collector', async () => {
  const site = await place();
  await site.clock.pass(MINUTE);
  const from = wholeSteps(site.clock.now());
  site.line.cut();
  await site.clock.pass(4 * MINUTE);
  expect((await stateOf(site.app)).sites[0]?.status).toBe('silent');
  const to = wholeSteps(site.clock.now());
  const [gap] = await both(site, from, to);
  expect(gap?.here.filter((value) => value !== null).length).toBeLessThanOrEqual(3);
  expect(gap?.there.filter((value) => value !== null).length).toBeGreaterThanOrEqual(22);
  site.line.mend();
  await caughtUp(site);
  await healthy(site);
  for (const { here, there, parts } of await both(site, from + 3 * STEP, to)) {
    expect(parts).toEqual(['belfry']);
    expect(here).toEqual(there);
  }
}, 120_000);

test('while a server with an open line is stopped, its collector measures on, and nothing of that is missing afterwards', async () => {
  const site = await place();
  await site.clock.pass(MINUTE);
  const from = wholeSteps(site.clock.now());
  const { log } = site.app;
  await site.restartServer(3 * MINUTE);
  expect(log.filter((line) => line.includes('did not stop in time'))).toEqual([]);
  const to = wholeSteps(site.clock.now());
  await caughtUp(site);
  await healthy(site);
  for (const { here, there } of await both(site, from, to)) {
    expect(there.filter((value) => value !== null).length).toBeGreaterThanOrEqual(16);
    expect(here.slice(3)).toEqual(there.slice(3));
  }
}, 120_000);

const offOf = async ({ app }: Place, vmid: number) => {
  const history = (await app.call('GET', '/api/alerts/history?limit=1000', as(app))).read(listAlertHistory.reply);
  return history.filter(({ id }) => id === `guest-powered-off-branch-${vmid}`);
};

test('what began and ended during a cut is in the history of alerts, late, at its true time and once, and nobody is notified of it', async () => {
  const site = await place();
  const { clock, lab, app, line } = site;
  const [cluster] = lab.instances;
  const [gone, stays] = lab
    .guests(cluster?.name ?? '')
    .filter(({ power, onboot, ha }) => power === 'running' && onboot && !ha);
  if (!cluster || !gone || !stays) throw new Error('the lab has no such guests');
  const messages = await receiver(app);
  await clock.pass(2 * MINUTE);
  line.cut();
  await clock.pass(2 * MINUTE);
  const stopped = clock.now();
  lab.stopGuest(cluster.name, gone.vmid);
  await clock.pass(2 * MINUTE);
  lab.startGuest(cluster.name, gone.vmid);
  const started = clock.now();
  await clock.pass(MINUTE);
  lab.stopGuest(cluster.name, stays.vmid);
  await clock.pass(MINUTE);
  for (const round of ['the first time', 'again']) {
    line.mend();
    await caughtUp(site);
    await healthy(site);
    await expect.poll(async () => (await offOf(site, gone.vmid)).length, { interval: 50, timeout: 20_000 }).toBe(1);
    await clock.pass(MINUTE);
    const [late, ...more] = await offOf(site, gone.vmid);
    expect([round, more]).toEqual([round, []]);
    expect(late).toMatchObject({ status: 'resolved', notified: false, late: expect.any(String) });
    expect(Date.parse(late?.startTime ?? '') - stopped).toBeLessThanOrEqual(2 * STEP);
    expect(Math.abs(Date.parse(late?.resolvedAt ?? '') - started)).toBeLessThanOrEqual(2 * STEP);
    // What goes on is an alert like any other.
    const statuses = async () => (await offOf(site, stays.vmid)).map(({ status }) => status);
    await expect.poll(statuses, { interval: 50, timeout: 20_000 }).toEqual(['active']);
    expect((await offOf(site, stays.vmid))[0]?.late).toBeUndefined();
    line.cut();
    await clock.pass(MINUTE);
  }
  const about = ({ vmid }: { vmid: number }) => messages.filter((id) => id === `guest-powered-off-branch-${vmid}`);
  line.mend();
  await expect.poll(() => about(stays).length, { interval: 50, timeout: 20_000 }).toBe(1);
  expect(about(gone)).toEqual([]);
}, 120_000);

const DAY = 86_400_000;
/** `meanwhile`: while the line is broken. `rate`: of the line after that, bytes in a second; the clock of the test is twenty times as fast. */
interface LineFault {
  name: string;
  aheadMs?: number;
  isHeld?: true;
  rate?: number;
  /** A submission leaves it out. */
  atNight?: true;
  meanwhile?(site: Place): Promise<void>;
}
const faults: readonly LineFault[] = [
  { name: 'a line that carries nothing and that nobody closes', isHeld: true },
  { name: 'a cut, and a line of 2 KB in a second', rate: 40_000, atNight: true },
  { name: 'a cut of a collector whose clock is a day ahead', aheadMs: DAY },
  { name: 'a cut of a collector whose clock is a day behind', aheadMs: -DAY, atNight: true },
  { name: 'a cut in which the collector was restarted', meanwhile: (site) => site.restart() },
  { name: 'a cut in which the server was restarted', atNight: true, meanwhile: (site) => site.restartServer() },
];

test.each(faults.filter(({ atNight }) => !atNight || process.env.BELFRY_WHOLE))(
  'after $name, values and alerts of that time are those of a line that never broke',
  async ({ aheadMs = 0, isHeld, rate, meanwhile }) => {
    const site = await place(aheadMs);
    const { clock, lab, line } = site;
    const cluster = lab.instances[0]?.name ?? '';
    const vmid = lab.guests(cluster).find(({ power, onboot, ha }) => power === 'running' && onboot && !ha)?.vmid ?? 0;
    await clock.pass(MINUTE);
    const from = wholeSteps(clock.now());
    if (isHeld) line.hold();
    else line.cut();
    await clock.pass(2 * MINUTE);
    const stopped = clock.now();
    lab.stopGuest(cluster, vmid);
    await clock.pass(MINUTE);
    lab.startGuest(cluster, vmid);
    await clock.pass(MINUTE);
    const to = wholeSteps(clock.now());
    expect((await stateOf(site.app)).sites[0]?.status).toBe('silent');
    await meanwhile?.(site);
    line.mend(rate);
    await caughtUp(site);
    await healthy(site);
    await expect.poll(async () => (await offOf(site, vmid)).length, { interval: 50, timeout: 30_000 }).toBe(1);
    const [late] = await offOf(site, vmid);
    expect(late).toMatchObject({ status: 'resolved', notified: false, late: expect.any(String) });
    expect(Math.abs(Date.parse(late?.startTime ?? '') - stopped)).toBeLessThanOrEqual(3 * STEP);
    for (const { here, there } of await both(site, from + 3 * STEP, to, aheadMs)) expect(here).toEqual(there);
    expect(Math.abs(((await stateOf(site.app)).sites[0]?.clockOffsetMs ?? 0) - aheadMs)).toBeLessThan(MINUTE);
  },
  180_000,
);
