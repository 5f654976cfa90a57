// The page of thresholds: one value or switch is edited in place, and says what it inherits.
import { expect, test } from 'vitest';
import { at, bar, cell, row, save, saved, type, useThresholds } from './threshold-page.ts';

const start = useThresholds();

test('a value is edited in place and saved in one request; it is marked as Custom, and can be put back', async (ctx) => {
  const { page, puts } = await start(ctx);
  await type(page, 'ada', 'cpu', '95');
  await row(page, 'ada').getByText('Custom').waitFor();
  await expect.poll(() => cell(page, 'ada', 'cpu').locator('s, span').allInnerTexts()).toEqual(['80', '95']);
  await bar(page).getByText('ada CPU %').waitFor();
  await save(page);
  expect(puts.length).toBe(1);
  await expect
    .poll(async () => (await saved(page)).overrides)
    .toEqual({ 'dc-100': { cpu: { trigger: 95, clear: 90 } } });
  await page.getByRole('button', { name: 'Back to the inherited values: ada' }).click();
  await save(page);
  await expect.poll(async () => (await saved(page)).overrides).toEqual({});
});

test('a value out of its bounds keeps its text, says the bounds, and is not saved; the others are', async (ctx) => {
  const { page } = await start(ctx);
  await type(page, 'ada', 'cpu', '195');
  await row(page, 'ada').getByRole('alert').waitFor();
  await expect.poll(() => row(page, 'ada').getByRole('alert').innerText()).toBe('Use -1 to 100; −1 is Off');
  await expect.poll(() => cell(page, 'ada', 'cpu').innerText()).toBe('195');
  await type(page, 'bob', 'memory', '70');
  await save(page);
  await expect.poll(async () => (await saved(page)).overrides).toEqual({ 'dc-101': { memory: at(70) } });
  await expect.poll(() => cell(page, 'ada', 'cpu').innerText()).toBe('195');
  await type(page, 'ada', 'cpu', '');
  await expect.poll(() => cell(page, 'ada', 'cpu').innerText()).toBe('80');
});

test('a value that is off offers its default; Escape and the button cancel; leaving the cell keeps the value', async (ctx) => {
  const { page } = await start(ctx);
  await cell(page, 'ada', 'networkIn').click();
  const field = page.getByRole('textbox', { name: 'Net In MB/s, ada' });
  await expect.poll(() => field.inputValue()).toBe('100');
  await field.press('Escape');
  await expect.poll(() => cell(page, 'ada', 'networkIn').innerText()).toBe('Off');
  await cell(page, 'ada', 'networkIn').click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => bar(page).count()).toBe(0);
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
  await expect.poll(async () => (await saved(page)).metricTimeThresholds.node).toEqual({});
});

test('values for a tag and for a node hold for their guests, which say where a value comes from', async (ctx) => {
  const { page } = await start(ctx);
  await page.getByRole('button', { name: 'Values for a tag' }).click();
  await page.getByRole('combobox', { name: 'Name of the tag' }).fill('DB');
  await page.keyboard.press('Enter');
  await type(page, 'Tag db', 'cpu', '60');
  await expect.poll(() => cell(page, 'bob', 'cpu').getAttribute('aria-label')).toBe('bob, CPU %: 60, from the tag db');
  await page.getByRole('button', { name: 'Values for the node pve2' }).first().click();
  await type(page, 'All on pve2', 'memory', '55');
  await expect
    .poll(() => cell(page, 'eve', 'memory').getAttribute('aria-label'))
    .toBe('eve, Memory %: 55, from the node pve2');
  await expect.poll(() => cell(page, 'ada', 'memory').getAttribute('aria-label')).toBe('ada, Memory %: 85, default');
  await save(page);
  await expect
    .poll(async () => (await saved(page)).overrides)
    .toEqual({ 'tag:db': { cpu: at(60) }, 'node:dc-pve2': { memory: at(55) } });
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
