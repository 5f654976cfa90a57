// The log of messages and "Who would hear of this?" on the page of destinations: a real alert of the lab, a destination that accepts it
// and one that cannot be reached.
import { nodeConfig, startLab } from '@belfry/lab/datacentre';
import type { Delivery } from '@belfry/schema/notifications/delivery';
import type { Page, Request } from 'playwright-core';
import { expect, type TestContext, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { startNotificationReceiver } from './notification-receiver.ts';
import { freePort, startProduct } from './product.ts';
import { useStage } from './stage.ts';
import { expectWhole, sizes } from './views.ts';

const missing = noChromium();
const stage = useStage();

const log = (page: Page) => page.getByRole('treegrid', { name: 'Messages' });
const row = (page: Page, text: RegExp) => log(page).locator('tr.row', { hasText: text });
const who = (page: Page) => page.getByRole('region', { name: 'Who would hear of this?' });

/** One node with an alert about its memory, and two webhooks: `receiver` accepts, nobody listens at `nobody`. */
async function alarming(ctx: TestContext) {
  if (missing) ctx.skip(missing);
  const lab = await startLab({ nodes: 1, guests: 3, clusters: 1, seed: 5, version: 9.2, authDelayMs: 0, calm: true });
  const receiver = await startNotificationReceiver();
  const product = await startProduct({
    BELFRY_AUTH_DISABLED: 'true',
    BELFRY_NODES: JSON.stringify(lab.instances.map(nodeConfig)),
    BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8',
  });
  const browser = await launch();
  ctx.onTestFinished(async () => {
    await browser.close();
    await product.stop();
    await receiver.close();
    await lab.stop();
  });
  async function send<T>(method: string, address: string, body?: object): Promise<T> {
    const reply = await fetch(`${product.url}/api/${address}`, {
      ...{ method, headers: { 'content-type': 'application/json' } },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  }
  const webhook = { service: 'generic', name: 'receiver', url: `${receiver.url}receiver` };
  const accepted = await send<{ id: string }>('POST', 'notifications/webhooks', webhook);
  const nobody = await send<{ id: string }>('POST', 'notifications/webhooks', {
    ...{ service: 'generic', name: 'nobody', url: `http://127.0.0.1:${await freePort()}/` },
  });
  const config = await send<{ schedule: { grouping: object }; nodeDefaults: object }>('GET', 'alerts/config');
  await send('PUT', 'alerts/config', {
    ...config,
    nodeDefaults: { ...config.nodeDefaults, memory: { trigger: 1, clear: 0 } },
    schedule: { ...config.schedule, grouping: { ...config.schedule.grouping, enabled: false } },
  });
  const opened = await openPage(browser);
  return { ...opened, product, send, accepted, nobody, webhook };
}

test('a real message is in the log with its answer and what comes next; filters are in the URL, and the details open with the keyboard', async (ctx) => {
  const { page, errors, product, nobody } = await alarming(ctx);
  await page.goto(`${product.url}/alerts/destinations`);
  await row(page, /receiver.*Delivered/)
    .first()
    .waitFor();
  await row(page, /nobody.*Failedagain at/)
    .first()
    .waitFor();

  await page.getByRole('combobox', { name: 'Destination', exact: true }).selectOption('nobody');
  await expect.poll(() => row(page, /receiver/).count()).toBe(0);
  expect(new URL(page.url()).searchParams.get('destination')).toBe(`webhook:${nobody.id}`);
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('Delivered');
  await page.getByText('No message matches these filters.').waitFor();
  await page.reload();
  await page.getByText('No message matches these filters.').waitFor();
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('Failed');
  await row(page, /nobody/)
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await log(page).getByText('Next try').waitFor();
  const words = log(page).locator('dd', { hasText: 'ECONNREFUSED' });
  await words.first().waitFor();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.reload();
    await row(page, /nobody/)
      .first()
      .scrollIntoViewIfNeeded();
    await expectWhole(page, 'delivery-log');
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await row(page, /receiver/)
    .first()
    .waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(errors).toEqual([]);
});

test('who would hear of an alert is said in one sentence, with the reason for each destination, and nothing is sent', async (ctx) => {
  const { page, errors, product, send, nobody, webhook } = await alarming(ctx);
  await send('PUT', `notifications/webhooks/${nobody.id}`, {
    ...webhook,
    name: 'nobody',
    routing: { minLevel: 'warning', tags: ['no-such-tag'] },
  });
  await page.goto(`${product.url}/alerts/destinations`);
  await expect.poll(async () => (await send<Delivery[]>('GET', 'notifications/log')).length).toBeGreaterThan(0);
  const before = (await send<Delivery[]>('GET', 'notifications/log')).map(({ id }) => id);
  const resource = who(page).getByRole('combobox', { name: 'Resource' });
  await resource.click();
  await page.keyboard.type('node');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await who(page).getByText('receiver would hear of it now.').waitFor();
  await who(page).getByText('The resource has none of the tags of the destination').waitFor();
  await who(page).getByText('The destination is switched off').waitFor();
  await who(page).getByRole('combobox', { name: 'Type of alert' }).selectOption('Not reachable');
  await who(page).getByRole('button', { name: 'Warning' }).click();
  await expect.poll(() => new URL(page.url()).search).toMatch(/resource=.*type=connectivity.*level=warning/);
  await page.reload();
  await who(page).getByText('receiver would hear of it now.').waitFor();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.reload();
    await who(page).getByText('receiver would hear of it now.').scrollIntoViewIfNeeded();
    await expectWhole(page, 'recipients');
  }
  const after = (await send<Delivery[]>('GET', 'notifications/log')).filter(({ id }) => !before.includes(id));
  expect(after.filter(({ kind }) => kind !== 'reminder')).toEqual([]);
  expect(errors).toEqual([]);
});

const delivery = (number: number): Delivery => ({
  ...{ id: `d${number}`, kind: 'raised', state: 'sent', attempts: 1, lost: 0, alertCount: 1, status: 200 },
  ...{ destination: { id: 'email', name: 'E-mail', service: 'email' }, createdAt: new Date().toISOString() },
  alerts: [{ id: 'a', occurrence: `o${number}`, resourceName: `guest-${number}`, level: 'warning' }],
});

test('older messages are asked for page by page, and the page is in the URL', async (ctx) => {
  const asked: string[] = [];
  const noted = (request: Request) => asked.push(new URL(request.url()).searchParams.get('offset') ?? '');
  const { page } = await stage(ctx, '/alerts/destinations', {
    prepare: ({ page }) =>
      page.route('**/api/notifications/log?limit=51*', (route) => {
        noted(route.request());
        const from = Number(asked.at(-1));
        return route.fulfill({ json: Array.from({ length: from === 0 ? 51 : 3 }, (_, i) => delivery(from + i)) });
      }),
  });
  await row(page, /guest-0(?!\d)/).waitFor();
  await expect.poll(() => row(page, /guest-/).count()).toBe(50);
  await page.getByRole('button', { name: 'Older' }).click();
  await row(page, /guest-52(?!\d)/).waitFor();
  await expect
    .poll(async () => [new URL(page.url()).search, asked.at(-1), await row(page, /guest-/).count()])
    .toEqual(['?page=2', '50', 3]);
  await expect.poll(() => page.getByRole('button', { name: 'Older' }).isDisabled()).toBe(true);
  await page.goBack();
  await row(page, /guest-0(?!\d)/).waitFor();
});
