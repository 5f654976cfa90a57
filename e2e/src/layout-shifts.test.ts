// While a screen is loading, nothing that is visible moves: what arrives late has its place from the start.
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { inMotion, launch, noChromium, openPage } from './chromium.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** Lighthouse calls a smaller sum good. */
const GOOD = 0.1;

/** Each screen with an element that appears with its data. */
const screens = {
  '/proxmox/overview': '[aria-label="Guests"] tr.row',
  '/proxmox/storage': '[aria-label="Storage Pools"] tr.row',
  '/proxmox/backups': '[aria-label="Backups"] :is(tr.row, li)',
  '/proxmox/backups/protection': '[aria-label="Protection of guests"] tr.row',
  '/proxmox/mail': 'article table tr.row',
  '/docker': '[aria-label="Containers"] tr.row',
  '/alerts': '[aria-label="Active alerts"] tr.row',
  '/alerts/thresholds': '.thresholds tr.row',
  '/alerts/destinations': 'main fieldset',
  '/alerts/schedule': 'main .card',
  '/alerts/history': '[aria-label="Alert history"] tr.row',
  '/settings/pve': 'main li',
  '/settings/docker': '[aria-label="Reporting hosts"] tr.row',
  '/settings/system': 'main .card',
  '/settings/exports': 'main form',
  '/settings/security': 'main .card',
  '/settings/diagnostics': 'main .card',
};
const desktop = { width: 1440, height: 900 };
/** A submission loads each screen in a wide window, and the night on a phone too. */
const sizes = process.env.BELFRY_WHOLE ? { desktop, phone: { width: 390, height: 844 } } : { desktop };

const missing = noChromium();
let browser: Browser;
let product: RunningProduct;

beforeAll(async () => {
  if (missing) return;
  const env = { BELFRY_DEMO: 'true', BELFRY_AUTH_DISABLED: 'true', BELFRY_LAB_SEED: '7' };
  [browser, product] = await Promise.all([launch(), startProduct(env)]);
  // once, until the demo has all its data: the screens are to load, and not to grow with what it finds
  const { page } = await openPage(browser, inMotion);
  for (const screen of ['/proxmox/backups', '/docker'] as const) {
    await page.goto(product.url + screen);
    await page.locator(screens[screen]).first().waitFor();
  }
  await page.context().close();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface Shift {
  value: number;
  moved: string[];
}

/** Runs in the page before its own code. */
function watch(): void {
  const found: Shift[] = [];
  Reflect.set(window, 'shifts', found);
  const boxOf = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & LayoutShift;
      if (hadRecentInput) continue;
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        // undefined: it is no longer in the page
        const name = `${element?.className} "${element?.textContent?.slice(0, 30)}"`;
        return `${name}: ${boxOf(previousRect)} → ${boxOf(currentRect)}`;
      });
      found.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Not in the types of the DOM. */
interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

const shiftsOf = (page: Page): Promise<Shift[]> => page.evaluate(() => Reflect.get(window, 'shifts'));

/** Long enough for the parts that come after the first screen. */
const SETTLED_MS = 1200;

// both at the same time: they mostly wait
test.concurrent.for(Object.entries(sizes))('no screen moves while it is loading: %s', async ([, viewport], ctx) => {
  if (missing) return ctx.skip(missing);
  const moving: string[] = [];
  for (const [screen, ready] of Object.entries(screens)) {
    // a context of its own: nothing is in its cache
    const { page } = await openPage(browser, { ...inMotion, viewport });
    await page.addInitScript(watch);
    await page.goto(product.url + screen);
    await page.locator(ready).first().waitFor();
    await pause(SETTLED_MS);
    const shifts = await shiftsOf(page);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    if (sum >= GOOD) moving.push(`${screen} ${sum.toFixed(3)}`, ...shifts.flatMap(({ moved }) => moved));
    await page.context().close();
  }
  ctx.expect(moving).toEqual([]);
});
