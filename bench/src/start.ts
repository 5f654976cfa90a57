// Measures the start of the built product: until it listens, until it shows a cluster, and the time of one GET /api/state.
// On its own: node bench/src/start.ts

import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '@belfry/e2e/product';
import { type LabProcess, startLabProcess } from './lab-process.ts';
import { median } from './median.ts';
import { cpuSeconds } from './process-usage.ts';

export interface StartCost {
  guests: number;
  /** From the start of the process until it listens, median of `STARTS`. */
  listeningMs: number;
  /** CPU time of the process until then, median. It does not depend on the load of the machine. */
  listeningCpuMs: number;
  /** From the start of the process until the guests of the cluster are there, median. */
  firstStateMs: number;
  /** Time of one GET /api/state until the last byte, median of `CALLS`; the cluster is polled between two calls. */
  stateMs: number;
  stateCpuMs: number;
  stateBytes: number;
}

const STARTS = 5;
const CALLS = 20;
const SETTLED_MS = 30_000;
const POLL_MS = 10_000 / 3;

const start = (lab: LabProcess) =>
  startProduct({
    BELFRY_NODES: JSON.stringify(lab.instances),
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_LOG_LEVEL: 'warn',
  });

export async function measureStart(guests: number): Promise<StartCost> {
  const lab = await startLabProcess(5, guests, 1);
  const starts: { listening: number; cpu: number; shown: number }[] = [];
  for (let i = 0; i < STARTS; i++) {
    const from = performance.now();
    const product = await start(lab);
    const [listening, cpu] = [performance.now() - from, cpuSeconds(product.pid) * 1000];
    while ((await guestsOf(product.url)) < guests * 0.9) await pause(20);
    starts.push({ listening, cpu, shown: performance.now() - from });
    await product.stop();
  }

  const product = await start(lab);
  await pause(SETTLED_MS); // until the slow polls have answered once
  const calls: { ms: number; cpu: number; bytes: number }[] = [];
  for (let i = 0; i < CALLS; i++) {
    await pause(POLL_MS);
    const [from, cpu] = [performance.now(), cpuSeconds(product.pid)];
    const { byteLength } = await (await fetch(`${product.url}/api/state`)).arrayBuffer();
    calls.push({ ms: performance.now() - from, cpu: (cpuSeconds(product.pid) - cpu) * 1000, bytes: byteLength });
  }
  await product.stop();
  await lab.stop();
  return {
    guests,
    listeningMs: median(starts.map(({ listening }) => listening)),
    listeningCpuMs: median(starts.map(({ cpu }) => cpu)),
    firstStateMs: median(starts.map(({ shown }) => shown)),
    stateMs: median(calls.map(({ ms }) => ms)),
    stateCpuMs: calls.reduce((sum, { cpu }) => sum + cpu, 0) / CALLS,
    stateBytes: median(calls.map(({ bytes }) => bytes)),
  };
}

async function guestsOf(url: string): Promise<number> {
  const state = (await (await fetch(`${url}/api/state`)).json()) as { vms: object[]; containers: object[] };
  return state.vms.length + state.containers.length;
}

if (import.meta.main) console.log(await measureStart(1000));
