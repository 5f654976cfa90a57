// Measures the built product while a thousand alerts begin at once and a webhook is told of them: polls go on, and memory hardly grows.
// On its own: node bench/src/notifications.ts

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '@belfry/e2e/product';
import { startLabProcess } from './lab-process.ts';
import { residentBytes } from './process-usage.ts';

export interface NotificationsCost {
  /** Alerts that began, all with one poll of the cluster, and how many a message of the webhook told. */
  raised: number;
  told: number;
  messages: number;
  /** Fast polls in the 40 s after the alerts began, compared with the 40 s before. */
  polls: number;
  pollsBefore: number;
  /** How much the largest resident memory in these seconds is above that before. */
  grownBytes: number;
}

const SETTLED_MS = 40_000;
const WATCHED_MS = 40_000;
const FAST = '/cluster/resources';
const HEADERS = { 'content-type': 'application/json' };

/** Answers everything, and counts the alerts of which it was told first. */
async function startReceiver() {
  const counts = { told: 0, messages: 0 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { kind, count } = JSON.parse(Buffer.concat(chunks).toString()) as { kind: string; count: number };
    counts.messages++;
    if (kind === 'raised') counts.told += count;
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { counts, url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

export async function measureNotifications(guests: number): Promise<NotificationsCost> {
  const lab = await startLabProcess(5, guests, 1);
  const receiver = await startReceiver();
  const product = await startProduct({
    BELFRY_NODES: JSON.stringify(lab.instances),
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_LOG_LEVEL: 'warn',
    BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8',
  });
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const reply = await fetch(`${product.url}/api/${path}`, {
      ...{ method, headers: HEADERS },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
  const active = async () => ((await call('GET', 'alerts/active')) as object[]).length;
  const polls = async () => (await lab.requests()).get(FAST) ?? 0;
  const config = (await call('GET', 'alerts/config')) as { schedule: object; guestDefaults: object };
  const schedule = { ...config.schedule, cooldown: 0, maxAlertsHour: 0, grouping: { enabled: true, window: 1 } };
  await call('PUT', 'alerts/config', { ...config, schedule });
  await call('POST', 'notifications/webhooks', { name: 'receiver', url: receiver.url });
  await pause(SETTLED_MS); // until the slow polls have answered once

  const calm = await polls();
  await pause(WATCHED_MS);
  const start = await polls();
  const before = { ...receiver.counts, active: await active() };
  const resident = residentBytes(product.pid);
  const guestDefaults = {
    ...config.guestDefaults,
    memory: { trigger: 1, clear: 0 },
    cpu: { trigger: 0.1, clear: 0 },
    disk: { trigger: 1, clear: 0 },
  };
  await call('PUT', 'alerts/config', { ...config, schedule, guestDefaults });
  let most = 0;
  for (const end = Date.now() + WATCHED_MS; Date.now() < end; await pause(100))
    most = Math.max(most, residentBytes(product.pid));
  const cost = {
    raised: (await active()) - before.active,
    told: receiver.counts.told - before.told,
    messages: receiver.counts.messages - before.messages,
    polls: (await polls()) - start,
    pollsBefore: start - calm,
    grownBytes: most - resident,
  };
  await product.stop();
  await lab.stop();
  receiver.stop();
  return cost;
}

if (process.argv[1] === import.meta.filename) console.log(await measureNotifications(1000));
