// The page of thresholds: values are edited in place, for many rows at once and from a spreadsheet, and saved in one request.
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { aGateway, aGuest, aNode, aPbs, aStorage } from './made.ts';
import { startProduct } from './product.ts';
import { type Stage, useStage } from './stage.ts';
import { expectWhole, sizes } from './views.ts';

const open = useStage();
const CONFIG = '/api/alerts/config';
const names = ['ada', 'bob', 'cleo', 'dora', 'eve', 'finn'];
const state = {
  nodes: [aNode('pve1'), aNode('pve2')],
  vms: names.map((name, at) =>
    aGuest({ vmid: 100 + at, name, node: at < 4 ? 'pve1' : 'pve2', tags: name === 'bob' ? ['db'] : [] }),
  ),
  pbs: [aPbs('vault')],
  pmg: [aGateway('mail')],
  storage: [aStorage('local', 'pve1')],
  dockerHosts: [aDockerHost({ containers: [aContainer({ id: 'c1', name: 'web', image: 'nginx:1' })] })],
};
const at = (trigger: number) => ({ trigger, clear: trigger - 5 });

/** As another administrator would do it. */
const put = (page: Page, config: object) =>
  page.evaluate(
    async ([path, body]) => {
      const headers = { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' };
      const { ok } = await fetch(String(path), { method: 'PUT', headers, body: JSON.stringify(body) });
      if (!ok) throw new Error('not saved');
    },
    [CONFIG, config] as const,
  );
const saved = (page: Page): Promise<AlertConfig> => page.evaluate(async (path) => (await fetch(path)).json(), CONFIG);

/** Opens a tab with this configuration on the server, and counts how often it is saved. */
async function start(ctx: Parameters<typeof open>[0], config: object = {}, tab = 'proxmox', options = {}) {
  const stage = await open(ctx, '/alerts/overview', { state, ...options });
  await put(stage.page, config);
  await stage.goto(`/alerts/thresholds/${tab}`);
  await stage.page.getByRole('navigation', { name: 'Kinds of thresholds' }).waitFor();
  const puts: string[] = [];
  stage.page.on('request', (request) => request.method() === 'PUT' && puts.push(request.url()));
  return { ...stage, puts };
}

const row = (page: Page, name: string) =>
  page.locator('tr.row', { has: page.getByText(name, { exact: true }) }).first();
const cell = (page: Page, name: string, field: string) => row(page, name).locator(`[data-field="${field}"]`);
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
async function type(page: Page, name: string, field: string, text: string) {
  await cell(page, name, field).click();
  await page.keyboard.press('ControlOrMeta+a');
  await (text === '' ? page.keyboard.press('Delete') : page.keyboard.type(text));
  await page.keyboard.press('Enter');
}
async function save(page: Page) {
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Configuration saved successfully!').first().waitFor();
}
async function pasteAt(stage: Pick<Stage, 'page'>, text: string) {
  await stage.page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', copied);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

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
  expect(await heads('Nodes')).toEqual(['Name', 'CPU %', 'Memory %', 'Disk %', 'Temp °C', 'Offline']);
  expect(await heads('PBS Servers')).toEqual(['Name', 'CPU %', 'Memory %', 'Offline']);
  expect((await heads('VMs & Containers')).slice(0, 8)).toEqual([
    ...['Name', 'CPU %', 'Memory %', 'Disk %'],
    ...['Disk R MB/s', 'Disk W MB/s', 'Net In MB/s', 'Net Out MB/s'],
  ]);
  expect(await heads('Storage Devices')).toEqual(['Name', 'Usage %']);
  await goto('/alerts/thresholds/mail-gateway');
  await page.getByRole('treegrid', { name: 'Mail Gateways' }).locator('tr.row').first().waitFor();
  expect(await heads('Mail Gateways')).toEqual([
    ...['Name', 'Queue Warn', 'Queue Crit', 'Deferred Warn', 'Deferred Crit', 'Hold Warn', 'Hold Crit'],
    ...['Oldest Warn (min)', 'Oldest Crit (min)', 'Spam Warn', 'Spam Crit', 'Virus Warn', 'Virus Crit'],
    ...['Growth Warn %', 'Growth Warn Min', 'Growth Crit %', 'Growth Crit Min', 'Offline'],
  ]);
  await goto('/alerts/thresholds/docker');
  await page.getByRole('treegrid', { name: 'Docker Containers' }).locator('tr.row').first().waitFor();
  expect(await heads('Docker Hosts')).toEqual(['Name', 'Offline']);
  expect(await heads('Docker Containers')).toEqual([
    ...[
      'Name',
      'CPU %',
      'Memory %',
      'Restart Count',
      'Restart Window (s)',
      'Memory Warn %',
      'Memory Critical %',
      'State',
    ],
  ]);
});

test('a value is edited in place and saved in one request; it is marked as Custom, and can be put back', async (ctx) => {
  const { page, puts } = await start(ctx);
  await type(page, 'ada', 'cpu', '95');
  await row(page, 'ada').getByText('Custom').waitFor();
  expect(await cell(page, 'ada', 'cpu').locator('s, span').allInnerTexts()).toEqual(['80', '95']);
  await bar(page).getByText('ada CPU %').waitFor();
  await save(page);
  expect(puts.length).toBe(1);
  expect((await saved(page)).overrides).toEqual({ 'dc-100': { cpu: { trigger: 95, clear: 90 } } });
  await page.getByRole('button', { name: 'Back to the inherited values: ada' }).click();
  await save(page);
  expect((await saved(page)).overrides).toEqual({});
});

test('a value out of its bounds keeps its text, says the bounds, and is not saved; the others are', async (ctx) => {
  const { page } = await start(ctx);
  await type(page, 'ada', 'cpu', '195');
  await row(page, 'ada').getByRole('alert').waitFor();
  expect(await row(page, 'ada').getByRole('alert').innerText()).toBe('Use -1 to 100; −1 is Off');
  expect(await cell(page, 'ada', 'cpu').innerText()).toBe('195');
  await type(page, 'bob', 'memory', '70');
  await save(page);
  expect((await saved(page)).overrides).toEqual({ 'dc-101': { memory: at(70) } });
  expect(await cell(page, 'ada', 'cpu').innerText()).toBe('195');
  await type(page, 'ada', 'cpu', '');
  expect(await cell(page, 'ada', 'cpu').innerText()).toBe('80');
});

test('a value that is off offers its default; Escape and the button cancel; leaving the cell keeps the value', async (ctx) => {
  const { page } = await start(ctx);
  await cell(page, 'ada', 'networkIn').click();
  const field = page.getByRole('textbox', { name: 'Net In MB/s, ada' });
  expect(await field.inputValue()).toBe('100');
  await field.press('Escape');
  expect(await cell(page, 'ada', 'networkIn').innerText()).toBe('Off');
  await cell(page, 'ada', 'networkIn').click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await bar(page).count()).toBe(0);
  await cell(page, 'ada', 'networkIn').click();
  await page.getByText('Warning from 100, critical from 150, ends at 95.').waitFor();
  await page.getByRole('heading', { name: 'Alert Thresholds' }).click();
  await bar(page).getByText('ada Net In MB/s').waitFor();
});

test('offline alerts of guests and their default go from Warn to Crit to Off; those of nodes are on or off', async (ctx) => {
  const { page } = await start(ctx);
  const click = async (name: string, expected: string) => {
    const button = row(page, name).getByRole('button', { name: /^Offline alert of/ });
    await button.click();
    await expect.poll(() => button.innerText()).toBe(expected);
  };
  for (const state of ['Crit', 'Off', 'Warn', 'Crit']) await click('ada', state);
  await click('pve1', 'Off');
  await click('pve1', 'On');
  await click('pve1', 'Off');
  const guestDefaults = page.getByRole('button', { name: /^Offline alert of Defaults, VMs/ });
  await guestDefaults.click();
  await expect.poll(() => guestDefaults.innerText()).toBe('Crit');
  await page.getByRole('switch', { name: 'Offline alerts, PBS Servers' }).click();
  await save(page);
  const config = await saved(page);
  expect(config.overrides['dc-pve1']).toEqual({ disableConnectivity: true });
  expect(config.guestDefaults.poweredOffSeverity).toBe('critical');
  expect(config.disableAllPBSOffline).toBe(true);
});

test('defaults that differ from the factory say so and are put back; delays equal to the one of the table are not stored', async (ctx) => {
  const { page } = await start(ctx, { nodeDefaults: { temperature: 75 } });
  await page.getByText('Temp °C 75, factory 80').waitFor();
  await page.getByRole('button', { name: 'Back to the factory defaults: Nodes' }).click();
  const delay = page.getByRole('treegrid', { name: 'Nodes' }).locator('tr.delays [data-field="cpu"]');
  const setDelay = async (text: string) => {
    await delay.click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  await setDelay('60');
  await page.getByRole('textbox', { name: 'Nodes: delay in seconds before an alert' }).fill('10');
  await page.keyboard.press('Enter');
  await save(page);
  const config = await saved(page);
  expect(config.nodeDefaults.temperature.trigger).toBe(80);
  expect(config.metricTimeThresholds).toMatchObject({ node: { cpu: 60 } });
  expect(config.timeThresholds.node).toBe(10);
  await setDelay('10');
  await save(page);
  expect((await saved(page)).metricTimeThresholds.node).toEqual({});
});

test('one value is set for many rows at once, and all is saved in one request', async (ctx) => {
  const { page, puts } = await start(ctx, { overrides: { 'dc-105': { memory: 50 } } });
  await page.getByRole('checkbox', { name: 'Select all rows shown in VMs & Containers' }).click();
  const line = page.getByRole('form', { name: 'Change the selected rows' });
  await line.getByText('6 selected').waitFor();
  await line.getByRole('combobox', { name: 'Value to change' }).selectOption('Memory %');
  await line.getByRole('textbox', { name: 'New value' }).fill('170');
  await line.getByRole('button', { name: 'Set' }).click();
  await line.getByRole('alert').getByText('Use -1 to 100').waitFor();
  await line.getByRole('textbox', { name: 'New value' }).fill('70');
  await line.getByRole('button', { name: 'Set' }).click();
  await row(page, 'finn').getByRole('checkbox').click();
  await line.getByText('5 selected').waitFor();
  await line.getByRole('combobox', { name: 'Value to change' }).selectOption('CPU %');
  await line.getByRole('button', { name: 'Off', exact: true }).click();
  await save(page);
  expect(puts.length).toBe(1);
  const { overrides } = await saved(page);
  expect(Object.keys(overrides).sort()).toEqual(['dc-100', 'dc-101', 'dc-102', 'dc-103', 'dc-104', 'dc-105']);
  expect(overrides['dc-100']).toEqual({ memory: at(70), cpu: { trigger: -1, clear: 0 } });
  expect(overrides['dc-105']).toEqual({ memory: at(70) });
  await line.getByRole('button', { name: 'Back to default' }).click();
  await save(page);
  expect(Object.keys((await saved(page)).overrides)).toEqual(['dc-105']);
});

test('cells of a spreadsheet are pasted from the current cell on, or by the names in their first column', async (ctx) => {
  const stage = await start(ctx);
  const { page } = stage;
  await row(page, 'ada').focus();
  await page.keyboard.press('ArrowRight');
  await pasteAt(stage, '61\t62\n\t999\n');
  await page
    .getByText(/Pasted 2 values into 2 rows\. .*1 value cannot be used/)
    .first()
    .waitFor();
  expect(await cell(page, 'bob', 'memory').innerText()).toBe('999');
  await pasteAt(stage, 'Name\tDisk %\nfinn\t71\n103\t72\nmallory\t1\n');
  await page.getByText('Not found: mallory').first().waitFor();
  await save(page);
  expect((await saved(page)).overrides).toEqual({
    'dc-100': { cpu: at(61), memory: at(62) },
    'dc-103': { disk: at(72) },
    'dc-105': { disk: at(71) },
  });
});

test('values for a tag and for a node hold for their guests, which say where a value comes from', async (ctx) => {
  const { page } = await start(ctx);
  await page.getByRole('button', { name: 'Values for a tag' }).click();
  await page.getByRole('combobox', { name: 'Name of the tag' }).fill('DB');
  await page.keyboard.press('Enter');
  await type(page, 'Tag db', 'cpu', '60');
  expect(await cell(page, 'bob', 'cpu').getAttribute('aria-label')).toBe('bob, CPU %: 60, from the tag db');
  await page.getByRole('button', { name: 'Values for the node pve2' }).first().click();
  await type(page, 'All on pve2', 'memory', '55');
  expect(await cell(page, 'eve', 'memory').getAttribute('aria-label')).toBe('eve, Memory %: 55, from the node dc-pve2');
  expect(await cell(page, 'ada', 'memory').getAttribute('aria-label')).toBe('ada, Memory %: 85, default');
  await save(page);
  expect((await saved(page)).overrides).toEqual({ 'tag:db': { cpu: at(60) }, 'node:dc-pve2': { memory: at(55) } });
});

test('the second of two administrators is told what the first has saved, and loses nothing', async (ctx) => {
  const { page, say } = await start(ctx);
  await type(page, 'ada', 'cpu', '95');
  await type(page, 'bob', 'cpu', '94');
  await put(page, { overrides: { 'dc-100': { cpu: 60 }, 'dc-105': { disk: 50 } } });
  say({ type: 'alert_config_changed' });
  await row(page, 'ada').getByText('The server has: 60').waitFor();
  await bar(page).getByText('Somebody else saved meanwhile').waitFor();
  expect(await cell(page, 'ada', 'cpu').innerText()).toContain('95');
  await row(page, 'ada').getByRole('button', { name: 'Use this value' }).click();
  await save(page);
  expect((await saved(page)).overrides).toEqual({
    'dc-100': { cpu: at(60) },
    'dc-101': { cpu: at(94) },
    'dc-105': { disk: at(50) },
  });
});

test('a save that fails keeps everything, and the words of the server stand beside the value; Discard drops all', async (ctx) => {
  const { page } = await start(ctx, {}, 'proxmox', { expected: /400/ });
  await type(page, 'ada', 'cpu', '95');
  const details = { 'overrides.dc-100.cpu.trigger': 'must be lower today' };
  const refusal = { error: 'Invalid request', code: 'validation_error', details };
  await page.route(`**${CONFIG}`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ json: refusal, status: 400 }) : route.fallback(),
  );
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await row(page, 'ada').getByRole('alert').getByText('must be lower today').waitFor();
  expect(await cell(page, 'ada', 'cpu').innerText()).toContain('95');
  await bar(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Changes discarded').first().waitFor();
  expect(await cell(page, 'ada', 'cpu').innerText()).toBe('80');
});

test('the keyboard alone selects, edits, moves and saves; a letter goes to the search, which Escape clears', async (ctx) => {
  const { page } = await start(ctx);
  await row(page, 'ada').focus();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = () =>
    page.evaluate(() => document.activeElement?.querySelector('[data-field]')?.getAttribute('aria-label'));
  await press('ArrowRight', '9', '1', 'Enter');
  await expect.poll(focused).toMatch(/^bob, CPU %/);
  await press('ArrowDown');
  await expect.poll(focused).toMatch(/^cleo, CPU %/);
  await press('F2', 'ControlOrMeta+a', '9', '2', 'Tab');
  await expect.poll(focused).toMatch(/^cleo, Memory %/);
  await press('Enter', '5', 'Escape');
  await expect.poll(focused).toMatch(/^cleo, Memory %: 85/);
  await press('9', '0', 'Shift+Enter');
  await expect.poll(focused).toMatch(/^bob, Memory %/);
  await press('ArrowLeft', 'ArrowLeft', ' ');
  await page.getByText('1 selected').waitFor();
  await press('e');
  await expect.poll(() => page.getByRole('textbox', { name: 'Search resources...' }).inputValue()).toBe('e');
  await press('Escape');
  await expect.poll(() => page.getByRole('textbox', { name: 'Search resources...' }).inputValue()).toBe('');
  const toSave = bar(page).getByRole('button', { name: 'Save' });
  await toSave.focus();
  await press('Enter');
  await page.getByText('Configuration saved successfully!').first().waitFor();
  expect((await saved(page)).overrides).toEqual({
    'dc-100': { cpu: at(91) },
    'dc-102': { cpu: at(92), memory: at(90) },
  });
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

test('a container keeps its override by its name; the numbers of a mail gateway are rounded', async (ctx) => {
  const { page, goto } = await start(ctx, {}, 'docker');
  await type(page, 'web', 'restartCount', '9');
  await page.getByRole('link', { name: 'Mail Gateway' }).click();
  await row(page, 'mail').waitFor();
  await type(page, 'mail', 'queueTotalWarning', '12.6');
  await bar(page).getByText('Not saved: 2 changes').waitFor();
  await save(page);
  const { overrides } = await saved(page);
  expect(Object.values(overrides).find(({ restartCount }) => restartCount === 9)?.name).toBe('web');
  expect(Object.values(overrides).find(({ queueTotalWarning }) => queueTotalWarning === 13)).toBeDefined();
  await goto('/alerts/thresholds/docker');
  await row(page, 'web').getByText('Custom').waitFor();
});

for (const viewport of sizes)
  test(`the tabs are whole and accessible at ${viewport.width} px`, async (ctx) => {
    const config = { overrides: { 'dc-100': { cpu: 95, disabled: true }, 'tag:db': { cpu: 60 } } };
    const { page, goto } = await start(ctx, config, 'proxmox', { viewport });
    await row(page, 'ada').locator('td').first().click();
    await page.getByLabel('Thresholds of ada').waitFor();
    await expectWhole(page, 'thresholds');
    for (const tab of ['mail-gateway', 'docker']) {
      await goto(`/alerts/thresholds/${tab}`);
      await page.locator('tr.resource').first().waitFor();
      await expectWhole(page, `thresholds-${tab}`);
    }
  });

const missing = noChromium();
test('an override takes effect with the next poll; a viewer reads the thresholds and cannot change them', async (ctx) => {
  if (missing) ctx.skip(missing);
  const lab = await startLab({ nodes: 2, guests: 10, clusters: 1, seed: 4, version: 9.2, authDelayMs: 0 });
  const product = await startProduct({
    BELFRY_NODES: JSON.stringify(lab.instances.map(nodeConfig)),
    BELFRY_TRUSTED_PROXIES: '127.0.0.1',
    BELFRY_PROXY_AUTH_SECRET: 's',
  });
  const browser = await launch();
  ctx.onTestFinished(async () => {
    await browser.close();
    await product.stop();
    await lab.stop();
  });
  const as = async (role: string) => {
    const headers = { 'X-Proxy-Secret': 's', 'X-Proxy-User': role || 'eve', 'X-Proxy-Roles': role };
    const opened = await openPage(browser, { extraHTTPHeaders: headers });
    await opened.page.goto(new URL('/alerts/thresholds', product.url).href);
    await opened.page.locator('tr.resource').first().waitFor();
    return opened;
  };
  const admin = await as('admin');
  const { page } = admin;
  const delay = page.getByRole('textbox', { name: 'VMs & Containers: delay in seconds before an alert' });
  await delay.fill('0');
  const running = page.getByRole('treegrid', { name: 'VMs & Containers' }).locator('tr.resource');
  for (const each of await running.all()) {
    await each.locator('[data-field="memory"]').click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
  }
  await save(page);
  await page.getByRole('link', { name: 'Overview' }).first().click();
  await page
    .locator('tr.row > td:not(:first-child)')
    .getByText(/memory usage is/)
    .first()
    .waitFor();

  const viewer = await as('');
  await viewer.page.getByText('Only administrators can change thresholds.').waitFor();
  await viewer.page.getByText('Custom', { exact: true }).nth(1).waitFor();
  expect(await viewer.page.locator('button[data-field], tr input').count()).toBe(0);
  for (const { errors } of [admin, viewer]) expect(errors).toEqual([]);
});
