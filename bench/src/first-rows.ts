// Where the time goes until the Overview shows guests: the page gets the recorded snapshot of a server from a socket that does nothing
// else, so neither the server nor the lab takes part. `node bench/src/first-rows.ts [visits] [guests …]`
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { launch, openPage } from '@belfry/e2e/chromium';
import { startProduct } from '@belfry/e2e/product';
import { DELTA_PROTOCOL, SOCKET_PATH } from '@belfry/schema/defaults';
import { startFrameServer } from './frame-server.ts';
import { startLabProcess } from './lab-process.ts';
import { watchMainThread } from './main-thread.ts';
import { percentile } from './median.ts';

const NODES = 20;
const CLUSTERS = 5;
/** After the first guests: until the slow polls have answered once. */
const SETTLED_MS = 20_000;
/** Everything shorter is an announcement. */
const SNAPSHOT_BYTES = 20_000;

const [visits = '15', ...counts] = process.argv.slice(2);
const sizes = (counts.length > 0 ? counts : ['1000', '10000']).map(Number);

async function recordSnapshot(guests: number): Promise<Buffer> {
  const lab = await startLabProcess(NODES, guests, CLUSTERS);
  const product = await startProduct({
    ...{ BELFRY_NODES: JSON.stringify(lab.instances), BELFRY_AUTH_DISABLED: 'true' },
    BELFRY_LOG_LEVEL: 'warn',
  });
  const known = async () => {
    const { vms, containers } = (await (await fetch(`${product.url}/api/state`)).json()) as Record<string, unknown[]>;
    return (vms?.length ?? 0) + (containers?.length ?? 0);
  };
  while ((await known()) < guests * 0.9) await pause(500);
  await pause(SETTLED_MS);
  const address = `${product.url.replace('http', 'ws')}${SOCKET_PATH}?protocol=${DELTA_PROTOCOL}`;
  const socket = Object.assign(new WebSocket(address), { binaryType: 'arraybuffer' });
  let frame: unknown;
  while (!(frame instanceof ArrayBuffer && frame.byteLength > SNAPSHOT_BYTES)) {
    const [{ data }] = (await once(socket, 'message')) as [MessageEvent];
    frame = data;
  }
  socket.close();
  await product.stop();
  await lab.stop();
  return Buffer.from(frame);
}

/** Runs in the page: it gets the recorded frame, and marks what happens to it. */
function watchFirstRows(recorded: string): void {
  const mark = (name: string) => {
    if (performance.getEntriesByName(name).length === 0) performance.mark(name);
  };
  const seen = new MutationObserver(() => {
    if (!document.querySelector('table[aria-label="Guests"] tr.row')) return;
    seen.disconnect();
    mark('rows');
  });
  seen.observe(document, { childList: true, subtree: true });
  const Native = WebSocket;
  window.WebSocket = class extends Native {
    constructor() {
      super(recorded);
      this.addEventListener('message', () => mark('frame'));
    }
  } as typeof WebSocket;
  const { parse } = JSON;
  JSON.parse = (text: string, ...rest) => {
    // the snapshot is the first long text
    if (text.length < 50_000) return parse(text, ...rest);
    mark('inflated');
    const value = parse(text, ...rest);
    mark('parsed');
    return value;
  };
}

async function visit(
  browser: Awaited<ReturnType<typeof launch>>,
  url: string,
  recorded: string,
): Promise<Record<string, number>> {
  const { page } = await openPage(browser, { bypassCSP: true });
  await page.addInitScript(watchFirstRows, recorded);
  const work = await watchMainThread(page);
  await page.goto(`${url}/proxmox/overview`);
  await page.waitForFunction(() => performance.getEntriesByName('rows').length > 0);
  const processor = await work();
  const { frame, inflated, parsed, rows } = await page.evaluate(() =>
    Object.fromEntries(performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime])),
  );
  await page.context().close();
  const at = (mark: number | undefined) => mark ?? Number.NaN;
  return {
    'until the snapshot arrives': at(frame),
    'inflate it': at(inflated) - at(frame),
    'parse it': at(parsed) - at(inflated),
    'to the rows': at(rows) - at(parsed),
    'until the first rows': at(rows),
    'processor time of the page': processor,
  };
}

const frames = new Map<number, Buffer>();
for (const guests of sizes) frames.set(guests, await recordSnapshot(guests));
const product = await startProduct({ BELFRY_AUTH_DISABLED: 'true', BELFRY_LOG_LEVEL: 'warn' });
const browser = await launch();
const servers = await Promise.all(sizes.map(async (guests) => startFrameServer(frames.get(guests) as Buffer)));
const all = sizes.map((): Record<string, number>[] => []);
// in turn, so that other work on the machine meets all of them
for (let n = 0; n < Number(visits); n++)
  for (const [place, server] of servers.entries()) all[place]?.push(await visit(browser, product.url, server.url));
await browser.close();
await product.stop();
for (const server of servers) server.stop();

const quartile = (place: number, name: string) =>
  percentile(
    (all[place] ?? []).map((own) => own[name] ?? Number.NaN),
    0.25,
  );
console.info(['Lower quartile of the visits, ms', ...sizes.map((guests) => `${guests} guests`)].join(' | '));
console.info(['snapshot, bytes', ...frames.values().map(({ length }) => length)].join(' | '));
for (const name of Object.keys(all[0]?.[0] ?? {}))
  console.info([name, ...sizes.map((_, place) => quartile(place, name).toFixed(0))].join(' | '));
