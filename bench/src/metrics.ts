// Measures GET /metrics: the time and size of an answer and its number of series. On its own: node bench/src/metrics.ts [GUESTS]
import { setTimeout as pause } from 'node:timers/promises';
import { startProduct } from '@belfry/e2e/product';
import { startLabProcess } from './lab-process.ts';
import { median } from './median.ts';
import { cpuSeconds } from './process-usage.ts';

export interface MetricsCost {
  guests: number;
  series: number;
  /** Of a whole answer over HTTP that is not compressed, median; and with compression, as Prometheus asks for it. */
  ms: number;
  gzipMs: number;
  /** Processor time of the product for one answer, mean. It does not depend on the load of the machine. */
  cpuMs: number;
  bytes: number;
}

const TIMES = 30;

export async function measureMetrics(guests: number): Promise<MetricsCost> {
  const lab = await startLabProcess(5, guests, 1);
  const product = await startProduct({
    BELFRY_NODES: JSON.stringify(lab.instances),
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_LOG_LEVEL: 'warn',
  });
  const read = async (encoding: string) => {
    const headers = { accept: 'application/openmetrics-text', 'accept-encoding': encoding };
    return (await fetch(`${product.url}/metrics`, { headers })).text();
  };
  const seriesIn = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length;
  const known = async () => ((await read('identity')).match(/^belfry_guest_info\{/gm) ?? []).length;
  while ((await known()) < guests * 0.9) await pause(500);
  // What is asked less often than the guests themselves comes later.
  await pause(15_000);
  const timed = async (encoding: string) => {
    const times: number[] = [];
    for (let n = 0; n < TIMES; n++) {
      const from = performance.now();
      await read(encoding);
      times.push(performance.now() - from);
    }
    return median(times);
  };
  const text = await read('identity');
  const gzipMs = await timed('gzip');
  const before = cpuSeconds(product.pid);
  const ms = await timed('identity');
  const cpuMs = ((cpuSeconds(product.pid) - before) * 1000) / TIMES;
  const cost = { guests, series: seriesIn(text), ms, gzipMs, cpuMs, bytes: Buffer.byteLength(text) };
  await product.stop();
  await lab.stop();
  return cost;
}

if (import.meta.main) console.log(await measureMetrics(Number(process.argv[2] ?? 1000)));
