// The journeys that matter in the other engine: signing in, the overview, its search, the page of a guest, alerts, the keyboard. A submission
// has the first of them.
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { createTroubles } from '@belfry/lab/trouble/player';
import type { Browser, Page } from 'playwright-bidi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, setUp } from './administrator.ts';
import { launchFirefox, noFirefox } from './firefox.ts';
import { type RunningProduct, startProduct } from './product.ts';

const missing = noFirefox();
const PATIENCE_MS = 120_000;
let browser: Browser;
let lab: Lab;
let product: RunningProduct;
let page: Page;
let troubles: ReturnType<typeof createTroubles>;
const errors: string[] = [];

beforeAll(async () => {
  if (missing) return;
  lab = await startLab({ nodes: 2, guests: 20, clusters: 1, seed: 7, authDelayMs: 0, calm: true, plain: true });
  troubles = createTroubles({ lab, backupServers: [], mailGateways: [] }, { seed: 7, everyMs: 500 });
  const hosts = JSON.stringify(lab.instances.map(nodeConfig));
  [browser, product] = await Promise.all([launchFirefox(), startProduct({ BELFRY_NODES: hosts })]);
  const { api } = await setUp(product);
  const config = (await api('GET', '/api/alerts/config')) as object;
  await api('PUT', '/api/alerts/config', { ...config, timeThreshold: 0, timeThresholds: {} });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  context.setDefaultTimeout(PATIENCE_MS);
  page = await context.newPage();
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(new URL('/proxmox/overview', product.url).href);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in to Belfry' }).click();
});
afterAll(async () => {
  troubles?.stop();
  await browser?.close();
  await product?.stop();
  await lab?.stop();
});

const rows = () => page.locator('[aria-label="Guests"] tbody tr.row');
const search = () => page.getByRole('textbox', { name: 'Search guests' });
const focusedRow = () => page.evaluate(() => document.activeElement?.getAttribute('data-key') ?? '');

test('after signing in, the overview shows live guests with their meters, and nothing scrolls sideways', async (ctx) => {
  if (missing) ctx.skip(missing);
  await rows().nth(5).waitFor();
  await page.getByRole('banner').getByText('admin', { exact: true }).waitFor();
  await expect.poll(() => rows().first().locator('.meter .fill').count()).toBeGreaterThan(0);
  const cpu = () => rows().locator('.meter .num').allInnerTexts();
  const before = (await cpu()).join();
  await expect.poll(async () => (await cpu()).join()).not.toBe(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
  expect(errors).toEqual([]);
});

if (process.env.BELFRY_WHOLE)
  test('by the keyboard: letters search, the arrow goes into the rows, O shows the page of a guest with its charts, Escape gives the row the focus', async (ctx) => {
    if (missing) ctx.skip(missing);
    const name = ((await rows().first().locator('b.title').innerText()) ?? '').trim();
    await page.keyboard.type(name);
    await expect.poll(() => search().inputValue()).toBe(name);
    await expect.poll(() => rows().count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const key = (await rows().first().getAttribute('data-key')) ?? '';
    await expect.poll(focusedRow).toBe(key);
    await page.keyboard.press('o');
    const beside = page.getByRole('complementary', { name: `Details of ${name}` });
    await beside.getByText('CPU', { exact: true }).first().waitFor();
    await beside.locator('canvas').first().waitFor();
    await page.keyboard.press('Escape');
    await beside.waitFor({ state: 'detached' });
    await expect.poll(focusedRow).toBe(key);
    await page.keyboard.press('Escape');
    await expect.poll(() => search().inputValue()).toBe('');
    expect(errors).toEqual([]);
  });

if (process.env.BELFRY_WHOLE)
  test('an alert of a guest appears, is explained, leads to the page of the guest, and is acknowledged', async (ctx) => {
    if (missing) ctx.skip(missing);
    troubles.play(
      [{ trouble: 'guest-metric', metric: 'cpu', to: 97, riseS: 0, holdS: 86_400, fallS: 0 }],
      Math.floor(Date.now() / 1000),
    );
    await page.getByRole('link', { name: /^Alerts/ }).click();
    const alert = page.locator('tr.row', { hasText: 'CPU usage is' }).first();
    await alert.waitFor();
    await alert.click();
    await expect.poll(() => alert.getAttribute('aria-expanded')).toBe('true');
    await page
      .getByRole('button', { name: /^Acknowledge .*, cpu$/ })
      .first()
      .click();
    await page.getByText('Alert acknowledged', { exact: true }).first().waitFor();
    await page.getByRole('navigation', { name: 'Where it leads' }).getByRole('link').first().click();
    await page.waitForURL(/\/guests\//);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(errors).toEqual([]);
  });
