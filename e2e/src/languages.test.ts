// The languages: no text of a screen bypasses them, and which of them a browser gets.

import { aDockerHost } from '@belfry/domain/testing/docker';
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { createHosts, startFleet } from '@belfry/lab/docker/fleet';
import { type Neighbours, startNeighbours } from '@belfry/lab/neighbours';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Administrator, PASSWORD, setUp } from './administrator.ts';
import { noChromium } from './chromium.ts';
import { usePages } from './kept-pages.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { useStage } from './stage.ts';
import { marksTexts, untranslatable } from './texts.ts';

const open = usePages();
const stage = useStage();
const missing = noChromium();
let lab: Lab;
let neighbours: Neighbours;
let product: RunningProduct;
let fresh: RunningProduct;
let guarded: RunningProduct;
let administrator: Administrator;
let fleet: ReturnType<typeof startFleet>;

beforeAll(async () => {
  if (missing) return;
  lab = await startLab({ nodes: 6, guests: 40, clusters: 2, seed: 7, authDelayMs: 0, everything: true });
  neighbours = await startNeighbours(lab, { backupServers: 1, mailGateways: 1 });
  const hosts = [
    ...lab.instances.map((instance) => ({ ...nodeConfig(instance), monitorPhysicalDisks: true })),
    ...neighbours.backupServers.map((server) => server.config()),
    ...neighbours.mailGateways.map((gateway) => gateway.config()),
  ];
  [product, fresh, guarded] = await Promise.all([
    startProduct({ BELFRY_NODES: JSON.stringify(hosts), BELFRY_AUTH_DISABLED: 'true' }),
    startProduct(),
    startProduct(),
  ]);
  administrator = await setUp(guarded);
  const machines = createHosts({ hosts: 2, containers: 6, seed: 7 });
  fleet = startFleet({ url: product.url, token: '', machines, intervalSeconds: 5 });
  const gone = lab.instances[0]?.members.at(-1);
  if (gone) await lab.fault(gone.node, 'die');
});
afterAll(async () => {
  await fleet?.stop();
  await product?.stop();
  await fresh?.stop();
  await guarded?.stop();
  await neighbours?.stop();
  await lab?.stop();
});

const dataOf = async ({ url }: RunningProduct): Promise<string> => {
  const answers = await Promise.all(
    ['/api/state', '/api/config/nodes', '/api/version', '/api/system/settings', '/api/security/audit'].map((path) =>
      fetch(new URL(path, url)).then((answer) => answer.text()),
    ),
  );
  // the names of fields are no data
  return answers.join('\n').replace(/"[A-Za-z]+":/g, ':');
};

interface Screen {
  path: string;
  /** The selector of an element that appears with the data. */
  ready: string;
  /** What is opened, one after the other: the accessible names of buttons, without marks. */
  open?: readonly string[];
  /** The same for buttons that open a dialog, whose code may come only then. */
  dialogs?: readonly string[];
  /** Whether its rows have details. */
  details?: boolean;
}

const screens: Record<string, Screen> = {
  overview: {
    path: '/proxmox/overview',
    ready: 'tr.row',
    open: ['Columns', 'Search tips', 'Recent searches', 'Saved views'],
  },
  storage: { path: '/proxmox/storage', ready: 'tr.row', details: true, open: ['By Storage', 'Physical Disks'] },
  backups: { path: '/proxmox/backups', ready: 'tr.row', open: ['Search tips', 'By Guest', 'PBS', 'Snapshots'] },
  mail: { path: '/proxmox/mail', ready: 'article' },
  docker: { path: '/docker', ready: 'tr.row', details: true, open: ['List', 'Search tips'] },
  alerts: { path: '/alerts', ready: 'main li, main p' },
  'alert-history': { path: '/alerts/history', ready: 'main table, main p' },
  'alert-noise': { path: '/alerts/noise', ready: 'main fieldset' },
  'alert-thresholds': { path: '/alerts/thresholds/proxmox', ready: 'main table' },
  'alert-thresholds-docker': { path: '/alerts/thresholds/docker', ready: 'main table' },
  'alert-destinations': { path: '/alerts/destinations', ready: 'main h2' },
  'alert-schedule': { path: '/alerts/schedule', ready: 'main h2' },
  'settings-pve': { path: '/settings/pve', ready: 'main h2', dialogs: ['Add node'] },
  'settings-pbs': { path: '/settings/pbs', ready: 'main h2', dialogs: ['Add backup server'] },
  'settings-pmg': { path: '/settings/pmg', ready: 'main h2', dialogs: ['Add mail gateway'] },
  'settings-urls': { path: '/settings/urls', ready: 'main table' },
  'settings-docker': { path: '/settings/docker', ready: 'main h2' },
  'settings-sites': { path: '/settings/sites', ready: 'main h2', dialogs: ['Add site'] },
  'settings-system': { path: '/settings/system', ready: 'main h2', dialogs: ['Export Backup', 'Restore Backup'] },
  'settings-history': { path: '/settings/history', ready: 'main h2' },
  'settings-diagnostics': { path: '/settings/diagnostics', ready: 'main h2' },
  'settings-exports': { path: '/settings/exports', ready: 'main form' },
  'settings-updates': { path: '/settings/updates', ready: 'main .card' },
  'settings-security': { path: '/settings/security', ready: 'main h2' },
  nowhere: { path: '/nowhere', ready: 'main' },
};

const opened = async (page: Page, url: string, ready: string) => {
  await page.goto(url);
  await page.locator(ready).first().waitFor();
};

test.for(Object.entries(screens))('every text of %s comes from a language', async ([, screen], ctx) => {
  const { page } = await open(ctx);
  await marksTexts(page);
  await opened(page, new URL(screen.path, product.url).href, screen.ready);
  // the data may change between the page and the answer that it is compared with
  const complete = (message: string) =>
    expect.poll(async () => untranslatable(page, await dataOf(product)), { message }).toEqual([]);
  await complete('the screen');
  if (screen.details) {
    await page.locator('table').last().locator('tr.row[aria-expanded]').first().click();
    await page.locator('tr.detail').first().waitFor();
    await complete('details');
  }
  for (const name of screen.open ?? []) {
    await page.getByRole('button', { name }).first().click();
    await complete(name);
    await page.keyboard.press('Escape');
  }
  for (const name of screen.dialogs ?? []) {
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog').locator('form, p').first().waitFor();
    await complete(name);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('every text of the sign-in, and of the dialogs behind it, comes from a language', async (ctx) => {
  const { page } = await open(ctx, { expected: /status of 401/ });
  await marksTexts(page);
  const data = async () => {
    const lists = ['tokens', 'sessions', 'audit'].map((name) => administrator.api('GET', `/api/security/${name}`));
    return `admin 127.0.0.1 ${PASSWORD} Chrome on Linux ${JSON.stringify(await Promise.all(lists))}`;
  };
  const complete = (where: string) =>
    expect.poll(async () => untranslatable(page, await data()), { message: where }).toEqual([]);
  await opened(page, new URL('/settings/security', guarded.url).href, 'form');
  await complete('sign-in');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').first().fill('wrong password');
  await page.locator('form button[type=submit]').click();
  await page.getByRole('alert').waitFor();
  await complete('a wrong password');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').first().fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  await page.getByRole('banner').waitFor();
  await opened(page, new URL('/settings/security', guarded.url).href, 'main h2');
  for (const name of ['Change password', 'Rotate credentials', 'Regenerate default token', 'New token']) {
    await page.getByRole('button', { name }).first().click();
    await page.getByRole('dialog').locator('form, p').first().waitFor();
    await complete(name);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await page
    .getByRole('switch', { name: /single sign-on/i })
    .first()
    .click();
  await complete('single sign-on');
});

test('every text of the removal of a Docker host comes from a language', async (ctx) => {
  const { page } = await stage(ctx, '/settings/docker', {
    state: { dockerHosts: [aDockerHost({ displayName: 'moby' })] },
    stored: { language: 'test' },
  });
  await page.getByRole('button', { name: /Remove.* moby/ }).click();
  await page.getByRole('dialog').waitFor();
  const shown = page.getByRole('dialog');
  await expect.poll(() => shown.getByRole('button').allInnerTexts()).not.toEqual([]);
  const texts = await shown.locator('h2, p, button').allInnerTexts();
  expect(texts.filter((text) => text.trim() !== '' && !text.includes('⟦'))).toEqual([]);
});

test('every text of an open guest, of the palette and of the list of keys comes from a language', async (ctx) => {
  const { page } = await open(ctx);
  await marksTexts(page);
  await opened(page, new URL('/proxmox/overview', product.url).href, 'tr.row[aria-expanded]');
  await page.locator('table').last().locator('tr.row[aria-expanded]').first().click();
  await page.locator('tr.detail').waitFor();
  expect(await untranslatable(page, await dataOf(product))).toEqual([]);
  for (const keys of ['?', 'Control+k']) {
    await page.keyboard.press(keys);
    await page.getByRole('dialog').waitFor();
    expect(await untranslatable(page, await dataOf(product)), keys).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});

test('every text of the first setup comes from a language', async (ctx) => {
  const { page } = await open(ctx);
  await marksTexts(page);
  await opened(page, fresh.url, 'form');
  expect(await untranslatable(page, '')).toEqual([]);
  await page.locator('form button[type=submit]').click();
  expect(await untranslatable(page, '')).toEqual([]);
});

test('a browser that wants German gets German from its first paint', async (ctx) => {
  const { page } = await open(ctx, { locale: 'de-AT' });
  await page.addInitScript(() => {
    const seen: string[] = [];
    Reflect.set(window, 'seen', seen);
    new MutationObserver(() => seen.push(document.body?.innerText ?? '')).observe(document, {
      childList: true,
      subtree: true,
    });
  });
  await opened(page, new URL('/proxmox/overview', product.url).href, 'tr.row');
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
  await page.getByRole('navigation').getByText('Übersicht', { exact: true }).waitFor();
  const seen: string[] = await page.evaluate(() => Reflect.get(window, 'seen'));
  expect(seen.filter((text) => /Checking|Loading|Overview|Storage\b/.test(text))).toEqual([]);
});

test('another language asks before unsaved changes are lost; in German the form says in German what the server refuses', async (ctx) => {
  const { page } = await open(ctx, { locale: 'en-GB', expected: /status of 400/ });
  await opened(page, new URL('/settings/system', product.url).href, 'main h2');
  await page.getByLabel('CORS allowed origins').fill('https://mine.example');
  const language = page.getByLabel('Language in this browser');
  await language.selectOption('Deutsch');
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect.poll(() => language.inputValue()).toBe('system');
  await expect.poll(() => page.getByLabel('CORS allowed origins').inputValue()).toBe('https://mine.example');
  await language.selectOption('Deutsch');
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Erscheinungsbild' }).waitFor();
  await expect.poll(() => page.getByLabel('Mail Gateway').count()).toBe(1);
  await page.getByLabel('Mail Gateway').fill('5');
  await page.keyboard.press('Enter');
  await page.getByText('Geben Sie ganze Sekunden von 10 bis 3600 ein').first().waitFor();
});

test('the language of Appearance goes before that of the browser, at once and after a reload', async (ctx) => {
  const { page } = await open(ctx, { locale: 'en-GB' });
  await opened(page, new URL('/settings/system', product.url).href, 'main h2');
  await page.getByLabel('Language in this browser').selectOption('Deutsch');
  await page.getByRole('heading', { name: 'Erscheinungsbild' }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
  await page.reload();
  await page.getByRole('heading', { name: 'Erscheinungsbild' }).waitFor();
  await page.getByLabel('Sprache in diesem Browser').selectOption('Wie der Browser');
  await page.getByRole('heading', { name: 'Appearance' }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
});
