// What the page shows and requests before any of the app's code has run, and before the first data has arrived.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
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
  const { page } = await openPage(browser);
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

test('the page requests the code of its own screen at once, and no other', async (ctx) => {
  if (missing) return ctx.skip(missing);
  const files = async (path: string) => {
    const page = await bare(path);
    const links = page.locator('link[rel=modulepreload]');
    const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    await page.context().close();
    expect(new Set(found).size).toBe(found.length);
    return found.map((file) => /assets\/(.+)-.{7}\.js/.exec(file)?.[1] ?? file);
  };
  const docker = await files('/settings/docker');
  expect(docker).toEqual(expect.arrayContaining(['docker', 'areas', 'common']));
  expect(docker).not.toContain('_kind');
  expect(await files('/settings/pve')).toContain('_kind');
  expect(await files('/proxmox/overview')).toEqual([]);
});

test('before the first data the placeholders fit into the window, and the page is accessible', async (ctx) => {
  if (missing) return ctx.skip(missing);
  for (const viewport of sizes) {
    const { page } = await openPage(browser, { viewport });
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
