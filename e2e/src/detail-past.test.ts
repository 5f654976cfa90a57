// A fresh instance: the past that the hosts have kept fills the charts of a node, and what was done to guests is below them.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { type RunningProduct, startProduct } from './product.ts';

const missing = noChromium();
let browser: Browser;
let product: RunningProduct;

beforeAll(async () => {
  if (missing) return;
  [browser, product] = await Promise.all([
    launch(),
    startProduct({ BELFRY_DEMO: 'true', BELFRY_AUTH_DISABLED: 'true', BELFRY_LAB_GUESTS: '20', BELFRY_LAB_SEED: '7' }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('the import fills the charts with the past of the lab, and the page says where it comes from', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { page, errors } = await openPage(browser);
  await page.goto(`${product.url}/proxmox/overview`);
  const node = page.locator('[aria-label="Nodes"] tbody tr.row').first();
  await node.focus();
  await page.keyboard.press('o');
  await page.getByRole('link', { name: 'Open page' }).click();
  await page.waitForURL(/\/nodes\//);
  // the page asks for the past once a minute
  await page.getByText(/^history before .* comes from Proxmox$/).waitFor({ timeout: 150_000 });
  await expect.poll(() => page.locator('.charts .uplot').count()).toBeGreaterThan(2);
  await page.getByRole('region', { name: 'Events' }).getByText('Proxmox', { exact: true }).waitFor();
  await page.getByText(/^CPU: at least \d+%, on average \d+%/).waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
}, 240_000);
