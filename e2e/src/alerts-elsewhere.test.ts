// Alerts outside their own pages: the bell, the tab of the browser, and the alerts of a resource where it is shown.
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aDisk, aGateway, aGuest, aNode, anAlert, aStorage } from './made.ts';
import { useStage } from './stage.ts';
import { expectWhole, extremes } from './views.ts';

const open = useStage();
const guest = aGuest({ name: 'web' });
const node = aNode('pve1');
const storage = aStorage('tank');
const disk = aDisk('/dev/sda');
const gateway = aGateway('mail');
const container = aContainer({ id: 'c1', name: 'proxy' });
const host = aDockerHost({ id: 'h1', displayName: 'dock', containers: [container] });
const about = (resourceId: string, message: string, more: Partial<Alert> = {}) =>
  anAlert(`${resourceId}-alert`, { resourceId, message, ...more });
const state = {
  ...{ nodes: [node], vms: [guest], storage: [storage], physicalDisks: [disk], pmg: [gateway], dockerHosts: [host] },
  activeAlerts: [
    about(guest.id, 'CPU of web is high'),
    about(node.id, 'pve1 is hot', { level: 'critical' }),
    about(storage.id, 'tank is nearly full'),
    about(disk.id, 'sda is failing', { level: 'critical' }),
    about(gateway.id, 'The queue is long', { acknowledged: true, ackUser: 'anna' }),
    about('docker:h1/name:proxy', 'proxy restarts'),
    about('h1', 'dock does not report'),
  ],
};
const row = (page: Page, key: string) => page.locator(`tr.row[data-key$="${key}"]`);
const alerts = (page: Page) => page.getByRole('list', { name: 'Alerts' });

test('the bell counts the alerts that nobody has; the icon of the tab has the shape of the worst, and the app a number', async (ctx) => {
  const { page, show } = await open(ctx, '/proxmox/overview', {
    state,
    prepare: (stage) =>
      stage.page.addInitScript(() =>
        Object.assign(navigator, { setAppBadge: async (count: number) => Object.assign(window, { badge: count }) }),
      ),
  });
  const bell = page.getByRole('link', { name: /^Alerts/ });
  const icon = () => page.locator('link[rel=icon]').getAttribute('href');
  const badge = () => page.evaluate(() => Reflect.get(window, 'badge'));
  await expect
    .poll(async () => (await bell.innerText()).replace(/\s+/g, ' '))
    .toBe('Alerts 6 problems that nobody has yet');
  await expect.poll(icon).toBe('/belfry-critical.svg');
  await expect.poll(badge).toBe(6);
  expect((await page.request.get(new URL('/belfry-critical.svg', page.url()).href)).headers()['content-type']).toBe(
    'image/svg+xml',
  );
  await expect.poll(() => page.title()).toMatch(/^\(\d\) Overview · Belfry$/);
  show({ activeAlerts: [about(guest.id, 'CPU of web is high')] });
  await expect.poll(icon).toBe('/belfry-warning.svg');
  show({ activeAlerts: [] });
  await expect.poll(icon).toBe('/belfry.svg');
  await expect.poll(badge).toBe(0);
  await expect.poll(() => bell.innerText()).toBe('Alerts');
});

test('a guest shows its alerts in its details, also when it has no other details; the alert leads to its explanation', async (ctx) => {
  const { page, show } = await open(ctx, '/proxmox/overview', { state, expected: /404/ });
  await expect.poll(() => row(page, guest.id).getAttribute('data-mark')).toBe('warning');
  await row(page, guest.id).click();
  await alerts(page).getByText('CPU of web is high').waitFor();
  show({ activeAlerts: [] });
  await page.locator('tr.detail').waitFor({ state: 'detached' });
  show({ activeAlerts: state.activeAlerts });
  for (const viewport of extremes) {
    await page.setViewportSize(viewport);
    await alerts(page).waitFor();
    await expectWhole(page, 'guest-alerts');
  }
  await alerts(page).getByRole('link', { name: 'CPU of web is high' }).click();
  await page.waitForURL(`**/alerts/overview#${guest.id}-alert`);
  await page.locator('tr.row[aria-expanded=true]', { hasText: 'CPU of web is high' }).waitFor();
});

test('a selected node shows its alerts below the summary', async (ctx) => {
  const { page } = await open(ctx, `/proxmox/overview?node=${node.id}`, { state });
  await alerts(page).getByText('pve1 is hot').waitFor();
  await expect
    .poll(() => page.locator(`[aria-label=Nodes] tr[data-key="${node.id}"]`).getAttribute('data-mark'))
    .toBe('critical');
});

test('a storage opens with its alerts, and a disk has the mark of its own', async (ctx) => {
  const { page } = await open(ctx, '/proxmox/storage', { state });
  await row(page, storage.id).click();
  await alerts(page).getByText('tank is nearly full').waitFor();
  await row(page, storage.id).click();
  await alerts(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Physical Disks', exact: true }).click();
  await expect.poll(() => row(page, disk.id).getAttribute('data-mark')).toBe('critical');
});

test('a container shows its alerts in its details, a selected Docker host above its containers', async (ctx) => {
  const { page } = await open(ctx, '/docker?host=h1', { state });
  await alerts(page).getByText('dock does not report').waitFor();
  await row(page, 'docker:h1/name:proxy').click();
  await alerts(page).getByText('proxy restarts').waitFor();
  await expect.poll(() => row(page, 'docker:h1/name:proxy').getAttribute('data-mark')).toBe('warning');
});

test('a mail gateway shows its alerts, with who has them', async (ctx) => {
  const { page } = await open(ctx, '/proxmox/mail', { state });
  await alerts(page).getByText('The queue is long').waitFor();
  await alerts(page).getByText('acknowledged by anna').waitFor();
});
