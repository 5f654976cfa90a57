// Docker with simulated hosts that report: every size and theme, search, details, hostile names, hosts removed in the settings.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Fleet, startFleet } from '@belfry/lab/docker/fleet';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noChromium } from './chromium.ts';
import { usePages } from './kept-pages.ts';
import { artifacts, type RunningProduct, startProduct } from './product.ts';
import { expectAccessible, expectWhole, sizes } from './views.ts';

const open = usePages();
const missing = noChromium();
let product: RunningProduct;
let fleet: Fleet;
const demo = { BELFRY_DEMO: 'true', BELFRY_AUTH_DISABLED: 'true', BELFRY_LAB_NODES: '1', BELFRY_LAB_GUESTS: '4' };

beforeAll(async () => {
  if (missing) return;
  product = await startProduct({ BELFRY_AUTH_DISABLED: 'true' });
  fleet = startReports();
  mkdirSync(artifacts, { recursive: true });
});
const startReports = () => startFleet({ url: product.url, token: 'disabled', hosts: 6, seed: 7, intervalSeconds: 10 });
afterAll(async () => {
  await fleet?.stop();
  await product?.stop();
});

const HOSTILE = '<img src=x onerror=alert(1)>';
const at = (screen: string) => new URL(screen, product.url).href;
const rows = (page: Page) => page.locator('[role=treegrid] tbody tr.row');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name }).first();
const options = (page: Page) => page.getByRole('listbox', { name: 'Docker hosts' }).getByRole('option');
const count = (page: Page) => page.locator('[role=treegrid]').getAttribute('aria-rowcount').then(Number);
const shot = (page: Page, name: string) =>
  page.screenshot({ path: path.join(artifacts, `${name}.png`), animations: 'disabled' });

async function openDocker(page: Page): Promise<void> {
  await page.goto(at('/docker'));
  await row(page, HOSTILE).waitFor();
}

test.for(sizes)('is whole and accessible at $width px in both themes', async (viewport, ctx) => {
  const { page } = await open(ctx, { viewport });
  await openDocker(page);
  await expectWhole(page, 'docker');
  const fold = page.getByRole('button', { name: /hosts/ });
  if (await fold.isVisible()) {
    await fold.click();
    await shot(page, `docker-hosts-${viewport.width}`);
    await fold.click();
  }
  await row(page, HOSTILE).click();
  await page.getByRole('heading', { name: 'Network' }).waitFor();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await expectWhole(page, 'docker-open');

  await page.goto(at('/settings/docker'));
  await page.getByRole('grid', { name: 'Reporting hosts' }).waitFor();
  await shot(page, `settings-docker-${viewport.width}`);
  await page.getByRole('button', { name: 'Show deployment instructions' }).click();
  await page.getByText('Manual installation').click();
  await expectWhole(page, 'settings-docker-open');
});

test('each prefix of the search narrows the list; a search without results says so; Escape shows all again', async (ctx) => {
  const { page } = await open(ctx);
  await openDocker(page);
  const all = await count(page);
  const box = page.getByRole('textbox', { name: 'Search containers' });
  const host = (await options(page).first().locator('b').innerText()).trim();
  for (const search of [
    'name:web',
    'image:postgres',
    `host:${host}`,
    'state:unhealthy',
    'label:team=shop',
    'cpu>1 memory>1',
  ]) {
    await box.fill(search);
    await expect.poll(() => count(page), { message: search }).toBeLessThan(all);
    expect(await count(page), search).toBeGreaterThan(1);
  }
  await page.getByRole('button', { name: 'Clear search' }).click();
  await row(page, HOSTILE).click();
  const id = await page.locator('tr.detail dt', { hasText: 'ID' }).locator('+ dd').innerText();
  await box.fill(`id:${id}`);
  await expect.poll(() => rows(page).count()).toBe(1);
  await box.fill('name:nobody');
  await page.getByText('No containers found').waitFor();
  await page.getByText('No containers match your search "name:nobody"').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect.poll(() => count(page)).toBeGreaterThanOrEqual(all);
  await page.getByRole('button', { name: 'Recent searches' }).click();
  await page.getByRole('button', { name: 'name:nobody', exact: true }).click();
  await page.getByText('No containers found').waitFor();
});

test('a host is selected in the list, and deselected by its chip or by Escape', async (ctx) => {
  const { page } = await open(ctx);
  await openDocker(page);
  const groups = page.locator('[role=treegrid] tr.group');
  const first = options(page).first();
  await first.click();
  await expect.poll(() => groups.count()).toBe(1);
  await page.getByRole('button', { name: /^Show all hosts, not only/ }).click();
  await expect.poll(() => groups.count()).toBeGreaterThan(1);
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => options(page).nth(1).getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Escape');
  await expect.poll(() => groups.count()).toBeGreaterThan(1);
});

test('names like markup are shown as text, in the table, its details and hints', async (ctx) => {
  const { page } = await open(ctx);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await openDocker(page);
  const name = row(page, HOSTILE).locator('b');
  await expect.poll(() => name.innerText()).toBe(HOSTILE);
  await name.hover();
  await page.locator('[data-side]', { hasText: HOSTILE }).first().waitFor();
  await expect.poll(() => page.locator('img').count()).toBe(0);
  expect(dialogs).toEqual([]);
});

test('a silent host is not reached since its last report, and none of its containers counts as running', async (ctx) => {
  const { page } = await open(ctx);
  await openDocker(page);
  // on a busy machine others are late with their reports
  const lost = options(page)
    .filter({ hasText: /not reached since \d\d:\d\d/ })
    .first();
  await lost.waitFor();
  await lost.getByText(/^0 of [1-9]\d* containers running$/).waitFor();
  // the middle of the entry may be the way to its page
  await lost.locator('bdi').click();
  await page.getByText(/^[1-9]\d* not reached$/).waitFor();
  await shot(page, 'docker-offline');
});

test('where no token is needed the install command is complete; a removed host disappears until it reports again', async (ctx) => {
  const { page } = await open(ctx, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(at('/settings/docker'));
  const table = page.getByRole('grid', { name: 'Reporting hosts' });
  await table.waitFor();
  await page.getByRole('button', { name: 'Show deployment instructions' }).click();
  await page.getByRole('button', { name: 'Copy install command' }).click();
  const { origin } = new URL(product.url);
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(`curl -fsSL ${origin}/install-docker-agent.sh | bash -s -- --url ${origin} --token disabled`);
  const removes = table.getByRole('button', { name: /^Remove / });
  const name = ((await removes.first().getAttribute('aria-label')) ?? '').replace('Remove ', '');
  const known = table.getByRole('button', { name: `Remove ${name}` });
  await known.click();
  const dialog = page.getByRole('dialog', { name: `Remove ${name}?` });
  await dialog.getByText('Removing the host clears it from Belfry until the agent reports again.').waitFor();
  await expectAccessible(page);
  await shot(page, 'settings-docker-remove');
  // While it reports, it may be back before anybody sees that it was gone.
  await fleet.stop();
  const message = page.getByText(`Removed Docker host ${name}`).waitFor();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await message;
  await known.waitFor({ state: 'detached' });
  fleet = startReports();
  await known.waitFor();
});

test('a server without agent programs says so before somebody copies a command that would fail', async (ctx) => {
  const { page } = await open(ctx);
  const warning = page.getByText('This server has no agent to hand out');
  const opened = async (architectures: string[]) => {
    await page.route('**/api/agent/version', (route) => route.fulfill({ json: { version: '1.0.0', architectures } }));
    const answered = page.waitForResponse('**/api/agent/version');
    await page.goto(at('/settings/docker'));
    await page.getByRole('button', { name: 'Show deployment instructions' }).click();
    await answered;
    await page.getByRole('button', { name: 'Copy install command' }).waitFor();
  };
  await opened([]);
  await warning.waitFor();
  await page.getByText('npm run agents').waitFor();
  await expectAccessible(page);
  await shot(page, 'settings-docker-no-agents');
  await opened(['amd64', 'arm64']);
  await expect.poll(() => warning.count()).toBe(0);
});

test('without a host the tab leads to the settings, and the screen to the first one', async (ctx) => {
  if (missing) ctx.skip(missing);
  const empty = await startProduct({ ...demo, BELFRY_LAB_DOCKER_HOSTS: '0' });
  ctx.onTestFinished(async () => void (await empty.stop()));
  const { page } = await open(ctx, { permissions: ['clipboard-read', 'clipboard-write'] });
  const without = { version: '1.0.0', architectures: [] };
  await page.route('**/api/agent/version', (route) => route.fulfill({ json: without }));
  await page.goto(new URL('/docker', empty.url).href);
  await page.getByText('No Docker hosts configured').waitFor();
  await page.getByText('npm run agents').waitFor();
  await page.getByRole('button', { name: 'Copy install command' }).click();
  await page.getByText('Copied!').waitFor();
  await page.getByText('Copied!').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('/install-docker-agent.sh | bash');
  await expectAccessible(page);
  await shot(page, 'docker-none');
  await page.getByRole('link', { name: /Docker.*Add host/s }).click();
  await page.waitForURL('**/settings/docker');
  await page.getByText('No Docker hosts report here yet').waitFor();
  await expectAccessible(page);
});

test('where sign-in is required, a token is made, tested and put into the command; a placeholder cannot be copied', async (ctx) => {
  if (missing) ctx.skip(missing);
  const own = await startProduct({
    BELFRY_PROXY_AUTH_SECRET: 's',
    BELFRY_PROXY_AUTH_USER_HEADER: 'X-User',
    BELFRY_TRUSTED_PROXIES: '127.0.0.1',
    BELFRY_PROXY_AUTH_ROLE_HEADER: 'X-Role',
    BELFRY_PROXY_AUTH_ADMIN_ROLE: 'admin',
  });
  ctx.onTestFinished(async () => void (await own.stop()));
  const extraHTTPHeaders = { 'X-Proxy-Secret': 's', 'X-User': 'ada', 'X-Role': 'admin' };
  const { page } = await open(ctx, {
    extraHTTPHeaders,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.goto(new URL('/settings/docker', own.url).href);
  const copy = page.getByRole('button', { name: 'Copy install command' });
  await copy.click();
  await page.getByText('Please replace the placeholder with your API token before copying the command').waitFor();
  const field = page.getByRole('textbox', { name: 'API token' });
  const test = page.getByRole('button', { name: 'Test token' });
  await field.fill('bf_wrong');
  await test.click();
  await page.getByText('Token is invalid').waitFor();
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByText("New API token generated! Save it now - it won't be shown again.").waitFor();
  await expectAccessible(page);
  await shot(page, 'settings-docker-token');
  await test.click();
  await page.getByText('Token is valid').waitFor();
  await copy.click();
  const token = await field.inputValue();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`--token ${token}`);
  const read = await fetch(new URL('/api/state', own.url), { headers: { 'X-API-Token': token } });
  expect(read.status).toBe(403);
});
