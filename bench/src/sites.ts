// Measures a site with the built programs: a lab, a collector that polls it, and the server. Prints the bytes of the line by kind of poll, and
// the processor time and the memory of both. On its own, after `npm run build`:
// node bench/src/sites.ts [--guests 1000] [--seconds 60] [--direct] [--profile FOLDER]
// --direct: the server polls the hosts itself, for comparison.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startProduct } from '@belfry/e2e/product';
import { type CollectorProcess, startCollectorProcess } from './collector-process.ts';
import { startLabProcess } from './lab-process.ts';
import { type LineBytes, startLineMeter } from './line-meter.ts';
import { cpuSeconds, residentBytes } from './process-usage.ts';

export interface SiteCost {
  guests: number;
  /** Bytes a second, up. */
  bytesPerSecond: number;
  downPerSecond: number;
  kinds: LineBytes['kinds'];
  /** `cpu` in seconds a minute, `resident` in bytes. */
  centre: Usage;
  collector: Usage;
}
interface Usage {
  cpu: number;
  resident: number;
}

/** Until the slow polls have answered once. */
const SETTLED_MS = 60_000;

export interface SiteOptions {
  guests: number;
  seconds: number;
  /** The server polls the hosts itself. */
  isDirect?: boolean;
  /** Where profiles of the processor time are written. */
  profile?: string | undefined;
}

export async function measureSite({ guests, seconds, isDirect = false, profile }: SiteOptions): Promise<SiteCost> {
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const lab = await startLabProcess(5, guests, 1);
  const product = await startProduct({
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_LOG_LEVEL: 'warn',
    NODE_OPTIONS: profiling.join(' '),
  });
  const call = async (path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${product.url}${path}`, body && { method: 'POST', headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    return (await reply.json()) as Record<string, unknown>;
  };
  const meter = await startLineMeter(product.url);
  let collector: CollectorProcess | undefined;
  let site: unknown;
  if (!isDirect) {
    const added = await call('/api/sites', { name: 'branch' });
    site = added.id;
    collector = await startCollectorProcess(
      { join: product.url, speak: meter.url, token: String(added.token) },
      profiling,
    );
  }
  const [instance] = lab.instances;
  // The first connection takes a moment.
  for (let tries = 0; tries < 60; tries++) {
    const { sites } = (await call('/api/state')) as { sites: { status: string }[] };
    if (isDirect || sites[0]?.status === 'connected') break;
    await pause(500);
  }
  await call('/api/config/nodes', { ...instance, ...(site !== undefined && { site }) });
  for (let tries = 0; tries < 120; tries++) {
    const { vms, containers } = (await call('/api/state')) as { vms: object[]; containers: object[] };
    if (vms.length + containers.length > guests * 0.9) break;
    await pause(500);
  }
  await pause(SETTLED_MS);
  meter.take();
  const before = { centre: cpuSeconds(product.pid), collector: collector ? cpuSeconds(collector.pid) : 0 };
  const memory = { centre: 0, collector: 0 };
  for (let second = 0; second < seconds; second++) {
    await pause(1000);
    memory.centre += residentBytes(product.pid) / seconds;
    memory.collector += collector ? residentBytes(collector.pid) / seconds : 0;
  }
  const perMinute = (now: number, then: number) => ((now - then) / seconds) * 60;
  const centre = { cpu: perMinute(cpuSeconds(product.pid), before.centre), resident: memory.centre };
  const cpu = collector ? perMinute(cpuSeconds(collector.pid), before.collector) : 0;
  const { up, down, kinds } = meter.take();
  await collector?.stop();
  await product.stop();
  await lab.stop();
  meter.stop();
  return {
    ...{ guests, bytesPerSecond: up / seconds, downPerSecond: down / seconds, kinds, centre },
    collector: { cpu, resident: memory.collector },
  };
}

function print({ guests, bytesPerSecond, downPerSecond, kinds, centre, collector }: SiteCost, seconds: number): void {
  const mib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  const rows = [...kinds].sort(([, a], [, b]) => b.bytes - a.bytes);
  console.log(`\n${guests} guests, ${seconds} s\n`);
  console.log(
    '| Kind | Messages | Bytes a second | Bytes a message | Before compression |\n| --- | ---: | ---: | ---: | ---: |',
  );
  for (const [kind, { messages, bytes, textBytes }] of rows) {
    const figures = [messages, (bytes / seconds).toFixed(0), (bytes / messages).toFixed(0)];
    console.log(`| ${[kind, ...figures, (textBytes / messages).toFixed(0)].join(' | ')} |`);
  }
  console.log(`\nline: ${(bytesPerSecond / 1000).toFixed(2)} KB/s up, ${downPerSecond.toFixed(0)} B/s down`);
  console.log(`collector: ${collector.cpu.toFixed(2)} CPU s/min, ${mib(collector.resident)}`);
  console.log(`centre: ${centre.cpu.toFixed(2)} CPU s/min, ${mib(centre.resident)}`);
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      guests: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '60' },
      direct: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  });
  const seconds = Number(values.seconds);
  const { guests, direct: isDirect, profile } = { ...values, guests: Number(values.guests) };
  print(await measureSite({ guests, seconds, isDirect, profile }), seconds);
}
