// Notifications in a browser: permission, subscription, the service worker, test, routing, removal. Chromium subscribes at a push service
// of Google only, so the subscription is invented here, and what the local push service accepts is handed to the worker through DevTools.
// That the message can be decrypted is proven on the server: notify/services/push/push.test.ts.
import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCertificate } from '@belfry/lab/certificate';
import type { PushPayload } from '@belfry/schema/notifications/push';
import type { Page, Worker } from 'playwright-core';
import { expect, type TestContext, test } from 'vitest';
import { findDesktopChromium, launch, openPage } from './chromium.ts';
import { openDialog } from './dialog.ts';
import { startProduct } from './product.ts';
import { useStage } from './stage.ts';
import { expectWhole, sizes } from './views.ts';

const chromium = findDesktopChromium();
const stage = useStage();

/** A push service with a certificate that the product is told to trust. */
async function startPushService() {
  const dir = mkdtempSync(path.join(tmpdir(), 'belfry-push-'));
  const { cert, key } = await createCertificate('push', '127.0.0.1');
  const ca = path.join(dir, 'ca.pem');
  writeFileSync(ca, cert);
  const heard: { url: string; headers: IncomingHttpHeaders; bytes: number }[] = [];
  const answer = { status: 201 };
  const server = createServer({ cert, key }, async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    heard.push({ url: request.url ?? '', headers: request.headers, bytes });
    response.writeHead(answer.status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
    rmSync(dir, { recursive: true, force: true });
  };
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/send/1`, ca, heard, answer, close };
}

async function visit(ctx: TestContext) {
  if (chromium === undefined) return ctx.skip('no Chromium that shows notifications: its headless shell does not');
  const service = await startPushService();
  const product = await startProduct({
    BELFRY_PUSH_ALLOWED_NETWORKS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: service.ca,
    BELFRY_TRUSTED_PROXIES: '127.0.0.1',
    BELFRY_PROXY_AUTH_SECRET: 's',
  });
  const browser = await launch(chromium);
  ctx.onTestFinished(async () => {
    await browser.close();
    await product.stop();
    service.close();
  });
  const open = async (user: string, role: string) => {
    const extraHTTPHeaders = { 'X-Proxy-Secret': 's', 'X-Proxy-User': user, 'X-Proxy-Roles': role };
    const opened = await openPage(browser, { extraHTTPHeaders, permissions: ['notifications'] });
    await opened.page.addInitScript(inventSubscription, subscriptionAt(service.url));
    await opened.page.goto(`${product.url}/alerts/destinations`);
    await card(opened.page).waitFor();
    return opened;
  };
  return { service, product, open };
}

function subscriptionAt(endpoint: string) {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  return { endpoint, keys };
}

/** Runs in the page. Like a real subscription, it outlives a reload. */
function inventSubscription(json: { endpoint: string; keys: object }): void {
  const KEY = 'invented-subscription';
  const of = (key: ArrayBuffer | null) => ({
    options: { applicationServerKey: key },
    toJSON: () => json,
    unsubscribe: async () => sessionStorage.removeItem(KEY),
  });
  Object.assign(PushManager.prototype, {
    async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) {
      sessionStorage.setItem(KEY, [...applicationServerKey].join());
      return of(applicationServerKey.slice().buffer);
    },
    async getSubscription() {
      const bytes = sessionStorage.getItem(KEY);
      return bytes === null ? null : of(Uint8Array.from(bytes.split(','), Number).buffer);
    },
  });
}

const card = (page: Page) => page.getByRole('region', { name: 'Browsers' });
const table = (page: Page) => page.getByRole('table', { name: 'Browsers that are notified' });
const dialog = openDialog;

/** The worker of the page, when it is active. */
async function workerOf(page: Page): Promise<Worker> {
  const context = page.context();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  return worker;
}

/** What the push service of a browser does with a message: Chromium gives it to the worker. */
async function deliver(page: Page, data: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((done) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const id = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId;
      if (id !== undefined) done(id);
    }),
  );
  await cdp.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
  await cdp.detach();
}

interface Shown {
  title: string;
  body: string;
  tag: string;
  requireInteraction: boolean;
}

/** What the worker shows. */
const shown = (worker: Worker) =>
  worker.evaluate<Shown[]>(`self.registration.getNotifications().then((all) =>
    all.map(({ title, body, tag, requireInteraction }) => ({ title, body, tag, requireInteraction })))`);

/** Clicks the notification with this tag; answers the addresses that the worker opens. Only a real click may open a window. */
const clicked = (worker: Worker, tag: string) =>
  worker.evaluate<string[]>(`(async () => {
    const opened = [];
    self.clients.openWindow = async (url) => void opened.push(url);
    const [notification] = await self.registration.getNotifications({ tag: ${JSON.stringify(tag)} });
    const event = new NotificationEvent('notificationclick', { notification });
    const done = new Promise((done) => { event.waitUntil = (work) => done(work); });
    self.dispatchEvent(event);
    await done;
    return opened;
  })()`);

const critical: PushPayload = {
  ...{
    title: 'Critical: web-1 – CPU usage',
    body: '97% of 90%',
    tag: 'occurrence-1',
    kind: 'raised',
    level: 'critical',
  },
  path: '/alerts/overview#dc-101-cpu',
};

test('a browser is added on a click, tested with the real answer, routed, and removed; its list is that of the user, and that of all for an administrator', async (ctx) => {
  const { service, open } = await visit(ctx);
  const { page, errors } = await open('eve', '');
  await card(page).getByText('This browser is not notified yet.').waitFor();
  await card(page).getByRole('button', { name: 'Notify this browser' }).click();
  await dialog(page).getByLabel('Name of this browser').fill('Desk');
  await dialog(page).getByRole('button', { name: 'Critical only' }).click();
  await dialog(page).getByRole('button', { name: 'Notify this browser' }).click();
  await card(page).getByText('This browser is notified.').waitFor();
  const row = table(page).getByRole('row', { name: /Desk/ });
  await row.getByText('this one').waitFor();
  await row.getByText('Critical only').waitFor();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.reload();
    await row.getByText('this one').scrollIntoViewIfNeeded();
    await expectWhole(page, 'browsers');
  }
  await row.getByRole('button', { name: 'Test Desk' }).click();
  await row.getByText('The push service has accepted the message.').waitFor();
  expect(service.heard[0]).toMatchObject({ url: '/send/1', headers: { 'content-encoding': 'aes128gcm' } });
  service.answer.status = 503;
  await row.getByRole('button', { name: 'Test Desk' }).click();
  await row.getByText('The push service has not accepted the message.', { exact: false }).waitFor();

  const ada = await open('ada', 'admin');
  const seen = table(ada.page).getByRole('row', { name: /Desk/ });
  await seen.getByText('eve').waitFor();
  await expect.poll(() => seen.getByText('this one').count()).toBe(0);
  const ben = await open('ben', '');
  await card(ben.page).getByText('none is notified').waitFor();

  await page.getByRole('button', { name: 'Remove Desk' }).click();
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await card(page).getByText('This browser is not notified yet.').waitFor();
  expect([...errors, ...ada.errors, ...ben.errors]).toEqual([]);
});

test('the worker shows what arrives, also what it cannot read, and a click opens the alert; it keeps nothing of the app', async (ctx) => {
  const { product, open } = await visit(ctx);
  const { page, errors } = await open('eve', '');
  await card(page).getByRole('button', { name: 'Notify this browser' }).click();
  await dialog(page).getByRole('button', { name: 'Notify this browser' }).click();
  await card(page).getByText('This browser is notified.').waitFor();
  const worker = await workerOf(page);

  await deliver(page, JSON.stringify(critical));
  await expect
    .poll(() => shown(worker))
    .toEqual([{ title: critical.title, body: critical.body, tag: 'occurrence-1', requireInteraction: true }]);
  await deliver(page, JSON.stringify({ ...critical, kind: 'resolved', title: 'Ended: web-1 – CPU usage' }));
  await expect
    .poll(() => shown(worker))
    .toMatchObject([{ title: 'Ended: web-1 – CPU usage', requireInteraction: false }]);
  expect(await clicked(worker, 'occurrence-1')).toEqual([`${product.url}${critical.path}`]);
  await deliver(page, JSON.stringify({ ...critical, tag: 'other', path: 'https://evil.example/' }));
  await expect.poll(() => shown(worker)).toMatchObject([{ tag: 'other' }]);
  expect(await clicked(worker, 'other')).toEqual([`${product.url}/alerts/overview`]);
  await deliver(page, 'not JSON');
  await expect.poll(() => shown(worker)).toMatchObject([{ title: 'Belfry', tag: '' }]);

  const script = await page.request.get(`${product.url}/notifications.js`);
  expect(script.headers()).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('javascript'),
    'content-security-policy': expect.stringContaining("default-src 'self'"),
  });
  const answers: boolean[] = [];
  page.on('response', (response) => answers.push(response.fromServiceWorker()));
  await page.reload();
  await card(page).getByText('This browser is notified.').waitFor();
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL))
    .toBe(`${product.url}/notifications.js`);
  await expect
    .poll(async () => [answers.length > 0, answers.includes(true), await page.evaluate(() => caches.keys())])
    .toEqual([true, false, []]);
  expect(errors).toEqual([]);
});

test.for([
  ['denied', 'This browser blocks notifications of this site.'],
  ['unsupported', 'This browser cannot show notifications of websites.'],
  ['insecure', 'because this page came over plain http'],
] as const)('a browser that cannot be notified says why: %s', async ([reason, text], ctx) => {
  const { page } = await stage(ctx, '/alerts/destinations', {
    prepare: ({ page }) =>
      page.addInitScript((why) => {
        if (why === 'insecure') Object.defineProperty(window, 'isSecureContext', { get: () => false });
        if (why === 'unsupported') Reflect.deleteProperty(window, 'PushManager');
        Object.defineProperty(Notification, 'permission', { get: () => (why === 'denied' ? 'denied' : 'default') });
      }, reason),
  });
  await card(page).getByText(text).waitFor();
  await expect.poll(() => card(page).getByRole('button', { name: 'Notify this browser' }).count()).toBe(0);
});
