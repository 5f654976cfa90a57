// A node is lost, a datastore is full and a guest is busy: every number that two places give is the same, also after a restart of Belfry.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openProblems, problemsOf } from '@belfry/domain/problems/problems';
import { guestCounts, guestRan, guestStatus, nodeOnline, parentOf } from '@belfry/domain/status';
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { startNeighbours } from '@belfry/lab/neighbours';
import { createTroubles } from '@belfry/lab/trouble/player';
import { NodeConfig } from '@belfry/schema/config/node';
import { listActiveAlerts, listAlertHistory } from '@belfry/schema/http/alerts';
import { getState } from '@belfry/schema/http/monitoring';
import { expect, onTestFinished, test } from 'vitest';
import { tempDir } from '../db/testing/temp-store.ts';
import { fastClock } from './testing/fast-clock.ts';
import { type Whole, wholeApp } from './testing/whole-app.ts';

/** The other nodes of a cluster show the guests of a lost one unchanged for five minutes. */
const FORGOTTEN_MS = 330_000;
const lasting = { riseS: 0, holdS: 86_400, fallS: 0 };

interface Message {
  message: string;
  alert: { id: string };
}

async function startReceiver() {
  const heard: Message[] = [];
  const server = createServer(async (request, response) => {
    heard.push(JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString()));
    response.end();
  });
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', () => ready()));
  onTestFinished(() => void server.close());
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const stateOf = async (app: Whole) => getState.reply.parse((await app.call('GET', '/api/state')).json);
type State = Awaited<ReturnType<typeof stateOf>>;

/** What the state says, by what it counts. */
function truthOf(state: State, lost: string) {
  const open = openProblems(problemsOf(state));
  const all = [...state.vms, ...state.containers];
  const online = new Set(state.nodes.filter(nodeOnline).map(({ id }) => id));
  const { running, paused } = guestCounts(all.map((guest) => guestStatus(guest, online)));
  const critical = open.filter(({ level }) => level === 'critical').length;
  const ran = all.filter((guest) => parentOf(guest) === lost && guestRan(guest)).length;
  const active = state.activeAlerts.length;
  return { open: open.length, critical, active, guests: all.length, running, paused, nodes: online.size, ran };
}

/** The same, as the lists of the API and /metrics give it, and what the alert of the lost node counts. */
async function shownIn(app: Whole, lost: string) {
  const { text } = await app.call('GET', '/metrics');
  const samples = (name: string, label = '') =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) && line.includes(label))
      .map((line) => Number(line.slice(line.lastIndexOf(' '))));
  const sum = (...of: Parameters<typeof samples>) => samples(...of).reduce((total, value) => total + value, 0);
  const active = (await app.call('GET', '/api/alerts/active')).read(listActiveAlerts.reply);
  const history = (await app.call('GET', '/api/alerts/history?limit=10000')).read(listAlertHistory.reply);
  const lists = [
    active.length,
    history.filter(({ status }) => status === 'active').length,
    samples('belfry_alert_info').length,
    sum('belfry_alerts_active'),
  ];
  return {
    open: sum('belfry_alerts_open'),
    critical: sum('belfry_alerts_open', 'level="critical"'),
    // each list of the active alerts has as many
    active: new Set(lists).size === 1 ? lists[0] : lists,
    guests: samples('belfry_guest_info').length,
    ...{ running: sum('belfry_guest_up'), paused: sum('belfry_guest_paused'), nodes: sum('belfry_node_up') },
    ran: active.find(({ id }) => id === `node-offline-${lost}`)?.metadata?.depends?.guests,
  };
}

test('in a night of trouble the lists, the metrics and the messages give the same numbers, and a restart neither changes nor repeats them', async () => {
  const clock = fastClock(Date.UTC(2026, 10, 18, 2, 0, 30), 60);
  const lab = await startLab({
    ...{ nodes: 8, guests: 60, clusters: 2, seed: 3, authDelayMs: 0, version: 9.2, plain: true, calm: true },
    clock: clock.now,
  });
  const beside = await startNeighbours(lab, { backupServers: 1, calm: true });
  const troubles = createTroubles({ lab, ...beside }, { seed: 3, everyMs: 20 });
  onTestFinished(async () => {
    troubles.stop();
    await Promise.all([lab.stop(), beside.stop()]);
    clock.stop();
  });
  const [lostIn, other] = lab.clusters;
  const name = lostIn?.nodes.at(-1)?.name ?? '';
  const lost = `${lostIn?.name}-${name}`;
  const nodes = [...lab.instances.map(nodeConfig), ...beside.backupServers.map((each) => each.config())];
  const { heard, url } = await startReceiver();
  const dataDir = tempDir();
  const env = { BELFRY_AUTH_DISABLED: 'true', BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8' };
  const start = () =>
    wholeApp({ clock, env, more: { nodes: nodes.map((each) => NodeConfig.parse(each)) }, dataDir, followsLevel: true });
  const agreed = async (app: Whole) => {
    const differences = async () => {
      const [shown, truth] = [await shownIn(app, lost), truthOf(await stateOf(app), lost)];
      return Object.entries(truth).filter(([what, count]) => shown[what as keyof typeof truth] !== count);
    };
    await expect.poll(differences, { interval: 50 }).toEqual([]);
    return shownIn(app, lost);
  };

  const first = await start();
  await first.call('POST', '/api/notifications/webhooks', { body: { service: 'generic', name: 'on call', url } });
  const { json } = await first.call('GET', '/api/alerts/config');
  const schedule = { ...(json.schedule as object), grouping: { enabled: false } };
  const config = { ...json, schedule, timeThreshold: 0, timeThresholds: {} };
  expect((await first.call('PUT', '/api/alerts/config', { body: config })).status).toBe(200);
  await expect.poll(async () => (await stateOf(first)).vms.length, { interval: 50 }).toBeGreaterThan(0);
  await clock.pass(60_000);
  troubles.play([
    { trouble: 'node-dies', node: name },
    { trouble: 'datastore-fills', datastore: 'main', to: 97, ...lasting },
    { trouble: 'guest-metric', cluster: other?.name, metric: 'cpu', to: 97, ...lasting },
  ]);
  await clock.pass(FORGOTTEN_MS);
  await expect.poll(async () => (await stateOf(first)).activeAlerts.length, { interval: 50 }).toBeGreaterThanOrEqual(3);
  const before = await agreed(first);
  expect(before.ran).toBeGreaterThan(0);
  const told = () => heard.find(({ alert }) => alert.id === `node-offline-${lost}`)?.message;
  await expect.poll(told, { interval: 50 }).toContain(`${before.ran} guest`);
  await expect.poll(() => heard.length, { interval: 50 }).toBe(before.active);
  await first.stop();

  const second = await start();
  await expect.poll(async () => (await stateOf(second)).vms.length, { interval: 50 }).toBeGreaterThan(0);
  await clock.pass(180_000);
  expect(await agreed(second)).toEqual(before);
  expect(heard.map(({ alert }) => alert.id)).toEqual([...new Set(heard.map(({ alert }) => alert.id))]);
  expect(heard).toHaveLength(Number(before.active));
});
