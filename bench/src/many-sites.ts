// Measures a server with many sites. Each is a line that repeats what a collector said about one cluster of the lab, with ids and a backup server of its own; no lab
// and no collector runs meanwhile. On its own, after `npm run build`; a run without a record of the last hour records for five minutes and a half:
// node bench/src/many-sites.ts [--sites 100] [--guests 1000] [--file RECORD] [--profile FOLDER] [--everything]
// The browser shows two clusters, as a page of so many guests does; with `--everything` it shows all of them.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { zstdCompressSync } from 'node:zlib';
import { startProduct } from '@belfry/e2e/product';
import { CollectDown } from '@belfry/schema/collect/down';
import { COLLECT_PROTOCOL } from '@belfry/schema/collect/protocol';
import { WebSocket } from 'undici';
import { decode, encode } from '../../apps/server/src/collect/frames.ts';
import { makeKeys } from '../../apps/server/src/collect/keys.ts';
import { createAssembly, split } from '../../apps/server/src/collect/pieces.ts';
import { prove } from '../../apps/server/src/collect/proof.ts';
import { cpuSeconds, residentBytes } from './process-usage.ts';
import { BACKUP_SERVER, INSTANCE, type RecordedMessage, recordSite } from './recorded-site.ts';
import { openSockets } from './sockets.ts';

const { values: given } = parseArgs({
  options: {
    sites: { type: 'string', default: '100' },
    guests: { type: 'string', default: '1000' },
    file: { type: 'string' },
    profile: { type: 'string' },
    everything: { type: 'boolean', default: false },
  },
});
const [sites, guests] = [Number(given.sites), Number(given.guests)];
const SECONDS = 330;
/** All sites have begun, and have said everything once. */
const SETTLED_MS = 180_000;
const MEASURED_MS = 75_000;
const STAGGER_MS = 20_000;
const IN_VIEW = 2;
const loopFile = `/tmp/belfry-loop-${process.pid}.json`;

const record = await recordSite(guests, SECONDS, given.file ?? `/tmp/belfry-site-${guests}.json`);
const profiling = given.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${given.profile}`];
const probe = `--import=${pathToFileURL(path.join(import.meta.dirname, 'loop-probe.mjs')).href}`;
const product = await startProduct({
  ...{ BELFRY_AUTH_DISABLED: 'true', BELFRY_LOG_LEVEL: 'warn', BELFRY_TRUSTED_PROXIES: '127.0.0.1' },
  BENCH_LOOP_FILE: loopFile,
  NODE_OPTIONS: [probe, ...profiling].join(' '),
});
// Also when a call fails, or the time that somebody gave it is over.
process.once('SIGTERM', () => process.exit(1));
process.once('exit', (code) => code !== 0 && process.kill(product.pid));
/** Each call has an address of its own, because few collectors may join from one address in a minute. */
let calls = 0;
const call = async (at: string, body?: object) => {
  // A connection that waited for a minute may end while it is used again.
  const more = { connection: 'close', 'x-forwarded-for': `10.1.${calls >> 8}.${calls & 255}` };
  const headers = { 'content-type': 'application/json', ...more };
  calls++;
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers: more };
  const ask = () => fetch(`${product.url}${at}`, init);
  // A server that closed a connection at the very moment answers the next one; only a question may be asked twice.
  const reply = await (body ? ask() : ask().catch(ask));
  if (!reply.ok) throw new Error(`${at}: ${await reply.text()}`);
  return (await reply.json()) as Record<string, unknown>;
};
const began = performance.now();
const say = (what: string) => console.log(`${((performance.now() - began) / 1000).toFixed(1)} s: ${what}`);
let sent = 0;
let again = 0;
let isOver = false;

/** A collector that has joined and is connected. `assigned` settles with the instance that it gets. */
async function connect(name: string) {
  const { id: site, token } = (await call('/api/sites', { name })) as { id: string; token: string };
  const { signing, sealing } = makeKeys();
  const shown = { signing: signing.publicKey, sealing: sealing.publicKey };
  await call('/api/sites/join', { token, ...shown, version: 'bench' });
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/collect`);
  socket.binaryType = 'arraybuffer';
  const send = (frame: Buffer) => {
    sent += frame.length;
    for (const piece of split(frame)) socket.send(piece);
  };
  const assemble = createAssembly();
  const welcome = Promise.withResolvers<void>();
  const assigned = Promise.withResolvers<{ id: string; epoch: number }>();
  socket.addEventListener('message', ({ data }) => {
    const frame = assemble(new Uint8Array(data as ArrayBuffer));
    const message = frame.ok && frame.value ? decode(CollectDown, frame.value) : undefined;
    if (!message?.ok) return;
    const told = message.value;
    const hello = { type: 'hello', protocol: COLLECT_PROTOCOL, version: 'bench', site, run: name };
    if (told.type === 'challenge') send(encode({ ...hello, signature: prove(signing, site, told.nonce) }));
    else if (told.type === 'welcome') welcome.resolve();
    else if (told.type === 'assign' && told.instances[0]) assigned.resolve(told.instances[0]);
    else if (told.type === 'clock')
      send(encode({ type: 'clock', asked: told.at, at: Date.now(), answeredAt: Date.now() }));
    else if (told.type === 'ask') {
      const error = { kind: 'unreachable', message: 'a recorded site' };
      send(encode({ type: 'answer', id: told.id, outcome: { ok: false, error } }));
    } else if (told.type === 'again') again++;
  });
  // A collector would open another line; here its site is silent from then on, so the figures count less than they say.
  socket.addEventListener('close', ({ code }) => isOver || say(`the line of ${name} was closed: ${code}`));
  await welcome.promise;
  const host = { type: 'pve', host: `https://${name}.example:8006`, tokenName: 'a@pve!b', tokenValue: 'secret' };
  await call('/api/config/nodes', { ...host, name, site });
  return { send, instance: await assigned.promise };
}

async function play({ send, instance }: Awaited<ReturnType<typeof connect>>, messages: readonly RecordedMessage[]) {
  await pause(Math.random() * STAGGER_MS);
  const from = performance.now();
  for (const { atMs, text } of messages) {
    await pause(Math.max(0, from + atMs - performance.now()));
    const own = text
      .replaceAll(INSTANCE, instance.id)
      .replaceAll(BACKUP_SERVER, `backup.${instance.id}`)
      .replace('"epoch":1', `"epoch":${instance.epoch}`);
    send(zstdCompressSync(own));
  }
}

async function loopDelay(): Promise<{
  p50: number;
  p99: number;
  max: number;
  garbage: Record<'young' | 'old', number>;
}> {
  rmSync(loopFile, { force: true });
  process.kill(product.pid, 'SIGUSR2');
  for (let tries = 0; tries < 1200; tries++) {
    try {
      return JSON.parse(readFileSync(loopFile, 'utf8'));
    } catch {
      await pause(50);
    }
  }
  throw new Error('no answer of the probe');
}

const lines: Awaited<ReturnType<typeof connect>>[] = [];
for (let n = 0; n < sites; n++) lines.push(await connect(`site${n}`));
const playing = lines.map((line) => play(line, record));
say('all sites are connected');
const sockets = await openSockets(
  product.url,
  1,
  given.everything ? undefined : lines.slice(0, IN_VIEW).map(({ instance }) => instance.id),
);
say(`a browser has the state, and shows ${given.everything ? 'everything' : `${IN_VIEW} clusters`}`);
await pause(SETTLED_MS);
const start = await loopDelay();
say(`all sites have said everything; event loop: p99 ${start.p99.toFixed(0)} ms, at most ${start.max.toFixed(0)} ms`);
sockets.takeBytes();
const [cpu, before] = [cpuSeconds(product.pid), sent];
let largest = 0;
for (let waited = 0; waited < MEASURED_MS; waited += 1000) {
  await pause(1000);
  largest = Math.max(largest, residentBytes(product.pid));
}
const used = cpuSeconds(product.pid) - cpu;
const { p50, p99, max, garbage } = await loopDelay();
const seconds = MEASURED_MS / 1000;
const perSecond = (bytes: number) => `${(bytes / seconds / 1000).toFixed(1)} KB/s`;
console.log(`processor: ${((100 * used) / seconds).toFixed(0)} % of a core`);
console.log(`memory: ${(largest / 2 ** 20).toFixed(0)} MiB at most`);
console.log(`event loop: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, at most ${max.toFixed(0)} ms`);
const ofTime = (ms: number) => `${((ms / MEASURED_MS) * 100).toFixed(1)} %`;
console.log(
  `garbage: ${ofTime(garbage.young)} of the time in the young generation, ${ofTime(garbage.old)} in the old one`,
);
console.log(`lines: ${perSecond(sent - before)}; one browser: ${perSecond(sockets.takeBytes())}`);
const health = await call('/api/health');
interface Seen {
  health: string;
  lastSeen?: string;
  error?: { message: string };
}
const state = (await call('/api/state')) as { vms: object[]; containers: object[]; instances: Seen[] };
const healthy = state.instances.filter((each) => each.health === 'healthy').length;
const ageOf = ({ lastSeen = '' }: Seen) => `${((Date.now() - Date.parse(lastSeen)) / 1000).toFixed(0)} s ago`;
const reasons = state.instances.flatMap((each) =>
  each.health === 'healthy' ? [] : `${each.health}, seen ${ageOf(each)}: ${each.error?.message ?? 'no error'}`,
);
console.log(`${sites} sites with ${guests} guests each (${state.vms.length + state.containers.length} are shown)`);
console.log(`healthy instances: ${healthy}; asked to begin again: ${again}; health: ${health.status}`);
for (const reason of new Set(reasons)) console.log(reason);
isOver = true;
sockets.close();
void playing;
await product.stop();
rmSync(loopFile, { force: true });
process.exit(0);
