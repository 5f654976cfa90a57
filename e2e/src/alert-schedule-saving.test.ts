// The page of the schedule: the unsaved bar, a save that fails, and two administrators.
import { expect, test } from 'vitest';
import { bar, perHour, repeat, save, useSchedule } from './schedule-page.ts';

const visit = useSchedule();

test('the bar names what changed; a value out of bounds keeps its text, says the bounds and is not saved', async (ctx) => {
  const { page, sent } = await visit(ctx);
  await repeat(page).fill('45');
  await perHour(page).fill('99');
  await bar(page).getByText('Not saved: 1 change').waitFor();
  await bar(page).getByText('Repeat after 30 min → 45 min').waitFor();
  await bar(page).getByText('One value is not valid and is not saved').waitFor();
  await page.getByText('Use a whole number from 1 to 10').waitFor();
  await save(page);
  await page.getByText('Configuration saved successfully!').first().waitFor();
  expect(sent.map(({ schedule }) => [schedule.cooldown, schedule.maxAlertsHour])).toEqual([[45, 3]]);
  await expect.poll(() => perHour(page).inputValue()).toBe('99');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Changes discarded').first().waitFor();
  await expect.poll(() => perHour(page).inputValue()).toBe('3');
  await expect.poll(() => bar(page).count()).toBe(0);
});

test('a save that fails keeps everything, with the words of the server beside the field', async (ctx) => {
  const { page, refuse, sent } = await visit(ctx, { expected: /400/ });
  refuse({ error: 'Cooldown is not good', code: 'bad_request', details: { 'schedule.cooldown': 'is not good today' } });
  await repeat(page).fill('45');
  await save(page);
  await page.getByText('is not good today').waitFor();
  await bar(page).getByText('Cooldown is not good').waitFor();
  await expect.poll(() => repeat(page).inputValue()).toBe('45');
  refuse();
  await repeat(page).fill('46');
  await save(page);
  await page.getByText('Configuration saved successfully!').first().waitFor();
  expect(sent[0]?.schedule.cooldown).toBe(46);
});

test('Discard says so when the configuration cannot be loaded again', async (ctx) => {
  const { page } = await visit(ctx, { expected: /500/ });
  await repeat(page).fill('45');
  await page.route('**/api/alerts/config', (route) => route.fulfill({ status: 500, json: { error: 'no' } }));
  await bar(page).getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Failed to reload configuration').first().waitFor();
});

test('two administrators: the second sees what the first has saved and loses nothing', async (ctx) => {
  const { page, sent, somebodySaves } = await visit(ctx);
  await repeat(page).fill('45');
  somebodySaves({ cooldown: 60, maxAlertsHour: 7 });
  await bar(page).getByText('Alerts per hour 3 → 7').waitFor();
  await bar(page).getByText('Repeat after 30 min → 60 min (yours differs)').waitFor();
  await expect
    .poll(async () => [await perHour(page).inputValue(), await repeat(page).inputValue()])
    .toEqual(['7', '45']);
  await page.getByText('Changed by somebody else in the meantime. The server has: 60 min').waitFor();
  await save(page);
  await page.getByText('Configuration saved successfully!').first().waitFor();
  expect(sent.map(({ schedule }) => [schedule.cooldown, schedule.maxAlertsHour])).toEqual([[45, 7]]);
});

test('a change that was saved a moment ago stops the save, and the value of the other can be taken', async (ctx) => {
  const { page, sent, somebodySaves } = await visit(ctx);
  await repeat(page).fill('45');
  await perHour(page).fill('4');
  somebodySaves({ cooldown: 60 }, false);
  await save(page);
  await bar(page).getByText('Somebody else has just changed a value that you changed too.').waitFor();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Use this value' }).click();
  await expect.poll(() => repeat(page).inputValue()).toBe('60');
  await save(page);
  await page.getByText('Configuration saved successfully!').first().waitFor();
  expect(sent.map(({ schedule }) => [schedule.cooldown, schedule.maxAlertsHour])).toEqual([[60, 4]]);
});

test('changes stay on the way through the area, and leaving it asks first', async (ctx) => {
  const { page } = await visit(ctx);
  await repeat(page).fill('45');
  const pages = page.getByRole('navigation', { name: 'Alert pages' });
  await pages.getByRole('link', { name: 'History' }).click();
  await page.getByRole('heading', { name: 'Alert History' }).waitFor();
  await expect.poll(() => bar(page).count()).toBe(0);
  await pages.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('heading', { name: 'Alerts Overview' }).waitFor();
  await expect.poll(() => bar(page).count()).toBe(0);
  await pages.getByRole('link', { name: 'Notifications' }).click();
  await bar(page).getByRole('button', { name: 'Save Changes' }).waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Proxmox' }).click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await pages.getByRole('link', { name: 'Schedule' }).click();
  await expect.poll(() => repeat(page).inputValue()).toBe('45');
  await page.getByRole('banner').getByRole('link', { name: 'Proxmox' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/proxmox/overview');
});
