// The page of thresholds: its addresses, its tables, its search, at every size.
import { expect, test } from 'vitest';
import { useStage } from './stage.ts';
import { row, state, useThresholds } from './threshold-page.ts';
import { expectWhole, sizes } from './views.ts';

const open = useStage();
const start = useThresholds(open);

test('the area leads to the first tab; other paths are kept and show it; the address of earlier versions leads there', async (ctx) => {
  const { page, goto } = await open(ctx, '/alerts/overview', { state });
  await goto('/alerts/thresholds');
  await page.waitForURL('**/alerts/thresholds/proxmox');
  await page.getByRole('heading', { name: 'Alert Thresholds' }).waitFor();
  await page.goBack();
  await page.waitForURL('**/alerts/overview');
  await goto('/alerts/custom-rules');
  await page.waitForURL('**/alerts/thresholds/proxmox');
  await goto('/alerts/thresholds/other/path');
  await page.getByRole('treegrid', { name: 'Nodes' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/alerts/thresholds/other/path');
  await page.getByRole('link', { name: 'Mail Gateway' }).click();
  await page.waitForURL('**/alerts/thresholds/mail-gateway');
});

test('every table has its columns', async (ctx) => {
  const { page, goto } = await start(ctx, {}, 'proxmox', { viewport: { width: 1600, height: 1000 } });
  const heads = async (table: string) =>
    (await page.getByRole('treegrid', { name: table, exact: true }).locator('th').allInnerTexts()).map((text) =>
      text.trim(),
    );
  await expect.poll(() => heads('Nodes')).toEqual(['Name', 'CPU %', 'Memory %', 'Disk %', 'Temp °C', 'Offline']);
  await expect.poll(() => heads('PBS Servers')).toEqual(['Name', 'CPU %', 'Memory %', 'Offline']);
  await expect.poll(() => heads('Datastores')).toEqual(['Name', 'Usage %']);
  await expect
    .poll(async () => (await heads('VMs & Containers')).slice(0, 8))
    .toEqual([
      ...['Name', 'CPU %', 'Memory %', 'Disk %'],
      ...['Disk R MB/s', 'Disk W MB/s', 'Net In MB/s', 'Net Out MB/s'],
    ]);
  await expect.poll(() => heads('Storage Devices')).toEqual(['Name', 'Usage %']);
  await goto('/alerts/thresholds/mail-gateway');
  await page.getByRole('treegrid', { name: 'Mail Gateways' }).locator('tr.row').first().waitFor();
  await expect
    .poll(() => heads('Mail Gateways'))
    .toEqual([
      ...['Name', 'Queue Warn', 'Queue Crit', 'Deferred Warn', 'Deferred Crit', 'Hold Warn', 'Hold Crit'],
      ...['Oldest Warn (min)', 'Oldest Crit (min)', 'Spam Warn', 'Spam Crit', 'Virus Warn', 'Virus Crit'],
      ...['Growth Warn %', 'Growth Warn Min', 'Growth Crit %', 'Growth Crit Min', 'Offline'],
    ]);
  await goto('/alerts/thresholds/docker');
  await page.getByRole('treegrid', { name: 'Docker Containers' }).locator('tr.row').first().waitFor();
  await expect.poll(() => heads('Docker Hosts')).toEqual(['Name', 'Offline']);
  await expect
    .poll(() => heads('Docker Containers'))
    .toEqual([
      ...[
        'Name',
        'CPU %',
        'Memory %',
        'Restart Count',
        'Restart Window (s)',
        'Memory Warn %',
        'Memory Critical %',
        'Status',
      ],
    ]);
});

test('the search finds names, VMIDs, nodes, hosts and images; empty tables say so', async (ctx) => {
  const { page, goto, show } = await start(ctx);
  const search = page.getByPlaceholder('Search resources...');
  await search.fill('104');
  await expect.poll(() => page.locator('tr.resource').count()).toBe(1);
  await page.getByText('Nothing matches “104”.').first().waitFor();
  await search.fill('pve2');
  await expect.poll(() => page.locator('tr.resource').count()).toBe(3);
  await goto('/alerts/thresholds/docker?search=nginx');
  await row(page, 'web').waitFor();
  await goto('/alerts/thresholds/mail-gateway');
  await row(page, 'mail').waitFor();
  show({ pmg: [] });
  await page
    .getByText('No mail gateways configured yet. Add a PMG instance in Settings to manage thresholds.')
    .waitFor();
});

test('a table is there only while it has rows or overrides; the tips stay away once they are dismissed', async (ctx) => {
  const config = { overrides: { 'node:dc-pve1': { memory: 70 } } };
  const { page, show } = await start(ctx, config);
  const table = (name: string) => page.getByRole('treegrid', { name, exact: true });
  await table('PBS Servers').waitFor();
  show({ pbs: [], storage: [], vms: [] });
  for (const name of ['PBS Servers', 'Datastores', 'Storage Devices']) await table(name).waitFor({ state: 'detached' });
  await table('VMs & Containers').getByText('All on pve1').waitFor();
  await table('Nodes').waitFor();

  const tips = page.getByText(/^Click a value to change it\./);
  await tips.waitFor();
  await page.getByRole('button', { name: 'Hide the tips' }).click();
  await page.reload();
  await table('Nodes').waitFor();
  await expect.poll(() => tips.count()).toBe(0);
});

for (const viewport of sizes)
  test(`the tabs are whole and accessible at ${viewport.width} px`, async (ctx) => {
    const config = { overrides: { 'dc-100': { cpu: 95, disabled: true }, 'tag:db': { cpu: 60 } } };
    const { page, goto } = await start(ctx, config, 'proxmox', { viewport });
    // the middle of the cell may be the way to its page
    await row(page, 'ada').getByText('ada', { exact: true }).click();
    await page.getByLabel('Thresholds of ada').waitFor();
    await expectWhole(page, 'thresholds');
    for (const tab of ['mail-gateway', 'docker']) {
      await goto(`/alerts/thresholds/${tab}`);
      await page.locator('tr.resource').first().waitFor();
      await expectWhole(page, `thresholds-${tab}`);
    }
  });
