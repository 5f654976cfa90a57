// Other destinations of the page of destinations: MQTT at a real broker, the heartbeat, Alertmanager and Apprise at a local receiver.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, type TestContext, test } from 'vitest';
import { launch, noChromium, openPage } from './chromium.ts';
import { openDialog } from './dialog.ts';
import { noMosquitto, PASSWORD, startMosquitto, USER } from './mosquitto.ts';
import { freePort, startProduct } from './product.ts';
import { expectAccessible, expectWhole, sizes } from './views.ts';

const missing = noChromium();

/** Of Alertmanager. */
const ALERTS = '/api/v2/alerts';

/** Answers what its path says: `/busy` is 503. Everything that arrives is in `heard`. */
async function startFarSide() {
  const heard: { method: string; path: string; authorization: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    heard.push({ method, path: url, authorization: headers.authorization, body: Buffer.concat(chunks).toString() });
    if (url.startsWith('/busy')) response.writeHead(503).end('come back later');
    else response.writeHead(200).end(url === ALERTS ? '{"status":"success"}' : 'thank you');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, close };
}

async function visit(ctx: TestContext) {
  if (missing) ctx.skip(missing);
  const farSide = await startFarSide();
  const product = await startProduct({ BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8', ...signedInBy });
  const browser = await launch();
  ctx.onTestFinished(async () => {
    await browser.close();
    await product.stop();
    farSide.close();
  });
  const open = async (user: string, role: string) => {
    const headers = { 'X-Proxy-Secret': 's', 'X-Proxy-User': user, 'X-Proxy-Roles': role };
    const opened = await openPage(browser, { extraHTTPHeaders: headers });
    await opened.page.goto(`${product.url}/alerts/destinations`);
    await ways(opened.page).waitFor();
    return opened;
  };
  return { ...(await open('ada', 'admin')), farSide, open };
}
const signedInBy = { BELFRY_TRUSTED_PROXIES: '127.0.0.1', BELFRY_PROXY_AUTH_SECRET: 's' };

const ways = (page: Page) => page.getByRole('table', { name: 'Other destinations' });
const row = (page: Page, name: string) => ways(page).getByRole('row', { name: new RegExp(name) });
const dialog = openDialog;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

test('a broker of MQTT is connected and shows the machines; a wrong password has the words of the broker, and everything typed stays', async (ctx) => {
  const none = noMosquitto();
  if (none) ctx.skip(none);
  const { page, errors } = await visit(ctx);
  const broker = await startMosquitto();
  ctx.onTestFinished(broker.stop);
  await press(page, 'Edit MQTT');
  await dialog(page).getByRole('switch', { name: 'Enabled' }).click();
  await inDialog(page, 'Save and connect');
  await dialog(page).getByText('Enter the host of the broker').waitFor();
  await dialog(page).getByLabel('Host of the broker').fill('127.0.0.1');
  await dialog(page).getByLabel('Port').fill('no port');
  await inDialog(page, 'Save and connect');
  await dialog(page)
    .getByText(/must be a whole number from 1 to 65535/i)
    .waitFor();
  await dialog(page).getByLabel('Port').fill(String(broker.port));
  await dialog(page)
    .getByRole('switch', { name: /Encrypted/ })
    .click();
  await dialog(page).getByLabel('Username').fill(USER);
  await dialog(page).getByLabel('Password').fill('wrong');
  await dialog(page).getByLabel('Topic', { exact: true }).fill('bad/#');
  await inDialog(page, 'Save and connect');
  await dialog(page)
    .getByText('must be a topic without spaces, +, # and slashes at its ends', { exact: true })
    .waitFor();
  await expect.poll(() => dialog(page).getByLabel('Password').inputValue()).toBe('wrong');
  await dialog(page).getByLabel('Topic', { exact: true }).fill('home');
  await inDialog(page, 'Save and connect');
  await dialog(page)
    .getByText(/not authori[sz]ed|bad user name or password/i)
    .waitFor();
  await dialog(page).getByLabel('Password').fill(PASSWORD);
  await inDialog(page, 'Save and connect');
  await dialog(page).getByText('Connected', { exact: true }).waitFor();
  await expect.poll(() => broker.retained('home/status')).toBe('online');
  await expect
    .poll(() => broker.retained('homeassistant/binary_sensor/home/belfry_problem/config'))
    .toContain('"device_class":"problem"');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await row(page, 'MQTT').filter({ hasText: 'Connected' }).first().waitFor();
  await page.getByRole('switch', { name: 'MQTT is enabled' }).click();
  await row(page, 'MQTT').getByText('Disabled').waitFor();
  await expect.poll(() => broker.retained('home/status')).toBe('offline');
  expect(errors.filter((text) => !text.includes('400'))).toEqual([]);
});

test('an Alertmanager is tested as typed, added, fails with the words of the far side, and is removed', async (ctx) => {
  const { page, farSide } = await visit(ctx);
  await press(page, 'Add Alertmanager');
  await expect.poll(() => dialog(page).getByLabel('Level').count()).toBe(0);
  await dialog(page).getByLabel('Name').fill('');
  await inDialog(page, 'Save');
  await dialog(page).getByText('Webhook name is required').waitFor();
  await dialog(page).getByText('Webhook URL is required').waitFor();
  await dialog(page).getByLabel('Name').fill('am');
  await dialog(page).getByLabel('URL').fill(`${farSide.url}/busy`);
  await dialog(page).getByLabel('Authorization header').fill('Bearer very-secret');
  await inDialog(page, 'Test');
  await dialog(page)
    .getByText(/503.*come back later/)
    .waitFor();
  await dialog(page).getByLabel('URL').fill(farSide.url);
  await inDialog(page, 'Test');
  await dialog(page).getByText('200 {"status":"success"}').waitFor();
  expect(farSide.heard.at(-1)).toMatchObject({ path: ALERTS, authorization: 'Bearer very-secret' });
  await inDialog(page, 'Save');
  await row(page, 'am').getByText('Shown every minute').waitFor();
  await press(page, 'Edit am');
  await expect.poll(() => dialog(page).getByLabel('Authorization header').inputValue()).not.toContain('very-secret');
  await dialog(page).getByLabel('Name').fill('am-2');
  await page.keyboard.press('Escape');
  await page.getByText('Your changes are not saved yet').waitFor();
  await press(page, 'Stay here');
  await inDialog(page, 'Test');
  await dialog(page).getByText('200 {"status":"success"}').waitFor();
  expect(farSide.heard.at(-1)?.authorization).toBe('Bearer very-secret');
  await inDialog(page, 'Save');
  await press(page, 'Remove am-2');
  await dialog(page).waitFor();
  await expectAccessible(page);
  await inDialog(page, 'Remove');
  await row(page, 'am-2').waitFor({ state: 'detached' });
});

test('an Apprise has its tag and its routing, which a sentence says', async (ctx) => {
  const { page, errors, farSide } = await visit(ctx);
  await press(page, 'Add Apprise');
  await dialog(page).getByLabel('Name').fill('phones');
  await dialog(page).getByLabel('URL').fill(`${farSide.url}/notify/key`);
  await dialog(page).getByLabel('Tag', { exact: true }).fill('ops');
  await dialog(page).getByRole('button', { name: 'Critical only' }).click();
  await dialog(page).getByRole('button', { name: 'At these hours' }).click();
  await dialog(page).getByRole('button', { name: 'Fri' }).click();
  const types = dialog(page).getByRole('combobox', { name: 'Types' });
  await types.focus();
  await page.keyboard.type('cpu');
  await page.getByRole('option', { name: 'CPU usage' }).waitFor();
  await page.keyboard.press('Enter');
  const tags = dialog(page).getByRole('combobox', { name: 'Tags' });
  await tags.focus();
  await page.keyboard.type('prod');
  await page.getByRole('option', { name: 'prod' }).waitFor();
  await page.keyboard.press('Enter');
  await dialog(page)
    .getByText(
      'Gets every critical alert about CPU usage with the tag prod, Mon–Thu from 08:00 to 18:00. Outside of these hours messages wait. Escalations come at either level.',
    )
    .waitFor();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectWhole(page, 'apprise');
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await inDialog(page, 'Test');
  await dialog(page).getByText('200 thank you').waitFor();
  expect(JSON.parse(farSide.heard.at(-1)?.body ?? '{}')).toMatchObject({ tag: 'ops' });
  await inDialog(page, 'Save');
  await row(page, 'phones').getByText('Critical only, 08:00–18:00').waitFor();
  expect(errors).toEqual([]);
});

test('the heartbeat is tried as typed and then sent; a viewer sees the page and can change nothing', async (ctx) => {
  const { page, errors, farSide, open } = await visit(ctx);
  await press(page, 'Edit Heartbeat');
  await dialog(page).getByRole('switch', { name: 'Enabled' }).click();
  await inDialog(page, 'Save');
  await dialog(page).getByText('Enter the address to call').waitFor();
  await dialog(page)
    .getByLabel('Address to call')
    .fill(`http://127.0.0.1:${await freePort()}/ping`);
  await inDialog(page, 'Test');
  await dialog(page)
    .getByText(/ECONNREFUSED/)
    .waitFor();
  await expectAccessible(page);
  await dialog(page).getByLabel('Address to call').fill(`${farSide.url}/ping/secret`);
  await inDialog(page, 'Test');
  await dialog(page).getByText('200 thank you').waitFor();
  expect(farSide.heard).toMatchObject([{ method: 'GET', path: '/ping/secret' }]);
  await inDialog(page, 'Save');
  await row(page, 'Heartbeat').getByText('The first call comes within a minute').waitFor();

  const eve = await open('eve', '');
  await row(eve.page, 'Heartbeat').getByText('The first call comes within a minute').waitFor();
  await expect.poll(() => eve.page.getByRole('button', { name: /^(Edit|Add|Remove) / }).count()).toBe(0);
  await expect.poll(() => eve.page.getByRole('switch', { name: 'Heartbeat is enabled' }).isDisabled()).toBe(true);
  await row(page, 'Heartbeat')
    .getByText(/^Sent /)
    .waitFor();
  expect([...errors, ...eve.errors]).toEqual([]);
});

test('a webhook of changes is tested with an invented entry, gets the next change and no alert, and fits at every size', async (ctx) => {
  const { page, farSide } = await visit(ctx);
  await press(page, 'Add webhook of changes');
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectWhole(page, 'webhook-of-changes');
  }
  await expectAccessible(page);
  await dialog(page).getByLabel('URL').fill(`${farSide.url}/changes`);
  await inDialog(page, 'Test');
  await dialog(page).getByText('200 thank you').waitFor();
  expect(JSON.parse(farSide.heard.at(-1)?.body ?? '')).toMatchObject({ test: true, entries: [{ kind: 'guest' }] });
  await inDialog(page, 'Save');
  await row(page, 'Changes').getByText('Sent as they are found').waitFor();
  // it begins with the next change after it has been seen
  await page.waitForTimeout(3000);
  await press(page, 'Edit Changes');
  await dialog(page).getByLabel('Name').fill('ITSM');
  await inDialog(page, 'Save');
  await row(page, 'ITSM').waitFor();
  await expect
    .poll(() => farSide.heard.some(({ body }) => body.includes('ITSM') && !body.includes('"test"')))
    .toBe(true);
});
