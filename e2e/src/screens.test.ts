// Every infrastructure screen of a large datacentre with a dead node: whole and accessible at every size and theme.
import { type Lab, nodeConfig, startLab } from '@belfry/lab/datacentre';
import { type Neighbours, startNeighbours } from '@belfry/lab/neighbours';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noChromium } from './chromium.ts';
import { usePages } from './kept-pages.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { expectWhole, sizes } from './views.ts';

const open = usePages();
const missing = noChromium();
let lab: Lab;
let neighbours: Neighbours;
let product: RunningProduct;

beforeAll(async () => {
  if (missing) return;
  lab = await startLab({ nodes: 8, guests: 480, clusters: 2, seed: 7, authDelayMs: 0 });
  neighbours = await startNeighbours(lab, { backupServers: 1, mailGateways: 2 });
  const hosts = [
    ...lab.instances.map((instance) => ({ ...nodeConfig(instance), monitorPhysicalDisks: true })),
    ...neighbours.backupServers.map((server) => server.config()),
    ...neighbours.mailGateways.map((gateway) => gateway.config()),
  ];
  product = await startProduct({ BELFRY_NODES: JSON.stringify(hosts), BELFRY_AUTH_DISABLED: 'true' });
  // a dead node: its guests are still shown
  const gone = lab.instances[0]?.members.at(-1);
  if (gone) await lab.fault(gone.node, 'die');
});
afterAll(async () => {
  await product?.stop();
  await neighbours?.stop();
  await lab?.stop();
});

interface Screen {
  path: string;
  /** The selector of an element that appears with the data. */
  ready: string;
  /** What to do before the screen is checked. */
  act?(page: Page): Promise<void>;
}

const press = (name: string) => async (page: Page) => page.getByRole('button', { name, exact: true }).click();
const GUEST = '[aria-label="Guests"] tr.row';
const screens = {
  // the clusters and the backup server are the last to answer
  overview: {
    path: '/proxmox/overview',
    ready: `body${['pve-east', 'pve-west', 'pbs-main'].map((name) => `:has(:text-is("${name}"))`).join('')} ${GUEST}`,
  },
  'guest-details': {
    path: '/proxmox/overview',
    ready: '[aria-label="Guests"] tr.row[aria-expanded]',
    async act(page) {
      const row = page.locator('[aria-label="Guests"] tr.row[aria-expanded]').first();
      // an open row stays open when the page is loaded again
      if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
      await page.locator('tr.detail').waitFor();
      await row.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    },
  },
  storage: { path: '/proxmox/storage', ready: 'table[aria-label="Storage Pools"] tr.row' },
  'by-storage': {
    path: '/proxmox/storage',
    ready: 'table[aria-label="Storage Pools"] tr.row',
    act: press('By Storage'),
  },
  disks: {
    path: '/proxmox/storage',
    // the page remembers which list was shown
    ready: ':is([aria-label="Storage Pools"], [aria-label="Physical Disks"]) tr.row',
    act: press('Physical Disks'),
  },
  backups: { path: '/proxmox/backups', ready: '[aria-label="Backups"] :is(tr.row, li)' },
  'protection-lab': { path: '/proxmox/backups/protection', ready: '[aria-label="Protection of guests"] tr.row' },
  mail: { path: '/proxmox/mail', ready: 'article table tr.row' },
  alerts: { path: '/alerts', ready: '[aria-label="Active alerts"] tr.row' },
} satisfies Record<string, Screen>;

test.for(Object.entries<Screen>(screens))(
  '%s is whole and accessible at every size in both themes',
  async ([name, { path: address, ready, act }], ctx) => {
    const { page } = await open(ctx);
    for (const viewport of sizes) {
      await page.setViewportSize(viewport);
      await page.goto(new URL(address, product.url).href);
      await page.locator(ready).first().waitFor();
      await act?.(page);
      await expectWhole(page, name);
    }
  },
);

test('the old addresses lead to the screens', async (ctx) => {
  const { page } = await open(ctx);
  for (const screen of ['storage', 'backups']) {
    await page.goto(new URL(`/${screen}`, product.url).href);
    await page.waitForURL(`**/proxmox/${screen}`);
  }
});

test('a day is chosen in the chart with the keyboard; Escape shows all again', async (ctx) => {
  const { page } = await open(ctx);
  await page.goto(new URL('/proxmox/backups', product.url).href);
  await page.locator(screens.backups.ready).first().waitFor();
  const clear = page.getByRole('button', { name: 'Clear filter' });
  const chart = page.getByRole('listbox', { name: 'Backups per day' });
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await clear.waitFor();
  await expect.poll(() => chart.getByRole('option', { selected: true }).count()).toBe(1);
  await page.keyboard.press('Escape');
  await clear.waitFor({ state: 'detached' });
});

test('a search that names a backup server shows its backups', async (ctx) => {
  const { page } = await open(ctx);
  await page.goto(new URL('/proxmox/backups', product.url).href);
  await page.locator(screens.backups.ready).first().waitFor();
  await page.keyboard.type('node:pbs-main');
  const mode = page.getByRole('group', { name: 'Kind of backup' }).getByRole('button', { name: 'PBS' });
  await expect.poll(() => mode.getAttribute('aria-pressed')).toBe('true');
});
