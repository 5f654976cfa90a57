// Measures the built product over time: five browsers, the history on and importing, and where the resident memory is.
// On its own, after `npm run build`: node bench/src/hours.ts [--minutes 30] [--every 5] [--guests 1000] [--neighbours] [--set NAME=VALUE] [--bundle FILE] [--heap-file FILE]
// --neighbours: beside the cluster a backup server with about ten backups a guest, and a mail gateway.
// --set: a variable of the product, may be repeated.
import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type RunningProduct, startProduct } from '@belfry/e2e/product';
import { HistoryStatusReply } from '@belfry/schema/http/history';
import { request } from 'undici';
import { startLabProcess } from './lab-process.ts';
import { median } from './median.ts';
import { memoryOf } from './process-memory.ts';
import { cpuSeconds, storedBytes, threadsMs } from './process-usage.ts';
import { openSockets } from './sockets.ts';

const { values: given } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    every: { type: 'string', default: '5' },
    guests: { type: 'string', default: '1000' },
    neighbours: { type: 'boolean', default: false },
    set: { type: 'string', multiple: true, default: [] },
    bundle: { type: 'string' },
    'heap-file': { type: 'string', default: `/tmp/belfry-heap-${process.pid}.json` },
  },
});
const SOCKETS = 5;
const CALLS = 20;
const STARTS = 5;
const POLL_MS = 10_000 / 3;
const heapFile = given['heap-file'];
const probe = pathToFileURL(path.join(import.meta.dirname, 'heap-probe.mjs')).href;
const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
const mb = (bytes: number) => (bytes / 1e6).toFixed(1);

interface Heap {
  used_heap_size: number;
  total_physical_size: number;
  total_heap_size: number;
}
interface Heaps {
  external: number;
  arrayBuffers: number;
  heaps: Heap[];
}

async function heapsOf(pid: number): Promise<Heaps> {
  rmSync(heapFile, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (let tries = 0; tries < 100; tries++) {
    if (statSync(heapFile, { throwIfNoEntry: false })) return JSON.parse(readFileSync(heapFile, 'utf8')) as Heaps;
    await pause(100);
  }
  throw new Error('no answer of the probe');
}

async function importsOf(url: string): Promise<string> {
  const { imports } = HistoryStatusReply.parse(await (await fetch(`${url}/api/history/status`)).json());
  return imports
    .map(({ done, total, failed }) => `${done}/${total}${failed > 0 ? ` (${failed} failed)` : ''}`)
    .join(', ');
}

function startOf(instances: readonly object[], more: Record<string, string> = {}): Promise<RunningProduct> {
  const set = Object.fromEntries(given.set.map((each) => each.split('=', 2) as [string, string]));
  const env = { BELFRY_NODES: JSON.stringify(instances), BELFRY_AUTH_DISABLED: 'true', BELFRY_LOG_LEVEL: 'warn' };
  return startProduct({ ...env, ...set, ...more }, undefined, given.bundle);
}

/** The head and a row of the table, in the same order. */
const columns = [
  'minute',
  'resident',
  'anonymous',
  'JS used',
  'JS in memory',
  'workers',
  'in memory',
  'external',
  'main arena',
  'thread arenas',
  'files',
  'CPU s/min',
  'written MB',
  'import',
];

async function rowOf({ pid, url }: RunningProduct, minute: number, cpuPerMinute: number): Promise<string> {
  const memory = memoryOf(pid);
  const { heaps, external } = await heapsOf(pid);
  const [main, ...workers] = heaps;
  const sum = (of: (heap: Heap) => number) => workers.reduce((total, heap) => total + of(heap), 0);
  const cells = [
    minute.toFixed(0),
    mib(memory.resident),
    mib(memory.anonymous),
    mib(main?.used_heap_size ?? 0),
    mib(main?.total_physical_size ?? 0),
    `${workers.length}: ${mib(sum((heap) => heap.used_heap_size))}`,
    mib(sum((heap) => heap.total_physical_size)),
    mib(external),
    mib(memory.mainArena),
    `${memory.threadArenas.count}: ${mib(memory.threadArenas.bytes)}`,
    mib(memory.files),
    cpuPerMinute.toFixed(1),
    mb(storedBytes(pid)),
    await importsOf(url),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Median time until the last byte, and mean processor time, of an answer after a poll. */
async function answers({ pid, url }: RunningProduct, encoding: 'identity' | 'gzip'): Promise<string> {
  const calls: { ms: number; cpu: number; bytes: number }[] = [];
  for (let i = 0; i < CALLS; i++) {
    await pause(POLL_MS);
    const [from, cpu] = [performance.now(), threadsMs(pid)];
    const { body } = await request(`${url}/api/state`, { headers: { 'accept-encoding': encoding } });
    const { byteLength } = await body.arrayBuffer();
    calls.push({ ms: performance.now() - from, cpu: threadsMs(pid) - cpu, bytes: byteLength });
  }
  const of = (key: 'ms' | 'cpu' | 'bytes') => median(calls.map((call) => call[key]));
  return `${of('ms').toFixed(1)} ms, CPU ${of('cpu').toFixed(1)} ms, ${mb(of('bytes'))} MB`;
}

async function starts(instances: readonly object[]): Promise<string> {
  const found: { ms: number; cpu: number }[] = [];
  for (let i = 0; i < STARTS; i++) {
    const from = performance.now();
    const product = await startOf(instances);
    while (!(await fetch(`${product.url}/api/health`)).ok) await pause(5);
    found.push({ ms: performance.now() - from, cpu: cpuSeconds(product.pid) * 1000 });
    await product.stop();
  }
  return `${median(found.map(({ ms }) => ms)).toFixed(0)} ms, CPU ${median(found.map(({ cpu }) => cpu)).toFixed(0)} ms`;
}

const neighbours = ['--backup-servers', '1', '--mail-gateways', '1'];
const lab = await startLabProcess(5, Number(given.guests), 1, given.neighbours ? neighbours : []);
const product = await startOf(lab.instances, { BENCH_HEAP_FILE: heapFile, NODE_OPTIONS: `--import=${probe}` });
const sockets = await openSockets(product.url, SOCKETS);
const [minutes, every] = [Number(given.minutes), Number(given.every)];
console.log(`| ${columns.join(' | ')} |\n|${' ---: |'.repeat(columns.length)}`);
let cpu = cpuSeconds(product.pid);
const from = performance.now();
for (
  let minute = Math.min(every, 1), last = 0;
  minute <= minutes;
  last = minute, minute = minute < every ? every : minute + every
) {
  await pause(from + minute * 60_000 - performance.now());
  const now = cpuSeconds(product.pid);
  console.log(await rowOf(product, minute, (now - cpu) / (minute - last)));
  cpu = now;
}
console.log(`\nGET /api/state: ${await answers(product, 'identity')}; compressed: ${await answers(product, 'gzip')}`);
sockets.close();
await product.stop();
rmSync(heapFile, { force: true });
console.log(`start until /api/health: ${await starts(lab.instances)}`);
await lab.stop();
