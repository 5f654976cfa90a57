// Measures the built product while it watches a lab: calls, bytes, memory, CPU.
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '@belfry/e2e/product';
import { startLabProcess } from './lab-process.ts';
import { cpuSeconds, residentBytes } from './process-usage.ts';
import { openSockets } from './sockets.ts';

/** Calls per minute and cluster; bytes per 10 s to one browser. */
export interface LiveCost {
  guests: number;
  clusters: number;
  fastCalls: number;
  allCalls: number;
  bytesPer10s: number;
  residentBytes: number;
  cpuPerMinute: { sockets: number; seconds: number }[];
}

const fastPaths = new Set(['/cluster/resources', '/cluster/metrics/export']);

export async function measureLive(guests: number, clusters: number, seconds: number): Promise<LiveCost> {
  const lab = await startLabProcess(clusters * 5, guests, clusters);
  const product = await startProduct({
    BELFRY_NODES: JSON.stringify(lab.instances),
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_LOG_LEVEL: 'warn',
  });
  const state = async () =>
    (await (await fetch(`${product.url}/api/state`)).json()) as { vms: object[]; containers: object[] };
  for (let tries = 0; tries < 60; tries++) {
    const { vms, containers } = await state();
    if (vms.length + containers.length > guests * 0.9) break;
    await pause(500);
  }
  await pause(30_000); // until the slow polls have answered once

  const cpuPerMinute: LiveCost['cpuPerMinute'] = [];
  const before = await lab.requests();
  const started = Date.now();
  let bytesPer10s = 0;
  for (const count of [1, 100]) {
    const sockets = await openSockets(product.url, count);
    await pause(5000);
    sockets.takeBytes(); // the snapshot and the archives
    const cpu = cpuSeconds(product.pid);
    await pause(seconds * 1000);
    cpuPerMinute.push({ sockets: count, seconds: ((cpuSeconds(product.pid) - cpu) / seconds) * 60 });
    if (count === 1) bytesPer10s = (sockets.takeBytes() / seconds) * 10;
    sockets.close();
  }
  const minutes = (Date.now() - started) / 60_000;
  const after = await lab.requests();
  const perMinute = (wanted: (path: string) => boolean) =>
    [...after].reduce((sum, [path, n]) => sum + (wanted(path) ? n - (before.get(path) ?? 0) : 0), 0) /
    minutes /
    clusters;
  const cost = {
    guests,
    clusters,
    fastCalls: perMinute((path) => fastPaths.has(path)),
    // The import of the past ends after a while, and then costs nothing.
    allCalls: perMinute((path) => !/\/rrd(data)?$/.test(path)),
    bytesPer10s,
    residentBytes: residentBytes(product.pid),
    cpuPerMinute,
  };
  await product.stop();
  await lab.stop();
  return cost;
}
