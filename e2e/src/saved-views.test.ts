// Views that a user saves under a name: the menu beside the tabs, the command palette, and links for a wall.
import { expect, test } from 'vitest';
import { aPbs } from './made.ts';
import { names, PATH, search, state, toggle } from './overview-page.ts';
import { useStage } from './stage.ts';
import { expectAccessible } from './views.ts';

const open = useStage();

test('a view is saved under a name, opened from the menu by somebody with other preferences, renamed and deleted', async (ctx) => {
  const { page } = await open(ctx, PATH, { state });
  const menu = (own = page) => own.getByRole('button', { name: 'Saved views' });
  await toggle(page, 'Type', 'VMs').click();
  await search(page).fill('web');
  await menu().click();
  await page.getByText('No saved views yet.').waitFor();
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByText('Enter a name').waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Web servers');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('link', { name: 'Web servers' }).waitFor();
  await expectAccessible(page);

  const other = await open(ctx, '/docker', { state, stored: { sortKey: 'name', dashboardGroupingMode: 'flat' } });
  await menu(other.page).click();
  await other.page.getByRole('link', { name: 'Web servers' }).click();
  await expect.poll(() => names(other.page)).toEqual(['web']);
  await expect.poll(() => toggle(other.page, 'Grouping', 'Grouped').getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => search(other.page).inputValue()).toBe('web');

  await other.page.keyboard.press('Control+k');
  await other.page.keyboard.type('Web servers');
  await other.page.getByRole('option', { name: /Web servers/ }).waitFor();
  await other.page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Rename Web servers' }).click();
  await page.getByRole('textbox', { name: 'New name of Web servers' }).fill('Web');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Web', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Delete Web' }).click();
  await page.getByText('No saved views yet.').waitFor();
});

test('the page of a resource is saved with its span, also if its id has a slash', async (ctx) => {
  const { page, goto } = await open(ctx, '/guests/dc-100?range=7d', { state: { ...state, pbs: [aPbs('main')] } });
  await page.getByRole('heading', { name: 'web', exact: true }).waitFor();
  const saved = page.getByRole('button', { name: 'Saved views' });
  const save = async (name: string) => {
    await saved.click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('link', { name }).waitFor();
    await page.keyboard.press('Escape');
  };
  await save('A week of web');
  await goto('/datastores/pbs-main%2Fstore?range=30d');
  await page.getByRole('heading', { name: 'store', exact: true }).waitFor();
  await save('A month of the store');
  for (const [name, heading, url] of [
    ['A week of web', 'web', '/guests/dc-100?range=7d'],
    ['A month of the store', 'store', '/datastores/pbs-main%2Fstore?range=30d'],
  ] as const) {
    await goto(PATH);
    await saved.click();
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    expect(page.url()).toContain(url);
    await saved.click();
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.keyboard.press('Escape');
  }
});

test('on a narrow phone, where the header has no room for the menu, a view is saved from the search', async (ctx) => {
  const { page } = await open(ctx, `${PATH}?type=lxc`, { state, viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'Search everything' }).click();
  await page.getByRole('combobox').fill('save this view');
  await page.getByRole('option', { name: /Save this view/ }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('From the phone');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('link', { name: 'From the phone' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete From the phone' }).click();
  await page.getByText('No saved views yet.').waitFor();
});

test('an administrator makes a link to the view on the screen, and revokes it on the security page', async (ctx) => {
  const { page, goto } = await open(ctx, `${PATH}?type=lxc`, { state });
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lobby');
  await page.getByLabel('The link for a wall ends').selectOption('In 30 days');
  await page.getByRole('button', { name: 'Make a link for a wall' }).click();
  const link = (await page.locator('code').filter({ hasText: '/link#' }).textContent()) ?? '';
  expect(new URL(link).pathname).toBe('/link');
  await page.goto(link);
  await page.waitForURL('**kiosk=1');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ type: 'lxc', kiosk: '1' });
  await expect.poll(() => names(page)).toEqual(['ct']);

  await goto('/settings/security');
  const table = page.getByRole('region', { name: 'Links to views' });
  await table.getByText('Lobby').waitFor();
  await table.getByRole('columnheader', { name: 'Expires' }).waitFor();
  await expect.poll(() => table.getByText('never', { exact: true }).count()).toBe(0);
  await table.getByRole('button', { name: 'Revoke Lobby' }).click();
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await table.getByText('No links yet.').waitFor();
});
