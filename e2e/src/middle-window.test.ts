// A window of 768 px: half a screen, or a tablet.
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import { expect, test } from 'vitest';
import { aDisk, aGateway, aGuest, aNode, anAlert } from './made.ts';
import { useStage } from './stage.ts';

const open = useStage();
const viewport = { width: 768, height: 1024 };

test('the sidebar shows icons, and the page has the width', async (ctx) => {
  const { page } = await open(ctx, '/alerts/thresholds/proxmox', { state: {}, viewport });
  const side = page.locator('nav:visible', { hasText: 'Thresholds' });
  await expect.poll(() => side.evaluate((own) => own.clientWidth)).toBeLessThan(60);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect.poll(() => side.evaluate((own) => own.clientWidth)).toBeGreaterThan(200);
});

test('the thresholds of nodes show all their columns', async (ctx) => {
  const { page } = await open(ctx, '/alerts/thresholds/proxmox', {
    state: { nodes: [aNode('pve1')], vms: [aGuest()] },
    viewport,
  });
  const heads = () => page.locator('table[aria-label^="Nodes"] thead th').allInnerTexts();
  await expect
    .poll(async () => (await heads()).filter((text) => text.trim() !== ''))
    .toEqual(['Name', 'CPU %', 'Memory %', 'Disk %', 'Temp °C', 'Offline']);
});

test('a table of text that has no room breaks no word and shows its buttons: each row is a few lines', async (ctx) => {
  const dockerHosts = [
    aDockerHost({ os: 'Debian GNU/Linux 12 (bookworm)', displayName: 'dock-east-05', containers: [aContainer()] }),
  ];
  const { page } = await open(ctx, '/settings/docker', { state: { dockerHosts }, viewport });
  const remove = page.getByRole('button', { name: 'Remove dock-east-05' });
  const right = () => remove.evaluate((own) => own.getBoundingClientRect().right);
  await expect.poll(right).toBeLessThan(viewport.width);
  const system = page.getByText('Debian GNU/Linux 12 (bookworm)');
  await expect.poll(() => system.evaluate((own) => own.getClientRects().length)).toBe(1);
  // beside the sidebar of a wide window there is room for a table again
  await page.setViewportSize({ width: 1440, height: 900 });
  const table = page.locator('table', { has: remove });
  await expect.poll(() => table.evaluate((own) => getComputedStyle(own).display)).toBe('table');
});

const NAME = 'prometheus-prod-0001';
test.for(['/proxmox/overview', '/settings/urls'])('%s shows a name of twenty characters whole', async (path, ctx) => {
  const state = {
    nodes: [aNode('pve1')],
    vms: [aGuest({ name: NAME, tags: ['backup-daily', 'legacy', 'office'] }), aGuest({ vmid: 105 })],
  };
  const { page } = await open(ctx, path, { state, viewport });
  const name = page.locator('main tr').getByText(NAME, { exact: true }).first();
  await expect.poll(() => name.evaluate((own) => own.scrollWidth - own.clientWidth)).toBeLessThanOrEqual(0);
  expect(await name.evaluate((own) => own.clientWidth)).toBeGreaterThan(100);
});

test('the message of an alert is whole, and its state stands once in its row', async (ctx) => {
  const message = 'Guest windows-erp-07: the guest agent has not answered for 26 minutes, since 23:14';
  const activeAlerts = [anAlert('a', { message, acknowledged: true, ackUser: 'ada', resourceName: 'windows-erp-07' })];
  const { page } = await open(ctx, '/alerts/overview', { state: { vms: [aGuest()], activeAlerts }, viewport });
  const row = page.locator('tr.row[data-key="a"]');
  const text = row.getByText(/23:14$/);
  await expect.poll(() => text.evaluate((own) => own.scrollHeight - own.clientHeight)).toBe(0);
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => row.getByText('ada').count()).toBe(1);
    await expect.poll(() => row.getByText('ada').isVisible()).toBe(true);
  }
});

test('the pages of the settings begin where those of the alerts do', async (ctx) => {
  const { page, goto } = await open(ctx, '/alerts/overview', { state: {}, viewport: { width: 1440, height: 900 } });
  const left = () => page.locator('main h1').evaluate((own) => own.getBoundingClientRect().left);
  const ofAlerts = await left();
  await goto('/settings/pve');
  await expect.poll(left).toBe(ofAlerts);
});

test('the line of problems names the worst one, because the age of the data and the counts give way to it', async (ctx) => {
  const activeAlerts = [anAlert('a', { level: 'critical', message: 'Node pve-east-number-03 is offline.' })];
  const { page } = await open(ctx, '/proxmox/overview', { state: { nodes: [aNode('pve1')], activeAlerts }, viewport });
  const line = page.getByText('Node pve-east-number-03 is offline', { exact: true }).first();
  await expect.poll(() => line.evaluate((own) => own.clientWidth > 0 && own.scrollWidth <= own.clientWidth)).toBe(true);
});

const clusters = ['east', 'north'].flatMap((place) =>
  [1, 2, 3, 4, 5].map((n) => aNode(`pve-${place}-0${n}`, { instance: place, clusterName: `pve-${place}` })),
);

test('the head of each column of clusters is whole', async (ctx) => {
  const { page } = await open(ctx, '/proxmox/overview', { state: { nodes: clusters, vms: [aGuest()] }, viewport });
  const heads = page.locator('[aria-label="Nodes"] thead th');
  await heads.getByText('Storage').waitFor();
  const cut = () =>
    heads.evaluateAll((all) => all.filter((own) => own.scrollWidth > own.clientWidth).map((own) => own.textContent));
  await expect.poll(cut).toEqual([]);
});

test('a disk has its node and its device whole', async (ctx) => {
  const physicalDisks = [aDisk('/dev/nvme0n1', { node: 'pve-harbour-01' })];
  const state = { nodes: [aNode('pve-harbour-01')], physicalDisks };
  const { page } = await open(ctx, '/proxmox/storage?tab=disks', { state, viewport });
  for (const name of ['pve-harbour-01', '/dev/nvme0n1']) {
    const own = page.locator('tr.row').getByText(name, { exact: true }).first();
    await expect.poll(() => own.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const cell = own.locator('xpath=ancestor-or-self::td');
    await expect.poll(() => cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
});

test('on the narrowest phone the open tab is in view, and a group has the name of its node', async (ctx) => {
  const narrow = { width: 320, height: 720 };
  const state = { nodes: clusters, vms: [aGuest({ node: 'pve-north-05', instance: 'north' })], pmg: [aGateway('mx1')] };
  const { page } = await open(ctx, '/proxmox/backups', { state, viewport: narrow });
  const backups = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Backups' });
  const inView = () =>
    backups.evaluate((own) => {
      const [tab, bar] = [own.getBoundingClientRect(), (own.parentElement as Element).getBoundingClientRect()];
      return tab.left >= bar.left - 1 && tab.right <= bar.right + 1;
    });
  await expect.poll(inView).toBe(true);
  await page.goto(new URL('/proxmox/overview', page.url()).href);
  const name = page.getByRole('treegrid', { name: 'Guests' }).getByText('pve-north-05', { exact: true });
  await name.waitFor();
  const cut = () =>
    name.evaluate((own) => (own.closest('b') as Element).scrollWidth - (own.closest('b') as Element).clientWidth);
  await expect.poll(cut).toBe(0);
});
