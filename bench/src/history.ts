// Measures the history of alerts with 100,000 occurrences on the disk: the queries that its page makes, over HTTP, and how long the
// built product answers nobody else meanwhile. On its own: node bench/src/history.ts

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '@belfry/e2e/product';
import { openAlertsFile } from '../../apps/server/src/db/alerts-file.ts';
import type { Occurrence } from '../../apps/server/src/db/alerts-store.ts';
import { iso, systemClock } from '../../apps/server/src/lib/clock.ts';
import { createLogger } from '../../apps/server/src/lib/logger.ts';
import { percentile } from './median.ts';

export interface HistoryCost {
  rows: number;
  queries: number;
  /** The 95th percentile of the time until an answer is there, and the longest, with its query. */
  p95Ms: number;
  worst: { ms: number; query: string };
  /** The longest time for which the product answered nobody else, beyond that of the same time without queries. */
  heldMs: number;
}

const DAY_MS = 86_400_000;
const ROUNDS = 5;
const PAGE = 1000;
const STORED_AT_ONCE = 2000;

const types = [
  'cpu',
  'memory',
  'disk',
  'offline',
  'powered-off',
  'storage-usage',
  'backup-age',
  'docker-container-health',
];

/** Spread over 89 days, in the sizes that alerts really have. */
function occurrenceOf(n: number, rows: number, now: number): Occurrence {
  const openedAt = now - Math.floor((n / rows) * 89 * DAY_MS) - 60_000;
  const type = types[n % types.length] ?? 'cpu';
  const level = n % 7 === 0 ? 'critical' : 'warning';
  const name = `guest-${n % 5000}`;
  const id = `dc-${n % 5000}-${type}`;
  const changes = [
    { kind: 'raised' as const, at: iso(openedAt), level: 'warning' as const },
    { kind: 'resolved' as const, at: iso(openedAt + 300_000) },
  ];
  return {
    ...{ id: `occurrence-${n}`, level, peak: 91.4, openedAt, resolvedAt: openedAt + 300_000, reason: 'recovered' },
    ...{ notified: n % 3 === 0, changes, known: { threshold: { trigger: 80, clear: 75 }, hold: { seconds: 300 } } },
    alert: {
      ...{ id, type, level, resourceId: `dc-${n % 5000}`, resourceName: name, node: `pve${n % 20}`, instance: 'dc' },
      ...{ message: `${name}: ${type} is at 88.2 %, above 80 % for 5 minutes`, value: 88.2, threshold: 80 },
      ...{ startTime: iso(openedAt), lastSeen: iso(openedAt + 300_000), acknowledged: n % 5 === 0 },
      metadata: {
        resourceType: 'guest',
        unit: 'percent',
        instanceId: 'dc',
        list: 'vms',
        occurrence: `occurrence-${n}`,
      },
    },
  };
}

async function fill(dataDir: string, rows: number): Promise<void> {
  const { alerts: store, close } = openAlertsFile({ dataDir, clock: systemClock, log: createLogger('silent') });
  const now = Date.now();
  for (let from = 0; from < rows; from += STORED_AT_ONCE)
    await store.save(
      Array.from({ length: Math.min(STORED_AT_ONCE, rows - from) }, (_, i) => occurrenceOf(from + i, rows, now)),
    );
  await close();
}

/** As the page asks: each time range and level, with and without a search. The searches find many, few and nothing. */
function queriesOf(now: number): string[] {
  const queries: string[] = [];
  for (const days of [1, 7, 30, undefined])
    for (const level of [undefined, 'critical'])
      for (const q of [undefined, 'docker', 'guest-4711', 'pve7', 'nothing like this']) {
        const filter = new URLSearchParams({
          ...(days !== undefined && { since: String(now - days * DAY_MS) }),
          ...(level && { level }),
          ...(q && { q }),
        });
        queries.push(`history/buckets?${filter}`, `history?${filter}&limit=${PAGE}`);
        if (days === undefined) queries.push(`history?${filter}&limit=${PAGE}&offset=${5 * PAGE}`);
      }
  return [...queries, `history?type=offline&limit=${PAGE}`, `history?resource=dc-4711&limit=${PAGE}`];
}

/** Asks again and again, and remembers the slowest answer. */
function startProbe(url: string) {
  let longest = 0;
  let isOver = false;
  const probe = async () => {
    while (!isOver) {
      const from = performance.now();
      await (await fetch(url)).arrayBuffer();
      longest = Math.max(longest, performance.now() - from);
      await pause(1);
    }
  };
  const done = probe();
  return async () => {
    isOver = true;
    await done;
    return longest;
  };
}

export async function measureHistory(rows: number): Promise<HistoryCost> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'belfry-history-'));
  await fill(dataDir, rows);
  const product = await startProduct({
    ...{ BELFRY_DATA_DIR: dataDir, BELFRY_AUTH_DISABLED: 'true' },
  });
  try {
    const page = product.url;
    await (await fetch(page)).arrayBuffer();
    const quiet = startProbe(page);
    await pause(2000);
    const without = await quiet();
    const queries = queriesOf(Date.now());
    const times: { ms: number; query: string }[] = [];
    const probe = startProbe(page);
    for (let round = 0; round < ROUNDS; round++)
      for (const query of queries) {
        const from = performance.now();
        const reply = await fetch(`${product.url}/api/alerts/${query}`);
        await reply.arrayBuffer();
        if (!reply.ok) throw new Error(`${query}: ${reply.status}`);
        times.push({ ms: performance.now() - from, query });
      }
    await (await fetch(`${product.url}/api/alerts/history?limit=10000`)).arrayBuffer();
    const heldMs = Math.max(0, (await probe()) - without);
    times.sort((a, b) => b.ms - a.ms);
    const p95Ms = percentile(
      times.map(({ ms }) => ms),
      0.95,
    );
    return { rows, queries: queries.length, p95Ms, worst: times[0] ?? { ms: 0, query: '' }, heldMs };
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) console.info(await measureHistory(Number(process.argv[2] ?? 100_000)));
