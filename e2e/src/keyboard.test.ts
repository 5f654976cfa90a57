// What the keyboard alone can do, with invented states: which part gets a key, and a journey through all screens.
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DIALOG } from './dialog.ts';
import { pressTab, walkTo } from './keys.ts';
import { aDisk, aGateway, aGuest, aNode, anAlert, aPbs, aStorage, onServer } from './made.ts';
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
    await expect.poll(() => search(page).inputValue()).toBe('');
    await expect.poll(() => focused(page)).not.toBe('Search guests');
  });

  test('the list of keys is that of the screen: the settings have no tables and no search by letters', async (ctx) => {
    const { page } = await open(ctx, '/settings/security', { state });
    await page.getByRole('heading', { name: 'Security', exact: true }).first().waitFor();
    await page.keyboard.press('?');
    await help(page).getByText('Everywhere').waitFor();
    await expect.poll(() => help(page).getByText('On this screen').count()).toBe(0);
    await expect.poll(() => help(page).getByText('any letter').count()).toBe(0);
  });

  test('a letter starts the search, and in the field every character is typed', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await search(page).waitFor();
    await page.keyboard.type('da?');
    await expect.poll(() => search(page).inputValue()).toBe('da?');
    await expect.poll(() => help(page).count()).toBe(0);
  });

  test('Escape closes a popup and does not reset the filters below it', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await search(page).waitFor();
    await page.keyboard.type('data');
    await page.getByRole('button', { name: 'Search tips' }).press('Enter');
    await page.getByRole('dialog', { name: 'Search tips' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Search tips' }).waitFor({ state: 'detached' });
    await expect.poll(() => search(page).inputValue()).toBe('data');
    await page.keyboard.press('Escape');
    await expect.poll(() => search(page).inputValue()).toBe('');
  });
});

describe('from the search to a page and back', () => {
  const row = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-key') ?? '');

  test('letters, Enter or the arrow, O, Escape: the focus is in the row again, and the arrows go on from there', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const beside = page.getByRole('complementary', { name: 'Details of web' });
    await search(page).waitFor();
    await page.keyboard.type('web');
    await expect.poll(() => page.locator('[data-key="dc-101"]').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => row(page)).toBe('dc-100');
    await page.keyboard.press('o');
    await beside.waitFor();
    await page.keyboard.press('Escape');
    await beside.waitFor({ state: 'detached' });
    await expect.poll(() => row(page)).toBe('dc-100');
    await page.keyboard.press('Escape');
    await expect.poll(() => search(page).inputValue()).toBe('');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => row(page)).toMatch(/^dc-10[01]$/);
  });

  test('in one go: search, row, page, back to the row, the alerts, an alert, the page of its resource, back to the alert', async (ctx) => {
    const alert = anAlert('a1', {
      ...{ resourceId: 'dc-100', resourceName: 'web' },
      metadata: { resourceType: 'guest', instanceId: 'dc', unit: '%', occurrence: 'o1', list: 'activeAlerts' },
    });
    const { page } = await open(ctx, PATH, { state: { ...state, activeAlerts: [alert] }, expected: /404/ });
    await search(page).waitFor();
    await page.keyboard.type('web');
    await expect.poll(() => page.locator('[data-key="dc-101"]').count()).toBe(0);
    // the head of its node, then the guest
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => row(page)).toBe('dc-100');
    // beside the table, and once more instead of it
    await page.keyboard.press('o');
    await page.getByRole('complementary', { name: 'Details of web' }).waitFor();
    await page.keyboard.press('o');
    await page.waitForURL('**/guests/dc-100*');
    await page.goBack();
    await expect.poll(() => row(page)).toBe('dc-100');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).waitFor();
    await page.keyboard.type('alerts overview');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/alerts/overview');
    await page.locator('[data-key="a1"]').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => row(page)).toBe('a1');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('[data-key="a1"]').getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('o');
    await page.waitForURL('**/guests/dc-100*');
    await page.goBack();
    await expect.poll(() => row(page)).toBe('a1');
    await page.keyboard.press('Escape');
    await expect.poll(() => row(page)).toBe('a1');
  });

  test('with the focus nowhere, the arrow goes to the first row, and out of the search as well', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await page.locator('[data-key="dc-100"]').waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => row(page)).toBe('node:dc-pve1');
    await page.keyboard.type('data');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => row(page)).toBe('node:dc-pve1');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => row(page)).toBe('dc-101');
  });

  test('Escape before the page of the next row is rendered leaves the focus in that row', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await page.locator('[data-key="dc-100"]').waitFor();
    await walkTo(page, 'ArrowDown', 'dc-100');
    await page.keyboard.press('o');
    const beside = page.getByRole('complementary', { name: /^Details of / });
    await beside.waitFor();
    await page.evaluate(async () => {
      for (const key of ['ArrowDown', 'Escape']) {
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        // what a key changes at once is rendered, the next page is not
        await Promise.resolve();
      }
    });
    await beside.waitFor({ state: 'detached' });
    await expect.poll(() => row(page)).toBe('dc-101');
  });

  test('the link to a page is seen in every row without a pointer on it', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const link = page.locator('[data-key="dc-100"] .page-link svg');
    await expect.poll(() => link.evaluate((svg) => getComputedStyle(svg).stroke)).not.toBe('none');
  });
});

describe('the choices of a segmented control', () => {
  test('are one stop of Tab; the arrows, Home and End move between them, and Enter chooses', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await page.getByRole('button', { name: 'Running', exact: true }).waitFor();
    const group = page.getByRole('group', { name: 'Status', exact: true });
    await expect.poll(() => group.locator('button[tabindex="0"]').allInnerTexts()).toEqual(['All']);
    await group.getByRole('button', { name: 'All' }).focus();
    const steps = { ArrowRight: 'Running', End: 'Unknown', ArrowDown: 'All', ArrowLeft: 'Unknown', Home: 'All' };
    for (const [key, lands] of Object.entries(steps)) {
      await page.keyboard.press(key);
      await expect.poll(() => focused(page)).toBe(lands);
    }
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => group.locator('[aria-pressed="true"]').innerText()).toBe('Running');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => group.evaluate((element) => element.contains(document.activeElement))).toBe(false);
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('Running');
  });
});

/** Every screen by its name in the palette, and the title that it gives the tab. The page of a resource has the name of it. */
const screens = {
  overview: 'Overview',
  'storage pools': 'Storage',
  'physical disks': 'Storage',
  backups: 'Backups',
  'mail gateway pmg spam': 'Mail Gateway',
  'docker containers hosts': 'Docker',
  'alerts overview': 'Alerts',
  'alerts history': 'Alert History',
  'alert thresholds': 'Alert Thresholds',
  'notification destinations': 'Notification Destinations',
  'maintenance schedule': 'Maintenance Schedule',
  'proxmox ve nodes': 'Proxmox VE nodes',
  'settings proxmox backup server': 'Proxmox Backup Server',
  'settings proxmox mail gateway': 'Proxmox Mail Gateway',
  'guest urls': 'Guest URLs',
  'settings docker hosts': 'Docker hosts',
  'settings sites collectors': 'Sites',
  'settings system theme': 'System',
  'settings history recorded': 'History',
  'settings exports influxdb': 'Exports',
  'settings diagnostics': 'Diagnostics',
  'update history': 'Update History',
  'settings security': 'Security',
  'vm 100 web': 'web',
  'node pve1': 'pve1',
  'local-zfs': 'local-zfs',
  'datastore store': 'store',
  'docker host moby': 'moby',
  'container shop': 'shop',
};

/**
 * Presses Tab until the focus comes round. Returns the controls in view that Tab did not reach, and that no group of them leads to.
 * `within`: the selector of an open dialog, which keeps the focus inside.
 */
async function notReached(page: Page, within = 'body'): Promise<string[]> {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    for (const element of document.querySelectorAll('[data-reached]')) element.removeAttribute('data-reached');
  });
  for (let presses = 0; presses < 250; presses++) {
    await pressTab(page);
    const isRound = await page.evaluate(() => {
      const { activeElement } = document;
      // after the last element the focus leaves the page once
      if (!activeElement || activeElement === document.body) return false;
      const known = activeElement.hasAttribute('data-reached');
      activeElement.setAttribute('data-reached', '');
      return known;
    });
    if (isRound) break;
  }
  return page.evaluate((root) => {
    const groups = '[role=treegrid], [role=grid], [role=listbox], fieldset, svg';
    return [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]'),
    ]
      .filter((control) => control.closest(root) && !control.closest('[inert]'))
      .filter(
        (control) =>
          control.checkVisibility({ visibilityProperty: true }) &&
          !control.matches(':disabled, [aria-hidden=true], [data-reached]'),
      )
      .filter((control) => !control.closest(groups)?.querySelector('[data-reached]'))
      .map(
        (control) => `${control.getAttribute('aria-label') ?? control.textContent}: ${control.outerHTML.slice(0, 120)}`,
      );
  }, within);
}

test('a journey through all screens by the keyboard alone: each is reached, each of its controls is reached, its tables are walked', async (ctx) => {
  const { page } = await open(ctx, PATH, {
    // the product knows none of the invented nodes, so it cannot say who is notified about them
    expected: /404/,
    state: {
      ...state,
      storage: [aStorage('local-zfs')],
      physicalDisks: [aDisk('/dev/nvme0n1')],
      pbs: [aPbs('main')],
      pmg: [aGateway('mx')],
      pbsBackups: [onServer('100')],
      activeAlerts: [anAlert('a1')],
      dockerHosts: [aDockerHost({ displayName: 'moby', containers: [aContainer({ name: 'shop' })] })],
    },
  });
  for (const [text, title] of Object.entries(screens)) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).waitFor();
    await page.keyboard.type(text);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.title(), { message: text }).toMatch(new RegExp(`(^|\\) )${title}`));
    await settled(page);
    expect(await notReached(page), text).toEqual([]);
    await walkTable(page, text);
  }
});

test('by the keyboard alone the page of a guest stands beside the table: each of its controls is reached, and the row has the focus again', async (ctx) => {
  const { page } = await open(ctx, PATH, { state });
  await page.locator('tr[data-key="dc-101"]').waitFor();
  await walkTo(page, 'Tab', 'node:dc-pve1');
  await walkTo(page, 'ArrowDown', 'dc-101');
  await page.keyboard.press('o');
  const beside = page.getByRole('complementary', { name: 'Details of database' });
  await beside.waitFor();
  await settled(page, 'aside');
  // from the top, because each row on the way shows its own page
  await page.getByRole('button', { name: 'Skip to the content' }).focus();
  expect(await notReached(page)).toEqual([]);
  await tabTo(page, /^Close the details/);
  await page.keyboard.press('Enter');
  await beside.waitFor({ state: 'detached' });
  const row = page.locator('tr[data-key="dc-101"]');
  await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
});

/** Waits until no control comes or goes any more: what a screen loads has arrived. */
async function settled(page: Page, within = 'main'): Promise<void> {
  let before = -1;
  const isSteady = async () => {
    const last = before;
    before = await page.locator(`${within} :is(a[href], button, input, select, textarea)`).count();
    return before === last;
  };
  await expect.poll(isSteady, { interval: 400 }).toBe(true);
}

/** The arrows walk the rows of the first long table of the screen. */
async function walkTable(page: Page, screen: string): Promise<void> {
  const table = page.locator(':is([role=treegrid], [role=grid]):has(tbody tr + tr)').last();
  if ((await table.count()) === 0) return;
  await table.locator('tr[tabindex="0"]').first().focus();
  const rowOf = () => page.evaluate(() => document.activeElement?.getAttribute('data-key'));
  const from = await rowOf();
  await page.keyboard.press('ArrowDown');
  await expect.poll(rowOf, { message: screen }).not.toBe(from);
  await page.keyboard.press('Home');
  await expect.poll(rowOf, { message: screen }).toBe(from);
}

/** Presses Tab until the control with this accessible name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    await pressTab(page);
    const text = await page.evaluate(() => {
      const { activeElement: own } = document;
      const labels = own instanceof HTMLInputElement || own instanceof HTMLSelectElement ? [...(own.labels ?? [])] : [];
      return `${own?.getAttribute('aria-label') ?? ''} ${labels.map((each) => each.innerText).join(' ')} ${own?.textContent ?? ''}`;
    });
    if (name.test(text)) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

test('by the keyboard alone a view is saved and opened again, a language is chosen, and the dialogs of a backup open and close', async (ctx) => {
  const { page } = await open(ctx, `${PATH}?type=vm`, { state });
  const find = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').first().waitFor();
    await page.keyboard.type(text);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
  };
  await tabTo(page, /^Saved views/);
  await page.keyboard.press('Enter');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.waitFor();
  await name.focus();
  await page.keyboard.type('By key');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'By key' }).waitFor();
  await page.keyboard.press('Escape');
  await find('update history');
  await page.waitForURL('**/settings/updates');
  await find('By key');
  await page.waitForURL('**/proxmox/overview?**');

  await find('settings system theme');
  await page.waitForURL('**/settings/system');
  for (const [button, title] of [
    [/Export Backup/, 'Export configuration'],
    [/Restore Backup/, 'Restore configuration'],
  ] as const) {
    await page.getByRole('heading', { name: 'Appearance' }).waitFor();
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.waitFor();
    await expect.poll(() => dialog.evaluate((own) => own.contains(document.activeElement))).toBe(true);
    await settled(page, DIALOG);
    expect(await notReached(page, DIALOG), title).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // the focus is where it was, so the journey goes on from there
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toMatch(button);
  }
  await find('Deutsch');
  await page.getByRole('heading', { name: 'Erscheinungsbild' }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
});
