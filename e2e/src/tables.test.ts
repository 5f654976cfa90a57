// What all tables have in common: one focusable row, arrow keys, heads that sort where they are clicked, a menu of columns.
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aDisk, aGuest, aNode, aStorage, onStorage } from './made.ts';
import { scrollable } from './scroll-through.ts';
import { useStage } from './stage.ts';
import { expectAccessible } from './views.ts';

const open = useStage();
const OVERVIEW = '/proxmox/overview';
const nodes = [aNode('pve1'), aNode('pve2'), aNode('pve3')];
const manyGuests = Array.from({ length: 400 }, (_, i) => aGuest({ vmid: 100 + i, name: `guest-${i}`, node: 'pve1' }));

const everything = {
  nodes,
  vms: manyGuests,
  storage: [aStorage('local')],
  storageBackups: [onStorage(100)],
  dockerHosts: [aDockerHost({ containers: [aContainer()] })],
};

const table = (page: Page, name: string) => page.locator(`table[aria-label="${name}"]`);
const stops = (page: Page, name: string) => table(page, name).locator('tbody tr[tabindex="0"]');
const focusedKey = (page: Page) => page.evaluate(() => document.activeElement?.closest('tr')?.dataset.key);

async function isInView(page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

test('Tab reaches one row of a long table, also when the current row was scrolled out of view', async (ctx) => {
  const { page } = await open(ctx, OVERVIEW, { state: { nodes, vms: manyGuests } });
  await scrollable(page, 'table[aria-label="Guests"]');
  await stops(page, 'Guests').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focusedKey(page)).toBe('dc-100');
  await page.locator('[data-scroller]').evaluate((scroller) => scroller.scrollTo(0, 6000));
  await expect.poll(() => table(page, 'Guests').locator('tr[data-key="dc-100"]').count()).toBe(0);
  await expect.poll(() => stops(page, 'Guests').count()).toBe(1);
  await expect.poll(() => isInView(page, stops(page, 'Guests'))).toBe(true);
  // the arrows go on from the row that has the focus
  const from = await stops(page, 'Guests').getAttribute('data-key');
  await stops(page, 'Guests').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focusedKey(page)).toBe(`dc-${Number(from?.slice(3)) + 1}`);
});

test('the node summary is a grid with one tab stop: the arrows move, Enter selects, Left and Right go through the cells', async (ctx) => {
  const { page } = await open(ctx, OVERVIEW, { state: { nodes, vms: manyGuests } });
  await table(page, 'Nodes').locator('tbody tr').first().waitFor();
  await expect.poll(() => stops(page, 'Nodes').count()).toBe(1);
  await stops(page, 'Nodes').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focusedKey(page)).toBe('dc-pve2');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => table(page, 'Nodes').locator('tr[aria-selected="true"]').getAttribute('data-key'))
    .toBe('dc-pve2');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLTableCellElement).cellIndex)).toBe(1);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TR');
});

test('a cell that has the focus shows what a pointer would see as a hint', async (ctx) => {
  const physicalDisks = [aDisk('/dev/sda', { model: 'Samsung PM893', serial: 'S6XYZ' })];
  const { page } = await open(ctx, '/proxmox/storage', {
    state: { ...everything, physicalDisks },
    stored: { storageTab: 'disks' },
  });
  await stops(page, 'Physical Disks').focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  // the text in the cell is for screen readers, so only the hint itself counts
  await expect.poll(() => page.locator('[data-side]').last().innerText()).toBe('Samsung PM893, serial S6XYZ');
});

test('a pointer that does not move sees the hint again after something scrolled, and a hint that comes or changes later', async (ctx) => {
  const staleSince = new Date(Date.now() - 300_000).toISOString();
  const { page, show } = await open(ctx, OVERVIEW, {
    state: { nodes: [aNode('pve1', { staleSince })], vms: manyGuests },
  });
  const hint = page.locator('[data-side]').last();
  const age = table(page, 'Nodes').getByText(/^not reached since/);
  await age.hover();
  await expect.poll(() => hint.innerText()).toContain('Last status: online');
  await page.locator('main').dispatchEvent('scroll');
  await hint.waitFor({ state: 'detached' });
  await expect.poll(() => hint.innerText()).toContain('Last status: online');
  show({ nodes: [aNode('pve1', { staleSince, status: 'offline' })] });
  await expect.poll(() => hint.innerText()).toContain('Last status: offline');
  await age.evaluate((element) => element.closest('[data-hint]')?.removeAttribute('data-hint'));
  await hint.waitFor({ state: 'detached' });
  await age.evaluate((element) => element.setAttribute('data-hint', 'it came later'));
  await expect.poll(() => hint.innerText()).toBe('it came later');
});

test('a head sorts wherever it is clicked, not only on its text', async (ctx) => {
  const { page } = await open(ctx, OVERVIEW, { state: { nodes, vms: manyGuests } });
  const head = table(page, 'Guests').getByRole('columnheader', { name: 'Name' });
  const box = await head.boundingBox();
  if (!box) throw new Error('the head is not shown');
  await page.mouse.click(box.x + box.width - 3, box.y + 3);
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending');
  await page.mouse.click(box.x + 3, box.y + box.height - 3);
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending');
});

test('tags never vanish: where there is no room for one, +N stands for all of them', async (ctx) => {
  const name = 'a-very-long-name-of-a-guest-that-leaves-no-room-for-any-tag-beside-it';
  const vms = [aGuest({ vmid: 100, name, tags: ['one', 'two'], lock: 'backup' })];
  const { page } = await open(ctx, OVERVIEW, { state: { nodes, vms }, viewport: { width: 1280, height: 800 } });
  const cell = table(page, 'Guests').locator('tr[data-key="dc-100"] td').first();
  const more = cell.getByText('+2');
  await more.waitFor();
  const [inner, outer] = [await more.boundingBox(), await cell.boundingBox()];
  if (!inner || !outer) throw new Error('the tags are not shown');
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
});

test('a table of less than a hundred rows renders all of them, a longer one only those in view', async (ctx) => {
  const { page, show } = await open(ctx, OVERVIEW, { state: { nodes, vms: manyGuests.slice(0, 90) } });
  const rows = table(page, 'Guests').locator('tbody tr.row');
  await expect.poll(() => rows.count()).toBe(90);
  show({ vms: manyGuests });
  await expect.poll(() => rows.count()).toBeLessThan(80);
});

test.for([
  ['Guests', OVERVIEW, 'Uptime'],
  ['Containers', '/docker', 'Restarts'],
  ['Storage Pools', '/proxmox/storage', 'Type'],
  ['Backups', '/proxmox/backups', 'Details'],
] as const)(
  'the columns of %s are chosen in a menu, and the choice is remembered',
  async ([name, path, column], ctx) => {
    const { page, goto } = await open(ctx, path, { state: everything });
    const head = table(page, name).getByRole('columnheader', { name: column, exact: true });
    await head.waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: column }).uncheck();
    await expectAccessible(page);
    await expect.poll(() => head.count()).toBe(0);
    await goto(path);
    await table(page, name).locator('th').first().waitFor();
    await expect.poll(() => head.count()).toBe(0);
  },
);
