// Messages stay when a screen or the header fails. Parts whose code comes late: the server is gone, has another build, or the code fails.
import { aDockerHost } from '@belfry/domain/testing/docker';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aGuest, aNode } from './made.ts';
import { type Stage, useStage } from './stage.ts';

const open = useStage();
const PATH = '/proxmox/overview';
const state = { nodes: [aNode('pve1')], vms: [aGuest()], dockerHosts: [aDockerHost()] };

const announce = ({ say }: Stage, name: string) =>
  say({ type: 'node_auto_registered', data: { name, host: `https://${name}`, type: 'pve' } });
const announced = (page: Page, name: string) =>
  page.getByText(`node "${name}" was successfully auto-registered`).first();
const failure = (page: Page) => page.getByRole('alert').getByText('Something went wrong');
const hasFile = (page: Page, name: string) =>
  page.evaluate(
    (start) =>
      performance.getEntriesByType('resource').some((file) => {
        const { name, responseStatus } = file as PerformanceResourceTiming;
        return responseStatus === 200 && name.includes(start);
      }),
    `/assets/${name}-`,
  );

test('messages come and stay when a screen fails', async (ctx) => {
  const broken = { ...aDockerHost(), containers: null } as never;
  const stage = await open(ctx, '/docker', { state: { ...state, dockerHosts: [broken] }, expected: /null/ });
  await failure(stage.page).waitFor();
  announce(stage, 'pve8');
  await announced(stage.page, 'pve8').waitFor();
});

test('a message stays when even the header fails', async (ctx) => {
  const stage = await open(ctx, PATH, { state, expected: /filter is not a function/ });
  const { page, showAll } = stage;
  announce(stage, 'pve8');
  // a message waits while the pointer is over it
  await announced(page, 'pve8').hover();
  showAll({ activeAlerts: {} as never });
  await failure(page).waitFor();
  await expect.poll(() => page.locator('header').count()).toBe(0);
  await announced(page, 'pve8').waitFor();
});

test('the code of messages is there before the first message, so one is shown although the server is gone', async (ctx) => {
  const stage = await open(ctx, PATH, { state, expected: /ERR_FAILED|Failed to/ });
  const { page } = stage;
  await expect.poll(() => hasFile(page, 'toaster')).toBe(true);
  await page.context().route('**/*', (route) => route.abort());
  announce(stage, 'pve8');
  await announced(page, 'pve8').waitFor();
});

test('when a part is gone because the server has another build, the page is loaded anew, once', async (ctx) => {
  let loads = 0;
  const { page } = await open(ctx, PATH, {
    state,
    expected: /404|Failed to|could not be loaded/,
    async prepare({ page: own }) {
      own.on('load', () => loads++);
      await own.route('**/assets/keys-dialog-*.js', (route) =>
        loads > 1 ? route.continue() : route.fulfill({ status: 404, body: '' }),
      );
      // the start page of the next build: its files have other names
      await own.route(/^[^?]*:\d+\/$/, (route) =>
        loads > 1
          ? route.continue()
          : route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/next.js"></script>' }),
      );
    },
  });
  await page.keyboard.press('?');
  await expect.poll(() => loads).toBe(2);
  await page.getByText(/Last refresh/).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  expect(loads).toBe(2);
});

test('a part whose own code fails is left out and the console says why; the rest of the page works', async (ctx) => {
  const body = 'throw new Error("the code of the part is broken")';
  const stage = await open(ctx, PATH, {
    state,
    expected: /the code of the part is broken/,
    prepare: ({ page: own }) =>
      own.route('**/assets/keys-dialog-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body })),
  });
  const { page } = stage;
  const said = page.waitForEvent('pageerror');
  await page.keyboard.press('?');
  expect((await said).message).toContain('the code of the part is broken');
  announce(stage, 'pve8');
  await announced(page, 'pve8').waitFor();
  await expect.poll(() => failure(page).count()).toBe(0);
});
