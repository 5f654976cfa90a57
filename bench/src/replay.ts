// Replays the same live updates of 5,000 guests in several builds in turn, and compares the work of the main thread. On a machine that
// others use, the ratio is what counts. On its own, after `npm run build` in each checkout; the first one is compared with:
// node bench/src/replay.ts /proxmox/overview CHECKOUT [CHECKOUT …]
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { launch, openPage } from '@belfry/e2e/chromium';
import { startProduct } from '@belfry/e2e/product';
import { startFrameServer } from './frame-server.ts';
import { watchMainThread } from './main-thread.ts';
import { median, percentile } from './median.ts';
import { recordUpdates } from './recorded-updates.ts';

const GUESTS = 5000;
const POLLS = 36;
/** Then all guests become stale, and current again with the next poll. */
const POLLS_BETWEEN_SILENCES = 6;
/** The code that is loaded when the page is idle is there by then. */
const LOADED_MS = 8000;
/** The work of the main thread in this time after an update belongs to it. */
const SETTLED_MS = 1000;

/** A browser with the screen of one build. `cost` sends a frame, and returns what the main thread worked for it, ms. */
async function show(checkout: string, screen: string, snapshot: Buffer) {
  const env = { BELFRY_AUTH_DISABLED: 'true', BELFRY_LOG_LEVEL: 'warn' };
  const product = await startProduct(env, undefined, path.resolve(checkout, 'apps/server/dist/main.js'));
  const server = await startFrameServer(snapshot);
  const browser = await launch();
  // the policy of the product does not allow another socket
  const { page } = await openPage(browser, { bypassCSP: true });
  await page.addInitScript((url) => {
    const Native = WebSocket;
    window.WebSocket = class extends Native {
      constructor() {
        super(url);
      }
    };
  }, server.url);
  await page.goto(`${product.url}${screen}`);
  await page.locator('table[aria-label="Guests"] tr.row').first().waitFor();
  await pause(LOADED_MS);
  const work = await watchMainThread(page);
  // on a busy machine a page may still be working
  const idle = () => page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  return {
    async cost(frame: Buffer): Promise<number> {
      await idle();
      const before = await work();
      server.send(frame);
      await pause(SETTLED_MS);
      await idle();
      return (await work()) - before;
    },
    async stop() {
      await browser.close();
      server.stop();
      await product.stop();
    },
  };
}

const rounded = (value: number) => Number(value.toFixed(2));

const [screen = '/proxmox/overview', ...checkouts] = process.argv.slice(2);
const { snapshot, updates } = await recordUpdates(GUESTS, POLLS, POLLS_BETWEEN_SILENCES);
const shown = await Promise.all(checkouts.map((checkout) => show(checkout, screen, snapshot)));
const costs: number[][] = [];
for (const { frame } of updates) {
  const ms: number[] = [];
  for (const each of shown) ms.push(await each.cost(frame));
  costs.push(ms);
}
for (const each of shown) await each.stop();
for (const kind of ['all', 'stale', 'current'] as const)
  for (const [place, checkout] of checkouts.entries()) {
    const own = costs.filter((_, at) => updates[at]?.kind === kind);
    const ms = own.map((each) => each[place] ?? Number.NaN);
    const ratio = median(own.map((each) => (each[place] ?? Number.NaN) / (each[0] ?? Number.NaN)));
    console.log({
      kind,
      checkout,
      updates: own.length,
      medianMs: rounded(median(ms)),
      p95Ms: rounded(percentile(ms, 0.95)),
      ratio: rounded(ratio),
    });
  }
