// The page of a resource beside the tables: keys and links open it, it follows the row with the focus, Escape closes it, and it is
// part of the address.
import { dockerContainerNameId } from '@belfry/domain/ids';
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aGuest, aNode, anInstance, aPbs, aStorage, GB } from './made.ts';
import { useStage } from './stage.ts';
import { expectWhole } from './views.ts';

const open = useStage();
const seen = { lastSeen: new Date().toISOString() };
const state = {
  instances: [anInstance('dc', seen), anInstance('pbs-vault', { kind: 'pbs', ...seen })],
  nodes: [aNode('pve1.lan', { cpu: 0.43 })],
  vms: ['first', 'second', 'third'].map((name, n) => aGuest({ vmid: 101 + n, name, node: 'pve1.lan' })),
  storage: [aStorage('tank', 'pve1.lan', { total: 100 * GB, used: 88 * GB, usage: 88 })],
  pbs: [aPbs('vault')],
  dockerHosts: [aDockerHost({ id: 'h.1', displayName: 'dock', containers: [aContainer({ id: 'c1', name: 'shop' })] })],
};
const OVERVIEW = '/proxmox/overview';
const shop = encodeURIComponent(dockerContainerNameId('h.1', 'shop'));
/** Every one with the name ''. */
const beside = (page: Page, name: string) => page.getByRole('complementary', { name: `Details of ${name}` });
const shows = (address: string) => (url: URL) => url.searchParams.get('beside') === address;

test('O opens the row beside the table, the arrows go on, Escape closes it and the row has the focus', async (ctx) => {
  const { page } = await open(ctx, OVERVIEW, { state });
  const row = page.locator('tr[data-key="dc-101"]');
  await row.focus();
  await page.keyboard.press('o');
  await beside(page, 'first').waitFor();
  await page.waitForURL(shows('/guests/dc-101'));
  await page.keyboard.press('ArrowDown');
  await beside(page, 'second').waitFor();
  await page.keyboard.press('ArrowDown');
  await beside(page, 'third').waitFor();
  await page.waitForURL(shows('/guests/dc-103'));
  await expect.poll(() => beside(page, '').count()).toBe(1);
  await page.keyboard.press('Escape');
  await beside(page, 'third').waitFor({ state: 'detached' });
  await page.waitForURL((url) => !url.searchParams.has('beside'));
  const last = page.locator('tr[data-key="dc-103"]');
  await expect.poll(() => last.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('Back closes it, whatever row it followed, and leads on to the screen before', async (ctx) => {
  const { page } = await open(ctx, '/proxmox/storage', { state });
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  const row = (vmid: number) => page.locator(`tr[data-key="dc-${vmid}"]`);
  const hasFocus = (vmid: number) =>
    expect.poll(() => row(vmid).evaluate((element) => element === document.activeElement)).toBe(true);
  await row(101).focus();
  await page.keyboard.press('o');
  await beside(page, 'first').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.waitForURL(shows('/guests/dc-102'));
  await beside(page, 'second').getByRole('button', { name: 'Close the details' }).focus();
  await page.goBack();
  await beside(page, '').waitFor({ state: 'detached' });
  await page.waitForURL((url) => url.pathname === OVERVIEW && !url.searchParams.has('beside'));
  await hasFocus(102);
  // closed with the key: no second entry of the same view is left
  await page.keyboard.press('o');
  await beside(page, 'second').waitFor();
  await page.keyboard.press('Escape');
  await beside(page, '').waitFor({ state: 'detached' });
  await hasFocus(102);
  await page.goBack();
  await page.waitForURL('**/proxmox/storage');
  // what was changed beside it stays when it is closed
  await page.goForward();
  await row(101).focus();
  await page.keyboard.press('o');
  await beside(page, 'first').waitFor();
  await page.getByRole('button', { name: 'Running', exact: false }).first().click();
  await page.waitForURL((url) => url.searchParams.has('status'));
  await page.getByRole('button', { name: 'Close the details' }).click();
  await page.waitForURL((url) => url.searchParams.has('status') && !url.searchParams.has('beside'));
});

test('O once more, and the button, open the page itself', async (ctx) => {
  const { page } = await open(ctx, OVERVIEW, { state });
  await page.locator('tr[data-key="dc-102"]').focus();
  await page.keyboard.press('o');
  await beside(page, 'second').waitFor();
  await page.keyboard.press('o');
  await page.waitForURL('**/guests/dc-102');
  await page.goBack();
  await beside(page, 'second').getByRole('button', { name: '6h', exact: true }).click();
  await beside(page, 'second').getByRole('link', { name: 'Open page' }).click();
  await page.waitForURL('**/guests/dc-102?range=6h');
});

test('an address with a resource shows it beside the table; one that is no page is ignored', async (ctx) => {
  const { page, goto } = await open(ctx, `${OVERVIEW}?beside=/guests/dc-103`, { state });
  await beside(page, 'third').waitFor();
  await page.getByRole('button', { name: 'Close the details' }).click();
  await beside(page, 'third').waitFor({ state: 'detached' });
  await goto(`${OVERVIEW}?beside=//evil.example/`);
  await page.locator('tr[data-key="dc-101"]').waitFor();
  await page.waitForURL((url) => !url.searchParams.has('beside'));
  await expect.poll(() => beside(page, '').count()).toBe(0);
});

test.for([
  [OVERVIEW, 'Guests', 'first', 'o'],
  [OVERVIEW, 'Nodes', 'pve1.lan', 'o'],
  ['/proxmox/storage?tab=pools', 'Storage Pools', 'tank', 'Enter'],
  ['/docker', 'Containers', 'shop', 'o'],
] as const)(
  'on %s, a link in the row of %s and a key show it beside the table',
  async ([path, table, name, key], ctx) => {
    const { page } = await open(ctx, path, { state });
    const row = page.locator(`[aria-label="${table}"] tbody tr.row`).filter({ hasText: name }).first();
    await row.hover();
    await row.getByRole('link', { name: `Details of ${name}` }).click();
    await beside(page, name).waitFor();
    await page.keyboard.press('Escape');
    await beside(page, name).waitFor({ state: 'detached' });
    await row.focus();
    await page.keyboard.press(key);
    await beside(page, name).waitFor();
  },
);

test('a Docker host is shown beside its containers, from the list of hosts and from the head of its group', async (ctx) => {
  const { page } = await open(ctx, '/docker', { state });
  await page.getByRole('option', { name: /dock/ }).focus();
  await page.keyboard.press('o');
  await beside(page, 'dock').waitFor();
  await page.keyboard.press('Escape');
  await beside(page, 'dock').waitFor({ state: 'detached' });
  await page.locator('tr.group').hover();
  await page.getByRole('link', { name: 'Details of dock' }).click();
  await beside(page, 'dock').getByRole('link', { name: 'shop' }).click();
  await page.waitForURL((url) => url.pathname === `/docker/containers/${shop}`);
});

test('a backup server leads to the page of its datastore beside the backups', async (ctx) => {
  const { page } = await open(ctx, '/proxmox/backups?beside=/datastores/pbs-vault%252Fstore', { state });
  await beside(page, 'store').waitFor();
});

test('on a phone the page takes the place of the table', async (ctx) => {
  const { page } = await open(ctx, `${OVERVIEW}?beside=/guests/dc-102`, {
    state,
    viewport: { width: 390, height: 844 },
  });
  await page.waitForURL('**/guests/dc-102');
  await page.getByRole('heading', { name: 'second', level: 1 }).waitFor();
});

test('the table and the page beside it are whole and accessible', async (ctx) => {
  const { page } = await open(ctx, `${OVERVIEW}?beside=/guests/dc-102`, { state });
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(viewport);
    await beside(page, 'second').waitFor();
    await expectWhole(page, 'detail-drawer');
  }
});
