// Five clusters in a bad night: every number that two places give is the same number.

import { problemsOf } from '@belfry/domain/problems/problems';
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import { startNeighbours } from '@belfry/lab/neighbours';
import { createTroubles } from '@belfry/lab/trouble/player';
import { isRunning } from '@belfry/lab/world/guest';
import { NodeConfig } from '@belfry/schema/config/node';
import { getState } from '@belfry/schema/http/monitoring';
import { expect, onTestFinished, test } from 'vitest';
import { iso } from '../lib/clock.ts';
import { containerBody, reportBody } from '../sources/docker-agent/testing/reports.ts';
import { fastClock } from './testing/fast-clock.ts';
import { disagreements, facts, lostNodeFacts, nothingOf } from './testing/numbers/facts.ts';
import { seenIn } from './testing/numbers/seen.ts';
import { type Whole, wholeApp } from './testing/whole-app.ts';

const GUESTS = 200;
const lasting = { riseS: 0, holdS: 86_400, fallS: 0 };
/** The other nodes of a cluster show the guests of a lost one unchanged for five minutes. */
const FORGOTTEN_MS = 330_000;

test('in a bad night of five clusters every number is the same in each place', async () => {
  const clock = fastClock(Date.UTC(2026, 10, 18, 2, 0, 30), 60);
  const lab = await startLab({
    ...{ nodes: 15, guests: GUESTS, clusters: 5, seed: 3, authDelayMs: 0, version: 9.2, plain: true, calm: true },
    ...{ everything: true, clock: clock.now },
  });
  const beside = await startNeighbours(lab, { backupServers: 2, mailGateways: 1, calm: true });
  const troubles = createTroubles({ lab, ...beside }, { seed: 3, everyMs: 20 });
  onTestFinished(async () => {
    troubles.stop();
    await Promise.all([lab.stop(), beside.stop()]);
    clock.stop();
  });
  const [lostIn, ...others] = lab.clusters;
  const silent = others.pop();
  const name = lostIn?.nodes.at(-1)?.name ?? '';
  const lost = `${lostIn?.name}-${name}`;
  // one is paused where everything else is well
  const paused = lab.guests(others[0]?.name ?? '').find(isRunning);
  const { backupServers, mailGateways } = beside;
  const nodes = [...lab.instances.map(nodeConfig), ...[...backupServers, ...mailGateways].map((each) => each.config())];
  const env = { BELFRY_AUTH_DISABLED: 'true' };
  const app = await wholeApp({ clock, env, more: { nodes: nodes.map((each) => NodeConfig.parse(each)) } });
  const stateOf = async () => getState.reply.parse((await app.call('GET', '/api/state')).json);
  await alertAtOnce(app);
  const guests = async () => {
    const { vms, containers } = await stateOf();
    return vms.length + containers.length;
  };
  // templates are no guests
  await expect.poll(guests, { interval: 1000 }).toBeGreaterThan(GUESTS * 0.95);
  await report(app, clock.now(), [1, 2, 3]);
  await clock.pass(60_000);
  // more guests run on it than ran on the node that dies: they are in danger, and those are lost
  const crowds = others
    .flatMap((cluster) => lab.guests(cluster.name).filter(isRunning))
    .reduce((sums, { node }) => sums.set(node, (sums.get(node) ?? 0) + 1), new Map<string, number>());
  const [busy, most = 0] = [...crowds].sort(([, a], [, b]) => b - a)[0] ?? [];
  const ranThere = lab.guests(lostIn?.name ?? '').filter((guest) => guest.node === name && isRunning(guest));
  expect(most).toBeGreaterThan(ranThere.length);

  for (const each of silent?.nodes ?? []) await lab.unplug(each.name);
  if (paused) paused.power = 'paused';
  troubles.play([
    { trouble: 'node-dies', node: name },
    { trouble: 'datastore-fills', datastore: 'main', to: 97, ...lasting },
    { trouble: 'server-fault', server: backupServers[1]?.config().name, fault: 'die' },
    { trouble: 'node-metric', node: busy, metric: 'memory', to: 97, ...lasting },
    { trouble: 'backup-fails', cluster: others[0]?.name },
    ...others.map(
      ({ name: cluster }) => ({ trouble: 'guest-metric', cluster, metric: 'cpu', to: 97, ...lasting }) as const,
    ),
  ]);
  await clock.pass(90_000);
  // the cluster has noticed it, and the hosts around it still say what ran there
  const lostNode = async () => (await stateOf()).nodes.find(({ id }) => id === lost)?.status;
  await expect.poll(lostNode, { interval: 1000 }).toBe('offline');
  await report(app, clock.now(), [1, 2]);
  await expect.poll(async () => disagreements(facts, await seenIn(app)), { interval: 1000 }).toEqual([]);

  await clock.pass(FORGOTTEN_MS / 2);
  await report(app, clock.now(), [1, 2]);
  await clock.pass(FORGOTTEN_MS / 2);
  await report(app, clock.now(), [1, 2]);
  await expect
    .poll(async () => (await stateOf()).activeAlerts.length, { interval: 1000 })
    .toBeGreaterThan(others.length + 3);
  const [taken] = (await stateOf()).activeAlerts.filter(({ type }) => type === 'cpu');
  await app.call('POST', `/api/alerts/${encodeURIComponent(taken?.id ?? '')}/acknowledge`);

  const all = [...facts, ...lostNodeFacts(lost)];
  await expect.poll(async () => disagreements(all, await seenIn(app)), { interval: 1000 }).toEqual([]);
  const seen = await seenIn(app);
  expect(nothingOf(all, seen)).toEqual([]);
  // the dead node is before the busy one in every order, and the cluster of which nobody knows anything is before both
  const orders = {
    list: seen.active,
    'belfry alerts': seen.cli.alerts,
    problems: problemsOf(seen.state),
  };
  for (const [place, order] of Object.entries(orders)) {
    const about = order.map(({ id }) => id);
    const busyAlert = about.findIndex((id) => id.includes(`${busy}-memory`));
    expect(busyAlert, `${place}: ${about.slice(0, 6)}`).toBeGreaterThan(about.indexOf(`node-offline-${lost}`));
    expect(about[0], place).toContain(silent?.name);
  }
});

async function alertAtOnce(app: Whole): Promise<void> {
  const { json } = await app.call('GET', '/api/alerts/config');
  const body = { ...json, timeThreshold: 0, timeThresholds: {} };
  expect((await app.call('PUT', '/api/alerts/config', { body })).status).toBe(200);
}

/** Docker hosts report, each with its number of containers, of which one is stopped. */
async function report(app: Whole, now: number, hosts: readonly number[]): Promise<void> {
  for (const nth of hosts) {
    const containers = Array.from({ length: nth * 4 }, (_, i) =>
      containerBody(`${nth}-${i}`, i === 0 ? { state: 'exited', exitCode: 1 } : {}),
    );
    const agent = { id: `engine-${nth}` };
    const host = { hostname: `dock${nth}`, machineId: `machine-${nth}` };
    const body = reportBody({ timestamp: iso(now), agent, host, containers });
    expect((await app.call('POST', '/api/agents/docker/report', { body })).status).toBe(200);
  }
}
