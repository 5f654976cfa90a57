// The node summary above the sections: columns, order, selection, colours.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inMotion } from './chromium.ts';
import { aDisk, aGuest, aNode, anAlert, aPbs, aStorage, GB, onServer, onStorage } from './made.ts';
import { column, useStage } from './stage.ts';
import { expectAccessible } from './views.ts';

const open = useStage();
const PATH = '/proxmox/overview';
const temperature = { available: true, cpuPackage: 61.2, cpuMax: 70.6, cores: [{ core: 0, temp: 66 }] };
const state = {
  nodes: [
    aNode('b', { cpu: 0.9 }),
    aNode('a', { cpu: 0.1, temperature }),
    aNode('off', { status: 'offline', uptime: 0 }),
  ],
  pbs: [aPbs('main')],
  vms: [aGuest({ vmid: 1, node: 'a' }), aGuest({ vmid: 2, node: 'b' }), aGuest({ vmid: 3, node: 'b' })],
  containers: [aGuest({ vmid: 4, node: 'b', type: 'lxc' })],
  storage: [aStorage('local', 'a'), aStorage('local', 'b')],
  physicalDisks: [aDisk('/dev/sda', { node: 'a' })],
  storageBackups: [onStorage(1, { node: 'a' }), onStorage(2, { node: 'b', id: '2' })],
  pbsBackups: [onServer('1')],
};
const names = async (page: Page) => (await column(page, 'Nodes')).map((text) => text.split('\n')[0]);
const head = (page: Page, name: string) => page.locator('[aria-label="Nodes"] thead').getByRole('button', { name });
const heads = (page: Page) =>
  page
    .locator('[aria-label="Nodes"] thead th')
    .evaluateAll((all) => all.map((th) => th.textContent?.replace(/[↑↓]/g, '')));
const row = (page: Page, name: string) =>
  page.locator('[aria-label="Nodes"] tbody tr').filter({ has: page.getByText(name, { exact: true }) });

test('hypervisors come before backup servers, online before offline, then by name', async (ctx) => {
  const { page } = await open(ctx, PATH, { state });
  await expect.poll(() => names(page)).toEqual(['a', 'b', 'off', 'main']);
});

test('a column head sorts, reverses, and returns to the default order; Name begins upwards, figures downwards', async (ctx) => {
  const { page } = await open(ctx, PATH, { state });
  const orders = async (name: string) => {
    const seen: string[] = [];
    for (let click = 0; click < 3; click++) {
      await head(page, name).click();
      seen.push((await names(page)).join(' '));
    }
    return seen;
  };
  await expect.poll(() => orders('CPU')).toEqual(['b a main off', 'main a b off'].concat('a b off main'));
  await expect.poll(() => orders('Node')).toEqual(['a b main off', 'off main b a', 'a b off main']);
});

test('each section has its own columns and counts; Temp only where a node reports one', async (ctx) => {
  const { page, show } = await open(ctx, PATH, { state });
  const figures = ['Uptime', 'CPU', 'Memory', 'Disk', 'Temp'];
  await expect.poll(() => heads(page)).toEqual(['Node', ...figures, 'VMs', 'Containers']);
  await expect.poll(() => column(page, 'Nodes', 7)).toEqual(['1', '2', '0', '']);
  await page.getByRole('link', { name: 'Storage', exact: true }).click();
  await expect.poll(() => heads(page)).toEqual(['Node', ...figures, 'Storage', 'Disks']);
  await expect.poll(() => column(page, 'Nodes', 8)).toEqual(['1', '–', '–']);
  await page.getByRole('link', { name: 'Backups', exact: true }).click();
  await expect
    .poll(() => heads(page))
    .toEqual(['Node / PBS', 'Uptime', 'CPU', 'Memory', 'Storage / Disk', 'Temp', 'Backups']);
  await expect.poll(() => column(page, 'Nodes', 7)).toEqual(['1', '1', '–', '1']);
  show({ nodes: [aNode('a')] });
  await expect.poll(() => heads(page)).not.toContain('Temp');
});

test('the temperature is the highest reading, rounded, in the colour of its alert', async (ctx) => {
  const { page, show } = await open(ctx, PATH, { state: { nodes: [aNode('a', { temperature })] } });
  const classOf = (text: string) => page.getByText(text).getAttribute('class');
  await expect.poll(() => classOf('71°')).not.toMatch(/text-(warn|crit)/);
  show({ nodes: [aNode('a', { temperature: { available: true, cpuPackage: 81 } })] });
  await expect.poll(() => classOf('81°')).toContain('text-warn');
  show({ nodes: [aNode('a', { temperature: { available: true, cpuPackage: 99 } })] });
  await expect.poll(() => classOf('99°')).toContain('text-crit');
});

test('a click selects a node, filters the section and dims the others; a second click or Escape deselects it', async (ctx) => {
  const { page } = await open(ctx, PATH, { state });
  const guests = () => page.locator('[aria-label="Guests"] tbody tr.row').count();
  await row(page, 'a').first().click();
  await expect.poll(guests).toBe(1);
  await expect.poll(() => page.locator('[aria-label="Nodes"] tr.dim').count()).toBe(3);
  await expectAccessible(page);
  await row(page, 'a').first().click();
  await expect.poll(guests).toBe(4);
  await row(page, 'a').first().click();
  await page.keyboard.press('Escape');
  await expect.poll(guests).toBe(4);
  await expect.poll(() => page.locator('[aria-label="Nodes"] tr.dim').count()).toBe(0);
});

test('another section begins without a selection; storage and backups are filtered by their own', async (ctx) => {
  const { page } = await open(ctx, PATH, { state });
  await row(page, 'a').first().click();
  await page.getByRole('link', { name: 'Storage', exact: true }).click();
  const storages = () => page.locator('[aria-label="Storage Pools"] tbody tr.row').count();
  await expect.poll(storages).toBe(2);
  await row(page, 'b').first().click();
  await expect.poll(storages).toBe(1);
  await page.getByRole('link', { name: 'Backups', exact: true }).click();
  const backups = () => page.locator('[aria-label="Backups"] tbody tr.row').count();
  await expect.poll(backups).toBe(3);
  await row(page, 'main').click();
  await expect.poll(backups).toBe(1);
});

test('a row is marked red or yellow by its alerts, grey once they are acknowledged', async (ctx) => {
  const on = (resourceId: string, fields: object) => anAlert(resourceId, { resourceId, ...fields });
  const activeAlerts = [on('dc-a', { level: 'critical' }), on('dc-b', {}), on('pbs-main', { acknowledged: true })];
  const { page } = await open(ctx, PATH, { state: { ...state, activeAlerts } });
  const rows = page.locator('[aria-label="Nodes"] tbody tr');
  const marks = () => rows.evaluateAll((all) => all.map((tr) => (tr as HTMLElement).dataset.mark));
  await expect.poll(marks).toEqual(['critical', 'warning', undefined, 'acknowledged']);
});

test('a name links to the web interface of its host: port 8006 of a node, 8007 of a backup server, https by default', async (ctx) => {
  const { page } = await open(ctx, PATH, {
    state: { nodes: [aNode('a', { host: 'a.lan' })], pbs: [aPbs('main', { host: '10.0.0.9' })] },
  });
  const href = (name: string) =>
    page.locator('[aria-label="Nodes"]').getByRole('link', { name, exact: true }).getAttribute('href');
  await expect
    .poll(async () => [await href('a'), await href('main')])
    .toEqual(['https://a.lan:8006', 'https://10.0.0.9:8007']);
});

test('a node that is not reached shows its last figures, pale, and since when; an offline one is a problem in red', async (ctx) => {
  const staleSince = new Date(Date.now() - 300_000).toISOString();
  const nodes = [aNode('silent', { staleSince }), aNode('dead', { status: 'offline', uptime: 0 })];
  const { page } = await open(ctx, PATH, { state: { nodes } });
  const silent = row(page, 'silent').first();
  await silent.getByText(/^not reached since \d\d:\d\d$/).waitFor();
  await expect.poll(() => silent.getAttribute('class')).toContain('stale');
  await expect.poll(async () => (await silent.locator('td').allInnerTexts()).slice(1, 5)).not.toContain('–');
  // the time stands there once, and its age is in the hint
  await expect.poll(() => silent.getByText('5m', { exact: true }).filter({ visible: true }).count()).toBe(0);
  await silent.getByText(/^not reached since/).hover();
  await page
    .getByText(/^No answer since .* \(5 minutes ago\)\s*Last status: online$/)
    .last()
    .waitFor();
  const dots = (name: string) => row(page, name).first().locator('.dot').getAttribute('class');
  await expect.poll(async () => [await dots('silent'), await dots('dead')]).toEqual(['dot lost', 'dot crit']);
  await page.getByRole('button', { name: '1 problem: dead is offline' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'dead' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('link', { name: 'dead' }).click();
  await page.waitForURL('**/nodes/dc-dead');
});

test('an offline node is dimmed and has no figures; one with bad answers is unhealthy but online', async (ctx) => {
  const nodes = [
    aNode('off', { status: 'offline', uptime: 0 }),
    aNode('ill', { connectionHealth: 'error' }),
    aNode('up', { uptime: 0 }),
  ];
  const { page } = await open(ctx, PATH, { state: { nodes } });
  for (const name of ['off', 'up'])
    await expect.poll(() => row(page, name).first().getAttribute('class')).toContain('down');
  await expect
    .poll(async () => (await row(page, 'off').first().locator('td').allInnerTexts()).slice(1, 5))
    .toEqual(['–', '–', '–', '–']);
  await expect.poll(() => row(page, 'ill').getAttribute('class')).not.toContain('down');
  await expect.poll(() => row(page, 'ill').getByRole('img', { name: 'degraded' }).count()).toBe(1);
});

test('a backup server shows its failed jobs and its maintenance, and no unknown figure', async (ctx) => {
  const job = { store: 'store', disabled: false, result: 'failed', lastRunState: 'connection refused' } as const;
  const {
    uptime: _uptime,
    memoryUsed: _used,
    ...server
  } = aPbs('main', {
    syncJobs: [{ ...job, id: 'offsite' }],
    datastores: [{ name: 'store', status: 'offline', maintenanceMessage: 'new disks', namespaces: [] }],
  });
  const { page } = await open(ctx, PATH, { state: { ...state, pbs: [server] } });
  const main = row(page, 'main');
  await main.getByRole('img', { name: 'degraded' }).waitFor();
  await expect.poll(() => main.innerText()).toContain('1 problem');
  await main.getByText('1 problem').hover();
  await page.getByText('Sync job offsite: connection refused', { exact: true }).last().waitFor();
  await main.getByText('1 limited').hover();
  await page.getByText('store is offline: new disks', { exact: true }).last().waitFor();
  const cells = await main.locator('td').allInnerTexts();
  // uptime, memory and disk are unknown; the CPU is not
  expect([cells[1], cells[3], cells[4]]).toEqual(['–', '–', '–']);
  expect(cells[2]).toContain('7');
});

test('bars turn yellow and red with the alerts of their thresholds and end at 100 percent', async (ctx) => {
  const of = (name: string, cpu: number, usage: number, disk: number) =>
    aNode(name, {
      cpu: cpu / 100,
      memory: { total: 100 * GB, used: usage * GB, free: 0, usage },
      disk: { total: 100 * GB, used: disk * GB, free: 0, usage: disk },
    });
  const nodes = [of('a', 79, 84, 89), of('b', 80, 85, 90), of('c', 90, 95, 98), of('d', 130, 120, 110)];
  const { page } = await open(ctx, PATH, { state: { nodes } });
  const tones = (name: string) =>
    row(page, name)
      .first()
      .locator('.meter')
      .evaluateAll((all) => all.map((meter) => /ok|warn|crit/.exec(meter.className)?.[0]).join(' '));
  await expect
    .poll(async () => [await tones('a'), await tones('b'), await tones('c')])
    .toEqual(['ok ok ok', 'warn warn warn', 'crit crit crit']);
  const widths = await row(page, 'd')
    .first()
    .locator('.fill')
    .evaluateAll((all) => all.map((fill) => (fill as HTMLElement).style.backgroundSize));
  expect(widths).toEqual(['100% 100%', '100% 100%', '100% 100%']);
});

test('a bar moves within half a second, and at once where motion is not wanted', async (ctx) => {
  const { page, show } = await open(ctx, PATH, { ...inMotion, state });
  const fill = row(page, 'a').locator('.fill').first();
  // an animation is over soon, so the page itself notes them
  const durations = await fill.evaluateHandle((bar) => {
    const noted: unknown[] = [];
    const animate = bar.animate.bind(bar);
    bar.animate = (frames, options) => {
      noted.push(typeof options === 'object' ? options.duration : options);
      return animate(frames, options);
    };
    return noted;
  });
  const cpuIs = async (cpu: number, percent: string) => {
    show({ nodes: [aNode('a', { cpu })] });
    await row(page, 'a').getByText(percent, { exact: true }).waitFor();
    await expect.poll(() => fill.evaluate((bar) => bar.style.backgroundSize)).toBe(`${percent} 100%`);
    return durations.jsonValue();
  };
  expect(await cpuIs(0.12, '12%')).toEqual([]);
  expect(await cpuIs(0.3, '30%')).toEqual([500]);
  expect(await cpuIs(0.31, '31%')).toEqual([500]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await cpuIs(0.9, '90%')).toEqual([500]);
});

test('on a phone the nodes are one line with their number and how many are unhealthy; it opens the table, and a selected node stays', async (ctx) => {
  const activeAlerts = [anAlert('dc-b', { resourceId: 'dc-b' })];
  const phone = { width: 390, height: 844 };
  const { page, show } = await open(ctx, PATH, { state: { ...state, activeAlerts }, viewport: phone });
  const line = page.getByRole('button', { name: '3 nodes · 1 PBS · 1 offline · 1 with alerts' });
  const shown = () => page.locator('[aria-label="Nodes"] tbody tr:visible').count();
  await expect.poll(async () => [await line.getAttribute('aria-expanded'), await shown()]).toEqual(['false', 0]);
  await line.click();
  await expect.poll(async () => [await line.getAttribute('aria-expanded'), await shown()]).toEqual(['true', 4]);
  await row(page, 'b').first().click();
  await expect.poll(shown).toBe(1);
  await expect.poll(() => row(page, 'b').first().isVisible()).toBe(true);
  await expect.poll(() => page.locator('[aria-label="Guests"] tbody tr.row').count()).toBe(3);
  await row(page, 'b').first().click();
  await expect.poll(shown).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect.poll(async () => [await line.isVisible(), await shown()]).toEqual([false, 4]);
  await page.setViewportSize(phone);
  // one or two nodes are shown without the line
  show({ nodes: [aNode('a')], pbs: [] });
  await expect.poll(shown).toBe(1);
});

test('a node shows no cluster while the name of the cluster is unknown', async (ctx) => {
  const { page } = await open(ctx, PATH, {
    state: { nodes: [aNode('a', { clusterName: '' })], vms: [aGuest({ node: 'a' })] },
  });
  await expect.poll(async () => (await column(page, 'Nodes'))[0]?.trim()).toBe('a');
  const cluster = page.locator('tbody').getByText(/Standalone|Unknown/);
  await expect.poll(() => cluster.count()).toBe(0);
});
