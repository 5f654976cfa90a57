// The command palette, with invented states: what it finds, where it leads, and that it can be used by everybody.
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aGateway, aGuest, aNode, aPbs, aStorage } from './made.ts';
import { useStage } from './stage.ts';
import { expectWhole, extremes } from './views.ts';

const open = useStage();
const PATH = '/proxmox/overview';
const guests = Array.from({ length: 300 }, (_, i) =>
  aGuest({ vmid: 100 + i, name: `guest-${i}`, node: i % 2 ? 'pve1' : 'pve2', status: i % 3 ? 'running' : 'stopped' }),
);
const state = {
  nodes: [aNode('pve1'), aNode('pve2')],
  vms: [...guests, aGuest({ vmid: 999, name: 'needle', node: 'pve2', ipAddresses: ['10.0.0.99'] })],
  storage: [aStorage('local-zfs')],
  pbs: [aPbs('vault')],
};
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search everything' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Search everything' });
const options = (page: Page) => palette(page).getByRole('option');
const call = async (page: Page, text = '') => {
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  await page.keyboard.type(text);
};
/** The name of the row that has the focus. */
const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('tr')?.querySelector('b, a, td')?.textContent ?? '');

describe('the palette', () => {
  test('opens with Ctrl K also while the user types in a field, and the same keys or Escape close it and return the focus', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const search = page.getByRole('textbox', { name: 'Search guests' });
    await search.fill('guest');
    for (const keys of ['Control+k', 'Escape']) {
      await call(page);
      await page.keyboard.press(keys);
      await palette(page).waitFor({ state: 'detached' });
      await expect.poll(() => search.evaluate((element) => element === document.activeElement)).toBe(true);
    }
    await expect.poll(() => search.inputValue()).toBe('guest');
  });

  test('has the focus before the next frame, so that a fast first letter is not lost', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    // its code is loaded
    await call(page);
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    const focused = await page.evaluate(() => {
      // no frame comes
      Object.assign(window, { requestAnimationFrame: () => 0 });
      dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
      return new Promise((resolve) => {
        setTimeout(() => resolve(document.activeElement?.getAttribute('role')), 200);
      });
    });
    expect(focused).toBe('combobox');
  });

  test('keeps the letters that are typed while its code is loaded: none of them is a command of the page, other keys work, and Escape calls it off', async (ctx) => {
    const requested = Promise.withResolvers<() => void>();
    const { page } = await open(ctx, PATH, {
      state,
      prepare: ({ page: own }) =>
        own.route('**/assets/-palette-*.js', (route) => requested.resolve(() => route.continue())),
    });
    await page.locator('[aria-label="Guests"] tr.row').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('lost');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('needle');
    // the search field of the screen would have it
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    await expect(focused()).resolves.toBe('BODY');
    // without a server the palette does not come
    await page.keyboard.press('Tab');
    await expect(focused()).resolves.not.toBe('BODY');
    (await requested.promise)();
    await options(page).first().getByText('needle').waitFor();
    await expect(field(page).inputValue()).resolves.toBe('needle');
    await page.keyboard.type('s');
    await expect(field(page).inputValue()).resolves.toBe('needles');
  });

  test('its last command is reached with the arrow up, which leads to the end of the list, and by scrolling', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    const last = options(page).filter({ hasText: 'Language: Deutsch' });
    await call(page);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => last.getAttribute('data-highlighted')).toBe('');
    await expect(last.isVisible()).resolves.toBe(true);
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    await call(page);
    await options(page).first().hover();
    await page.mouse.wheel(0, 3000);
    await last.waitFor();
  });

  test('a command whose code comes when the palette is open is found too', async (ctx) => {
    let release = () => {};
    const { page } = await open(ctx, PATH, {
      state,
      prepare: ({ page: own }) =>
        own.route('**/assets/view-commands-*.js', async (route) => {
          await new Promise<void>((next) => {
            release = next;
          });
          await route.continue();
        }),
    });
    await call(page, 'save this view');
    await palette(page).getByText('Nothing matches “save this view”').waitFor();
    release();
    await options(page).getByText('Save this view').waitFor();
  });

  test('Enter opens the page of the guest, although it is far down and a filter had hidden it', async (ctx) => {
    const { page } = await open(ctx, `${PATH}?status=stopped`, { state });
    await page.locator('[aria-label="Guests"] tr.row').first().waitFor();
    await call(page, '999');
    await options(page).first().getByText('needle').waitFor();
    await page.keyboard.press('Enter');
    await palette(page).waitFor({ state: 'detached' });
    await page.waitForURL('**/guests/dc-999');
    const title = page.getByRole('heading', { level: 1, name: 'needle' });
    await title.waitFor();
    await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('a link to a guest opens at it, and a guest that does not exist any more changes nothing', async (ctx) => {
    const { page, goto } = await open(ctx, `${PATH}?sort=vmid#dc-999`, { state });
    await expect.poll(() => focusedRow(page)).toContain('needle');
    await goto(`${PATH}?sort=name#dc-123456`);
    await page.locator('[aria-label="Guests"] tr.row').first().waitFor();
    await expect.poll(() => page.getByText('needle').count()).toBe(0);
  });

  test('a storage, a container, a node and a datastore lead to their pages, a gateway to its place', async (ctx) => {
    const { page } = await open(ctx, PATH, {
      state: {
        ...state,
        pmg: [aGateway('mx')],
        dockerHosts: [
          aDockerHost({ id: 'docker:h1', displayName: 'dock', containers: [aContainer({ name: 'shop' })] }),
        ],
      },
    });
    const choose = async (text: string) => {
      await call(page, text);
      await options(page).first().waitFor();
      await page.keyboard.press('Enter');
      await palette(page).waitFor({ state: 'detached' });
    };
    await choose('local-zfs');
    await page.waitForURL('**/storages/*local-zfs');
    await choose('shop');
    await page.waitForURL('**/docker/containers/*');
    await page.getByRole('heading', { level: 1, name: 'shop' }).waitFor();
    await choose('mx');
    await page.waitForURL('**/proxmox/mail#*');
    await page.locator('article#pmg-mx').waitFor();
    await choose('pve2');
    await page.waitForURL('**/nodes/*pve2');
    await choose('store');
    await page.waitForURL('**/datastores/pbs-vault%2F*');
  });

  test('finds screens, settings and actions, runs them, and shows what was chosen last first', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await call(page, 'backups');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/proxmox/backups*');
    await call(page, 'dark theme');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await call(page, 'keyboard sho');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await call(page);
    const names = await options(page).allInnerTexts();
    expect(names.slice(0, 2).map((text) => text.split('\n')[0])).toEqual(['Keyboard shortcuts', 'Backups']);
  });

  test('the results keep their places while the state changes, and show the new status', async (ctx) => {
    const { page, show } = await open(ctx, PATH, { state });
    await call(page, 'guest-1');
    await expect.poll(() => options(page).count()).toBeGreaterThan(5);
    const before = await options(page).evaluateAll((all) => all.map((each) => each.querySelector('b')?.textContent));
    await expect.poll(() => options(page).first().innerText()).toContain('running');
    show({
      vms: [
        aGuest({ vmid: 5000, name: 'guest-1', node: 'pve1' }),
        ...state.vms.map((guest) => (guest.name === 'guest-1' ? { ...guest, status: 'stopped' } : guest)).reverse(),
      ],
    });
    await expect.poll(() => options(page).first().innerText()).toContain('stopped');
    show({ vms: state.vms.filter(({ name }) => name !== 'guest-1') });
    await expect.poll(() => options(page).first().innerText()).toContain('no longer there');
    await expect
      .poll(() => options(page).evaluateAll((all) => all.map((each) => each.querySelector('b')?.textContent)))
      .toEqual(before);
  });

  test('a viewer is not offered what only an administrator may do', async (ctx) => {
    const offered = async (isAdmin: boolean) => {
      const { page } = await open(ctx, PATH, {
        state,
        prepare: ({ answer }) =>
          answer('/api/security/status', {
            configured: true,
            hasAuthentication: true,
            requiresAuth: true,
            method: 'password',
            username: 'ada',
            role: isAdmin ? 'admin' : 'viewer',
            isAdmin,
          }),
      });
      await call(page, 'docker');
      // the screen is found by both
      await options(page)
        .filter({ hasText: /^Docker/ })
        .first()
        .waitFor();
      return (await options(page).allInnerTexts()).filter((text) => text.startsWith('Add a host')).length;
    };
    expect(await offered(true)).toBe(1);
    expect(await offered(false)).toBe(0);
  });

  test('"Add a host" opens the form of a new host, and closing it leaves the page without it', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await call(page, 'add a host');
    await options(page)
      .filter({ hasText: /^Add.*Backup Server/ })
      .first()
      .click();
    const form = page.getByRole('dialog').getByLabel('Host URL');
    await form.waitFor();
    await expect.poll(() => page.url()).toMatch(/\/settings\/pbs\?add=yes$/);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await expect.poll(() => page.url()).toMatch(/\/settings\/pbs$/);
    await call(page, 'add a host');
    await options(page)
      .filter({ hasText: /^Add.*Docker/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Hide deployment instructions' }).waitFor();
  });

  test('says what can be found when nothing matches', async (ctx) => {
    const { page } = await open(ctx, PATH, { state });
    await call(page, 'zzzz');
    await palette(page).getByText('Nothing matches “zzzz”').waitFor();
    await palette(page)
      .getByText(/finds guests by name, VMID, IP address/)
      .waitFor();
  });

  test('is whole and accessible on a desktop and on a phone, empty, with results and without', async (ctx) => {
    for (const viewport of extremes) {
      const { page } = await open(ctx, PATH, { state, viewport });
      await page.getByRole('button', { name: 'Search everything' }).click();
      await options(page).first().waitFor();
      await expectWhole(page, 'palette');
      await page.keyboard.type('guest');
      await options(page).getByText('guest-0').waitFor();
      await expectWhole(page, 'palette-results');
      await page.keyboard.type('zzzz');
      await palette(page)
        .getByText(/Nothing matches/)
        .waitFor();
      await expectWhole(page, 'palette-nothing');
    }
  });
});
