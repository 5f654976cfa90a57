// Storage, backups and the mail gateway of the demo: whole and accessible at every size, and the chart by keyboard.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { artifacts, type Product, startProduct } from './product.ts';
import { expectAccessible, views } from './views.ts';

const missing = noChromium();
let browser: Browser;
let product: Product;

beforeAll(async () => {
  if (missing) return;
  [browser, product] = await Promise.all([
    launch(),
    startProduct({ BELFRY_DEMO: 'true', BELFRY_AUTH_DISABLED: 'true', BELFRY_LAB_GUESTS: '200', BELFRY_LAB_SEED: '7' }),
  ]);
  mkdirSync(artifacts, { recursive: true });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** What each screen has once its data is there. */
const screens = {
  storage: 'table[aria-label="Storage Pools"] tr.row',
  backups: '[aria-label="Backups"] :is(tr.row, li)',
  mail: 'article table tr.row',
};
const looks = Object.entries(screens).flatMap(([screen, ready]) => views.map((view) => ({ screen, ready, ...view })));

test.for(looks)('$screen is whole and accessible at $viewport.width px, $colorScheme', async (look, ctx) => {
  if (missing) ctx.skip(missing);
  const { screen, ready, viewport, colorScheme } = look;
  const { page, errors } = await openPage(browser, { viewport, colorScheme });
  await page.goto(new URL(`/proxmox/${screen}`, product.url).href);
  await page.locator(ready).first().waitFor({ timeout: 60_000 });
  const sideways = await page.locator('[data-scroller]').evaluate((frame) => frame.scrollWidth - frame.clientWidth);
  expect(sideways).toBeLessThanOrEqual(0);
  await page.screenshot({ path: path.join(artifacts, `${screen}-${viewport.width}-${colorScheme}.png`) });
  await expectAccessible(page);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('the old addresses lead to the screens', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { page } = await openPage(browser);
  for (const screen of ['storage', 'backups']) {
    await page.goto(new URL(`/${screen}`, product.url).href);
    await page.waitForURL(`**/proxmox/${screen}`);
  }
  await page.context().close();
});

test('a day is chosen in the chart with the keyboard; Escape shows all again', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { page, errors } = await openPage(browser);
  await page.goto(new URL('/proxmox/backups', product.url).href);
  await page.locator(screens.backups).first().waitFor({ timeout: 60_000 });
  const clear = page.getByRole('button', { name: 'Clear filter' });
  const chart = page.getByRole('listbox', { name: 'Backups per day' });
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await clear.waitFor();
  expect(await chart.getByRole('option', { selected: true }).count()).toBe(1);
  await page.keyboard.press('Escape');
  await clear.waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a search that names a backup server shows its backups', async (ctx) => {
  if (missing) ctx.skip(missing);
  const { page } = await openPage(browser);
  await page.goto(new URL('/proxmox/backups', product.url).href);
  await page.locator(screens.backups).first().waitFor({ timeout: 60_000 });
  await page.keyboard.type('node:pbs-main');
  const mode = page.getByRole('group', { name: 'Kind of backup' }).getByRole('button', { name: 'PBS' });
  await expect.poll(() => mode.getAttribute('aria-pressed')).toBe('true');
  await page.context().close();
});
