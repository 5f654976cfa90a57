// The storage section with invented storages, pools, clusters and disks.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aCeph, aDisk, aNode, aPbs, aStorage, aZfsPool, GB } from './made.ts';
import { column, useStage } from './stage.ts';

const open = useStage();
const PATH = '/proxmox/storage';
const shared = aStorage('nas', 'cluster', {
  shared: true,
  type: 'nfs',
  nodes: ['pve1', 'pve2'],
  nodeIds: ['dc-pve1', 'dc-pve2'],
  nodeCount: 2,
  usage: 85,
});
const state = {
  nodes: [aNode('pve1'), aNode('pve2')],
  storage: [
    aStorage('local', 'pve1', { usage: 95, free: 5 * GB }),
    aStorage('gone', 'pve1', { total: 0, used: 0, free: 0, usage: 0, status: 'inactive' }),
    shared,
  ],
};
const names = async (page: Page) => (await column(page, 'Storage Pools')).map((text) => text.trim().split('\n')[0]);
const heads = (page: Page, table: string) =>
  page
    .locator(`[aria-label="${table}"] thead th`)
    .evaluateAll((all) => all.map((th) => th.textContent?.replace(/[↑↓]/g, '')));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, text: string) =>
  page.locator('[aria-label="Storage Pools"] tr.row', { hasText: text }).first();
const disksTab = (page: Page) => button(page, 'Physical Disks').click();

describe('pools', () => {
  test('by node every storage is listed under each of its nodes with the Shared column; by storage each is listed once, without those that have no size', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const all = ['Storage', 'Type', 'Content', 'Status', 'Shared', 'Usage', 'Free', 'Total'];
    await expect.poll(() => heads(page, 'Storage Pools')).toEqual(all);
    await expect.poll(() => names(page)).toEqual(['gone', 'local', 'nas', 'nas']);
    await button(page, 'By Storage').click();
    await expect.poll(() => names(page)).toEqual(['local', 'nas']);
    await page.getByText('1 of unknown size not shown').waitFor();
    await expect.poll(() => heads(page, 'Storage Pools')).toEqual(all.filter((head) => head !== 'Shared'));
    await expect.poll(() => row(page, 'nas').innerText()).toContain('2 nodes');
  });

  test('the select, its direction and the column heads sort alike; Reset returns to name upwards, By Node, no search', async (ctx) => {
    const { page } = await open(ctx, PATH, { state, stored: { storageViewMode: 'storage' } });
    const select = page.getByRole('combobox', { name: 'Sort by' });
    await expect
      .poll(() => select.locator('option').allInnerTexts())
      .toEqual(['Name', 'Node', 'Type', 'Status', 'Usage', 'Free', 'Total']);
    await select.selectOption('Usage');
    await expect.poll(() => names(page)).toEqual(['nas', 'local']);
    await button(page, 'Ascending: sort descending').click();
    await expect.poll(() => names(page)).toEqual(['local', 'nas']);
    await page.locator('thead').getByRole('button', { name: 'Free' }).click();
    await expect.poll(() => names(page)).toEqual(['nas', 'local']);
    await page.getByRole('textbox', { name: 'Search storage' }).fill('na');
    await button(page, 'Reset').click();
    await expect.poll(() => names(page)).toEqual(['gone', 'local', 'nas', 'nas']);
    await expect
      .poll(() => page.evaluate(() => ({ ...localStorage })))
      .toMatchObject({
        storageViewMode: 'node',
        storageSortKey: 'name',
        storageSortDirection: 'asc',
      });
  });

  test('the search takes node: and words that must all match, is remembered, and has tips', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const box = page.getByRole('textbox', { name: 'Search storage' });
    await page.keyboard.type('node:pve2 nfs');
    await expect.poll(() => box.inputValue()).toBe('node:pve2 nfs');
    await expect.poll(() => names(page)).toEqual(['nas']);
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('storageSearchHistory')))
      .toBe('["node:pve2 nfs"]');
    await page.getByRole('button', { name: 'Search tips' }).click();
    await page.getByText('only storages of that node').waitFor();
    await page.keyboard.press('Escape');
    await page
      .locator('h1')
      .first()
      .evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press('Escape');
    await expect.poll(() => box.inputValue()).toBe('');
  });

  test('the bar has the colour of the alert of its threshold, 85 percent by default; unavailable storage is dimmed', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await expect.poll(() => row(page, 'nas').locator('.meter').getAttribute('class')).toContain('warn');
    await expect.poll(() => row(page, 'local').locator('.meter').getAttribute('class')).toContain('crit');
    await expect.poll(() => row(page, 'gone').getAttribute('class')).toContain('down');
    await expect.poll(() => row(page, 'local').getAttribute('class')).not.toContain('down');
  });

  test('a Ceph storage opens the details of its cluster: health, usage, OSDs, placement groups, message, the two fullest pools', async (ctx) => {
    const pool = (id: number, percentUsed: number) => ({
      id,
      name: `pool-${id}`,
      storedBytes: GB,
      availableBytes: GB,
      objects: 1,
      percentUsed,
    });
    const ceph = aCeph({
      health: 'HEALTH_WARN',
      healthMessage: '1 OSD is down',
      numOsdsUp: 5,
      pools: [pool(1, 10), pool(2, 80), pool(3, 40)],
    });
    const storage = [aStorage('rbd', 'cluster', { shared: true, type: 'rbd', nodes: ['pve1'], nodeIds: ['dc-pve1'] })];
    const { page, show } = await open(ctx, PATH, { state: { ...state, storage, cephClusters: [ceph] } });
    await row(page, 'rbd').click();
    const panel = page.locator('tr.detail');
    const text = (await panel.innerText()).replace(/\s+/g, ' ');
    for (const part of ['ceph-dc', 'WARN', '25%', '100/400 GB', '5/6', '129', '1 OSD is down', 'pool-2', 'pool-3'])
      expect(text).toContain(part);
    expect(text).not.toContain('pool-1');
    show({ cephClusters: [aCeph({ pools: [] })] });
    await panel.getByText('No pool data available').waitFor();
    await row(page, 'rbd').click();
    await panel.waitFor({ state: 'detached' });
  });

  test('an unhealthy ZFS pool has a line with its state, its errors and the devices concerned', async (ctx) => {
    const device = { name: 'sdb', type: 'disk', state: 'FAULTED', readErrors: 3, writeErrors: 0, checksumErrors: 1 };
    const zfsPool = aZfsPool({
      state: 'DEGRADED',
      readErrors: 3,
      checksumErrors: 1,
      devices: [device, { ...device, name: 'sda', state: 'ONLINE', readErrors: 0, checksumErrors: 0 }],
    });
    const storage = [
      aStorage('tank', 'pve1', { type: 'zfspool', zfsPool }),
      aStorage('well', 'pve1', { zfsPool: aZfsPool() }),
    ];
    const { page } = await open(ctx, PATH, { state: { ...state, storage } });
    await expect.poll(() => page.locator('tr.detail').count()).toBe(1);
    const text = (await page.locator('tr.detail').innerText()).replace(/\s+/g, ' ');
    expect(text).toContain('ZFS pool tank DEGRADED');
    expect(text).toContain('Errors: 3 read, 0 write, 1 checksum');
    expect(text).toContain('sdb FAULTED (3/0/1)');
    expect(text).not.toContain('sda');
    const tone = (state: string) => page.getByText(state, { exact: true }).getAttribute('class');
    await expect
      .poll(async () => [await tone('DEGRADED'), await tone('FAULTED')])
      .toEqual([expect.stringContaining('warn'), expect.stringContaining('crit')]);
  });

  test('rows keep their places while the pointer is on them, with new figures', async (ctx) => {
    const stored = { storageViewMode: 'storage', storageSortKey: 'usage', storageSortDirection: 'desc' };
    const of = (a: number, b: number) => [aStorage('a', 'pve1', { usage: a }), aStorage('b', 'pve1', { usage: b })];
    const { page, show } = await open(ctx, PATH, { state: { ...state, storage: of(90, 10) }, stored });
    await row(page, 'a').hover();
    show({ storage: of(5, 10) });
    await row(page, 'a').getByText('5%', { exact: true }).waitFor();
    await expect.poll(() => names(page)).toEqual(['a', 'b']);
    await page.mouse.move(5, 5);
    await expect.poll(() => names(page)).toEqual(['b', 'a']);
  });

  test('rows keep their places while one of them has the focus', async (ctx) => {
    const stored = { storageViewMode: 'storage', storageSortKey: 'usage', storageSortDirection: 'desc' };
    const of = (a: number, b: number) => [aStorage('a', 'pve1', { usage: a }), aStorage('b', 'pve1', { usage: b })];
    const { page, show } = await open(ctx, PATH, { state: { ...state, storage: of(90, 10) }, stored });
    await page.locator('thead').getByRole('button', { name: 'Total' }).focus();
    await page.keyboard.press('Tab');
    show({ storage: of(5, 10) });
    await row(page, 'a').getByText('5%', { exact: true }).waitFor();
    await expect.poll(() => names(page)).toEqual(['a', 'b']);
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => names(page)).toEqual(['b', 'a']);
  });
});

describe('disks', () => {
  const disks = [
    aDisk('/dev/nvme0n1', { wearout: 9, temperature: 61 }),
    aDisk('/dev/sda', { model: 'WD Red', type: 'sata', wearout: -1, health: 'OK', temperature: 71, used: 'LVM' }),
    aDisk('/dev/sdb', { health: 'FAILED', wearout: 49, temperature: 0 }),
    aDisk('/dev/sdc', { health: 'strange', wearout: 19, node: 'pve2', size: 0 }),
    aDisk('/dev/sdd', { wearout: 50, temperature: 70 }),
  ];
  const of = { ...state, physicalDisks: disks };
  const disk = (page: Page, device: string) =>
    page.locator('[aria-label="Physical Disks"] tr.row', { hasText: device });

  test('have the nine columns, sorted by any of them', async (ctx) => {
    const { page } = await open(ctx, PATH, { state: of });
    await disksTab(page);
    await expect
      .poll(() => heads(page, 'Physical Disks'))
      .toEqual(['Node', 'Device', 'Model', 'Type', 'FS', 'Health', 'SSD Life', 'Temp', 'Size']);
    const order = () =>
      column(page, 'Physical Disks', 2).then((all) =>
        all.map((text) => text.trim().split('\n')[0]?.slice(-3)).join(' '),
      );
    await expect.poll(() => order()).toBe('0n1 sda sdb sdd sdc');
    await page.locator('thead').getByRole('button', { name: 'Temp' }).click();
    await expect.poll(order).toBe('sda sdd 0n1 sdc sdb');
    await page.locator('thead').getByRole('button', { name: 'Temp' }).click();
    await expect.poll(order).toBe('sdc 0n1 sdd sda sdb');
    await page.reload();
    await expect.poll(order).toBe('sdc 0n1 sdd sda sdb');
  });

  test('are called HEALTHY, LOW LIFE, FAILED, UNKNOWN, or what they say themselves', async (ctx) => {
    const { page } = await open(ctx, PATH, { state: of });
    await disksTab(page);
    await expect
      .poll(async () => (await column(page, 'Physical Disks', 6)).map((text) => text.trim().split('\n')[0]))
      .toEqual(['LOW LIFE', 'OK', 'FAILED', 'HEALTHY', 'UNKNOWN']);
  });

  test('show life in green from 50, yellow from 20, orange from 10, red below, and heat yellow above 60, red above 70', async (ctx) => {
    const { page } = await open(ctx, PATH, { state: of });
    await disksTab(page);
    const life = async (device: string) =>
      /ok|warn|high|crit/.exec((await disk(page, device).locator('.meter').getAttribute('class')) ?? '')?.[0];
    await expect
      .poll(async () => [await life('sdd'), await life('sdb'), await life('sdc'), await life('nvme0n1')])
      .toEqual(['ok', 'warn', 'high', 'crit']);
    const heat = (text: string) => page.getByText(text, { exact: true }).getAttribute('class');
    await expect.poll(() => heat('71°')).toContain('crit');
    await expect
      .poll(async () => [await heat('70°'), await heat('61°')])
      .toEqual([expect.stringContaining('warn'), expect.stringContaining('warn')]);
  });

  test('are searched by model, device, serial and node; an empty result names the node and the term', async (ctx) => {
    const { page } = await open(ctx, PATH, { state: of });
    await disksTab(page);
    const box = page.getByRole('textbox', { name: 'Search disks' });
    for (const [text, count] of [
      ['wd red', 1],
      ['sdb', 1],
      ['S/dev/sdd', 1],
      ['pve2', 1],
    ] as const) {
      await box.fill(text);
      await expect
        .poll(() =>
          page
            .locator('tr.row')
            .count()
            .then((all) => all - 2),
        )
        .toBe(count);
    }
    await box.fill('zzz');
    await page.getByText('No physical disks found matching "zzz"').waitFor();
    await page.locator('[aria-label="Nodes"] tbody tr', { hasText: 'pve2' }).click();
    await page.getByText('No physical disks found for node pve2 matching "zzz"').waitFor();
    await box.fill('');
    await disk(page, '/dev/sdc').waitFor();
  });
});

describe('without storage to show', () => {
  test('with only a backup server, no screen says that nothing is configured', async (ctx) => {
    const { page, goto } = await open(ctx, PATH, { state: { pbs: [aPbs('main')] } });
    await page.getByText('No storage of Proxmox VE').waitFor();
    await page.getByText('1 backup server', { exact: false }).first().waitFor();
    await goto('/proxmox/overview');
    await page.getByRole('link', { name: 'main', exact: true }).waitFor();
    await page.getByText('No hypervisor nodes configured').waitFor();
    await expect.poll(() => page.getByRole('textbox', { name: 'Search guests' }).count()).toBe(0);
  });

  test('there is a text for each reason: loading, no storage configured, no match', async (ctx) => {
    const { page, show } = await open(ctx, PATH, { state: null });
    await page.getByText('Loading storage data...').waitFor();
    show({});
    await page.getByText('No storage configured').waitFor();
    await page.getByText(/Add a Proxmox VE host or a Proxmox Backup Server in Settings/).waitFor();
    await page.getByRole('link', { name: 'Go to Settings' }).waitFor();
    show(state);
    await page.getByRole('textbox', { name: 'Search storage' }).fill('zzz');
    await page.getByText('No storage found').waitFor();
  });
});
