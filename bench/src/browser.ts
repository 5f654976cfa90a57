// Measures the Overview in a browser: time to the first rows, main-thread work per live update, blank frames while scrolling.
// It uses the built product, a real Chromium, and the browser's own counters.

import { setTimeout as pause } from 'node:timers/promises';
import { launch, openPage } from '@belfry/e2e/chromium';
import { startProduct } from '@belfry/e2e/product';
import { scrollThrough } from '@belfry/e2e/scroll-through';
import { startLabProcess } from './lab-process.ts';
import { LOADED_MS, type Page, watchMainThread } from './main-thread.ts';
import { median, percentile } from './median.ts';

export interface BrowserCost {
  guests: number;
  /** From the start of the navigation to the first guest in the document; medians of `LOADS` visits with a warm server. */
  firstRowsMs: number;
  /** Main-thread time of one live update, median: decode, patch, render, paint. */
  updateMs: number;
  /** The same, 95th percentile. */
  slowUpdateMs: number;
  /** The same for updates that contain every guest. */
  fullMs: number;
  updates: number;
  frames: number;
  blankFrames: number;
  /** In the document when it has come to rest: elements in all, and rows of tables. */
  elements: number;
  rows: number;
}

const LOADS = 5;
/** Long enough for every poll to run, so that each kind of update is measured as often as it occurs. */
const UPDATES_MS = 180_000;
/** Bytes per guest. An update with all guests is larger, any other one much smaller. */
const FULL_BYTES = 10;
/** The longest time that belongs to one update. */
const SETTLED_MS = 1000;
/**
 * The lab and the product work when an update is made, and have finished after this time. A user's browser does not share a processor
 * with them: on two threads of one core, the same work of the browser takes half as much processor time again.
 */
const SERVER_WORKS_MS = 400;

/** `watchMs`: for how long updates are watched. */
export async function measureBrowser(
  guests: number,
  { nodes = 5, clusters = 1, watchMs = UPDATES_MS } = {},
): Promise<BrowserCost> {
  const lab = await startLabProcess(nodes, guests, clusters);
  const product = await startProduct({
    BELFRY_NODES: JSON.stringify(lab.instances),
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_LOG_LEVEL: 'warn',
  });
  const browser = await launch();
  const known = async () => {
    const { vms, containers } = (await (await fetch(`${product.url}/api/state`)).json()) as Record<string, unknown[]>;
    return (vms?.length ?? 0) + (containers?.length ?? 0);
  };
  while ((await known()) < guests * 0.9) await pause(500);

  const loads: number[] = [];
  for (let i = 0; i < LOADS; i++) {
    const { page } = await openPage(browser);
    loads.push(await firstRows(page, product.url));
    await page.context().close();
  }
  const { page } = await openPage(browser);
  const watched = await watchUpdates(page);
  await firstRows(page, product.url);
  const { frames, blank } = await scrollThrough(page, 'table[aria-label="Guests"]', 150, 200);
  await pause(LOADED_MS);
  const updates = await watched(watchMs);
  const count = (selector: string) => page.evaluate((all) => document.querySelectorAll(all).length, selector);
  const [elements, rows] = [await count('*'), await count('tbody tr')];
  const full = updates.filter(({ bytes }) => bytes >= guests * FULL_BYTES);
  await browser.close();
  await product.stop();
  await lab.stop();
  return {
    guests,
    firstRowsMs: median(loads),
    updateMs: median(updates.map(({ ms }) => ms)),
    slowUpdateMs: percentile(
      updates.map(({ ms }) => ms),
      0.95,
    ),
    fullMs: median(full.map(({ ms }) => ms)),
    updates: updates.length,
    frames,
    blankFrames: blank,
    elements,
    rows,
  };
}

/** Milliseconds since the start of the navigation, measured in the page. */
async function firstRows(page: Page, url: string): Promise<number> {
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector('table[aria-label="Guests"] tr.row')) return;
      seen.disconnect();
      performance.mark('first rows');
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${url}/proxmox/overview`);
  await page.waitForFunction(() => performance.getEntriesByName('first rows').length > 0);
  return page.evaluate(() => performance.getEntriesByName('first rows')[0]?.startTime ?? 0);
}

interface Update {
  bytes: number;
  /** The work of the main thread from this update to the next, for `SETTLED_MS` at most. */
  ms: number;
}

/**
 * Reads the processor time of the main thread before the page gets an update, and after it. A trace would cost a third more than the
 * update itself. The function that is returned watches for a time.
 */
async function watchUpdates(page: Page): Promise<(ms: number) => Promise<Update[]>> {
  const work = await watchMainThread(page);
  const updates: Update[] = [];
  let current: { bytes: number; before: number; end: NodeJS.Timeout } | undefined;
  let isWatching = false;
  const end = async () => {
    if (!current) return;
    const { bytes, before, end: timer } = current;
    clearTimeout(timer);
    current = undefined;
    updates.push({ bytes, ms: (await work()) - before });
  };
  await page.exposeFunction('beforeUpdate', async (bytes: number) => {
    if (!isWatching) return;
    await end();
    await pause(SERVER_WORKS_MS);
    current = { bytes, before: await work(), end: setTimeout(end, SETTLED_MS) };
  });
  await page.addInitScript(holdUpdates);
  return async (ms) => {
    isWatching = true;
    await pause(ms);
    isWatching = false;
    await end();
    return updates;
  };
}

/** Exposed to the page by `watchUpdates`. */
declare const beforeUpdate: (bytes: number) => Promise<void>;

/** Runs in the page: the client gets a binary frame, which is an update, when the time before it has been read. */
function holdUpdates(): void {
  const Native = WebSocket;
  window.WebSocket = class extends Native {
    override set onmessage(listener: WebSocket['onmessage']) {
      let last = Promise.resolve();
      super.onmessage = (event) => {
        last = last.then(async () => {
          if (event.data instanceof ArrayBuffer) await beforeUpdate(event.data.byteLength);
          listener?.call(this, event);
        });
      };
    }
  };
}

export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds; `tdur` is the thread's own time, so that other programs on the machine do not count. */
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

/** The tasks of the main thread of a page. `pid`: of its process. */
export function mainThreadTasks(trace: readonly TraceEvent[], pid: number | undefined): TraceEvent[] {
  const main = trace.find(
    ({ name, args, pid: own }) => name === 'thread_name' && args.name === 'CrRendererMain' && own === pid,
  );
  return trace.filter((e) => e.name === 'RunTask' && e.ph === 'X' && e.pid === pid && e.tid === main?.tid);
}
