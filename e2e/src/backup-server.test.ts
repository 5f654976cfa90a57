// The page of a backup server: a simulated one with everything that can be wrong, polled by the product, and invented ones.
import { startBackupServer } from '@belfry/lab/pbs/server';
import type { PbsDetails } from '@belfry/schema/entities/pbs-details';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { anAlert, anInstance, aPbs, GB, onServer } from './made.ts';
import { startProduct } from './product.ts';
import { useStage } from './stage.ts';
import { expectWhole, sizes } from './views.ts';

const open = useStage();
const PATH = '/servers/pbs-main';
const table = (page: Page, name: string) => page.getByRole('table', { name, exact: true });
const row = (page: Page, name: string, text: string) => table(page, name).locator('tr.row', { hasText: text }).first();

const details: PbsDetails = {
  id: 'pbs-main',
  machine: { load: [0.5, 0.4, 0.3], root: { used: 30 * GB, total: 100 * GB }, kernel: '6.17.2-1-pve' },
  datastores: [{ name: 'store', garbage: { removed: 12 * GB, pending: 3 * GB } }],
  services: [{ id: 'proxmox-backup', description: 'Backup API', state: 'running', startup: 'enabled' }],
  disks: [
    {
      id: 'sda',
      model: 'ST12',
      serial: 'A',
      type: 'hdd',
      size: 12_000 * GB,
      used: 'zfs',
      health: 'passed',
      checkedAt: '',
    },
  ],
  failedTasks: [],
};
const state = {
  instances: [anInstance('pbs-main', { kind: 'pbs', lastSeen: new Date().toISOString() })],
  pbs: [aPbs('main')],
  pbsDetails: [details],
  pbsBackups: [onServer('100', { verification: 'ok', verified: true }), onServer('101', { namespace: 'dc' })],
};

test('a server that the product polls shows its datastores, jobs, backups, failed tasks, services and disks; it is whole and accessible', async (ctx) => {
  const missing = noChromium();
  if (missing) ctx.skip(missing);
  await using stack = new AsyncDisposableStack();
  const lab = stack.adopt(await startBackupServer({ seed: 3, snapshots: 600, authDelayMs: 0 }), (each) => each.stop());
  const media = { pool: 'weekly', drive: 'lto8' };
  const state = 'TASK ERROR: no usable media in the library';
  lab.world.jobs.tape.push({ id: 't-week', store: 'main', schedule: 'sat 18:30', seconds: 60, media, state });
  const hosts = JSON.stringify([lab.config()]);
  const started = await startProduct({ BELFRY_NODES: hosts, BELFRY_AUTH_DISABLED: 'true' });
  const product = stack.adopt(started, async (each) => void (await each.stop()));
  const browser = stack.adopt(await launch(), (each) => each.close());
  const { page, errors } = await openPage(browser, {});
  await page.goto(`${product.url}/servers/pbs-pbs-main`);
  await page.getByRole('heading', { name: 'pbs-main', level: 1 }).waitFor();
  // The dot, in words: not green while a datastore cannot be read.
  await page.getByRole('main').getByRole('img', { name: 'degraded' }).waitFor();
  const problems = page.getByRole('list', { name: 'Problems' });
  await problems.getByText('Nobody can read the datastore broken', { exact: true }).waitFor();
  await problems.getByText('The sync job s-offsite failed').waitFor();
  await problems.getByText('The disk sdb failed its SMART check').waitFor();
  await table(page, 'Datastores').getByText("unable to open chunk store 'broken'").waitFor();
  await row(page, 'Datastores', 'usb').getByText('removable').waitFor();
  await problems.getByText('The tape job t-week failed').waitFor();
  await table(page, 'Jobs').getByText('no usable media in the library').waitFor();
  await row(page, 'Jobs', 's-offsite').getByText('daily').waitFor();
  await row(page, 'Backups by namespace', 'main/dc/tier1/db').waitFor();
  await row(page, 'Failed tasks', 'vm/131').getByText('No space left on device').waitFor();
  await page.getByRole('heading', { name: 'Services' }).waitFor();
  await page.getByText('14% life left').waitFor();
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    await expectWhole(page, 'backup-server');
  }
  expect(errors).toEqual([]);
});

test('a privilege that is missing is named, and what cannot be read is not called well', async (ctx) => {
  const gaps = [{ part: 'services', kind: 'forbidden' as const, message: '', needs: 'Sys.Audit on /system/services' }];
  const { page } = await open(ctx, PATH, {
    state: {
      ...state,
      instances: [{ ...anInstance('pbs-main', { kind: 'pbs' }), gaps }],
      pbsDetails: [{ id: 'pbs-main', machine: {}, datastores: [] }],
    },
  });
  await page.getByText('Sys.Audit on /system/services').waitFor();
  await page.getByText('Not read yet.').waitFor();
  await expect.poll(() => page.getByRole('heading', { name: 'Services' }).count()).toBe(0);
});

test('a datastore that fills up takes the green dot from its server on every screen, and another one brings it back', async (ctx) => {
  const [store] = aPbs('main').datastores;
  if (!store) throw new Error('no datastore');
  const full = [aPbs('main', { datastores: [{ ...store, used: 990 * GB, free: 10 * GB, usage: 99 }] })];
  const { page, show, goto } = await open(ctx, PATH, { state });
  const dot = (name: string) => page.getByRole('main').getByRole('img', { name, exact: true }).first();
  await dot('online').waitFor();
  await page.getByText('All datastores can be read, and no job failed.').waitFor();
  show({ pbs: full });
  await dot('degraded').waitFor();
  await page.getByText('Little room is left in the datastore store').waitFor();
  await row(page, 'Datastores', 'store').getByRole('img', { name: 'full' }).waitFor();
  await goto('/proxmox/backups');
  const summary = page.getByRole('grid', { name: 'Nodes' }).locator('tr', { hasText: 'main' });
  await summary.getByRole('img', { name: 'degraded' }).waitFor();
  show({ pbs: state.pbs });
  await summary.getByRole('img', { name: 'online' }).waitFor();
});

test('the backups, the problems, the palette and a datastore lead to it', async (ctx) => {
  const alert = anAlert('full', {
    resourceId: 'pbs-main',
    resourceName: 'main: store',
    level: 'critical',
    message: 'Datastore is full',
  });
  const metadata = { ...alert.metadata, resourceType: 'pbs', list: 'pbs' } as typeof alert.metadata;
  const { page, goto } = await open(ctx, '/proxmox/backups', {
    state: { ...state, activeAlerts: [{ ...alert, metadata }] },
  });
  const isThere = () => page.waitForURL((url) => url.pathname === PATH);
  const summary = page.getByRole('grid', { name: 'Nodes' });
  await summary.locator('tr', { hasText: 'main' }).hover();
  await expect.poll(() => summary.getByRole('link', { name: 'Details of main' }).getAttribute('href')).toBe(PATH);
  await goto('/datastores/pbs-main%2Fstore');
  await page.getByRole('main').getByRole('link', { name: 'main', exact: true }).click();
  await isThere();
  await goto('/proxmox/overview');
  // A key that is pressed before the page has its state opens nothing.
  await page.getByText(/Last refresh/).waitFor();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('main');
  await page
    .getByRole('option', { name: /^main.*Proxmox Backup Server/ })
    .first()
    .click();
  await isThere();
});

test('a server that does not exist is called so', async (ctx) => {
  const { page } = await open(ctx, '/servers/pbs-gone', { state });
  await page.getByText('The backup server pbs-gone no longer exists').waitFor();
});
