// The page of thresholds: an edit stays in the cell in which it was typed, whatever happens to the focus.
import { expect, type TestContext, test } from 'vitest';
import { aNode } from './made.ts';
import { bar, cell, row, save, saved, state, useThresholds } from './threshold-page.ts';

const start = useThresholds();

const nodes = ['pve1', 'pve2', 'pve3'].map((name) => aNode(name));
const openNodes = (ctx: TestContext) => start(ctx, {}, 'proxmox', { state: { ...state, nodes } });

test('values that are clicked and typed one after the other in one row are saved in that row', async (ctx) => {
  const { page } = await openNodes(ctx);
  const fields = { cpu: 61, memory: 62, disk: 63, temperature: 64 };
  for (const name of ['pve1', 'pve2']) {
    for (const [field, value] of Object.entries(fields)) {
      await cell(page, name, field).click();
      await page.keyboard.type(String(value));
      await page.keyboard.press('Enter');
    }
  }
  await save(page);
  const triggers = Object.entries((await saved(page)).overrides).map(([key, override]) => [
    key,
    Object.fromEntries(Object.keys(fields).map((field) => [field, Reflect.get(override, field)?.trigger])),
  ]);
  expect(Object.fromEntries(triggers)).toEqual({ 'dc-pve1': fields, 'dc-pve2': fields });
  await expect.poll(() => page.getByRole('textbox', { name: 'Search resources' }).inputValue()).toBe('');
});

test('a value that was set to Off stays Off when its editor is opened again and cancelled', async (ctx) => {
  const { page } = await openNodes(ctx);
  for (const field of ['cpu', 'memory', 'disk']) {
    await cell(page, 'pve1', field).click();
    await page.keyboard.type('-1');
    await page.keyboard.press('Enter');
    await cell(page, 'pve1', field).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => cell(page, 'pve1', field).locator('span').last().innerText()).toBe('Off');
  }
});

test('whatever takes the focus away from an editor saves nothing, and the text stays in its cell', async (ctx) => {
  const { page } = await openNodes(ctx);
  await cell(page, 'pve1', 'cpu').click();
  await page.keyboard.type('6');
  await page.evaluate(() => document.querySelector<HTMLElement>('tr[data-key="dc-pve2"]')?.focus());
  const editor = page.getByRole('textbox', { name: 'CPU %, pve1' });
  await expect.poll(() => editor.inputValue()).toBe('6');
  await expect.poll(() => bar(page).count()).toBe(0);
  // the focus is nowhere: the next digit belongs to the open editor, and not to the search
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.type('1');
  await expect.poll(() => editor.inputValue()).toBe('61');
  await page.getByRole('heading', { name: 'Alert Thresholds' }).click();
  await expect.poll(() => cell(page, 'pve1', 'cpu').locator('span').last().innerText()).toBe('61');
  await expect.poll(() => row(page, 'pve2').getByText('Custom').count()).toBe(0);
});
