// The page of the schedule: its four settings, the summary, and every size.
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import { expect, test } from 'vitest';
import { bar, field, HOUR_MS, once, perHour, repeat, save, toggle, useSchedule, window } from './schedule-page.ts';
import { expectWhole, sizes } from './views.ts';

const visit = useSchedule();

test('each part has a switch, and its fields are there only while it is on', async (ctx) => {
  const { page, sent } = await visit(ctx);
  await page.getByRole('heading', { name: 'Maintenance Schedule' }).waitFor();
  for (const title of ['Configuration summary', 'Quiet hours', 'Alert cooldown', 'Smart grouping', 'Alert escalation'])
    await page.getByRole('heading', { name: title, exact: true }).waitFor();
  await expect.poll(() => field(page, 'Start').count()).toBe(0);
  await toggle(page, 'Quiet hours').click();
  await expect
    .poll(async () => [await field(page, 'Start').inputValue(), await field(page, 'End').inputValue()])
    .toEqual(['22:00', '08:00']);
  await expect.poll(() => field(page, 'Time zone').locator('option').count()).toBeGreaterThanOrEqual(67);
  const chosen = page.getByRole('group', { name: 'Nights that begin on' }).locator('[aria-pressed=true]');
  await expect.poll(() => chosen.allInnerTexts()).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri']);
  await toggle(page, 'Alert cooldown').click();
  await expect.poll(() => repeat(page).count()).toBe(0);
  await toggle(page, 'Alert cooldown').click();
  await expect
    .poll(async () => [await repeat(page).inputValue(), await perHour(page).inputValue()])
    .toEqual(['30', '3']);
  await expect.poll(() => field(page, 'Collect for, minutes').inputValue()).toBe('5');
  await expect.poll(() => field(page, 'By node').isChecked()).toBe(true);
  await expect.poll(() => field(page, 'By guest').isChecked()).toBe(false);
  await toggle(page, 'Smart grouping').click();
  await expect.poll(() => field(page, 'Collect for, minutes').count()).toBe(0);
  await toggle(page, 'Alert cooldown').click();
  await save(page);
  await page.getByText('Configuration saved successfully!').first().waitFor();
  expect(sent[0]?.schedule).toMatchObject({ cooldown: 0, maxAlertsHour: 3, grouping: { enabled: false } });
});

test('a new level of the escalation comes 15 minutes after the alert, the next one 30 minutes later, to all', async (ctx) => {
  const { page, sent } = await visit(ctx);
  await toggle(page, 'Alert escalation').click();
  await page.getByRole('button', { name: 'Add level' }).click();
  await page.getByRole('button', { name: 'Add level' }).click();
  await expect.poll(() => field(page, 'Level 2, minutes').inputValue()).toBe('45');
  await field(page, 'Level 1, notify').selectOption('email');
  await field(page, 'Level 2, minutes').fill('181');
  await page.getByText('Use a whole number from 5 to 180').waitFor();
  await field(page, 'Level 2, minutes').fill('60');
  await save(page);
  await page.getByText('Configuration saved successfully!').first().waitFor();
  expect(sent[0]?.schedule.escalation).toEqual({
    enabled: true,
    levels: [
      { after: 15, notify: 'email' },
      { after: 60, notify: 'all' },
    ],
  });
  await page.getByRole('button', { name: 'Remove level 1' }).click();
  await expect.poll(() => field(page, 'Level 1, minutes').inputValue()).toBe('60');
});

test('quiet hours that nobody has set are those of the browser, and the defaults do not say otherwise', async (ctx) => {
  const { page, sent } = await visit(ctx, { timezoneId: 'Asia/Tokyo' });
  await toggle(page, 'Quiet hours').click();
  await expect.poll(() => field(page, 'Time zone').inputValue()).toBe('Asia/Tokyo');
  await save(page);
  await page.getByText('Configuration saved successfully!').first().waitFor();
  expect(sent[0]?.schedule.quietHours).toMatchObject({ enabled: true, timezone: 'Asia/Tokyo' });
  await page.getByRole('button', { name: 'Reset to defaults' }).click();
  await toggle(page, 'Quiet hours').click();
  await expect.poll(() => field(page, 'Time zone').inputValue()).toBe('Asia/Tokyo');
});

test('quiet hours say in which time zone they are, what time it is there, and that a night ends the next day', async (ctx) => {
  const { quietHours } = factoryConfig.schedule;
  const config = {
    ...factoryConfig,
    schedule: { ...factoryConfig.schedule, quietHours: { ...quietHours, enabled: true, timezone: 'Asia/Tokyo' } },
  };
  const { page } = await visit(ctx, { config });
  await page.getByText('ends the next day').waitFor();
  const tokyo = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'Asia/Tokyo' }).format();
  await page.getByText(new RegExp(`It is ${tokyo} \\d\\d:\\d\\d in Asia/Tokyo now\\. Quiet hours `)).waitFor();
  await field(page, 'End').fill('23:30');
  await page.getByRole('group', { name: 'Days', exact: true }).waitFor();
  await expect.poll(() => page.getByText('ends the next day').count()).toBe(0);
  await field(page, 'Time zone').selectOption('Europe/Berlin');
  await page.getByText(/in Europe\/Berlin now\./).waitFor();
  await field(page, 'Storage').check();
  await bar(page).getByText('Not saved: 3 changes').waitFor();
  await page.getByRole('button', { name: 'Reset to defaults' }).click();
  await expect.poll(() => field(page, 'Start').count()).toBe(0);
});

test('the summary says who is notified now, and what holds the others back', async (ctx) => {
  const until = new Date(Date.now() + HOUR_MS).toISOString();
  const recipients = [
    { id: 'email', name: 'E-mail', channel: 'email', service: 'email', when: 'now', escalations: [] },
    {
      ...{ id: 'webhook:ops', name: 'ops', channel: 'webhook', service: 'generic', when: 'later', escalations: [] },
      heldBack: { by: 'quietHours', until },
    },
  ];
  const { page } = await visit(ctx, { recipients });
  await page.getByText('E-mail hears of it at once.').waitFor();
  await page.getByText(/ops waits: quiet hours until/).waitFor();
  await page.getByText(/again every 30 min until somebody acknowledges it, at most 3 times an hour/).waitFor();
});

test('the page is readable and accessible at every size', async (ctx) => {
  const { quietHours } = factoryConfig.schedule;
  const escalation = {
    enabled: true,
    levels: [
      { after: 15, notify: 'email' as const },
      { after: 60, notify: 'all' as const },
    ],
  };
  const config = {
    ...factoryConfig,
    schedule: { ...factoryConfig.schedule, escalation, quietHours: { ...quietHours, enabled: true } },
  };
  const windows = [window({ schedule: once(-1, 1) }), window({ id: 'x', name: 'Later', schedule: once(30, 33) })];
  const target = { kind: 'resource', value: 'dc-100' };
  const silence = {
    id: 's',
    target,
    reason: 'new disk',
    by: 'ann',
    since: '2026-11-22T13:00:00Z',
    until: once(0, 2).end,
  };
  const { page } = await visit(ctx, { config, windows, silences: [silence] });
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await expectWhole(page, 'alert-schedule');
    await page.getByRole('button', { name: 'Month', exact: true }).click();
    await page.getByRole('list', { name: 'Calendar of maintenance windows' }).scrollIntoViewIfNeeded();
    await expectWhole(page, 'alert-schedule-month');
  }
  await page.getByRole('button', { name: 'Add window' }).click();
  await expectWhole(page, 'alert-schedule-window');
});
