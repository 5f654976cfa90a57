// What the keyboard alone can do, with invented states: which part gets a key, and a journey through all screens.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aGuest, aNode } from './made.ts';
import { useStage } from './stage.ts';

const open = useStage();
const PATH = '/proxmox/overview';
const state = { nodes: [aNode('pve1')], vms: [aGuest({ name: 'web' }), aGuest({ vmid: 101, name: 'database' })] };
const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const search = (page: Page) => page.getByRole('textbox', { name: 'Search guests' });
/** The accessible name of the element that has the focus, or its text. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');

describe('which part gets a key', () => {
  test('? lists the keys that work here and leaves the focus and the search alone', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await search(page).waitFor();
    await page.keyboard.press('?');
    await help(page).getByText('any letter').waitFor();
    for (const text of ['Everywhere', 'On this screen', 'In tables', 'Search', 'First and last row'])
      await help(page).getByText(text, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await help(page).waitFor({ state: 'detached' });
    expect(await search(page).inputValue()).toBe('');
    expect(await focused(page)).not.toBe('Search guests');
  });

  test('the list of keys is that of the screen: the settings have no tables and no search by letters', async (ctx) => {
    const { page } = await open(ctx, '/settings/security', { state });
    await page.getByRole('heading', { name: 'Security', exact: true }).first().waitFor();
    await page.keyboard.press('?');
    await help(page).getByText('Everywhere').waitFor();
    expect(await help(page).getByText('On this screen').count()).toBe(0);
    expect(await help(page).getByText('any letter').count()).toBe(0);
  });

  test('a letter starts the search, and in the field every character is typed', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await search(page).waitFor();
    await page.keyboard.type('da?');
    await expect.poll(() => search(page).inputValue()).toBe('da?');
    expect(await help(page).count()).toBe(0);
  });

  test('Escape closes a popup and does not reset the filters below it', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await search(page).waitFor();
    await page.keyboard.type('data');
    await page.getByRole('button', { name: 'Search tips' }).press('Enter');
    await page.getByRole('dialog', { name: 'Search tips' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Search tips' }).waitFor({ state: 'detached' });
    expect(await search(page).inputValue()).toBe('data');
    await page.keyboard.press('Escape');
    await expect.poll(() => search(page).inputValue()).toBe('');
  });
});
