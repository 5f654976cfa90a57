// The Overview with invented guests: its table and the details of a guest.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aGuest, aNode, anAlert, GB } from './made.ts';
import { guests, names, PATH, row, state, toggle } from './overview-page.ts';
import { useStage } from './stage.ts';

const open = useStage();

describe('the guest table', () => {
  test('has eleven columns, each sortable by its head', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const heads = () =>
      page
        .locator('[aria-label="Guests"] thead th')
        .evaluateAll((all) =>
          all.map((th) => [th.textContent?.replace(/[↑↓]/g, ''), th.querySelector('button') !== null]),
        );
    const wanted = 'Name,Type,VMID,Uptime,CPU,Memory,Disk,Disk Read,Disk Write,Net In,Net Out'.split(',');
    // the columns are fitted when the width is known
    await expect.poll(heads).toEqual(wanted.map((head) => [head, true]));
  });

  test('a column of figures sorts downwards first, any other upwards; a second click and Enter on a head turn it around', async (ctx) => {
    const { page } = await open(ctx, PATH, { state, stored: { dashboardGroupingMode: 'flat' } });
    const head = (name: string) => page.locator('[aria-label="Guests"] thead').getByRole('button', { name });
    await head('CPU').click();
    await expect.poll(() => names(page)).toEqual(['db', 'web', 'ct', 'old', 'far']);
    await head('CPU').click();
    await expect.poll(() => names(page)).toEqual(['ct', 'web', 'db', 'old', 'far']);
    await head('Name').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => names(page)).toEqual(['ct', 'db', 'far', 'old', 'web']);
    await page.keyboard.press('Enter');
    await expect.poll(() => names(page)).toEqual(['web', 'old', 'far', 'db', 'ct']);
  });

  test('guests are grouped under their node, with its name, web interface, cluster or Standalone, online or offline; the legend counts them', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const heads = page.locator('[aria-label="Guests"] tr.group');
    await expect
      .poll(() => heads.allInnerTexts().then((all) => all.map((text) => text.replace(/\s+/g, ' '))))
      .toEqual([
        'pve1 dc online · 2 running, 1 stopped',
        'solo Standalone online · 1 running, 0 stopped',
        'pve2 dc offline · 1 unknown',
      ]);
    const link = heads.first().getByRole('link', { name: 'pve1', exact: true });
    await expect
      .poll(async () => [await link.getAttribute('href'), await link.getAttribute('target')])
      .toEqual(['https://pve1.lan:8006', '_blank']);
    await page.getByText('3 running, 1 stopped, 1 unknown', { exact: true }).waitFor();
    await toggle(page, 'Grouping', 'List').click();
    await expect.poll(() => heads.count()).toBe(0);
  });

  test('a name has its lock and three tags at most; the rest are behind +N, which lists them as plain text', async (ctx) => {
    const others = ['<b>x</b>', ...Array.from({ length: 20 }, (_, n) => `tag-${n}`)];
    const vms = [aGuest({ vmid: 100, name: 'w', lock: 'backup', tags: ['a1', 'b2', 'c3', ...others] })];
    const { page } = await open(ctx, PATH, {
      state: { nodes: [aNode('pve1')], vms },
      viewport: { width: 1900, height: 900 },
    });
    const cell = row(page, 'dc-100').locator('td').first();
    await expect.poll(() => cell.locator('.tag').allInnerTexts()).toEqual(['a1', 'b2', 'c3']);
    await expect.poll(() => cell.getByText('backup').count()).toBe(1);
    await cell.getByText('+21').hover();
    const popup = page.locator('[data-side]', { hasText: others.join(', ') }).last();
    await expect.poll(() => popup.isVisible()).toBe(true);
    // so many that one line would be wider
    await expect.poll(async () => Math.round((await popup.boundingBox())?.width ?? 0)).toBe(240);
  });

  test('production, staging, development and backup have colours of their own; any other tag keeps one derived from its name', async (ctx) => {
    const tags = ['production', 'staging', 'development', 'backup', 'anything'];
    const vms = tags.map((tag, i) => aGuest({ vmid: 100 + i, name: 'a', tags: [tag] }));
    const { page } = await open(ctx, PATH, { state: { nodes: [aNode('pve1')], vms } });
    await row(page, 'dc-104').waitFor();
    const hues = await page
      .locator('.tag')
      .evaluateAll((all) => all.map((tag) => (tag as HTMLElement).style.getPropertyValue('--hue')));
    expect(hues.slice(0, 4)).toEqual(['18', '75', '145', '250']);
    expect(Number(hues[4])).toBeGreaterThanOrEqual(0);
  });

  test('a guest that is off, or whose node is offline, is dimmed and shows no figures', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    for (const id of ['dc-102', 'dc-103']) {
      await expect.poll(() => row(page, id).getAttribute('class')).toContain('down');
      await expect
        .poll(async () => (await row(page, id).locator('td').allInnerTexts()).slice(3))
        .toEqual(Array(8).fill('–'));
    }
    await expect.poll(() => row(page, 'dc-100').getAttribute('class')).not.toContain('down');
  });

  test('figures follow their guest, also when its row was rendered for another reason in between', async (ctx) => {
    const { page, show } = await open(ctx, PATH, { state });
    const [web, ...others] = guests as [(typeof guests)[0], ...typeof guests];
    const shown = async (fields: Partial<typeof web>) => {
      show({ vms: [{ ...web, ...fields }, ...others] });
      const texts = (await row(page, 'dc-100').locator('td').allInnerTexts()).map((text) => text.split('\n')[0]);
      return [texts[4], texts.at(-2)];
    };
    await expect.poll(() => shown({ cpu: 0.62, networkIn: 2 ** 20 })).toEqual(['62%', '1.0 MB/s']);
    await expect.poll(() => shown({ cpu: 0.62, networkIn: 2 ** 20, name: 'wiki' })).toEqual(['62%', '1.0 MB/s']);
    await row(page, 'dc-100').getByText('wiki').waitFor();
    await expect.poll(() => shown({ name: 'wiki' })).toEqual(['50%', '0']);
    await expect.poll(() => row(page, 'dc-100').locator('.meter').first().getAttribute('class')).toContain(' ok');
    await expect.poll(() => shown({ name: 'wiki', cpu: 0.95, networkIn: null })).toEqual(['95%', '–']);
    await expect.poll(() => row(page, 'dc-100').locator('.meter').first().getAttribute('class')).toContain(' crit');
  });

  test('a row that comes into view shows the current figures', async (ctx) => {
    const vms = (cpu: number) => Array.from({ length: 120 }, (_, n) => aGuest({ vmid: 100 + n, name: `g${n}`, cpu }));
    const { page, show } = await open(ctx, PATH, { state: { nodes: [aNode('pve1')], vms: vms(0.4) } });
    const cpu = (text: string) =>
      page.locator('[aria-label="Guests"] tr.row td:nth-child(5)').filter({ hasText: text }).count();
    await expect.poll(() => cpu('40%')).toBeGreaterThan(0);
    show({ vms: vms(0.7) });
    await expect.poll(() => cpu('70%')).toBeGreaterThan(0);
    await row(page, 'dc-100').hover();
    await page.mouse.wheel(0, 250);
    await expect.poll(() => cpu('40%')).toBe(0);
  });

  test('an uptime below an hour is orange', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const fresh = row(page, 'dc-101').getByText('30m');
    await expect.poll(() => fresh.getAttribute('class')).toContain('text-fresh');
    await expect.poll(() => row(page, 'dc-100').getByText('1d 0h').getAttribute('class')).not.toContain('text-fresh');
  });

  test('an unknown disk usage shows the reason, in short and in full', async (ctx) => {
    const disk = { total: 32 * GB, used: 0, free: 0, usage: -1 };
    const vms = [aGuest({ disk, diskStatusReason: 'agent-not-running' })];
    const { page } = await open(ctx, PATH, { state: { nodes: [aNode('pve1')], vms } });
    await row(page, 'dc-100').getByText('no agent').hover();
    await page.getByText('Guest agent not running. Install and start qemu-guest-agent in the VM.').last().waitFor();
  });

  test('an alert marks the row of its guest: red, yellow, and grey once all are acknowledged', async (ctx) => {
    const alert = (vmid: number, fields: object) => anAlert(`a${vmid}`, { resourceId: `dc-${vmid}`, ...fields });
    const activeAlerts = [alert(100, { level: 'critical' }), alert(101, {}), alert(102, { acknowledged: true })];
    const { page } = await open(ctx, PATH, { state: { ...state, activeAlerts } });
    const mark = (id: string) => row(page, id).getAttribute('data-mark');
    await expect
      .poll(async () => [await mark('dc-100'), await mark('dc-101'), await mark('dc-102'), await mark('dc-200')])
      .toEqual(['critical', 'warning', 'acknowledged', null]);
  });

  /** Which rows have flashed since. It is over soon, so the page itself notes them. */
  async function watchFlashes(page: Page): Promise<() => Promise<string[]>> {
    const noted = await page.evaluateHandle(() => {
      const keys = new Set<string>();
      new MutationObserver(() => {
        for (const { dataset } of document.querySelectorAll<HTMLElement>('tr.flash')) keys.add(dataset.key ?? '');
      }).observe(document, { subtree: true, attributeFilter: ['class'] });
      return keys;
    });
    return () => noted.evaluate((keys) => [...keys]);
  }

  test('a guest that changes its state flashes for a second, and no other row does', async (ctx) => {
    const stage = await open(ctx, PATH, { state });
    await row(stage.page, 'dc-101').waitFor();
    const flashed = await watchFlashes(stage.page);
    stage.show({ vms: guests.map((guest) => (guest.vmid === 101 ? { ...guest, status: 'stopped' } : guest)) });
    await expect.poll(flashed).toEqual(['dc-101']);
    await stage.page.locator('tr.flash').waitFor({ state: 'detached' });
    expect(await flashed()).toEqual(['dc-101']);
  });

  test('guests whose host is not reached do not flash; one that has changed when it answers again does', async (ctx) => {
    const stage = await open(ctx, PATH, { state });
    await row(stage.page, 'dc-101').waitFor();
    const flashed = await watchFlashes(stage.page);
    const staleSince = new Date().toISOString();
    stage.show({ vms: guests.map((guest) => ({ ...guest, staleSince })) });
    await expect.poll(() => row(stage.page, 'dc-101').getAttribute('class')).toContain('stale');
    stage.show({ vms: guests.map((guest) => (guest.vmid === 101 ? { ...guest, status: 'stopped' } : guest)) });
    await expect.poll(flashed).toEqual(['dc-101']);
  });

  test('rows keep their places while the pointer is on the table, with new figures, and move when it leaves', async (ctx) => {
    const stored = { dashboardGroupingMode: 'flat', sortKey: 'cpu', sortDirection: 'desc' };
    const vms = [aGuest({ vmid: 1, name: 'a', cpu: 0.9 }), aGuest({ vmid: 2, name: 'b', cpu: 0.5 })];
    const stage = await open(ctx, PATH, { state: { nodes: [aNode('pve1')], vms }, stored });
    await row(stage.page, 'dc-1').hover();
    stage.show({ vms: [aGuest({ vmid: 1, name: 'a', cpu: 0.1 }), aGuest({ vmid: 2, name: 'b', cpu: 0.5 })] });
    await row(stage.page, 'dc-1').getByText('10%').waitFor();
    await expect.poll(() => names(stage.page)).toEqual(['a', 'b']);
    await stage.page.mouse.move(5, 5);
    await expect.poll(() => names(stage.page)).toEqual(['b', 'a']);
  });
});

describe('the details of a guest', () => {
  const rich = aGuest({
    osName: 'Debian GNU/Linux',
    osVersion: '13',
    ipAddresses: ['10.0.0.7', 'fd00::7'],
    memory: { total: 8 * GB, used: 4 * GB, free: 4 * GB, usage: 50, balloon: 6 * GB, swapUsed: GB, swapTotal: 2 * GB },
    disks: ['/', '/srv'].map((mountpoint) => ({
      mountpoint,
      device: 'sda',
      type: 'ext4',
      total: 10 * GB,
      used: 5 * GB,
      free: 5 * GB,
      usage: 50,
    })),
    networkInterfaces: [
      { name: 'eth0', mac: 'BC:24:11:00:00:07', addresses: ['10.0.0.7/24'], rxBytes: 3 * GB, txBytes: GB },
    ],
  });
  const vms = [rich, aGuest({ vmid: 101, name: 'plain' })];
  const of = { nodes: [aNode('pve1')], vms };
  const detail = (page: Page) => page.locator('tr.detail');

  test('open on a click and on Enter where there are any, and show system, memory, file systems and networks', async (ctx) => {
    const { page } = await open(ctx, PATH, { state: of });
    await row(page, 'dc-101').click();
    await expect.poll(() => detail(page).count()).toBe(0);
    await row(page, 'dc-100').click();
    // its code comes with the first one that is opened
    await expect.poll(() => detail(page).innerText()).not.toBe('');
    const text = (await detail(page).innerText()).replace(/\s+/g, ' ');
    for (const part of [
      'Guest Overview',
      'Debian GNU/Linux 13',
      '10.0.0.7, fd00::7',
      'Memory',
      'Balloon 6 GB',
      'Swap 1/2 GB',
      'Filesystems',
      '/srv',
      '5/10 GB',
      'Network Interfaces',
      'eth0',
      'BC:24:11:00:00:07',
      '3 GB',
      '1 GB',
    ])
      expect(text).toContain(part);
    await row(page, 'dc-100').press('Enter');
    await expect.poll(() => detail(page).count()).toBe(0);
  });

  test('stay open through a visit of another section, and until the browser tab is closed', async (ctx) => {
    const { page } = await open(ctx, PATH, { state: of });
    await row(page, 'dc-100').click();
    await page.getByRole('link', { name: 'Storage', exact: true }).click();
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await detail(page).waitFor();
    await page.reload();
    await detail(page).waitFor();
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('xpanded'))))
      .toBe(false);
  });

  test('say where memory was measured, how much the host uses for the guest, and how the guest is protected', async (ctx) => {
    const hour = (ago: number) => new Date(Date.now() - ago * 3_600_000).toISOString();
    const safe = aGuest({
      memory: { total: 8 * GB, used: 4 * GB, free: 4 * GB, usage: 50, hostUsed: 7 * GB, quality: 'estimate' },
      haState: 'error',
      inBackupJob: false,
      lastBackup: hour(26),
      replication: [
        { id: '100-0', target: 'pve2', disabled: false, result: 'failed', failCount: 4, error: 'exit code 1' },
        { id: '100-1', target: 'pve3', disabled: false, result: 'ok', failCount: 0, lastSync: hour(2.5) },
      ],
    });
    const { page } = await open(ctx, PATH, { state: { ...of, vms: [safe] } });
    await row(page, 'dc-100').click();
    // its code comes with the first one that is opened
    await expect.poll(() => detail(page).innerText()).not.toBe('');
    const text = (await detail(page).innerText()).replace(/\s+/g, ' ');
    for (const part of [
      'On the host 7 GB',
      'Measured from outside',
      'High availability error',
      'Backup job in none',
      'Last backup 1 day ago',
      'to pve2: failed 4 times',
      'exit code 1',
      'to pve3: in time · 2 hours ago',
    ])
      expect(text).toContain(part);
  });

  test('give what failed the shape and the colour of its severity', async (ctx) => {
    const job = { target: 'pve2', disabled: false, result: 'failed' } as const;
    const bad = aGuest({
      haState: 'error',
      inBackupJob: false,
      replication: [
        { ...job, id: '100-0', failCount: 1 },
        { ...job, id: '100-1', failCount: 3 },
        { ...job, id: '100-2', failCount: 3, disabled: true },
      ],
    });
    const { page } = await open(ctx, PATH, { state: { ...of, vms: [bad] } });
    await row(page, 'dc-100').click();
    await expect
      .poll(() =>
        detail(page)
          .locator('dd .dot')
          .evaluateAll((all) => all.map((dot) => dot.className)),
      )
      .toEqual(['dot crit', 'dot warn', 'dot warn', 'dot crit']);
  });

  test('a single file system is not listed twice', async (ctx) => {
    const one = { ...rich, disks: rich.disks?.slice(0, 1) ?? [] };
    const { page } = await open(ctx, PATH, { state: { ...of, vms: [one] } });
    await row(page, 'dc-100').click();
    await detail(page).waitFor();
    await expect.poll(() => detail(page).innerText()).not.toContain('Filesystems');
  });
});
