// The page of notification destinations, on the real product, with real far sides on this machine. That a webhook is added, routed and
// used is in alert-chain.test.ts.
import type { Page } from 'playwright-core';
import { expect, type TestContext, test } from 'vitest';
import { activate, expectFocus, press, walkTo } from './keys.ts';
import { startMailReceiver } from './mail-receiver.ts';
import { startNotificationReceiver } from './notification-receiver.ts';
import { useStage } from './stage.ts';
import { expectAccessible, expectWhole, extremes } from './views.ts';

const PATH = '/alerts/destinations';
const allowed = { BELFRY_NOTIFY_ALLOWED_NETWORKS: '127.0.0.0/8' };
const open = useStage({ BELFRY_AUTH_DISABLED: 'true', ...allowed });
const refused = /status of 400/;

const row = (page: Page, name: string) => page.getByRole('table', { name: 'Webhooks' }).getByRole('row', { name });
const pick = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const address = (page: Page) => page.getByRole('textbox', { name: 'URL', exact: true });
const form = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function receiver(ctx: TestContext) {
  const started = await startNotificationReceiver({ calm: true });
  ctx.onTestFinished(started.close);
  return started;
}

/** Calls the product behind the page, as another administrator does. */
async function send(page: Page, method: string, path: string, body?: object) {
  const reply = await fetch(new URL(`/api/notifications/${path}`, page.url()), {
    ...{ method, headers: { 'content-type': 'application/json' } },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

/** Opens the page with these webhooks only. */
async function visit(ctx: TestContext, webhooks: readonly object[] = [], expected?: RegExp) {
  const stage = await open(ctx, '/alerts/history', { state: {}, ...(expected && { expected }) });
  const { page } = stage;
  for (const { id } of (await send(page, 'GET', 'webhooks')) as { id: string }[])
    await send(page, 'DELETE', `webhooks/${id}`);
  const added: { id: string }[] = [];
  for (const webhook of webhooks) added.push(await send(page, 'POST', 'webhooks', webhook));
  await stage.goto(PATH);
  await form(page, 'Webhooks').waitFor();
  return { ...stage, added };
}

test('a template that does not work says its line and column, is not saved, and nothing typed is lost', async (ctx) => {
  const { page } = await visit(ctx, [], refused);
  await pick(page, 'Add webhook');
  await page.getByLabel('Name', { exact: true }).fill('wiki');
  await address(page).fill('https://wiki.example/log');
  const content = page.getByLabel('Content of the example');
  await expect
    .poll(async () => JSON.parse(await content.inputValue()))
    .toMatchObject({
      kind: 'raised',
      alert: { resource_name: 'example-vm' },
    });
  await pick(page, 'Own template');
  const template = page.getByLabel('Payload template');
  await template.fill('{\n  "a": "{{.Levl}}"\n}');
  await said(page, 'Line 2, column 11');
  await pick(page, 'Show the place');
  await expect
    .poll(() => template.evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart)))
    .toMatch(/^\.Levl/);
  await form(page, 'Add webhook').getByRole('button', { name: 'Add webhook' }).click();
  await form(page, 'Add webhook').getByText('Line 2, column 11').nth(1).waitFor();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('wiki');
  await template.fill('{"level": "{{.Level}}"}');
  await expect.poll(() => content.inputValue()).toBe('{"level": "warning"}');
  await form(page, 'Add webhook').getByRole('button', { name: 'Add webhook' }).click();
  await row(page, 'wiki').waitFor();
});

test('the server names the field that is wrong; a service shows the fields that it needs and that cannot be removed', async (ctx) => {
  const { page } = await visit(ctx, [], refused);
  await pick(page, 'Add webhook');
  const services = await page.getByRole('radio').evaluateAll((all) => all.length);
  expect(services).toBe(10);
  await page.getByRole('radio', { name: 'Pushover' }).check({ force: true });
  const key = page.getByLabel('Name of custom field 1');
  await expect
    .poll(async () => [await key.inputValue(), await key.getAttribute('readonly')])
    .toEqual(['app_token', '']);
  await said(page, 'Application Token');
  await said(page, 'User Key');
  await expect.poll(() => page.getByRole('button', { name: 'Remove app_token' }).isDisabled()).toBe(true);
  await page.getByLabel('Name', { exact: true }).fill('phone');
  await address(page).fill('ftp://phone.example');
  const save = form(page, 'Add webhook').getByRole('button', { name: 'Add webhook' });
  await save.click();
  await address(page).and(page.locator('[aria-invalid=true]')).waitFor();
  await address(page).fill('https://phone.example');
  await save.click();
  await page.getByLabel('Value of app_token (1)').and(page.locator('[aria-invalid=true]')).waitFor();
});

test('secrets are masked and kept when the mask comes back; the stored webhook is tested with the real answer', async (ctx) => {
  const target = await receiver(ctx);
  const secret = 'aB3-token_token_token';
  const { page } = await visit(ctx, [{ name: 'chat', url: `${target.url}${secret}` }]);
  await pick(page, 'Edit chat');
  await expect.poll(() => address(page).inputValue()).toBe(`${target.url}••••••••`);
  await page.getByLabel('Name', { exact: true }).fill('chat-2');
  await pick(page, 'Update webhook');
  await said(page, 'Webhook updated successfully');
  await pick(page, 'Test chat-2');
  await row(page, 'chat-2').getByText('The test was accepted').waitFor();
  expect(target.receipts).toMatchObject([{ kind: 'test', to: secret }]);
});

test('a webhook is given a stand-in, which its form shows again and the server has', async (ctx) => {
  const url = 'https://chat.example/';
  const { page } = await visit(ctx, [
    { name: 'chat', url },
    { name: 'phone', url },
  ]);
  await pick(page, 'Edit chat');
  const standIn = page.getByRole('region', { name: 'Webhooks' }).getByLabel('If it fails, messages go to');
  await standIn.selectOption({ label: 'phone' });
  await page.getByRole('region', { name: 'Webhooks' }).getByLabel('After failing for').selectOption({ label: '15m' });
  await pick(page, 'Update webhook');
  await said(page, 'Webhook updated successfully');
  await pick(page, 'Edit chat');
  await expect.poll(() => standIn.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text)).toBe('phone');
  const [chat, phone] = (await send(page, 'GET', 'webhooks')) as { id: string; standIn: unknown }[];
  expect(chat?.standIn).toEqual({ destination: `webhook:${phone?.id}`, minutes: 15 });
});

test('webhooks are switched one by one and all at once; one that is off cannot be tested; deleting asks first', async (ctx) => {
  const url = 'https://chat.example/';
  const { page } = await visit(ctx, [
    { name: 'first', url },
    { name: 'second', url },
  ]);
  const isOn = (name: string) => page.getByRole('switch', { name: `${name} is enabled` }).isChecked();
  await said(page, '2 webhooks configured, 2 enabled');
  await page.getByRole('switch', { name: 'first is enabled' }).click();
  await said(page, '2 webhooks configured, 1 enabled');
  await expect.poll(async () => [await isOn('first'), await isOn('second')]).toEqual([false, true]);
  await expect.poll(() => page.getByRole('button', { name: 'Test first', exact: true }).isDisabled()).toBe(true);
  await row(page, 'first').getByText('Disabled').waitFor();
  await pick(page, 'Disable All');
  await said(page, '2 webhooks configured, 0 enabled');
  await pick(page, 'Enable All');
  await said(page, '2 webhooks configured, 2 enabled');
  await pick(page, 'Delete first');
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await row(page, 'first').waitFor();
  await pick(page, 'Delete first');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await said(page, 'Webhook deleted successfully');
  await said(page, '1 webhook configured, 1 enabled');
});

test('what another administrator saves meanwhile is said, and nothing typed is lost; leaving asks', async (ctx) => {
  const url = 'https://chat.example/';
  const { page, added } = await visit(ctx, [
    { name: 'chat', url },
    { name: 'other', url },
  ]);
  await pick(page, 'Edit chat');
  await page.getByLabel('Name', { exact: true }).fill('mine');
  await send(page, 'PUT', `webhooks/${added[0]?.id}`, { name: 'theirs', url });
  await page.getByRole('switch', { name: 'other is enabled' }).click();
  await said(page, 'Somebody else has saved in the meantime: name.');
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('mine');
  await page.getByRole('link', { name: 'History', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click();
  await pick(page, 'Use what the server has');
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('theirs');
});

test('e-mail: a preset fills in the server, a test has the real answer, and the bar says what is not saved', async (ctx) => {
  const mail = await startMailReceiver();
  ctx.onTestFinished(mail.close);
  const { page } = await visit(ctx, [], refused);
  const card = form(page, 'Email notifications');
  const test = card.getByRole('button', { name: 'Send test email' });
  await expect.poll(() => card.locator('[inert]').count()).toBeGreaterThan(0);
  await expect
    .poll(() => card.getByText('SMTP server').evaluate((text) => text.closest('[inert]') !== null))
    .toBe(true);
  await card.getByRole('switch', { name: 'Disabled' }).click();
  for (const name of ['From', 'Reply-to', 'Username', 'Password or API key', 'Recipients (one per line)'])
    await card.getByLabel(name, { exact: true }).waitFor();
  await card.getByLabel('Provider').selectOption('SendGrid');
  await expect.poll(() => card.getByLabel('SMTP server').inputValue()).toBe('smtp.sendgrid.net');
  await expect.poll(() => card.getByLabel('Port').inputValue()).toBe('587');
  await card.getByText('Create an API key that may send mail').waitFor();
  await card.getByText('STARTTLS · 60 per minute · 3 retries, 5 s apart').waitFor();

  await card.getByLabel('SMTP server').fill('127.0.0.1');
  await card.getByLabel('Port').fill(String(mail.port));
  await card.getByLabel('Recipients').fill(' anna@example.org \n\nolli@example.org');
  await pick(page, 'Save Changes');
  await card.getByText('Enter the address of the sender').waitFor();
  await expect.poll(() => card.getByLabel('Recipients').inputValue()).toContain('olli@example.org');
  await card.getByLabel('From').fill('belfry@example.org');
  await test.click();
  await said(page, /^Failed to send test email/);
  await card.getByText('Advanced').click();
  await card.getByRole('switch', { name: 'StartTLS' }).click();
  await test.click();
  await said(page, 'Test email sent successfully!');
  await card.getByText('accepted as 4711').waitFor();
  expect(mail.mails).toMatchObject([{ to: ['anna@example.org', 'olli@example.org'] }]);

  await said(page, /^Not saved yet: E-mail: .*SMTP server, Port.*Recipients/);
  await pick(page, 'Save Changes');
  await said(page, 'Configuration saved successfully!');
  await expect.poll(() => page.getByRole('region', { name: 'Unsaved changes' }).count()).toBe(0);
  await card.getByLabel('Max retries').fill('9');
  await pick(page, 'Save Changes');
  await card.getByText('must be a whole number from 0 to 5').first().waitFor();
  await pick(page, 'Discard');
  await said(page, 'Changes discarded');
  await expect.poll(() => card.getByLabel('Max retries').inputValue()).toBe('3');
  await send(page, 'PUT', 'email', { enabled: false, server: '', from: '', to: [] });
});

test('a test of e-mail is not started again while one is running', async (ctx) => {
  const { page } = await visit(ctx, [], /500/);
  const card = form(page, 'Email notifications');
  await card.getByRole('switch', { name: 'Disabled' }).click();
  const { promise: end, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/notifications/test', async (route) => {
    await end;
    await route.fulfill({ status: 500, json: { error: 'no answer' } });
  });
  await card.getByRole('button', { name: 'Send test email' }).click();
  await card.getByRole('button', { name: 'Testing...' }).and(page.locator(':disabled')).waitFor();
  resolve();
  await said(page, 'Failed to send test email');
  await said(page, 'no answer');
  await card.getByRole('button', { name: 'Send test email' }).and(page.locator(':enabled')).waitFor();
});

test('a new webhook can be saved and tested with a name and a URL, by the keyboard alone', async (ctx) => {
  const { page } = await visit(ctx, [], refused);
  const adding = form(page, 'Add webhook');
  const toTest = adding.getByRole('button', { name: 'Test', exact: true });
  await page.getByRole('button', { name: 'Add webhook', exact: true }).focus();
  await press(page, 'Enter');
  await expectFocus(page, 'Name');
  await expect.poll(() => adding.getByRole('button', { name: 'Add webhook', exact: true }).isDisabled()).toBe(true);
  await page.keyboard.type('by keys');
  await expect.poll(() => toTest.count()).toBe(0);
  await walkTo(page, 'Tab', 'URL');
  await page.keyboard.type('http://127.0.0.1:1/');
  await activate(page, 'Test');
  await said(page, /^Failed to send test webhook/);
  await walkTo(page, 'Shift+Tab', 'URL');
  await press(page, 'Enter');
  await row(page, 'by keys').waitFor();
  await walkTo(page, 'Tab', 'by keys is enabled');
  await press(page, 'Space');
  await said(page, '1 webhook configured, 0 enabled');
});

test('the page has no serious findings of axe at each size, with an open form', async (ctx) => {
  const url = 'https://chat.example/';
  const { page } = await visit(ctx, [
    { name: 'ops-discord', url, service: 'discord' },
    { name: 'wiki', url, enabled: false },
  ]);
  await expectWhole(page, 'alert-destinations');
  await pick(page, 'Edit ops-discord');
  await page.getByLabel('Content of the example').waitFor();
  for (const size of extremes) {
    await page.setViewportSize(size);
    await expectWhole(page, 'alert-destination-form');
  }
});
