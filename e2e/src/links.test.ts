// The URL of a screen is its view: it can be reloaded, sent to somebody else, written by hand, and left with Back.

import { aDockerHost } from '@belfry/domain/testing/docker';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aDisk, aGuest, aNode, anInstance, aStorage } from './made.ts';
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
    await expect.poll(() => search(other.page).inputValue()).toBe('name:web OR db');
    // a link changes nothing that the user chose before
    await expect.poll(() => other.page.evaluate(() => localStorage.getItem('dashboardStatusMode'))).toBe('stopped');
    await other.page.getByRole('link', { name: 'Storage', exact: true }).click();
    await other.page.getByRole('link', { name: 'Overview', exact: true }).click();
    await expect.poll(() => query(other.page)).toEqual({ status: 'stopped', sort: '-name' });
  });

  test('nonsense in the URL opens the screen with its defaults, and the URL cleans itself', async (ctx) => {
    const { page } = await open(ctx, `${PATH}?type=cat&sort=-__proto__&junk=%3Cb%3E&status=%00&node=`, { state });
    await expect.poll(() => names(page)).toHaveLength(5);
    expect(new URL(page.url()).search).toBe('');
    await expect.poll(() => toggle(page, 'Type', 'All').getAttribute('aria-pressed')).toBe('true');
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
    await expect.poll(() => page.evaluate(() => history.length)).toBe(before);
    await expect.poll(() => search(page).inputValue()).toBe('name:web');
    await node(page, 'pve1').click();
    await expect.poll(() => query(page)).toMatchObject({ node: 'dc-pve1' });
    await expect.poll(() => page.evaluate(() => history.length)).toBe(before + 1);
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
    await expect.poll(() => box.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(5);
  });
});

describe('a selected node that does not exist', () => {
  test('is deselected when it disappears, and the screen says so', async (ctx) => {
    const { page, show } = await open(ctx, `${PATH}?node=dc-solo&type=lxc`, { state });
    await expect.poll(() => names(page)).toEqual(['ct']);
    const length = await page.evaluate(() => history.length);
    show({
      nodes: state.nodes.filter(({ name }) => name !== 'solo'),
      containers: [aGuest({ vmid: 300, type: 'lxc' })],
    });
    await page.getByRole('status').getByText('does not exist any more (dc-solo)').waitFor();
    await expect.poll(() => query(page)).toEqual({ type: 'lxc' });
    await expect.poll(() => names(page)).toHaveLength(1);
    await expect.poll(() => page.evaluate(() => history.length)).toBe(length);
    await page.getByRole('main').getByRole('button', { name: 'Dismiss', exact: true }).click();
    await page.getByText('does not exist any more').waitFor({ state: 'detached' });
  });

  test('in a link says so and shows everything, on each screen', async (ctx) => {
    const host = aDockerHost({ id: 'h1', displayName: 'one' });
    const { page, goto } = await open(ctx, `${PATH}?node=dc-gone&sort=-cpu`, {
      state: { ...state, dockerHosts: [host] },
    });
    for (const [path, id] of [
      [PATH, 'node=dc-gone'],
      ['/proxmox/storage', 'node=dc-gone'],
      ['/proxmox/backups', 'node=dc-gone'],
      ['/docker', 'host=h-gone'],
    ]) {
      await goto(`${path}?${id}`);
      await page
        .getByRole('status')
        .getByText(/does not exist any more \(\w+-gone\)/)
        .waitFor();
      await expect.poll(() => new URL(page.url()).search).toBe('');
    }
  });

  test('stays selected while its instance has not answered since the start of the server', async (ctx) => {
    const instances = [anInstance('dc')];
    const { page, show } = await open(ctx, `${PATH}?node=dc-solo`, {
      state: { nodes: [aNode('other', { id: 'lab-other', instance: 'lab' })], instances },
    });
    await page.getByRole('grid', { name: 'Nodes' }).waitFor();
    show({ ...state, instances: [anInstance('dc', { lastSeen: new Date().toISOString() })] });
    await expect.poll(() => names(page)).toEqual(['ct']);
    expect(query(page)).toEqual({ node: 'dc-solo' });
  });
});

describe('tables', () => {
  test('the order of the nodes and the chosen columns are in the URL, also for somebody who chose others; Reset keeps the columns', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const nodes = (on: Page) => on.getByRole('grid', { name: 'Nodes' });
    await nodes(page).getByRole('button', { name: 'CPU' }).click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Uptime' }).uncheck();
    const all = { nodeSort: '-cpu', columns: '-uptime' };
    await expect.poll(() => query(page)).toEqual(all);

    const { pathname, search: link } = new URL(page.url());
    const stored = { dashboardColumns: '{"disk":false}' };
    const other = await open(ctx, `${pathname}${link}&nodeSort=-shoes`, { state, stored });
    const head = (table: string, name: string) =>
      other.page.locator(`[aria-label="${table}"]`).getByRole('columnheader', { name, exact: true });
    await head('Guests', 'Disk').waitFor();
    await expect.poll(() => head('Guests', 'Uptime').count()).toBe(0);
    expect(query(other.page)).toEqual({ columns: '-uptime' });
    await other.goto(`${pathname}${link}`);
    await expect.poll(() => head('Nodes', 'CPU').getAttribute('aria-sort')).toBe('descending');
    await reset(other.page).click();
    await expect.poll(() => query(other.page)).toEqual({ columns: '-uptime' });
  });
});

describe('the other screens', () => {
  test('guest URLs: the search is in the URL, and typing asks nothing while an address is not saved', async (ctx) => {
    const { page, goto } = await open(ctx, '/settings/urls?search=web&junk=1', { state });
    const box = page.getByRole('searchbox', { name: 'Search' });
    await expect.poll(() => box.inputValue()).toBe('web');
    await expect.poll(() => new URL(page.url()).search).toBe('?search=web');
    await page.getByRole('textbox', { name: /web$/ }).fill('https://web.example');
    await box.fill('web dc');
    await expect.poll(() => query(page)).toEqual({ search: 'web dc' });
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
    await goto('/settings/urls');
    await expect.poll(() => box.inputValue()).toBe('');
  });

  test('storage: tab, search, grouping and both orders are in the URL; Reset keeps the tab', async (ctx) => {
    const { page } = await open(ctx, '/proxmox/storage', {
      state: { nodes: state.nodes, storage: [aStorage('local')], physicalDisks: [aDisk('/dev/sda')] },
    });
    await toggle(page, 'Grouping', 'By Storage').click();
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('free');
    await toggle(page, 'Storage views', 'Physical Disks').click();
    await page.getByRole('button', { name: 'Temp' }).last().click();
    await page.getByRole('textbox', { name: 'Search disks' }).fill('node:pve1');
    const all = { grouping: 'storage', sort: 'free', tab: 'disks', diskSort: '-temperature', search: 'node:pve1' };
    await expect.poll(() => query(page)).toEqual(all);
    const { pathname, search: link } = new URL(page.url());
    const other = await open(ctx, pathname + link, {
      state: { nodes: state.nodes, physicalDisks: [aDisk('/dev/sda')] },
    });
    await other.page.getByRole('columnheader', { name: 'Temp' }).last().waitFor();
    expect(query(other.page)).toEqual(all);
    await node(other.page, 'pve1').click();
    await expect.poll(() => query(other.page)).toEqual({ ...all, node: 'dc-pve1' });
    await reset(other.page).click();
    await expect.poll(() => query(other.page)).toEqual({ tab: 'disks' });
    await expect.poll(() => other.page.locator('tr.selected').count()).toBe(0);
  });

  test('backups: mode, range, day, times, order and node are in the URL, and nonsense is removed', async (ctx) => {
    const whole = '?search=vm&mode=local&node=dc-pve1&range=90&day=2026-01-31&relative=true&sort=size&grouping=guest';
    const { page } = await open(ctx, `/proxmox/backups${whole}&type=Cat&nodeSort=`, { state });
    await page.getByRole('textbox', { name: 'Search backups' }).waitFor();
    expect(query(page)).toEqual(Object.fromEntries(new URLSearchParams(whole)));
    await reset(page).click();
    await expect.poll(() => query(page)).toEqual({ range: '90', relative: 'true' });
  });

  test('docker: search, grouping, order and host are in the URL, and a reload keeps them', async (ctx) => {
    const hosts = [aDockerHost({ id: 'h1', displayName: 'one' }), aDockerHost({ id: 'h2', displayName: 'two' })];
    const { page } = await open(ctx, '/docker?host=h2&sort=-cpu&grouping=flat&search=c&x=1', {
      state: { dockerHosts: hosts },
    });
    const shown = { host: 'h2', sort: '-cpu', grouping: 'flat', search: 'c' };
    await page.getByRole('button', { name: /two/ }).first().waitFor();
    expect(query(page)).toEqual(shown);
    await page.reload();
    await page.getByRole('textbox', { name: 'Search containers' }).waitFor();
    expect(query(page)).toEqual(shown);
    await expect.poll(() => page.getByRole('textbox', { name: 'Search containers' }).inputValue()).toBe('c');
    await reset(page).click();
    await expect.poll(() => query(page)).toEqual({});
    await expect.poll(() => page.getByRole('option', { selected: true }).count()).toBe(0);
  });
});
