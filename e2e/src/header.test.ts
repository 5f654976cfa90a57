// The header around the screens, with invented states.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { aGuest, aNode, anAlert, aStorage, aVersion } from './made.ts';
import { type Stage, useStage } from './stage.ts';

const open = useStage();
const PATH = '/proxmox/overview';
const state = { nodes: [aNode('pve1')], vms: [aGuest({ name: 'web' })], storage: [aStorage('local')] };
const header = (page: Page) => page.locator('header').first();

describe('the header', () => {
  test('shows the connection: Connected, Reconnecting..., Disconnected', async (ctx) => {
    const stage = await open(ctx, PATH, { state });
    const indicator = header(stage.page).getByRole('status');
    await expect.poll(() => indicator.innerText()).toBe('Connected');
    stage.lose();
    await expect.poll(() => indicator.innerText()).toBe('Reconnecting...');
    await stage.restoreOnPress();
    await stage.page.getByRole('button', { name: 'Reconnect now' }).click();
    await expect.poll(() => indicator.innerText()).toBe('Connected');
    await stage.goto('/login-is-not-a-path');
    await expect.poll(() => indicator.innerText()).toBe('Connected');
  });

  test('is Disconnected before the first connection', async (ctx) => {
    const { page } = await open(ctx, PATH, {
      state: null,
      // a socket that never opens
      prepare: ({ page: own }) =>
        own.addInitScript(() =>
          Object.assign(window, {
            WebSocket: class {
              close() {}
              send() {}
            },
          }),
        ),
    });
    await expect.poll(() => header(page).getByRole('status').innerText()).toBe('Disconnected');
  });

  test('the line of problems cuts a long name and never the time since when it is wrong', async (ctx) => {
    const long = 'a-storage-with-a-name-that-is-as-long-as-names-of-storages-can-be-in-an-estate-of-many-clusters';
    const alert = anAlert('a1', {
      resourceName: long,
      message: `${long} is full.`,
      startTime: new Date().toISOString(),
    });
    const { page } = await open(ctx, PATH, { state: { ...state, activeAlerts: [alert] } });
    for (const width of [1440, 1280, 768]) {
      await page.setViewportSize({ width, height: 720 });
      const since = page.getByText(/^since \d\d:\d\d$/);
      await expect.poll(() => since.evaluate((own) => own.scrollWidth - own.clientWidth)).toBe(0);
      const edge = () =>
        since.evaluate((own) => {
          const button = own.closest('button');
          return button ? button.getBoundingClientRect().right - own.getBoundingClientRect().right : -1;
        });
      await expect.poll(edge).toBeGreaterThanOrEqual(0);
    }
  });

  test('shows RC when the release is a candidate', async (ctx) => {
    const candidate = await open(ctx, PATH, {
      state,
      prepare: ({ answer }) => answer('/api/version', aVersion({ channel: 'rc' })),
    });
    await header(candidate.page).getByText('RC', { exact: true }).waitFor();
    // the keyboard reaches the link around it, which shows what it means
    await header(candidate.page)
      .getByRole('link', { name: /^Belfry/ })
      .focus();
    await expect
      .poll(() => candidate.page.locator('[data-side]').last().innerText())
      .toBe('This is a release candidate');
    for (const width of [375, 360]) {
      await candidate.page.setViewportSize({ width, height: 700 });
      await header(candidate.page).getByText('RC', { exact: true }).waitFor();
      await expect
        .poll(() => header(candidate.page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
        .toBe(0);
    }
    const stable = await open(ctx, PATH, { state, prepare: ({ answer }) => answer('/api/version', aVersion()) });
    await stable.page.getByText('Belfry 1.2.3').waitFor();
    await expect.poll(() => header(stable.page).getByText('RC', { exact: true }).count()).toBe(0);
  });

  test('names who is signed in, and signs them out', async (ctx) => {
    const status = {
      hasAuthentication: true,
      requiresAuth: true,
      method: 'proxy',
      hasProxyAuth: true,
      proxyAuthUsername: 'ada',
      proxyAuthLogoutURL: '/bye',
      credentialsEncrypted: true,
      exportProtected: true,
      apiTokenConfigured: true,
      hasHTTPS: true,
    };
    const { page } = await open(ctx, PATH, {
      state,
      prepare: ({ answer }) => answer('/api/security/status', status),
      expected: /404/,
    });
    await header(page).getByText('ada').waitFor();
    await header(page).getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/bye');
  });

  const banners = {
    'the security warning': ['false', (page: Page) => page.getByRole('region', { name: 'Security warning' })],
    'the note of a demo, which has no security warning': ['true', (page: Page) => page.getByText(/Demo instance/)],
  } as const;
  test.for(Object.entries(banners))(
    'stays in place below %s, whose code comes later than that of the screen',
    async ([, [demo, banner]], ctx) => {
      const slowly = async ({ page }: Stage) => {
        await page.route(/warning-banner-.*\.js/, async (route) => {
          await new Promise((next) => setTimeout(next, 300));
          await route.continue();
        });
        await page.route('**/api/health', async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, headers: { ...response.headers(), 'x-demo-mode': demo } });
        });
        await page.addInitScript(() => {
          // The app waits half a second for all answers. On a busy machine that is over before they come.
          const ownTimeout = setTimeout;
          Object.assign(window, {
            setTimeout: (run: () => void, ms?: number) => ownTimeout(run, ms === 500 ? 60_000 : ms),
          });
          const tops = new Set<number>();
          Object.assign(window, { tops });
          const look = () => {
            const header = document.querySelector('header');
            if (header) tops.add(header.getBoundingClientRect().top);
            requestAnimationFrame(look);
          };
          look();
        });
      };
      const { page } = await open(ctx, PATH, { state, prepare: slowly });
      await banner(page).waitFor();
      await expect
        .poll(() => page.getByRole('region', { name: 'Security warning' }).count())
        .toBe(demo === 'true' ? 0 : 1);
      const top = await header(page).evaluate((element) => element.getBoundingClientRect().top);
      await expect.poll(() => page.evaluate(() => [...Reflect.get(window, 'tops')])).toEqual([top]);
    },
  );

  test('a platform without hosts offers to add one and leads to its settings; a platform that had hosts stays', async (ctx) => {
    const { page, show } = await open(ctx, PATH);
    const tab = () => header(page).getByRole('link', { name: /^Proxmox/ });
    await expect.poll(() => tab().innerText()).toContain('Add host');
    await tab().hover();
    await page.getByText('Proxmox is not configured yet').waitFor();
    await tab().click();
    await page.waitForURL('**/settings/pve');
    show(state);
    await expect.poll(() => tab().innerText()).toBe('Proxmox');
    show({ nodes: [] });
    await page.reload();
    await expect.poll(() => tab().innerText()).toBe('Proxmox');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('platformsSeen'))).toContain('"proxmox":true');
  });

  test('marks the tab of the open screen, or Proxmox where no other fits', async (ctx) => {
    const { page, goto } = await open(ctx, PATH, { state });
    const current = () => header(page).locator('[aria-current=page]').allInnerTexts();
    await expect.poll(current).toEqual(['Proxmox']);
    await goto('/settings/pve');
    await expect.poll(current).toEqual(['Settings']);
    await goto('/nowhere');
    await expect.poll(current).toEqual(['Proxmox']);
  });

  test('counts the problems that nobody has yet, warnings and critical ones', async (ctx) => {
    const activeAlerts = [anAlert('a'), anAlert('b', { level: 'critical' }), anAlert('c', { acknowledged: true })];
    const { page, show } = await open(ctx, PATH, { state: { ...state, activeAlerts } });
    const alerts = header(page).getByRole('link', { name: /^Alerts/ });
    await expect
      .poll(async () => (await alerts.innerText()).replace(/\s+/g, ' '))
      .toBe('Alerts 2 problems that nobody has yet');
    show({ activeAlerts: activeAlerts.slice(2) });
    await expect.poll(() => alerts.innerText()).toBe('Alerts');
    await alerts.click();
    await page.waitForURL('**/alerts**');
  });

  test('puts a red dot on Settings while an update is visible', async (ctx) => {
    const { page } = await open(ctx, PATH, {
      state,
      prepare: ({ answer }) => answer('/api/version', aVersion({ updateAvailable: true, latestVersion: '9.9.9' })),
    });
    await header(page).getByRole('link', { name: 'Settings: an update is available' }).waitFor();
  });

  test('has no dot for a version that was skipped, and one again for the next', async (ctx) => {
    const newer = (latestVersion: string) => aVersion({ updateAvailable: true, latestVersion });
    const { page, answer } = await open(ctx, PATH, {
      state,
      stored: { updates: JSON.stringify({ lastCheck: 0, updateInfo: null, dismissedVersion: '9.9.9' }) },
      prepare: (stage) => stage.answer('/api/version', newer('9.9.9')),
    });
    await header(page).getByRole('link', { name: 'Settings', exact: true }).waitFor();
    await answer('/api/version', newer('9.9.10'));
    await page.reload();
    await header(page).getByRole('link', { name: 'Settings: an update is available' }).waitFor();
  });

  test('when the server comes back as another version the page reloads, but not while somebody edits settings', async (ctx) => {
    const { page, answer, lose, restore } = await open(ctx, PATH, {
      state,
      expected: /WebSocket/,
      prepare: (stage) => stage.answer('/api/version', aVersion({ version: '1.2.3' })),
    });
    await page.getByText('Belfry 1.2.3').waitFor();
    await header(page).getByRole('link', { name: 'Settings', exact: true }).click();
    await page.waitForURL('**/settings/**');
    await page.evaluate(() => Object.assign(window, { served: 'before' }));
    const served = () => page.evaluate(() => (window as { served?: string }).served);
    lose();
    await answer('/api/version', aVersion({ version: '1.3.0' }));
    restore();
    await page.waitForResponse('**/api/version');
    expect(await served()).toBe('before');
    await header(page).getByRole('link', { name: 'Proxmox' }).click();
    await expect.poll(served).toBeUndefined();
    await page.getByText('Belfry 1.3.0').waitFor();
  });

  test('follows the theme of the system until one is chosen, and keeps the choice', async (ctx) => {
    const { page } = await open(ctx, PATH, { state, colorScheme: 'dark' });
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await paper();
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(paper).not.toBe(dark);
    await header(page).getByRole('button', { name: 'Switch to the dark theme' }).click();
    await expect.poll(paper).toBe(dark);
    await page.reload();
    await expect.poll(paper).toBe(dark);
  });
});
