// The page of thresholds: many values at once, by selection, from a spreadsheet, and with the keyboard alone.
import { expect, test } from 'vitest';
import { at, bar, cell, pasteAt, row, save, saved, useThresholds } from './threshold-page.ts';

const start = useThresholds();

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
  await expect.poll(async () => Object.keys((await saved(page)).overrides)).toEqual(['dc-105']);
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
  await expect.poll(() => cell(page, 'bob', 'memory').innerText()).toBe('999');
  await pasteAt(stage, 'Name\tDisk %\nfinn\t71\n103\t72\nmallory\t1\n');
  await page.getByText('Not found: mallory').first().waitFor();
  await save(page);
  await expect
    .poll(async () => (await saved(page)).overrides)
    .toEqual({
      'dc-100': { cpu: at(61), memory: at(62) },
      'dc-103': { disk: at(72) },
      'dc-105': { disk: at(71) },
    });
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
  await expect
    .poll(async () => (await saved(page)).overrides)
    .toEqual({
      'dc-100': { cpu: at(91) },
      'dc-102': { cpu: at(92), memory: at(90) },
    });
});
