// What the page shows and requests before any of the app's code has run, and before the first data has arrived.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inMotion, launch, noChromium, openPage } from './chromium.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { expectAccessible, sizes } from './views.ts';

const missing = noChromium();
let browser: Browser;
let product: RunningProduct;

beforeAll(async () => {
  if (missing) return;
  product = await startProduct({ BELFRY_AUTH_DISABLED: 'true' });
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** The page without the code of the app. */
async function bare(path: string) {
  const { page } = await openPage(browser, inMotion);
  await page.route(/assets\/first-screen.*\.js/, (route) => route.abort());
  await page.goto(`${product.url}${path}`);
  return page;
}

test('the header stands in its style before any other file has arrived', async (ctx) => {
  if (missing) return ctx.skip(missing);
  const page = await bare('/proxmox/overview');
  await expect.poll(() => page.locator('link[rel=stylesheet]').count()).toBe(0);
  await expect.poll(async () => (await page.locator('#root > div').boundingBox())?.height).toBe(44);
  await page.context().close();
});

test('until the app runs, the page says in the language of the user that it is loading', async (ctx) => {
  if (missing) return ctx.skip(missing);
  const said = async (locale: string, stored?: string) => {
    const { page } = await openPage(browser, { ...inMotion, locale });
    // never answered: what fails has another text
    await page.route(/assets\/first-screen.*\.js/, () => {});
    await page.addInitScript((language) => language && localStorage.setItem('language', language), stored);
    await page.goto(product.url, { waitUntil: 'commit' });
    const text = page.locator('#loading[lang]');
    const found = { text: await text.innerText(), lang: await text.getAttribute('lang') };
    await page.context().close();
    return found;
  };
  const [english, german] = [
    { text: expect.stringContaining('Belfry is loading'), lang: 'en' },
    { text: expect.stringContaining('Belfry wird geladen'), lang: 'de' },
  ];
  expect(await said('de-AT')).toEqual(german);
  expect(await said('fr-FR')).toEqual(english);
  expect(await said('de-DE', 'en')).toEqual(english);
  expect(await said('en-US', 'system')).toEqual(english);
  // what is stored may be anything
  expect(await said('de-DE', 'constructor')).toEqual(german);
});

test('a worker makes the first formatter of numbers and ends', async (ctx) => {
  if (missing) return ctx.skip(missing);
  const { page, errors } = await openPage(browser, inMotion);
  const started = page.waitForEvent('worker');
  await page.goto(product.url);
  const worker = await started;
  expect(worker.url()).toMatch(/\/assets\/first-formatter-.+\.js$/);
  await expect.poll(() => page.workers().includes(worker)).toBe(false);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('the app starts after the first picture, and without one where the browser paints nothing', async (ctx) => {
  if (missing) return ctx.skip(missing);
  /** The first two steps of: the browser paints, the app asks the server. A frame comes late, as on a slow phone. */
  const steps = async (delayMs: number) => {
    const { page } = await openPage(browser, inMotion);
    await page.addInitScript((ms) => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const [frame, ask] = [requestAnimationFrame.bind(window), fetch.bind(window)];
      window.requestAnimationFrame = (run) => {
        const late = () => {
          seen.push('frame');
          run(performance.now());
        };
        return frame(() => setTimeout(late, ms));
      };
      window.fetch = (...given) => {
        seen.push('app');
        return ask(...given);
      };
    }, delayMs);
    await page.goto(product.url);
    const seen = () => page.evaluate(() => Reflect.get(window, 'seen') as string[]);
    await expect.poll(seen).toContain('app');
    const [first] = await seen();
    await page.context().close();
    return first;
  };
  expect(await steps(200)).toBe('frame');
  expect(await steps(60_000)).toBe('app');
});

test('before the first data the placeholders fit into the window, and the page is accessible', async (ctx) => {
  if (missing) return ctx.skip(missing);
  for (const viewport of sizes) {
    const { page } = await openPage(browser, { ...inMotion, viewport });
    await page.routeWebSocket(/\/ws\b/, () => undefined);
    await page.goto(`${product.url}/proxmox/overview`);
    await page.locator('main [aria-busy=true]').waitFor();
    const hidden = await page
      .locator('[data-scroller]')
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(hidden).toBe(0);
    await expectAccessible(page);
    await page.context().close();
  }
});
