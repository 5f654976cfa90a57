// kill -9 of the whole server while alerts begin and end all the time: every occurrence of its own history is notified, and none
// twice, unless the answer of the far side was lost. BELFRY_KILLS=200 makes it longer; `--testTimeout` must allow that.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { createHosts, startFleet } from '@belfry/lab/docker/fleet';
import type { DockerHost } from '@belfry/lab/docker/host';
import { createTroubles } from '@belfry/lab/trouble/player';
import type { Script } from '@belfry/lab/trouble/script';
import type { HistoryEntry } from '@belfry/schema/alerts/history';
import type { Delivery } from '@belfry/schema/notifications/delivery';
import { expect, onTestFinished, test } from 'vitest';
import { type NotificationReceiver, type Receipt, startNotificationReceiver } from './notification-receiver.ts';
import { freePort, type RunningProduct, startProduct } from './product.ts';

const KILLS = Number(process.env.BELFRY_KILLS ?? 8);
const DESTINATIONS = ['a', 'b', 'c'];
/** Each container and guest has one alert in this time: fewer changes than those of a flapping alert. */
const CYCLE_S = 400;
const ALARMING_S = 60;
/** An alert that was active for so long while the server ran must have been notified. */
const RUNNING_S = 15;

test(`killed ${KILLS} times, the server notifies every occurrence in its history, and twice only where an answer was lost`, async () => {
  const lab = await startLab({ nodes: 3, guests: 30, clusters: 1, seed: 5, version: 9.2, authDelayMs: 0, calm: true });
  onTestFinished(lab.stop);
  const machines = createHosts({ hosts: 16, containers: 25, seed: 5, calm: true });
  const receiver = await startNotificationReceiver();
  onTestFinished(receiver.close);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'belfry-killed-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const env = {
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_PORT: String(port),
    BELFRY_DATA_DIR: dataDir,
    BELFRY_NODES: JSON.stringify(lab.instances.map(nodeConfig)),
    BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  const first = await startProduct(env);
  await configure(first, receiver);
  await first.stop();
  const endTroubles = playTroubles(lab, machines);
  const fleet = startFleet({ url: `http://127.0.0.1:${port}`, token: '', machines, intervalSeconds: 2 });
  onTestFinished(fleet.stop);

  const lives: Life[] = [];
  for (let number = 0; number < KILLS; number++) lives.push(await killedLife(env, number, receiver));

  receiver.follow(KILLS, () => {});
  endTroubles();
  const product = await startProduct(env);
  const last = { from: Date.now(), to: Infinity };
  onTestFinished(async () => void (await product.stop()));
  await expect.poll(async () => (await read<object[]>(product, 'alerts/active')).length).toBe(0);
  await expect.poll(() => startsWithoutEnd(receiver.receipts)).toEqual([]);
  const history = await read<HistoryEntry[]>(product, 'alerts/history?limit=10000');
  console.log(judge(receiver.receipts, history, await wholeLog(product), [...lives, last]));
  expect(history.length).toBeGreaterThan(KILLS);
});

async function read<T>({ url }: RunningProduct, address: string): Promise<T> {
  const reply = await fetch(`${url}/api/${address}`);
  if (!reply.ok) throw new Error(`${address}: ${reply.status}`);
  return (await reply.json()) as T;
}

async function wholeLog(product: RunningProduct): Promise<Delivery[]> {
  const all: Delivery[] = [];
  for (;;) {
    const page = await read<Delivery[]>(product, `notifications/log?limit=1000&offset=${all.length}`);
    if (page.length === 0) return all;
    all.push(...page);
  }
}

/** The first alert is notified at once, further ones with all others of three seconds: a destination gets one message a second. */
async function configure(product: RunningProduct, receiver: NotificationReceiver): Promise<void> {
  const send = async (method: string, address: string, body: object) => {
    const reply = await fetch(`${product.url}/api/${address}`, {
      ...{ method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    });
    if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`);
  };
  const config = await read<{ schedule: object }>(product, 'alerts/config');
  const schedule = {
    ...config.schedule,
    ...{ cooldown: 0, maxAlertsHour: 0, grouping: { enabled: true, window: 3, byNode: false, byGuest: false } },
  };
  await send('PUT', 'alerts/config', { ...config, schedule, timeThreshold: 0, timeThresholds: {} });
  for (const name of DESTINATIONS)
    await send('POST', 'notifications/webhooks', { name, url: `${receiver.url}${name}` });
}

/** Containers fail their health checks, and guests have too much load. Returns what lets no other one begin. */
function playTroubles(lab: Lab, machines: readonly DockerHost[]): () => void {
  const guests = lab.clusters.flatMap((cluster) => [...cluster.guests.values()]);
  const course = { riseS: 0, holdS: ALARMING_S, fallS: 0 };
  const again = () => ({ at: Math.random() * CYCLE_S, repeat: { times: 24, everyS: CYCLE_S } });
  const script: Script = [
    ...guests
      .filter(({ power, template }) => power === 'running' && !template)
      .map(
        ({ vmid }) =>
          ({ trouble: 'guest-metric', guest: vmid, metric: 'memory', to: 96, ...course, ...again() }) as const,
      ),
    ...machines.flatMap(({ hostname: host, containers }) =>
      containers.map(
        ({ name: container }) =>
          ({ trouble: 'container-state', host, container, state: 'failing', forS: ALARMING_S, ...again() }) as const,
      ),
    ),
  ];
  createTroubles({ lab, dockerHosts: () => machines }).play(script);
  return () => {
    const hasBegun = ({ from }: { from: number }) => from <= Date.now() / 1000;
    for (const { courses } of guests) courses.mem = courses.mem?.filter(hasBegun) ?? [];
    for (const { containers } of machines)
      for (const container of containers) container.spells = container.spells.filter(hasBegun);
  };
}

/** When the server was ready, and when it was killed: epoch ms. */
interface Life {
  from: number;
  to: number;
}

/** One run of the server that is killed while it starts, after some time, or when a request of it has arrived. */
async function killedLife(env: Record<string, string>, number: number, receiver: NotificationReceiver): Promise<Life> {
  const how = Math.random();
  const over = new AbortController();
  let isKilled = false;
  const product = await startProduct(env, (pid) => {
    const kill = () => {
      if (isKilled) return;
      isKilled = true;
      process.kill(pid, 'SIGKILL');
    };
    const requests = Math.random() * 12;
    let count = 0;
    receiver.follow(number, () => {
      if (how > 0.5 && ++count > requests) kill();
    });
    const waitMs = how < 0.15 ? Math.random() * 1500 : how > 0.5 ? 12_000 : 1500 + Math.random() * 5000;
    pause(waitMs, undefined, { signal: over.signal }).then(kill, () => {});
  }).catch((error: unknown) => {
    if (!isKilled) throw error;
  });
  const from = Date.now();
  await product?.exited;
  const to = Date.now();
  expect(isKilled, product?.output()).toBe(true);
  over.abort();
  await product?.stop();
  await receiver.quiet();
  return { from, to };
}

function eventsOf(receipts: readonly Receipt[]) {
  const accepted = receipts.filter(({ isAccepted }) => isAccepted);
  return accepted.flatMap((receipt) => receipt.occurrences.map((occurrence) => ({ receipt, occurrence })));
}

function startsWithoutEnd(receipts: readonly Receipt[]): string[] {
  const open = new Set<string>();
  for (const { receipt, occurrence } of eventsOf(receipts))
    if (receipt.kind === 'resolved') open.delete(`${occurrence} ${receipt.to}`);
    else open.add(`${occurrence} ${receipt.to}`);
  return [...open];
}

function judge(
  receipts: readonly Receipt[],
  history: readonly HistoryEntry[],
  log: readonly Delivery[],
  lives: readonly Life[],
) {
  const accepted = receipts.filter(({ isAccepted }) => isAccepted);
  const events = eventsOf(receipts);
  const nameOf = (kind: string, occurrence: string | undefined, to: string) => `${kind} ${occurrence} ${to}`;
  const byName = Map.groupBy(events, ({ occurrence, receipt: { kind, to } }) => nameOf(kind, occurrence, to));

  // Every occurrence has a start and, after it, an end. One that ended before its message left has neither.
  const runningMs = (begin: number, end: number) =>
    lives.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, end) - Math.max(from, begin)), 0);
  let withdrawn = 0;
  for (const { id, occurrence, status, startTime, resolvedTime = '', notified } of history) {
    expect(status, id).toBe('resolved');
    const told = DESTINATIONS.map((to) => {
      const [raised, resolved] = ['raised', 'resolved'].map(
        (kind) => byName.get(nameOf(kind, occurrence, to))?.[0]?.receipt.number,
      );
      if (raised !== undefined) expect(resolved, `end of ${id} at ${to}`).toBeGreaterThan(raised);
      else {
        expect(resolved, `end of ${id} at ${to} without a start`).toBeUndefined();
        const ranMs = runningMs(Date.parse(startTime), Date.parse(resolvedTime));
        expect(ranMs, `${id} is not notified to ${to}`).toBeLessThan(RUNNING_S * 1000);
        withdrawn++;
      }
      return raised !== undefined;
    });
    expect(notified, `${id} in the history`).toBe(told.includes(true));
  }

  // One message has one key, and it arrives again only when the server was killed while it waited for the answer.
  for (const [name, all] of byName) expect(new Set(all.map(({ receipt }) => receipt.key)).size, name).toBe(1);
  const lastOfLife = new Map(receipts.map((one) => [`${one.life} ${one.to}`, one.number]));
  const lostIn = new Map(log.map(({ id, lost }) => [id, lost]));
  let doubled = 0;
  for (const [key, all] of Map.groupBy(accepted, ({ key }) => key)) {
    const earlier = all.slice(0, -1);
    for (const { life, to, number, kind } of earlier)
      expect(lastOfLife.get(`${life} ${to}`), `${kind} ${key} was sent again`).toBe(number);
    expect(lostIn.get(key), key).toBeGreaterThanOrEqual(earlier.length);
    doubled += earlier.length;
  }
  const known = new Set(history.map((entry) => entry.occurrence));
  expect(events.filter(({ occurrence }) => !known.has(occurrence))).toEqual([]);
  const lost = log.reduce((sum, delivery) => sum + delivery.lost, 0);
  return (
    `${KILLS} kills: ${history.length} occurrences at ${DESTINATIONS.length} destinations, ${log.length} messages, ` +
    `${receipts.length} requests, ${receipts.length - accepted.length} answered 503. Answers lost: ${lost}. Accepted twice because ` +
    `of that: ${doubled}. Starts and ends that were withdrawn before they were sent: ${withdrawn}.`
  );
}
