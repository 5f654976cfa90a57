// Measures the built product while a thousand alerts begin at once and webhooks get them: polls go on, and memory hardly grows.
// On its own: node bench/src/notifications.ts

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '@belfry/e2e/product';
import { startLabProcess } from './lab-process.ts';
import { residentBytes } from './process-usage.ts';

export interface NotificationsCost {
  /** Alerts that began, all with one poll of the cluster, and how many the webhooks got. */
  raised: number;
  notified: number;
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

/** Answers everything, and counts the first messages about alerts. */
async function startReceiver() {
  const counts = { notified: 0, messages: 0 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { kind, count } = JSON.parse(Buffer.concat(chunks).toString()) as { kind: string; count: number };
    counts.messages++;
    if (kind === 'raised') counts.notified += count;
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { counts, url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

/** Without groups, each alert is a message of its own to each webhook: more than can be sent in the time that is measured. */
interface Notified {
  webhooks: number;
  isGrouped: boolean;
}

export async function measureNotifications(
  guests: number,
  { webhooks, isGrouped }: Notified = { webhooks: 1, isGrouped: true },
): Promise<NotificationsCost> {
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
  const schedule = { ...config.schedule, cooldown: 0, maxAlertsHour: 0, grouping: { enabled: isGrouped, window: 1 } };
  await call('PUT', 'alerts/config', { ...config, schedule });
  for (let nth = 1; nth <= webhooks; nth++)
    await call('POST', 'notifications/webhooks', { name: `receiver ${nth}`, url: receiver.url });
  await pause(SETTLED_MS); // until the slow polls have answered once

  const calm = await polls();
  await pause(WATCHED_MS);
  const start = await polls();
  const before = { ...receiver.counts, active: await active() };
  const resident = residentBytes(product.pid);
  const guestDefaults = {
    ...config.guestDefaults,
    memory: { trigger: 1, clear: 0 },
    // Groups are many alerts in few messages. Without them, a thousand alerts are as many messages to each webhook.
    ...(isGrouped && { cpu: { trigger: 0.1, clear: 0 }, disk: { trigger: 1, clear: 0 } }),
  };
  await call('PUT', 'alerts/config', { ...config, schedule, guestDefaults });
  let most = 0;
  for (const end = Date.now() + WATCHED_MS; Date.now() < end; await pause(100))
    most = Math.max(most, residentBytes(product.pid));
  const cost = {
    raised: (await active()) - before.active,
    notified: receiver.counts.notified - before.notified,
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

if (process.argv[1] === import.meta.filename)
  for (const notified of [
    { webhooks: 1, isGrouped: true },
    { webhooks: 3, isGrouped: false },
  ])
    console.log(notified, await measureNotifications(notified.isGrouped ? 1000 : 1250, notified));
