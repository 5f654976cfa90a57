// Two administrators in two browsers who edit the same thing at the same time, on the real product: the second is told what the
// first has saved, what was typed stays, and the next save is made.
import type { Page } from 'playwright-core';
import { expect, type TestContext, test } from 'vitest';
import { openDialog } from './dialog.ts';
import { withPeople } from './people.ts';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const NOT_SAVED = /Somebody else has saved this in the meantime, so it is not saved yet/;

async function visit(
  ctx: TestContext,
  path: string,
  prepare: (api: People['api']) => Promise<unknown> = async () => {},
) {
  const people = await withPeople(ctx);
  await prepare(people.api);
  const [ada, ben] = await Promise.all([
    people.open('ada', 'admin', path, overtaken),
    people.open('ben', 'admin', path, overtaken),
  ]);
  return { ada, ben, api: people.api };
}
/** A browser writes each refusal into its console. */
const overtaken = /status of 412/;
type People = Awaited<ReturnType<typeof withPeople>>;

test('of the configuration of alerts nothing is lost when both save different values at the same moment', async (ctx) => {
  const { ada, ben, api } = await visit(ctx, '/alerts/schedule');
  await ada.getByLabel('Repeat after, minutes').fill('45');
  await ben.getByLabel('At most, per hour').fill('7');
  await Promise.all([press(ada, 'Save Changes'), press(ben, 'Save Changes')]);
  for (const page of [ada, ben]) await said(page, 'Configuration saved successfully!');
  expect(await api('GET', '/api/alerts/config')).toMatchObject({ schedule: { cooldown: 45, maxAlertsHour: 7 } });
  for (const page of [ada, ben]) {
    await expect.poll(() => page.getByLabel('Repeat after, minutes').inputValue()).toBe('45');
    await expect.poll(() => page.getByLabel('At most, per hour').inputValue()).toBe('7');
  }
});

test('a maintenance window: the second is told which fields the first has saved, keeps what was typed, and saves again', async (ctx) => {
  const window = {
    name: 'Updates',
    targets: [{ kind: 'node', value: 'dc-pve1' }],
    schedule: { kind: 'weekly', weekdays: [1], start: '22:00', minutes: 60, timeZone: 'Europe/Berlin' },
  };
  const { ada, ben, api } = await visit(ctx, '/alerts/schedule', (api) =>
    api('POST', '/api/alerts/maintenance', window),
  );
  for (const page of [ada, ben]) await press(page, 'Edit Updates');
  const field = (page: Page, name: string) => openDialog(page).getByLabel(name, { exact: true });
  await field(ada, 'Name').fill('Patches');
  await field(ada, 'Start').fill('23:00');
  await press(ada, 'Save window');
  await said(ada, 'Maintenance window saved');

  await field(ben, 'Name').fill('Firmware');
  await field(ben, 'Lasts, hours').fill('3');
  await press(ben, 'Save window');
  await said(ben, NOT_SAVED);
  await said(ben, 'Somebody else has saved in the meantime: Name, Start.');
  await said(ben, 'You have changed this too: Name. What you typed stays.');
  await expect.poll(() => field(ben, 'Name').inputValue()).toBe('Firmware');
  await expect.poll(() => field(ben, 'Start').inputValue()).toBe('23:00');
  await press(ben, 'Save window');
  await said(ben, 'Maintenance window saved');
  expect(await api('GET', '/api/alerts/maintenance')).toMatchObject([
    { name: 'Firmware', schedule: { start: '23:00', minutes: 180 }, by: 'ben' },
  ]);
});

test('a webhook: what the other has saved can be taken, and a switch in the list turns nothing else back', async (ctx) => {
  const url = 'https://chat.example/hook';
  const { ada, ben, api } = await visit(ctx, '/alerts/destinations', (api) =>
    api('POST', '/api/notifications/webhooks', { name: 'chat', url }),
  );
  for (const page of [ada, ben]) await press(page, 'Edit chat');
  const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
  const submit = (page: Page) => press(page, 'Update webhook');
  await field(ada, 'Name').fill('of the night');
  await field(ada, 'URL').fill('https://chat.example/night');
  await submit(ada);
  await said(ada, 'Webhook updated successfully');

  await field(ben, 'Name').fill('of the day');
  await submit(ben);
  await said(ben, NOT_SAVED);
  await said(ben, 'Somebody else has saved in the meantime: name, URL.');
  await expect.poll(() => field(ben, 'Name').inputValue()).toBe('of the day');
  await press(ben, 'Use what the server has');
  await expect.poll(() => field(ben, 'Name').inputValue()).toBe('of the night');
  await press(ben, 'Close the form');

  // ada still shows the list as it was before this change
  await ben.getByRole('switch', { name: 'of the night is enabled' }).waitFor();
  const [{ id } = { id: '' }] = (await api('GET', '/api/notifications/webhooks')) as { id: string }[];
  await api('PUT', `/api/notifications/webhooks/${id}`, { name: 'by a script', url, method: 'PUT' });
  await ada.getByRole('switch', { name: 'of the night is enabled' }).click();
  await ada.getByRole('switch', { name: 'by a script is enabled' }).waitFor();
  expect(await api('GET', '/api/notifications/webhooks')).toMatchObject([
    { name: 'by a script', url, method: 'PUT', enabled: false },
  ]);
});

test('e-mail: fields that nobody else changed are saved with the next save, and all is named that the other saved', async (ctx) => {
  const { ada, ben, api } = await visit(ctx, '/alerts/destinations');
  for (const page of [ada, ben]) await page.getByRole('switch', { name: 'Disabled', exact: true }).first().click();
  await ada.getByLabel('SMTP server').fill('mail.home.example');
  await ada.getByLabel('From', { exact: true }).fill('belfry@home.example');
  await press(ada, 'Save Changes');
  await said(ada, 'Configuration saved successfully!');

  await ben.getByLabel('SMTP server').fill('smtp.home.example');
  await ben.getByLabel('Port', { exact: true }).fill('465');
  await press(ben, 'Save Changes');
  await said(ben, NOT_SAVED);
  await said(ben, 'Somebody else has saved in the meantime: Enabled, SMTP server, From.');
  await said(ben, 'The server has: mail.home.example');
  await expect.poll(() => ben.getByLabel('From', { exact: true }).inputValue()).toBe('belfry@home.example');
  await press(ben, 'Save Changes');
  await said(ben, 'Configuration saved successfully!');
  expect(await api('GET', '/api/notifications/email')).toMatchObject({
    ...{ enabled: true, server: 'smtp.home.example', from: 'belfry@home.example', port: 465 },
  });
});
