// A screen that fails, and code that cannot be fetched: the rest of the app stays.

import { aDockerHost } from '@belfry/domain/testing/docker';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aGuest, aNode } from './made.ts';
import { scrollable } from './scroll-through.ts';
import { useStage } from './stage.ts';

const open = useStage();
const PATH = '/proxmox/overview';
const state = { nodes: [aNode('pve1')], vms: [aGuest()], dockerHosts: [aDockerHost()] };
const CODE = '**/assets/*.js';
const GUESTS = 'table[aria-label="Guests"]';

const platform = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Platforms' }).getByRole('link', { name });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
/** How many files of the screens and settings pages of Docker the browser has, with everything they import. */
const loaded = (page: Page) =>
  page.evaluate(
    () =>
      performance.getEntriesByType('resource').filter((file) => {
        const { name, responseEnd } = file as PerformanceResourceTiming;
        return responseEnd > 0 && /\/assets\/docker-[^/]*\.js$/.test(name);
      }).length,
  );

/** Waits until the browser has asked for nothing for two seconds. */
async function allLoaded(page: Page): Promise<void> {
  const count = () => page.evaluate(() => performance.getEntriesByType('resource').length);
  let before = -1;
  const options = { interval: 2000, timeout: 60_000 };
  await expect
    .poll(async () => {
      const last = before;
      before = await count();
      return before === last;
    }, options)
    .toBe(true);
}

test('an error on one screen leaves the header, and the other screens open', async (ctx) => {
  const broken = { ...aDockerHost(), containers: null } as never;
  const { page } = await open(ctx, '/docker', { state: { ...state, dockerHosts: [broken] }, expected: /null/ });
  await page.getByRole('alert').getByText('Something went wrong').waitFor();
  await platform(page, 'Proxmox').click();
  await title(page, 'Overview').waitFor();
  await expect.poll(() => page.getByText('Something went wrong').count()).toBe(0);
});

test('when nothing has happened for a while, all screens are loaded: they open although the server is gone', async (ctx) => {
  const { page, lose } = await open(ctx, PATH, { state, expected: /ERR_FAILED|Failed to/ });
  await expect.poll(() => loaded(page)).toBeGreaterThan(1);
  await allLoaded(page);
  await page.evaluate(() => Object.assign(window, { untouched: true }));
  await page.context().route('**/*', (route) => route.abort());
  lose();
  await platform(page, 'Docker').click();
  await title(page, 'Docker').waitFor();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'untouched'))).toBe(true);
});

test('a screen whose code cannot be fetched says so inside the app, and opens when the server is back', async (ctx) => {
  const { page } = await open(ctx, PATH, { state, expected: /ERR_FAILED|Failed to|could not be loaded/ });
  await page.evaluate(() => Object.assign(window, { untouched: true }));
  await page.route(CODE, (route) => route.abort());
  await platform(page, 'Docker').click();
  await page.getByRole('alert').getByText('could not be loaded').waitFor();
  await page.unroute(CODE);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await title(page, 'Docker').waitFor();
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'untouched'))).toBe(true);
});

test('a long table shows its first rows before the code that scrolls through it is loaded', async (ctx) => {
  const vms = Array.from({ length: 200 }, (_, i) => aGuest({ vmid: 100 + i }));
  const { page, goto } = await open(ctx, PATH, { state: { ...state, vms } });
  const release = Promise.withResolvers<void>();
  await page.route('**/assets/long-body-*.js', async (route) => {
    await release.promise;
    await route.continue();
  });
  await goto(PATH);
  await expect.poll(() => page.locator(`${GUESTS} tr.row`).count()).toBeGreaterThan(10);
  await expect.poll(() => page.locator(`${GUESTS} tr[aria-hidden]`).count()).toBe(0);
  release.resolve();
  await scrollable(page, GUESTS);
  await page.locator(`${GUESTS} tbody tr[tabindex="0"]`).focus();
  await page.keyboard.press('End');
  await page.locator(`${GUESTS} tr[data-key="dc-299"]`).waitFor();
});
