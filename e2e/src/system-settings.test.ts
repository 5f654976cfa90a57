// The settings of Belfry itself: theme, embedding, addresses of guests, updates; and how each page looks.
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noChromium } from './chromium.ts';
import { usePages } from './kept-pages.ts';
import { artifacts, type RunningProduct, startProduct } from './product.ts';
import { expectAccessible, expectWhole, sizes } from './views.ts';

const open = usePages();
const missing = noChromium();
let lab: Lab;
let product: RunningProduct;

beforeAll(async () => {
  if (missing) return;
  lab = await startLab({ nodes: 2, guests: 12, seed: 5, authDelayMs: 0 });
  product = await startProduct({
    BELFRY_NODES: JSON.stringify(lab.instances.map(nodeConfig)),
    BELFRY_AUTH_DISABLED: 'true',
  });
  mkdirSync(artifacts, { recursive: true });
});
afterAll(async () => {
  await product?.stop();
  await lab?.stop();
});

const at = (screen: string) => new URL(screen, product.url).href;
const save = (settings: object) =>
  fetch(at('/api/system/settings/update'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });
const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
const ready: Record<string, string> = {
  system: 'h2:has-text("Appearance")',
  urls: 'table[aria-label="Guest URLs"] input',
  updates: 'h2:has-text("No updates yet")',
};

test.for(Object.entries(ready))(
  '%s is whole and accessible at every size in both themes',
  async ([screen, shown], ctx) => {
    const { page } = await open(ctx);
    for (const viewport of sizes) {
      await page.setViewportSize(viewport);
      await page.goto(at(`/settings/${screen}`));
      await page.locator(shown).first().waitFor();
      // on a phone the list of pages is wider than the window: the open page is in sight
      const here = page.locator('nav a[aria-current=page]:visible');
      await expect
        .poll(() => here.evaluate((link) => link.getBoundingClientRect().right))
        .toBeLessThanOrEqual(viewport.width);
      await expectWhole(page, `settings-${screen}`);
    }
  },
);

test('a page follows the theme in the settings at once and after a reload, until a theme is chosen in this browser', async (ctx) => {
  const { page } = await open(ctx, { colorScheme: 'light' });
  await page.goto(at('/settings/system'));
  await page.getByText('Connected', { exact: true }).waitFor();
  await expect.poll(() => themeOf(page)).toBeUndefined();
  await save({ theme: 'dark' });
  await expect.poll(() => themeOf(page)).toBe('dark');
  await page.reload();
  await page.getByRole('heading', { name: 'Appearance' }).waitFor();
  await expect.poll(() => themeOf(page)).toBe('dark');
  await page.getByRole('group', { name: 'In this browser' }).getByRole('button', { name: 'Light' }).click();
  await expect.poll(() => themeOf(page)).toBe('light');
  await save({ theme: '' });
  await save({ theme: 'dark' });
  await page.getByRole('group', { name: 'In this browser' }).getByRole('button', { name: 'Default' }).click();
  await expect.poll(() => themeOf(page)).toBe('dark');
  await save({ theme: '' });
  await expect.poll(() => themeOf(page)).toBeUndefined();
});

test('settings are changed on their page: an error is shown beside its field, and a valid change takes effect', async (ctx) => {
  const { page } = await open(ctx, { expected: /status of 400/ });
  await page.goto(at('/settings/system'));
  const origins = page.getByLabel('CORS allowed origins');
  await origins.fill('home.example');
  await page.getByText('You have unsaved changes').waitFor();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(() => origins.getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await origins.fill('https://home.example');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Settings saved successfully. Service restart may be required for port changes.').waitFor();
  const reply = await fetch(at('/api/health'), { headers: { origin: 'https://home.example' } });
  expect(reply.headers.get('access-control-allow-origin')).toBe('https://home.example');
});

test('unsaved changes survive what somebody else saves: other fields follow, and a changed field says what the server has', async (ctx) => {
  const { page } = await open(ctx);
  await page.goto(at('/settings/system'));
  await page.getByText('Connected', { exact: true }).waitFor();
  const origins = page.getByLabel('CORS allowed origins');
  const interval = page.getByLabel('Mail Gateway');
  await origins.fill('https://mine.example');
  await save({ allowedOrigins: 'https://theirs.example', pmgPollingInterval: 77 });
  await expect.poll(() => interval.inputValue()).toBe('77');
  await expect.poll(() => origins.inputValue()).toBe('https://mine.example');
  await page.getByText('The server has: https://theirs.example').waitFor();
  await expectAccessible(page);
  await page.screenshot({ path: path.join(artifacts, 'settings-system-theirs.png') });
  // a theme for everybody does not take away what was typed either
  await save({ theme: 'dark' });
  await expect.poll(() => themeOf(page)).toBe('dark');
  await expect.poll(() => origins.inputValue()).toBe('https://mine.example');
  await page.getByRole('button', { name: 'Use this value' }).click();
  await expect.poll(() => origins.inputValue()).toBe('https://theirs.example');
  await expect.poll(() => page.getByText('You have unsaved changes').count()).toBe(0);
  await save({ theme: '', allowedOrigins: '' });
});

test('leaving a page with unsaved changes asks in a dialog: staying keeps them, leaving goes on', async (ctx) => {
  const { page } = await open(ctx);
  await page.goto(at('/settings/updates'));
  await page.getByRole('link', { name: 'System' }).first().click();
  const origins = page.getByLabel('CORS allowed origins');
  await origins.fill('https://mine.example');
  await page.getByRole('link', { name: 'Security' }).first().click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.waitFor();
  await expectAccessible(page);
  await page.screenshot({ path: path.join(artifacts, 'leave-question.png') });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => origins.inputValue()).toBe('https://mine.example');
  expect(new URL(page.url()).pathname).toBe('/settings/system');
  await page.goBack();
  await question.waitFor();
  await question.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/settings/updates');
});

test('another page may show Belfry in a frame only when the settings allow it', async (ctx) => {
  const parent = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><title>Home</title><iframe src="${product.url}/settings/system" width="900" height="600"></iframe>`,
      ),
  ).listen(0, '127.0.0.1');
  await once(parent, 'listening');
  // a different host name, so a different origin and site
  const { port } = parent.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  ctx.onTestFinished(() => void parent.close());
  const { page } = await open(ctx, { expected: /frame-ancestors|X-Frame-Options/i });
  const heading = page.frameLocator('iframe').getByRole('heading', { name: 'Appearance' });
  const refused = page.waitForEvent('console', (message) => /frame-ancestors|X-Frame-Options/i.test(message.text()));
  await page.goto(origin);
  await refused;
  await expect.poll(() => heading.count()).toBe(0);
  await save({ allowEmbedding: true, allowedEmbedOrigins: origin });
  await page.reload();
  await heading.waitFor();
  await save({ allowEmbedding: false });
});

test('the name of a guest with an address is a link, in every open page; a bad address cannot be saved', async (ctx) => {
  const { page: overview } = await open(ctx);
  await overview.goto(at('/proxmox/overview'));
  await overview.locator('[role=treegrid] tbody tr.row').nth(5).waitFor();
  const page = await overview.context().newPage();
  await page.goto(at('/settings/urls'));
  const input = page.locator('table[aria-label="Guest URLs"] input').first();
  const name = ((await input.getAttribute('aria-label')) ?? '').replace('Custom URL of ', '');
  await input.fill('nas.lan');
  await page.getByText('URL must start with http:// or https://').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Save Changes' }).count()).toBe(0);
  await expectAccessible(page);
  await page.screenshot({ path: path.join(artifacts, 'settings-urls-wrong.png') });
  await input.fill('https://nas.example:8443/app');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Guest URLs saved').waitFor();
  const link = overview.locator('a[target="_blank"]', { hasText: name }).first();
  await link.waitFor();
  await expect
    .poll(async () => [await link.getAttribute('href'), await link.getAttribute('target')])
    .toEqual(['https://nas.example:8443/app', '_blank']);
  await overview.screenshot({ path: path.join(artifacts, 'overview-guest-link.png') });
  await expectAccessible(overview);
  await page.getByRole('button', { name: `Clear the address of ${name}` }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await link.waitFor({ state: 'detached' });
});

test('a demo says that it is one until that is dismissed, also after a reload, and saves nothing', async (ctx) => {
  if (missing) ctx.skip(missing);
  const demo = await startProduct({
    BELFRY_DEMO: 'true',
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_LAB_GUESTS: '10',
    BELFRY_LAB_NODES: '1',
  });
  ctx.onTestFinished(async () => void (await demo.stop()));
  const { page } = await open(ctx, { viewport: { width: 390, height: 844 } });
  await page.goto(demo.url);
  const banner = page.getByText('Demo instance with mock data (read-only)');
  await banner.waitFor();
  await expectAccessible(page);
  await page.screenshot({ path: path.join(artifacts, 'demo-banner-390.png') });
  await page.getByRole('region', { name: 'Demo' }).getByRole('button', { name: 'Dismiss' }).click();
  await banner.waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('[role=treegrid] tbody tr.row').first().waitFor();
  await expect.poll(() => banner.count()).toBe(0);
});

test('a new version is shown with its changes and how to get it; a skipped version is not shown again', async (ctx) => {
  const { page } = await open(ctx);
  // the answers of a server whose list of releases names a newer one
  const running = await (await fetch(at('/api/version'))).json();
  // a build of a checkout does not ask by itself
  await page.route('**/api/version', (route) => route.fulfill({ json: { ...running, isDevelopment: false } }));
  const info = {
    ...{
      available: true,
      currentVersion: running.version,
      latestVersion: '99.0.0',
      releaseNotes: 'Faster.\n<b>Not bold.</b>',
    },
    ...{ releaseDate: '', downloadUrl: 'https://releases.example/99.0.0', isPrerelease: false },
  };
  await page.route('**/api/updates/check*', (route) => route.fulfill({ json: info }));
  await page.goto(product.url);
  const banner = page.getByRole('region', { name: 'Update', exact: true });
  await banner.getByText('Belfry 99.0.0 is available').waitFor();
  await banner.getByRole('button', { name: 'Show details' }).click();
  await banner.getByText('fetch version 99.0.0').waitFor();
  await banner.getByText('<b>Not bold.</b>').waitFor();
  await expectAccessible(page);
  await page.screenshot({ path: path.join(artifacts, 'update-banner-1440.png') });
  await banner.getByRole('button', { name: 'Skip this version' }).click();
  await banner.waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('[role=treegrid] tbody tr.row').first().waitFor();
  await expect.poll(() => banner.count()).toBe(0);
});
