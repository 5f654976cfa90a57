// Maintenance windows and silences: the list, the calendar, the forms. What a window does is in alert-chain.test.ts.
import { expect, test } from 'vitest';
import { openDialog } from './dialog.ts';
import { anAlert } from './made.ts';
import { HOUR_MS, once, useSchedule, window } from './schedule-page.ts';
import { expectAccessible, expectWhole, sizes } from './views.ts';

const visit = useSchedule();

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

test('the form of a weekly window says what it would have held back', async (ctx) => {
  const day = new Date(Date.now() - 7 * 24 * HOUR_MS).toISOString().slice(0, 10);
  const at = (time: string) => `${day}T${time}:00.000Z`;
  const entry = (resourceName: string, startTime: string, resolvedAt: string) => ({
    ...anAlert(`${resourceName}-cpu`, { resourceId: 'dc-100', resourceName, type: 'cpu', startTime }),
    ...{
      occurrence: startTime,
      status: 'resolved',
      resolvedAt,
      peakValue: 90,
      duration: 60,
      notified: true,
      changes: [],
    },
  });
  const weekly = { kind: 'weekly', weekdays: [0, 1, 2, 3, 4, 5, 6], start: '22:00', minutes: 60, timeZone: 'UTC' };
  const patches = window({
    id: 'p',
    name: 'Patches',
    targets: [{ kind: 'resource', value: 'dc-100' }],
    schedule: weekly,
  });
  const { page } = await visit(ctx, { windows: [patches] });
  const asked: (string | null)[] = [];
  await page.route('**/api/alerts/history?*', (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('since'));
    return route.fulfill({
      json: [
        entry('web', at('22:10'), at('22:20')),
        entry('web', at('22:30'), at('23:30')),
        entry('web', at('12:00'), at('12:10')),
      ],
    });
  });
  await page.getByRole('button', { name: 'Edit Patches' }).click();
  const dialog = openDialog(page);
  await dialog.getByRole('button', { name: 'Last 30 days' }).click();
  await dialog.getByText('2 of 3 alerts would have been held back.').waitFor();
  await dialog.getByText('1 ended in the window: nobody would have been told.').waitFor();
  await dialog.getByText('Most: web 2.').waitFor();
  // A change of the form counts again, without another question.
  await dialog.getByLabel('Start', { exact: true }).fill('12:00');
  await dialog.getByText('1 of 3 alerts would have been held back.').waitFor();
  expect(asked).toHaveLength(1);
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    await dialog.getByText('1 of 3 alerts').scrollIntoViewIfNeeded();
    await expectWhole(page, 'window-past');
  }
  await expectAccessible(page);
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
