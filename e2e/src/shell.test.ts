// What is around the screens, with invented states: addresses, tabs, footer, errors, messages.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aGateway, aGuest, aNode, aStorage, aVersion } from './made.ts';
import { useStage } from './stage.ts';
import { expectAccessible } from './views.ts';

const open = useStage();
const PATH = '/proxmox/overview';
const state = { nodes: [aNode('pve1')], vms: [aGuest({ name: 'web' })], storage: [aStorage('local')] };
const path = (page: Page) => new URL(page.url()).pathname;
const header = (page: Page) => page.locator('header').first();

describe('addresses', () => {
  test('old addresses and the root lead to their screens in one step, and going back skips them', async (ctx) => {
    const { page, goto } = await open(ctx, PATH, { state });
    const leads = { '/': PATH, '/proxmox': PATH, '/storage': '/proxmox/storage', '/backups': '/proxmox/backups' };
    for (const [from, to] of Object.entries(leads)) {
      await goto(from);
      await page.waitForURL(`**${to}`);
      const length = await page.evaluate(() => history.length);
      await goto(from);
      await page.waitForURL(`**${to}`);
      await expect.poll(() => page.evaluate(() => history.length)).toBe(length + 1);
    }
  });

  test('an unknown address says so and leads to the Overview', async (ctx) => {
    const { page } = await open(ctx, '/nowhere/at/all', { state });
    await page.getByText('Page not found').waitFor();
    await page.getByRole('link', { name: 'Go to the Overview' }).click();
    await page.waitForURL(`**${PATH}`);
  });

  test('each section shows its parts; Mail Gateway has a tab only where there is a gateway', async (ctx) => {
    const { page, show } = await open(ctx, PATH, { state });
    const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    await expect.poll(() => sections.allInnerTexts()).toEqual(['Overview', 'Storage', 'Backups']);
    await page.locator('[aria-label="Nodes"]').waitFor();
    await page.getByRole('textbox', { name: 'Search guests' }).waitFor();
    await page.locator('[aria-label="Guests"]').waitFor();
    show({ pmg: [aGateway('mx')] });
    await expect.poll(() => sections.allInnerTexts()).toEqual(['Overview', 'Storage', 'Mail Gateway', 'Backups']);
    await sections.getByText('Storage').click();
    await page.locator('[aria-label="Storage Pools"]').waitFor();
    await page.getByRole('button', { name: 'Physical Disks' }).waitFor();
    await sections.getByText('Mail Gateway').click();
    await page.getByRole('article', { name: 'mx' }).waitFor();
    await sections.getByText('Backups').click();
    await page.getByText('No backup data').waitFor();
    expect(path(page)).toBe('/proxmox/backups');
  });

  test('the platform tab leads back to the section that was open last, also after a new visit', async (ctx) => {
    const { page, goto } = await open(ctx, '/proxmox/storage', { state });
    await expect.poll(() => page.evaluate(() => localStorage.getItem('activeTab'))).toBe('storage');
    await goto('/settings/pve');
    await header(page).getByRole('link', { name: 'Proxmox', exact: true }).click();
    await page.waitForURL('**/proxmox/storage');
    await page.locator('[aria-label="Storage Pools"]').waitFor();
  });
});

describe('the footer', () => {
  test('shows version, development build, Docker and the last refresh', async (ctx) => {
    const { page } = await open(ctx, PATH, {
      state,
      prepare: ({ answer }) => answer('/api/version', aVersion({ isDevelopment: true, isDocker: true })),
    });
    const footer = page.locator('footer');
    await expect.poll(() => footer.innerText()).toMatch(/^Belfry 1\.2\.3 \(Development\) - Docker\s+Last refresh \d/);
  });

  test('shows no version while none is known', async (ctx) => {
    const { page } = await open(ctx, PATH, {
      state: { ...state, stats: { startTime: '', uptime: 0, pollingCycles: 0, webSocketClients: 0, version: '' } },
      prepare: ({ answer }) => answer('/api/version', {}, 500),
      expected: /500/,
    });
    await expect.poll(() => page.locator('footer span').first().innerText()).toBe('Belfry');
  });
});

describe('errors', () => {
  test('a section that throws shows its error box, and the rest works', async (ctx) => {
    const broken = { ...aGuest({ vmid: 666 }), tags: undefined } as never;
    const { page, show } = await open(ctx, PATH, {
      state: { ...state, vms: [broken] },
      expected: /tags|length|undefined/,
    });
    const box = page.getByRole('alert').filter({ hasText: 'Error in guest table' });
    await box.waitFor();
    await expect.poll(() => page.locator('[aria-label="Nodes"] tbody tr').count()).toBe(1);
    await page.getByRole('textbox', { name: 'Search guests' }).waitFor();
    show({ vms: state.vms });
    await box.getByRole('button', { name: 'Retry' }).click();
    await page.locator('[aria-label="Guests"] tr.row').waitFor();
    await page.getByRole('link', { name: 'Storage', exact: true }).click();
    await page.locator('[aria-label="Storage Pools"] tr.row').waitFor();
  });

  test('a screen that throws shows the error, its details, and two ways to continue', async (ctx) => {
    // the code of the screen itself is broken, not one of its sections
    const { page } = await open(ctx, PATH, {
      state: null,
      expected: /./,
      prepare: ({ page: own }) =>
        own.route('**/assets/storage-*.js', (route) =>
          route.fulfill({
            contentType: 'text/javascript',
            body: 'throw new Error("the code of the screen is broken")',
          }),
        ),
    });
    await page.getByRole('link', { name: 'Storage', exact: true }).click();
    await page.getByText('Something went wrong').waitFor();
    await page.getByText('An unexpected error occurred').waitFor();
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('the code of the screen is broken');
    await page.getByRole('button', { name: 'Try Again' }).waitFor();
    await page.getByRole('button', { name: 'Reload Page' }).waitFor();
    await page.getByRole('button', { name: 'Show error details' }).click();
    await page.getByRole('button', { name: 'Hide error details' }).waitFor();
    await page.locator('pre').waitFor();
  });

  test('a page without its root element writes to the console and nothing else', async (ctx) => {
    const { page, goto } = await open(ctx, '/nowhere', { state, expected: /no element with the id "root"/ });
    await page.route('**/nowhere', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('id="root"', 'id="other"') });
    });
    const said = page.waitForEvent('pageerror');
    await goto('/nowhere');
    expect((await said).message).toContain('no element with the id "root"');
  });
});

describe('messages', () => {
  test('a host that registered itself is announced for 8 seconds', async (ctx) => {
    const { page, say } = await open(ctx, PATH, { state });
    await page.clock.install();
    say({ type: 'node_auto_registered', data: { name: 'pve9', host: 'https://pve9', type: 'pve' } });
    const toast = page
      .getByText('Proxmox VE node "pve9" was successfully auto-registered and is now being monitored!')
      .first();
    await toast.waitFor();
    await page.clock.fastForward(7_000);
    await expect.poll(() => toast.count()).toBe(1);
    await page.clock.fastForward(1_500);
    await toast.waitFor({ state: 'detached' });
  });

  test('a lost connection is shown above the figures with their age, and can be retried at once', async (ctx) => {
    const stage = await open(ctx, PATH, { state });
    stage.lose();
    const strip = stage.page.getByRole('alert').filter({ hasText: 'Connection lost' });
    await strip.getByText(/These figures are from/).waitFor();
    await expectAccessible(stage.page);
    await stage.restoreOnPress();
    await strip.getByRole('button', { name: 'Reconnect now' }).click();
    await strip.waitFor({ state: 'detached' });
  });
});
