// The demo as a new user sees it: one process, a browser, figures that change.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noChromium } from './chromium.ts';
import { usePages } from './kept-pages.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { expectWhole, sizes } from './views.ts';

const open = usePages();
const missing = noChromium();
let product: RunningProduct;

beforeAll(async () => {
  if (missing) return;
  product = await startProduct({
    BELFRY_DEMO: 'true',
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_LAB_GUESTS: '200',
    BELFRY_LAB_SEED: '7',
  });
});
afterAll(async () => {
  await product?.stop();
});

const rows = (page: Page) => page.locator('[role=treegrid] tbody tr.row');

describe('the demo', () => {
  test('shows rows of the simulated datacentre, and their figures change without a reload', async (ctx) => {
    const { page } = await open(ctx);
    await page.goto(product.url);
    await rows(page).nth(15).waitFor();
    expect(new URL(page.url()).pathname).toBe('/proxmox/overview');
    const text = () => rows(page).allInnerTexts();
    const before = (await text()).join();
    await expect.poll(async () => (await text()).join(), { interval: 500 }).not.toBe(before);
  });

  test('a search narrows the guests, and Escape shows all again', async (ctx) => {
    const { page } = await open(ctx);
    await page.goto(product.url);
    await rows(page).nth(10).waitFor();
    const name = (await rows(page).locator('td').first().innerText())
      .split('\n')
      .find((line) => line.length > 3) as string;
    await page.keyboard.type(name.slice(0, 4));
    await expect
      .poll(() => page.locator('[role=treegrid]').getAttribute('aria-rowcount').then(Number))
      .toBeLessThan(100);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.locator('[role=treegrid]').getAttribute('aria-rowcount').then(Number))
      .toBeGreaterThan(190);
  });

  test('shows alerts without a way to acknowledge them, and says why', async (ctx) => {
    const { page } = await open(ctx);
    await page.goto(new URL('/alerts', product.url).href);
    await page.getByRole('treegrid', { name: 'Active alerts' }).locator('tr.row').first().waitFor();
    await page.getByText('This demo is read-only, so alerts cannot be acknowledged here.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^(un)?acknowledge/i }).count()).toBe(0);
  });

  test('is whole and accessible at every size in both themes', async (ctx) => {
    const { page } = await open(ctx);
    await page.goto(product.url);
    for (const viewport of sizes) {
      await page.setViewportSize(viewport);
      await rows(page).nth(3).waitFor();
      await expectWhole(page, 'demo');
    }
  });

  test('at 1440 × 900 with three nodes, 18 guest rows are visible', async (ctx) => {
    if (missing) ctx.skip(missing);
    const small = await startProduct({
      BELFRY_DEMO: 'true',
      BELFRY_AUTH_DISABLED: 'true',
      BELFRY_LAB_NODES: '3',
      BELFRY_LAB_GUESTS: '90',
    });
    ctx.onTestFinished(async () => void (await small.stop()));
    const { page } = await open(ctx);
    await page.goto(small.url);
    await rows(page).nth(17).waitFor();
    const visible = await rows(page).evaluateAll(
      (all) =>
        all.filter(
          (row) =>
            row.hasAttribute('data-key') &&
            row.getBoundingClientRect().bottom <= innerHeight &&
            row.getBoundingClientRect().height > 0,
        ).length,
    );
    expect(visible).toBeGreaterThanOrEqual(18);
  });
});
