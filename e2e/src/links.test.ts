// The URL of a screen is its view: it can be reloaded, sent to somebody else, written by hand, and left with Back.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { names, PATH, reset, search, state, toggle } from './overview-page.ts';
import { useStage } from './stage.ts';

const open = useStage();

const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const node = (page: Page, name: string) => page.locator('[aria-label="Nodes"] tr', { hasText: name });

describe('the Overview', () => {
  const flat = { dashboardGroupingMode: 'flat' };

  test('every choice is in the URL; the link shows the same view to somebody with other preferences, and after a reload', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await toggle(page, 'Grouping', 'List').click();
    await toggle(page, 'Type', 'VMs').click();
    await toggle(page, 'Status', 'Running').click();
    await page.getByRole('treegrid', { name: 'Guests' }).getByRole('button', { name: 'CPU' }).click();
    await node(page, 'pve1').click();
    await search(page).fill('name:web OR db');
    await expect
      .poll(() => query(page))
      .toEqual({
        grouping: 'flat',
        type: 'vm',
        status: 'running',
        sort: '-cpu',
        node: 'dc-pve1',
        search: 'name:web OR db',
      });
    await expect.poll(() => names(page)).toEqual(['db', 'web']);
    const link = new URL(page.url());

    await page.reload();
    await expect.poll(() => names(page)).toEqual(['db', 'web']);
    expect(page.url()).toBe(link.href);

    const other = await open(ctx, link.pathname + link.search, {
      state,
      stored: { dashboardStatusMode: 'stopped', sortKey: 'name', sortDirection: 'desc' },
    });
    await expect.poll(() => names(other.page)).toEqual(['db', 'web']);
    expect(query(other.page)).toEqual(query(page));
    expect(await search(other.page).inputValue()).toBe('name:web OR db');
    // a link changes nothing that the user chose before
    expect(await other.page.evaluate(() => localStorage.getItem('dashboardStatusMode'))).toBe('stopped');
    await other.page.getByRole('link', { name: 'Storage', exact: true }).click();
    await other.page.getByRole('link', { name: 'Overview', exact: true }).click();
    await expect.poll(() => query(other.page)).toEqual({ status: 'stopped', sort: '-name' });
  });

  test('nonsense in the URL opens the screen with its defaults, and the URL cleans itself', async (ctx) => {
    const { page } = await open(ctx, `${PATH}?type=cat&sort=-__proto__&junk=%3Cb%3E&status=%00&node=`, { state });
    await expect.poll(() => names(page)).toHaveLength(5);
    expect(new URL(page.url()).search).toBe('');
    expect(await toggle(page, 'Type', 'All').getAttribute('aria-pressed')).toBe('true');
  });

  test('what is valid beside nonsense is shown', async (ctx) => {
    const { page } = await open(ctx, `${PATH}?type=lxc&sort=shoes&search=ct`, { state, stored: flat });
    await expect.poll(() => names(page)).toEqual(['ct']);
    expect(query(page)).toEqual({ type: 'lxc', search: 'ct' });
  });

  test('typing adds nothing to the history; Back undoes the selection of a node, then leaves the screen', async (ctx) => {
    const { page } = await open(ctx, '/proxmox/storage', { state });
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await page.waitForURL(`**${PATH}`);
    const before = await page.evaluate(() => history.length);
    await search(page).pressSequentially('name:web', { delay: 20 });
    await expect.poll(() => query(page)).toEqual({ search: 'name:web' });
    await toggle(page, 'Status', 'Running').click();
    expect(await page.evaluate(() => history.length)).toBe(before);
    expect(await search(page).inputValue()).toBe('name:web');
    await node(page, 'pve1').click();
    await expect.poll(() => query(page)).toMatchObject({ node: 'dc-pve1' });
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
    await page.goBack();
    await expect.poll(() => query(page)).toEqual({ search: 'name:web', status: 'running' });
    await expect.poll(() => page.locator('tr.selected').count()).toBe(0);
    await page.goBack();
    await page.waitForURL('**/proxmox/storage');
  });

  test('Reset clears the selected node too, and the URL', async (ctx) => {
    const { page } = await open(ctx, `${PATH}?node=dc-solo&search=ct&sort=-cpu`, { state });
    await expect.poll(() => names(page)).toEqual(['ct']);
    await reset(page).click();
    await expect.poll(() => names(page)).toHaveLength(5);
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  test('the caret stays where the user types, while the URL follows', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const box = search(page);
    await box.fill('wb');
    await expect.poll(() => query(page)).toEqual({ search: 'wb' });
    await box.press('ArrowLeft');
    await box.pressSequentially('eeee', { delay: 120 });
    await expect.poll(() => query(page)).toEqual({ search: 'weeeeb' });
    expect(await box.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(5);
  });
});
