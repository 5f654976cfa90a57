// Maintenance windows and silences: the list, the calendar, the forms. What a window does is in alert-chain.test.ts.
import { expect, test } from 'vitest';
import { openDialog } from './dialog.ts';
import { HOUR_MS, once, visit, window } from './schedule-page.ts';
import { expectAccessible } from './views.ts';

test('windows are shown as a list and a calendar, which the keyboard alone works with', async (ctx) => {
  const windows = [
    window({ schedule: once(-1, 1) }),
    window({
      ...{ id: 'p', name: 'Patches', targets: [{ kind: 'tag', value: 'prod' }] },
      schedule: { kind: 'weekly', weekdays: [6], start: '22:00', minutes: 480, timeZone: 'Europe/Berlin' },
    }),
  ];
  const { page } = await visit(ctx, { windows });
  await page
    .getByRole('list', { name: 'In force now' })
    .getByText('Firmware mutes pve1 and everything on it')
    .waitFor();
  const list = page.getByRole('table', { name: 'Maintenance windows' });
  const patches = list.getByRole('row', { name: /Patches/ });
  await patches.getByText('22:00 to 06:00 of the next day').waitFor();
  await patches.getByText('every Sat').waitFor();
  await list
    .getByRole('row', { name: /Firmware/ })
    .getByText(/(59m|1h) left/)
    .waitFor();

  await page.getByRole('button', { name: 'Month', exact: true }).focus();
  await page.keyboard.press('Enter');
  const calendar = page.getByRole('list', { name: 'Calendar of maintenance windows' });
  await calendar
    .getByRole('button', { name: /^22:00→ Patches/ })
    .first()
    .waitFor();
  await calendar.locator('[aria-current=date] [data-day-focus]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  const day = new Date(Date.now() + 8 * 24 * HOUR_MS);
  const iso = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin' }).format(day);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-day]')?.getAttribute('data-day')))
    .toBe(iso);
  await page.keyboard.press('Enter');
  const dialog = openDialog(page);
  await expect.poll(() => dialog.getByLabel('From', { exact: true }).inputValue()).toBe(`${iso}T08:00`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a form that is not complete says so beside each field and sends nothing', async (ctx) => {
  const { page } = await visit(ctx);
  await page.getByRole('button', { name: 'Add window' }).click();
  const dialog = openDialog(page);
  await dialog.getByRole('button', { name: 'Save window' }).click();
  await dialog.getByText('Give it a name').waitFor();
  await dialog.getByText('Choose at least one').waitFor();
  await dialog.getByRole('button', { name: 'Every week' }).click();
  await dialog.getByLabel('Lasts, hours').fill('9');
  await dialog.getByLabel('Start', { exact: true }).fill('20:00');
  await dialog.getByText('Ends at 05:00 on the next day.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay here' }).click();
  await dialog.getByLabel('Lasts, hours').waitFor();
});

test('a silence is changed: its end and its reason; a refusal stands beside the field', async (ctx) => {
  const silence = {
    ...{ id: 's1', target: { kind: 'resource', value: 'dc-100' }, reason: 'disks', by: 'ann' },
    ...{ since: new Date().toISOString(), until: new Date(Date.now() + HOUR_MS).toISOString() },
  };
  const { page } = await visit(ctx, { silences: [silence], expected: /400/ });
  const sent: object[] = [];
  const refusal = { error: 'Invalid request', code: 'validation_error', details: { reason: 'say more' } };
  await page.route('**/api/alerts/silences/s1', (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: silence });
    sent.push(route.request().postDataJSON());
    return sent.length === 1 ? route.fulfill({ status: 400, json: refusal }) : route.fulfill({ json: silence });
  });
  await page.getByRole('button', { name: 'Change the silence: web' }).click();
  const dialog = openDialog(page);
  const until = dialog.getByLabel('Until', { exact: true });
  const next = `${Number((await until.inputValue()).slice(0, 4)) + 1}`;
  await until.fill(`${Number(next) - 2}-01-01T08:00`);
  await dialog.getByLabel('Reason').fill('d');
  await dialog.getByRole('button', { name: 'Save silence' }).click();
  await dialog.getByText('The end must be later than now').waitFor();
  expect(sent).toEqual([]);
  await until.fill(`${next}-01-01T08:00`);
  await dialog.getByRole('button', { name: 'Save silence' }).click();
  await dialog.getByText('say more').first().waitFor();
  await expectAccessible(page);
  await expect.poll(() => dialog.getByLabel('Reason').inputValue()).toBe('d');
  await dialog.getByLabel('Reason').fill('disks and fans');
  await dialog.getByRole('button', { name: 'Save silence' }).click();
  await page.getByText('Silence saved').first().waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(sent.at(-1)).toEqual({ minutes: expect.any(Number), reason: 'disks and fans' });
});
