// The page of a guest: live figures with their source and age, facts, alerts, notes, what happened; and the ways to it.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aGuest, aNode, anAlert, anInstance, aSnapshot, onStorage } from './made.ts';
import { useStage } from './stage.ts';
import { expectWhole, sizes } from './views.ts';

const open = useStage();
const OVERVIEW = '/proxmox/overview';
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const filesystem = (mountpoint: string, usage: number) => ({
  mountpoint,
  device: `/dev${mountpoint}`,
  type: 'ext4',
  total: 40e9,
  used: usage * 4e8,
  free: 1,
  usage,
});
const vault = aGuest({
  vmid: 120,
  name: 'vault-prod',
  cpus: 8,
  cpu: 0.34,
  tags: ['prod', 'backup'],
  disks: [filesystem('/var', 83), filesystem('/', 61)],
  osName: 'Debian',
  osVersion: '13.2',
  ipAddresses: ['10.20.4.120'],
  networkIn: 100 * 1024,
  networkOut: 5.4 * 1024 ** 2,
});
const state = () => ({
  instances: [anInstance('dc', { lastSeen: ago(8) })],
  nodes: [aNode('pve1')],
  vms: [aGuest({ vmid: 100, name: 'first' }), vault, aGuest({ vmid: 130, name: 'last' })],
  activeAlerts: [anAlert('a1', { resourceId: 'dc-120', resourceName: 'vault-prod', message: 'VM disk at 83%' })],
});
const figures = (page: Page) => page.getByRole('list', { name: 'Live figures' });

test('it shows the live figures with meaning, source and age, the file systems, the alerts and the notes', async (ctx) => {
  const { page, show } = await open(ctx, '/guests/dc-120', {
    state: state(),
    prepare: ({ answer }) =>
      answer('/api/guests/metadata', {
        'dc-120': { id: 'dc-120', customUrl: 'https://vault.example.lan', description: 'Ask Ana first', tags: [] },
      }),
  });
  await page.getByRole('heading', { name: 'vault-prod', level: 1 }).waitFor();
  await expect.poll(() => page.title()).toBe('(1) vault-prod · Belfry');
  const cpu = figures(page).getByRole('listitem').filter({ hasText: 'CPU' });
  await cpu.getByText('34%').waitFor();
  await cpu.getByText('2.7 of 8 vCPU').waitFor();
  await cpu.getByText(/^Proxmox VE, .+ ago$/).waitFor();
  await figures(page).getByText('100 KB/s').waitFor();
  await page.getByText('/var', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'VM disk at 83%' }).waitFor();
  await page.getByText('Ask Ana first').waitFor();
  await expect
    .poll(() => page.getByRole('link', { name: 'vault.example.lan' }).getAttribute('href'))
    .toBe('https://vault.example.lan');
  show({ vms: state().vms.map((guest) => (guest.vmid === 120 ? { ...guest, cpu: 0.91 } : guest)) });
  await cpu.getByText('91%').waitFor();
});

test('an estimate is called one; a guest that does not run has no figures that look measured', async (ctx) => {
  const outside = { ...vault.memory, source: 'cluster-resources', quality: 'estimate' as const };
  const { page, show } = await open(ctx, '/guests/dc-120', {
    state: { ...state(), vms: [{ ...vault, memory: outside }] },
  });
  const memory = figures(page).getByRole('listitem').filter({ hasText: 'Memory' });
  await memory.getByText(/^Proxmox VE, from outside, .+ ago/).waitFor();
  await memory.getByText('estimate').waitFor();
  show({ vms: [{ ...vault, status: 'stopped', cpu: 0, uptime: 0 }] });
  await expect.poll(() => figures(page).getByText('not running').count()).toBe(5);
  await expect.poll(() => figures(page).locator('.meter').count()).toBe(0);
});

test('Previous and Next go through the guests by VMID, with the pointer and with keys', async (ctx) => {
  const { page } = await open(ctx, '/guests/dc-120', { state: state() });
  await page.getByRole('link', { name: 'Next: last' }).click();
  await page.waitForURL('**/guests/dc-130');
  await page.getByRole('heading', { name: 'last', level: 1 }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: /^Next/ }).count()).toBe(0);
  await page.keyboard.press('[');
  await page.waitForURL('**/guests/dc-120');
  await page.keyboard.press('[');
  await page.waitForURL('**/guests/dc-100');
});

test('the details of a row and the palette lead to the page', async (ctx) => {
  const { page } = await open(ctx, OVERVIEW, { state: state() });
  await page.locator('tr[data-key="dc-120"]').click();
  await page.locator('tr.detail').getByRole('link', { name: 'Open the page of vault-prod' }).click();
  await page.waitForURL('**/guests/dc-120');
  await page.goBack();
  await page.locator('tr[data-key="dc-120"]').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('vault');
  await page.getByRole('option', { name: /vault-prod/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/guests/dc-120');
});

test('backups, snapshots, alerts and the start stand in one table, the newest first', async (ctx) => {
  const hour = 3600;
  const entry = {
    ...anAlert('a2', { resourceId: 'dc-120', message: 'VM memory at 90%', startTime: ago(3 * hour) }),
    occurrence: 'o2',
    status: 'resolved',
    resolvedAt: ago(2 * hour),
    peakValue: 90,
    duration: hour,
    notified: false,
    changes: [],
  };
  const { page } = await open(ctx, '/guests/dc-120', {
    state: {
      ...state(),
      vms: [{ ...vault, uptime: 4 * hour }],
      guestSnapshots: [aSnapshot(120, 'pre-upgrade', { time: ago(5 * hour) })],
      storageBackups: [onStorage(120, { at: Math.floor(Date.now() / 1000) - hour, size: 9.8e9 })],
    },
    prepare: ({ answer }) => answer('/api/alerts/history?*', [entry]),
  });
  const rows = page.getByRole('table', { name: 'What happened' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(4);
  const texts = await rows.allInnerTexts();
  expect(texts[0]).toContain('Backup to');
  expect(texts[1]).toMatch(/VM memory at 90%[\s\S]*ended after 1h/);
  expect(texts[2]).toMatch(/Started[\s\S]*computed from the uptime/);
  expect(texts[3]).toContain('Snapshot pre-upgrade');
});

test('a guest that was removed is called so; one whose host has not answered yet is waited for', async (ctx) => {
  const { page, show } = await open(ctx, '/guests/dc-120', { state: state() });
  await figures(page).waitFor();
  show({ vms: [] });
  await page.getByText('The guest dc-120 no longer exists').waitFor();
  show({ instances: [anInstance('dc', { lastSeen: undefined })] });
  await page.getByText('Waiting for the first answer').waitFor();
  show({ ...state() });
  await figures(page).waitFor();
});

test('it is whole and accessible at every size in both themes', async (ctx) => {
  const { page } = await open(ctx, '/guests/dc-120', { state: state() });
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    await figures(page).waitFor();
    await expectWhole(page, 'detail-guest');
  }
});
