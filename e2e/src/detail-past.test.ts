// A fresh instance: the past that the hosts have kept fills the charts of a node, and what was done to guests is below them.
import { HistoryReply } from '@belfry/schema/http/history';
import { State } from '@belfry/schema/state';
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

const DAY_MS = 86_400_000;

/** The past of each node is there. That of the guests comes later, with two calls a second. */
async function isFilled(): Promise<boolean> {
  const ask = async (path: string) => (await fetch(new URL(path, product.url))).json();
  const { nodes } = State.pick({ nodes: true }).parse(await ask('/api/state'));
  const ids = nodes.map(({ id }) => encodeURIComponent(`node/${id}`)).join(',');
  const span = `from=${Date.now() - DAY_MS}&to=${Date.now()}&points=100`;
  const { series } = HistoryReply.parse(await ask(`/api/history?ids=${ids}&metrics=cpu&${span}`));
  return (
    nodes.length > 0 &&
    series.length === nodes.length &&
    series.every(({ parts }) => parts.some(({ source }) => source === 'proxmox'))
  );
}

test('the import fills the charts with the past of the lab, and the page says where it comes from', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { page, errors } = await openPage(browser);
  // a page that asked earlier would ask again a minute later
  await expect.poll(isFilled).toBe(true);
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
