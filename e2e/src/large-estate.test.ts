// Five clusters, twenty nodes, 800 guests on a bad night, in a small window: every screen shows what it is about.
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aGateway, aGuest, aNode, anAlert, anInstance, aPbs, aStorage, onStorage } from './made.ts';
import { hours, protectionOf } from './protected-guests.ts';
import { useStage } from './stage.ts';
import { expectAccessible } from './views.ts';

const open = useStage();
const viewport = { width: 1280, height: 720 };
const places = ['east', 'harbour', 'north', 'south', 'west'];
const offline = { status: 'offline', uptime: 0 } as const;
const nodes = places.flatMap((place) =>
  [1, 2, 3, 4].map((n) =>
    aNode(`pve-${place}-0${n}`, {
      instance: place,
      clusterName: `pve-${place}`,
      ...(place === 'south' && n === 2 && offline),
    }),
  ),
);
const vms = Array.from({ length: 800 }, (_, i) => {
  const node = nodes[i % nodes.length] as (typeof nodes)[0];
  return aGuest({ vmid: 100 + i, name: `guest-${i}`, node: node.name, instance: node.instance });
});
const gap = (part: string) => ({
  part,
  kind: 'forbidden' as const,
  message: 'not allowed',
  since: '2026-11-28T12:00:00.000Z',
});
const state = {
  nodes,
  vms,
  pbs: [aPbs('main'), aPbs('offsite')],
  storage: nodes.map(({ name, instance }) => aStorage('local', name, { instance, total: 100, used: 40, usage: 40 })),
  storageBackups: vms
    .slice(0, 300)
    .map(({ vmid = 0, node, instance }, i) =>
      onStorage(vmid, { id: `b${i}`, node, instance, at: Math.floor(Date.now() / 1000) - i * 60 }),
    ),
  dockerHosts: [
    aDockerHost({ containers: Array.from({ length: 20 }, (_, i) => aContainer({ id: `c${i}`, name: `web-${i}` })) }),
  ],
  instances: [
    ...places.map((place) => anInstance(place)),
    anInstance('pbs-main', { kind: 'pbs', gaps: ['backups', 'jobs'].map(gap) }),
  ],
  // each failed for a reason of its own, which stands below its row
  guestProtection: vms.slice(0, 40).map(({ vmid = 0, id }, i) =>
    protectionOf(vmid, {
      ...{ id, state: 'failed', lastGood: hours(-30 - i) },
      lastRun: { job: 'nightly', at: hours(-4), result: 'failed', error: `ERROR: disk ${i} is gone` },
    }),
  ),
  activeAlerts: [
    anAlert('down', {
      level: 'critical',
      resourceId: 'south-pve-south-02',
      resourceName: 'pve-south-02',
      instance: 'south',
      message: 'Node pve-south-02 is offline.',
    }),
    ...Array.from({ length: 60 }, (_, i) =>
      anAlert(`a${i}`, { resourceId: `east-${120 + i}`, resourceName: `guest-${i}`, instance: 'east' }),
    ),
  ],
};

const NODES = '[aria-label="Nodes"]';
/** The rows of a table that are wholly in the window and that nothing covers. */
const rowsInView = (page: Page, table: string): Promise<number> =>
  page.locator(`[aria-label="${table}"] tbody tr.row`).evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { left, top, bottom } = row.getBoundingClientRect();
        const isSeen = (y: number) => row.contains(document.elementFromPoint(left + 40, y));
        return bottom - top > 0 && isSeen(top + 2) && isSeen(bottom - 3);
      }).length,
  );
const names = (page: Page) =>
  page.locator(`${NODES} tbody tr`).evaluateAll((rows) => rows.map((row) => row.querySelector('.title')?.textContent));

test.for([
  ['/proxmox/overview', 'Guests'],
  ['/proxmox/storage', 'Storage Pools'],
  ['/proxmox/backups', 'Backups'],
  ['/alerts/overview', 'Active alerts'],
  ['/proxmox/backups/protection', 'Protection of guests'],
  ['/docker', 'Containers'],
] as const)('%s shows at least eight rows of what it is about', async ([path, table], ctx) => {
  const { page } = await open(ctx, path, { state, viewport });
  await page.getByRole('region', { name: 'Security warning' }).waitFor();
  await expect.poll(() => rowsInView(page, table)).toBeGreaterThanOrEqual(8);
});

test.for(['en-US', 'de-DE'])(
  'some hundred alerts make no window of 320 px scroll sideways, %s',
  async (locale, ctx) => {
    const activeAlerts = Array.from({ length: 388 }, (_, i) =>
      anAlert(`n${i}`, {
        level: i % 2 ? 'critical' : 'warning',
        acknowledged: i % 4 === 0,
        resourceName: `guest-${i}`,
      }),
    );
    const narrow = { width: 320, height: 640 };
    const { page } = await open(ctx, '/alerts/overview', {
      state: { ...state, activeAlerts },
      viewport: narrow,
      locale,
    });
    await page.getByText('388', { exact: true }).waitFor();
    const frame = page.locator('[data-scroller]');
    await expect.poll(() => frame.evaluate((own) => own.scrollWidth - own.clientWidth)).toBe(0);
  },
);

test('the figures of a mail gateway and its nodes are at least eight rows too', async (ctx) => {
  const gateways = ['main', 'cold'].map((name) => aGateway(name));
  const { page } = await open(ctx, '/proxmox/mail', { state: { ...state, pmg: gateways }, viewport });
  await page.getByText('cold', { exact: true }).first().waitFor();
  const seen = () =>
    page
      .locator('article :is(dt, tbody tr)')
      .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length);
  await expect.poll(seen).toBeGreaterThanOrEqual(8);
});

test('the Overview has a row for each cluster with its totals, and unfolds the one in trouble within a third of the window', async (ctx) => {
  const { page } = await open(ctx, '/proxmox/overview', { state, viewport });
  const clusters = ['pve-east', 'pve-harbour', 'pve-north', 'pve-west'];
  await expect
    .poll(() => names(page))
    .toEqual(['pve-south', 'pve-south-02', '3 other nodes', ...clusters, '2 backup servers']);
  const south = page.locator(`${NODES} tbody tr`).first();
  await expect.poll(() => south.innerText()).toMatch(/120 of 160 run, 40 unknown/);
  await expect.poll(() => south.innerText()).toMatch(/pve-south-02\s+is offline/);
  const height = () => page.locator(NODES).evaluate((table) => table.closest('.card')?.getBoundingClientRect().height);
  await expect.poll(height).toBeLessThanOrEqual(viewport.height / 3);
  await expectAccessible(page);
  await page.getByText('3 other nodes').click();
  await expect.poll(async () => (await names(page)).length).toBe(6 + 4);
  const frame = page.locator(NODES).locator('xpath=ancestor::div[contains(@class,"overflow-y-auto")]');
  await expect.poll(() => frame.evaluate((own) => own.clientHeight)).toBeLessThanOrEqual(viewport.height / 3);
});

test('a cluster unfolds with a click or the keyboard, a node filters the guests, and each node can have its row', async (ctx) => {
  const { page } = await open(ctx, '/proxmox/overview', { state, viewport: { width: 1440, height: 900 } });
  const row = (name: string) =>
    page.locator(`${NODES} tbody tr`).filter({ has: page.getByText(name, { exact: true }) });
  await row('pve-west').click();
  await expect.poll(() => row('pve-west').getAttribute('aria-expanded')).toBe('true');
  await row('pve-west-03').click();
  await page.getByText('40 running, 0 stopped', { exact: true }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('node')).toBe('west-pve-west-03');
  await row('pve-west').press('ArrowLeft');
  await expect.poll(() => row('pve-west-03').isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Show a row for each node' }).click();
  await expect.poll(() => page.locator(`${NODES} tbody tr`).count()).toBe(22);
  await page.reload();
  await expect.poll(() => page.locator(`${NODES} tbody tr`).count()).toBe(22);
});

test('guests with the same name in two clusters say their cluster where no head does', async (ctx) => {
  const twin = (instance: string, vmid: number, name: string) =>
    aGuest({ vmid, name, instance, node: `pve-${instance}-01` });
  const own = { ...state, vms: [twin('east', 1, 'redis'), twin('west', 1, 'redis'), twin('west', 2, 'mail')] };
  const { page } = await open(ctx, '/proxmox/overview?grouping=flat', { state: own, viewport });
  const texts = () => page.locator('[aria-label="Guests"] tbody tr.row > :first-child').allInnerTexts();
  await expect
    .poll(async () => (await texts()).map((text) => text.split(/\s+/).join(' ')))
    .toEqual(['redis east', 'redis west', 'mail']);
});

test.for([
  ['/proxmox/overview', 'Guests'],
  ['/alerts/overview', 'Active alerts'],
  ['/proxmox/storage', 'Storage Pools'],
] as const)('%s cuts no name of 20 characters', async ([path, table], ctx) => {
  const name = 'web-frontend-prod-01';
  const own = {
    ...state,
    vms: [aGuest({ vmid: 1, name, instance: 'east', node: 'pve-east-01' })],
    storage: [aStorage(name, 'pve-east-01', { instance: 'east' })],
    activeAlerts: [anAlert('a', { resourceName: name, resourceId: 'east-1', instance: 'east' })],
  };
  const { page } = await open(ctx, path, { state: own, viewport });
  const cut = () =>
    page
      .locator(`[aria-label="${table}"] tr.row .title`)
      .first()
      .evaluate((own) => own.scrollWidth - own.clientWidth);
  await expect.poll(cut).toBe(0);
});

test('on the other screens nodes are one line of buttons that filter the list', async (ctx) => {
  const { page } = await open(ctx, '/proxmox/storage', { state, viewport });
  await expect.poll(() => page.locator(NODES).count()).toBe(0);
  const line = page.getByRole('group', { name: 'Show only one node' });
  await expect.poll(() => line.evaluate((own) => own.clientHeight)).toBeLessThan(40);
  const dead = line.getByRole('button', { name: 'pve-south-02: offline · 1 storage' });
  await dead.click();
  await expect.poll(() => page.locator('[aria-label="Storage Pools"] tbody tr.row').count()).toBe(1);
  await expect.poll(() => dead.getAttribute('aria-pressed')).toBe('true');
  await expectAccessible(page);
  await line.getByRole('button', { name: 'All nodes' }).click();
  await expect.poll(() => page.locator('[aria-label="Storage Pools"] tbody tr.row').count()).toBe(20);
});
