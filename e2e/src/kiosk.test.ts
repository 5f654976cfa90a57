// A screen on a wall: a link to a view, opened in a browser where nobody signed in.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest';
import { type Administrator, setUp } from './administrator.ts';
import { noChromium } from './chromium.ts';
import { usePages } from './kept-pages.ts';
import { aGuest, aNode, anAlert } from './made.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { useStage } from './stage.ts';
import { expectAccessible } from './views.ts';

const openPage = usePages();
const missing = noChromium();
let product: RunningProduct;
let admin: Administrator;

beforeAll(async () => {
  if (missing) return;
  product = await startProduct();
  admin = await setUp(product);
});
afterAll(async () => {
  await product?.stop();
});

interface Link {
  id: string;
  secret: string;
}
const view = { screen: '/proxmox/overview', params: { type: 'vm', sort: '-cpu' } };
let made = 0;
/** Each link has a name of its own, also in a second attempt of a test. */
const makeLink = async (name: string) =>
  (await admin.api('POST', '/api/security/view-links', { ...view, name: `${name} ${++made}` })) as Link;
const links = async () => (await admin.api('GET', '/api/security/view-links')) as { id: string; lastUsedAt: unknown }[];

async function wall(ctx: TestContext, address: string): Promise<Page> {
  // the sign-in page and a revoked link are refusals, which the browser reports
  const { page } = await openPage(ctx, { expected: /401|404|WebSocket/ });
  await page.goto(product.url + address);
  return page;
}

test('a link opens its view without a sign-in, shows no header, and its secret is nowhere but in a cookie that scripts cannot read', async (ctx) => {
  const { id, secret } = missing ? { id: '', secret: '' } : await makeLink('lobby');
  const page = await wall(ctx, `/link#${secret}`);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url() + JSON.stringify(request.headers())));
  await page.waitForURL('**/proxmox/overview?**');
  await page.getByText('No hypervisor nodes configured').waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject(view.params);
  await expect.poll(() => page.getByRole('banner').count()).toBe(0);
  await expect.poll(() => page.getByRole('navigation').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.cookie)).not.toContain(secret);
  await expect.poll(() => page.evaluate(() => location.href + document.referrer)).not.toContain(secret);
  expect(requests.filter((text) => text.includes(secret) && !text.includes(`belfry_link=${secret}`))).toEqual([]);
  expect(product.output()).not.toContain(secret);
  expect((await links()).find((link) => link.id === id)?.lastUsedAt).not.toBeNull();
  await expectAccessible(page);

  await page.reload();
  await page.getByText('No hypervisor nodes configured').waitFor();
  // the holder is led back to the view from everywhere
  await page.goto(`${product.url}/settings/security`);
  await page.waitForURL('**/proxmox/overview?**');
});

test('the holder of a link can read nothing else and change nothing, with any call', async (ctx) => {
  const { secret } = missing ? { secret: '' } : await makeLink('hall');
  const page = await wall(ctx, `/link#${secret}`);
  await page.getByText('No hypervisor nodes configured').waitFor();
  const status = (method: string, path: string, headers: Record<string, string> = {}) =>
    page.evaluate(
      async ([method, path, headers]) =>
        (
          await fetch(path, {
            method,
            headers: { 'content-type': 'application/json', ...headers },
            ...(method !== 'GET' && { body: '{}' }),
          })
        ).status,
      [method, path, headers] as const,
    );
  // the browser writes each refusal to the console
  page.removeAllListeners('console');
  for (const path of ['/api/state', '/api/config/system', '/api/config/nodes', '/api/security/sessions', '/api/views'])
    expect([path, await status('GET', path)]).toEqual([path, 403]);
  for (const path of [
    '/api/views',
    '/api/security/tokens',
    '/api/security/change-password',
    '/api/system/settings/update',
  ])
    expect([path, await status('POST', path)]).toEqual([path, 403]);
  const bare = await fetch(new URL('/api/state', product.url), { headers: { 'x-api-token': secret } });
  expect(bare.status).toBe(401);
});

test.for([
  ['/proxmox/overview', 'No hypervisor nodes configured'],
  ['/proxmox/storage', 'No storage configured'],
  ['/alerts/overview', 'No active alerts'],
  ['/alerts/thresholds/proxmox', 'A link does not show this page'],
  ['/alerts/destinations', 'A link does not show this page'],
  ['/settings/security', 'A link does not show this page'],
] as const)('a link to %s shows "%s", and calls nothing that its holder may not call', async ([screen, text], ctx) => {
  const { secret } = missing
    ? { secret: '' }
    : ((await admin.api('POST', '/api/security/view-links', { screen, params: {}, name: screen })) as Link);
  const page = await wall(ctx, '/');
  const refused: string[] = [];
  page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
  await page.goto(`${product.url}/link#${secret}`);
  await page.getByText(text).waitFor();
  await page.waitForLoadState('networkidle');
  expect(refused).toEqual([]);
});

test('when the link is revoked, the screen loses its connection at once and asks for a sign-in; the link says that it is not valid', async (ctx) => {
  const { id, secret } = missing ? { id: '', secret: '' } : await makeLink('door');
  const page = await wall(ctx, `/link#${secret}`);
  await page.getByText('No hypervisor nodes configured').waitFor();
  await admin.api('DELETE', `/api/security/view-links/${id}`);
  await page.getByRole('button', { name: 'Sign in to Belfry' }).waitFor();
  await page.goto('about:blank');
  await page.goto(`${product.url}/link#${secret}`);
  await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign in to Belfry' }).waitFor();
});

const open = useStage();

test('with ?kiosk=1 a user sees only the view, on every screen, keeps the screen awake, and comes back with the button', async (ctx) => {
  const { page, goto } = await open(ctx, '/proxmox/overview', {
    state: { nodes: [aNode('pve1')] },
    async prepare({ page }) {
      await page.addInitScript(() => {
        const asked: string[] = [];
        const request = async (type: string) => {
          asked.push(type);
          return { release: async () => void asked.push('released') };
        };
        Object.defineProperty(navigator, 'wakeLock', { value: { request } });
        Object.defineProperty(window, 'askedForLock', { value: asked });
      });
    },
  });
  await goto('/proxmox/overview?kiosk=1&sort=-cpu');
  const asked = () => page.evaluate(() => Reflect.get(window, 'askedForLock') as string[]);
  await page.locator('[aria-label="Nodes"]').waitFor();
  await expect.poll(() => page.getByRole('banner').count()).toBe(0);
  await expect.poll(() => page.getByRole('textbox', { name: 'Search guests' }).count()).toBe(0);
  await expect.poll(asked).toContain('screen');
  const before = (await asked()).length;
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(async () => (await asked()).length).toBe(before + 1);

  // a change of the view keeps the mode
  await page.locator('[aria-label="Nodes"] tr', { hasText: 'pve1' }).click();
  await page.waitForURL('**node=dc-pve1**');
  expect(new URL(page.url()).searchParams.get('kiosk')).toBe('1');

  await page.getByRole('button', { name: 'Show the tabs and filters again' }).click();
  await page.getByRole('banner').waitFor();
  expect(new URL(page.url()).searchParams.get('kiosk')).toBeNull();
  await expect.poll(asked).toContain('released');
});

test('a wall says what is wrong, how many problems nobody has, as every screen counts them, and what time it is, and turns the pages of what does not fit', async (ctx) => {
  const nodes = [aNode('pve1'), aNode('pve2', { status: 'offline', uptime: 0 })];
  const vms = Array.from({ length: 90 }, (_, i) => aGuest({ vmid: 100 + i, name: `guest-${i}` }));
  const activeAlerts = [anAlert('a', { level: 'critical' }), anAlert('b', {}), anAlert('c', { acknowledged: true })];
  const { page, goto } = await open(ctx, '/proxmox/overview', {
    state: { nodes, vms, activeAlerts },
    prepare: ({ page }) => page.clock.install({ time: new Date('2026-01-02T03:04:05') }),
  });
  await goto('/proxmox/overview?kiosk=1');
  const line = page.getByRole('complementary', { name: 'Status' });
  await line.getByText('pve2 is offline').waitFor();
  // the alert that somebody has is not counted, and a node without an alert is
  await expect.poll(() => line.innerText()).toMatch(/3\s+problems that nobody has yet/);
  await line.getByText('03:04').waitFor();
  await expectAccessible(page);
  const top = () => page.locator('[data-scroller]').evaluate(({ scrollTop }) => scrollTop);
  await expect.poll(top).toBe(0);
  await page.locator('[aria-label="Guests"] tr.row').nth(60).waitFor();
  await page.clock.runFor(13_000);
  await expect.poll(top).toBeGreaterThan(300);
  await line.getByText(/^page 2 of \d$/).waitFor();
  // it rests while somebody reads
  const read = await top();
  await page.keyboard.press('Shift');
  await page.clock.runFor(26_000);
  expect(Math.abs((await top()) - read)).toBeLessThan(50);
});
