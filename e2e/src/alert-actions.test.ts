// What an operator does with active alerts: selecting, silencing, taking back, by pointer and by keys. With invented states.
import type { Silence } from '@belfry/schema/alerts/silences';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { anAlert } from './made.ts';
import { type Stage, useStage } from './stage.ts';
import { expectAccessible } from './views.ts';

const open = useStage();
const metadata = { resourceType: 'guest', unit: 'percent', occurrence: 'o', instanceId: 'dc', list: 'vms' };
const startTime = '2026-01-02T03:04:05.000Z';
const named = (id: string, more: Partial<Alert> = {}) =>
  anAlert(id, { resourceId: `dc-${id}`, resourceName: id, metadata, startTime, ...more });
const activeAlerts = [named('mail'), named('web'), named('zoo', { acknowledged: true, ackUser: 'anna' })];
const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
const aSilence = (fields: Partial<Silence> = {}): Silence => ({
  ...{ id: 's1', target: { kind: 'alert', value: 'web' }, reason: 'known', by: 'anna', since: '', until: inAnHour },
  ...fields,
});
const silencedBy = ({ id, until, by, reason }: Silence): Alert =>
  named('web', { metadata: { ...metadata, silenced: { id, until, by, reason } } });

const row = (page: Page, name: string) => page.locator('tr.row', { hasText: name });
const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.key);
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).first().click();

/**
 * The time of the page stands a little later. It runs on while the call is on its way, and a call that comes too late is refused: then the
 * next one aims further.
 */
async function stopClock(page: Page, ahead = 1_000): Promise<void> {
  if (ahead === 1_000) await page.clock.install();
  const isStopped = await page.clock.pauseAt(Date.now() + ahead).then(
    () => true,
    (error) => {
      if (!String(error).includes('to the past')) throw error;
      return false;
    },
  );
  if (!isStopped) await stopClock(page, ahead * 2);
}

/** What the page asks the server to change, and its answers. */
async function answered({ page }: Stage, answers: Record<string, unknown>): Promise<string[]> {
  const sent: string[] = [];
  await page.route('**/api/alerts/**', (route) => {
    const request = route.request();
    const name = `${request.method()} ${new URL(request.url()).pathname.replace('/api/alerts/', '')}`;
    if (!Object.hasOwn(answers, name)) return route.fallback();
    if (request.method() !== 'GET') sent.push([name, request.postData()].filter(Boolean).join(' '));
    const json = answers[name];
    return route.fulfill(json === undefined ? { status: 204 } : { json });
  });
  return sent;
}
const results = (...ids: string[]) => ({ results: ids.map((alertId) => ({ alertId, success: true })) });

test('the selected alerts are acknowledged with one request, and Undo in the message takes all of it back with one', async (ctx) => {
  const stage = await open(ctx, '/alerts', { state: { activeAlerts } });
  const { page } = stage;
  const ids = JSON.stringify({ alertIds: ['mail', 'web'] });
  const sent = await answered(stage, {
    'POST bulk/acknowledge': results('mail', 'web'),
    'POST bulk/unacknowledge': results('mail', 'web'),
  });
  for (const name of ['mail', 'web']) await page.getByRole('checkbox', { name: `Select ${name}, cpu` }).check();
  await expect.poll(() => row(page, 'mail').getAttribute('aria-selected')).toBe('true');
  await page.getByRole('button', { name: 'Acknowledge selected 2' }).click();
  await said(page, 'Acknowledged 2 alerts');
  await undo(page);
  await said(page, 'Restored 2 alerts');
  expect(sent).toEqual([`POST bulk/acknowledge ${ids}`, `POST bulk/unacknowledge ${ids}`]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Acknowledge all/ }).waitFor();
});

test('the keys of a row acknowledge it, take that back, select and silence it; Enter explains it', async (ctx) => {
  const stage = await open(ctx, '/alerts', { state: { activeAlerts }, expected: /404/ });
  const { page } = stage;
  const sent = await answered(stage, {
    'POST mail/acknowledge': { success: true },
    'POST mail/unacknowledge': { success: true },
    'POST zoo/unacknowledge': { success: true },
  });
  await row(page, 'mail').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toBe('mail');
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Unacknowledge mail, cpu' }).waitFor();
  await page.keyboard.press('u');
  await page.getByRole('button', { name: 'Acknowledge mail, cpu', exact: true }).waitFor();
  await said(page, 'Alert restored');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Acknowledge selected 1' }).waitFor();
  await page.keyboard.press('x');
  await page.keyboard.press('Enter');
  await page.locator('tr.detail').waitFor();
  await page.keyboard.press('End');
  await expect.poll(() => focused(page)).toBe('zoo');
  await page.keyboard.press('u');
  await expect.poll(() => sent).toEqual(['POST mail/acknowledge', 'POST mail/unacknowledge', 'POST zoo/unacknowledge']);
  await page.keyboard.press('s');
  await page.getByRole('dialog', { name: 'Silence zoo' }).waitFor();
  // Enter would silence it for an hour
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Silence');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toBe('zoo');
  await expect.poll(() => page.getByLabel('Search alerts').inputValue()).toBe('');
});

test('? lists the keys of the alerts', async (ctx) => {
  const { page } = await open(ctx, '/alerts', { state: { activeAlerts } });
  await row(page, 'mail').waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const text of [
    'Alerts: acknowledge the row, or all selected ones',
    'Into the rows of the table, from the search field too',
  ])
    await help.getByText(text, { exact: true }).waitFor();
  await expect
    .poll(async () => (await help.locator('kbd').allInnerTexts()).filter((key) => /^[ausx]$/.test(key)))
    .toEqual([...['a', 'u', 's', 'x']]);
  await expectAccessible(page);
});

test('silencing asks for how long and for what; Undo in the message ends the silence', async (ctx) => {
  const stage = await open(ctx, '/alerts', { state: { activeAlerts } });
  const { page } = stage;
  const sent = await answered(stage, { 'POST silences': aSilence(), 'DELETE silences/s1': undefined });
  await page.getByRole('button', { name: 'Silence web, cpu' }).click();
  const dialog = page.getByRole('dialog', { name: 'Silence web' });
  await dialog.getByRole('button', { name: '4 h' }).click();
  await dialog.getByLabel('What').selectOption('Everything on pve1');
  await dialog.getByText(/^No notifications are sent until /).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Silence', exact: true }).click();
  await page
    .getByText(/^Silenced until /)
    .first()
    .waitFor();
  await undo(page);
  const asked = { target: { kind: 'node', value: 'dc-pve1' }, reason: 'no reason given', minutes: 240 };
  await expect.poll(() => sent).toEqual([`POST silences ${JSON.stringify(asked)}`, 'DELETE silences/s1']);
});

test('a refused silence stays in the dialog with the words of the server', async (ctx) => {
  const { page, answer } = await open(ctx, '/alerts', { state: { activeAlerts }, expected: /409/ });
  const error = 'There are 1000 silences already.';
  await answer('/api/alerts/silences', { error, code: 'conflict', status_code: 409, timestamp: 0 }, 409);
  await page.getByRole('button', { name: 'Silence web, cpu' }).click();
  const dialog = page.getByRole('dialog', { name: 'Silence web' });
  await dialog.getByLabel('Reason (optional)').fill('known since Monday');
  await page.keyboard.press('Enter');
  await dialog.getByText(error).waitFor();
  await expect.poll(() => dialog.getByLabel('Reason (optional)').inputValue()).toBe('known since Monday');
});

test('a silence of the alert ends at once, and Undo asks for the rest of it', async (ctx) => {
  const silence = aSilence();
  const stage = await open(ctx, '/alerts', { state: { activeAlerts: [silencedBy(silence)] } });
  const { page } = stage;
  const sent = await answered(stage, {
    'GET silences': [silence, aSilence({ id: 's2' })],
    'DELETE silences/s1': undefined,
    'POST silences': silence,
  });
  await page.getByRole('button', { name: 'End silence web, cpu' }).click();
  await said(page, 'Silence ended');
  await undo(page);
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[0]).toBe('DELETE silences/s1');
  expect(sent[1]).toMatch(/^POST silences .*"reason":"known","minutes":\d\d?\}$/);
});

test('a silence that is about more than the alert is named before it ends', async (ctx) => {
  const silence = aSilence({ target: { kind: 'node', value: 'dc-pve1' } });
  const stage = await open(ctx, '/alerts', { state: { activeAlerts: [silencedBy(silence)] } });
  const { page } = stage;
  const sent = await answered(stage, { 'GET silences': [silence], 'DELETE silences/s1': undefined });
  await row(page, 'web').focus();
  await page.keyboard.press('u');
  const question = page.getByRole('dialog', { name: 'End silence?' });
  await question.getByText('everything on dc-pve1: known (anna)').waitFor();
  await expectAccessible(page);
  expect(sent).toEqual([]);
  await question.getByRole('button', { name: 'End silence' }).click();
  await said(page, 'Silence ended');
  expect(sent).toEqual(['DELETE silences/s1']);
});

test('the explanation says over what, and leads to the threshold', async (ctx) => {
  const { page, answer } = await open(ctx, '/alerts', { state: { activeAlerts } });
  const origin = { from: 'tag', key: 'tag:database' };
  await answer('/api/alerts/mail/explain', {
    ...{ id: 'mail', status: 'active', alert: { ...activeAlerts[0], peakValue: 98 } },
    rule: { type: 'cpu', category: 'performance', unit: 'percent', resourceType: 'guest' },
    readings: [{ is: 'measured', value: 91, instanceId: 'dc', instance: 'east', list: 'vms', polls: [] }],
    threshold: { trigger: 85, clear: 80, critical: 95, origin },
    ...{ heldBack: [], deliveries: [], next: [] },
  });
  await row(page, 'mail').click();
  const detail = page.locator('tr.detail');
  await detail.getByText('over 85.0%, critical from 95.0%, clears at 80.0%').waitFor();
  await detail.getByText('91.0%, from east, peak 98.0%').waitFor();
  await detail.getByText('set for the tag database').waitFor();
  const change = detail.getByRole('link', { name: 'Change' });
  await expect.poll(() => change.getAttribute('href')).toBe('/alerts/thresholds/proxmox?search=mail');
});

test('each alert shows its resource, kind, node, message, value, start and who has it', async (ctx) => {
  const startTime = new Date(Date.now() - 3.5 * 3_600_000).toISOString();
  const { page } = await open(ctx, '/alerts', {
    state: {
      activeAlerts: [
        named('mail', { startTime, message: 'VM mail (100): CPU usage is 91 %.' }),
        named('zoo', { acknowledged: true, ackUser: 'anna', ackTime: startTime }),
      ],
    },
  });
  const cells = async (name: string) =>
    (await row(page, name).locator('td').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  await expect
    .poll(() => cells('mail'))
    .toEqual([
      ...['mail VM', 'CPU usage is 91 %.', '91.0% over 80.0%', ''],
      expect.stringMatching(/^(\d\d:\d\d · 3h|[A-Z]\w+ \d+, \d\d:\d\d)$/),
      ...['pve1', 'open', ''],
    ]);
  await expect.poll(async () => (await cells('zoo'))[6]).toBe('Acknowledged anna, 3 hours ago');
  await page.getByRole('button', { name: 'Acknowledge mail, cpu', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Unacknowledge zoo, cpu' }).waitFor();
});

test('an alert that the server no longer sends is gone, and so is what was asked about it', async (ctx) => {
  const stage = await open(ctx, '/alerts', { state: { activeAlerts } });
  const { page, show } = stage;
  await answered(stage, { 'POST mail/acknowledge': { success: true } });
  await page.getByRole('button', { name: 'Acknowledge mail, cpu', exact: true }).click();
  await said(page, 'Alert acknowledged');
  show({ activeAlerts: activeAlerts.filter(({ id }) => id !== 'mail') });
  await row(page, 'mail').waitFor({ state: 'detached' });
  show({ activeAlerts });
  await page.getByRole('button', { name: 'Acknowledge mail, cpu', exact: true }).waitFor();
});

test('the buttons of an alert are locked while its request runs and 1.5 seconds longer', async (ctx) => {
  const { page, show } = await open(ctx, '/alerts', { state: { activeAlerts } });
  // the code of the messages is loaded some time after the first screen
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' });
  // the time of the page stands, so that a slow machine does not miss the lock
  await stopClock(page);
  await page.route('**/api/alerts/*/acknowledge', (route) => route.fulfill({ json: { success: true } }));
  await page.getByRole('button', { name: 'Acknowledge mail, cpu', exact: true }).click();
  const restore = page.getByRole('button', { name: 'Unacknowledge mail, cpu' });
  await said(page, 'Alert acknowledged');
  show({ activeAlerts: activeAlerts.map((alert) => ({ ...alert, acknowledged: true })) });
  await expect.poll(() => restore.isDisabled()).toBe(true);
  await page.clock.fastForward(1_400);
  await expect(restore.isDisabled()).resolves.toBe(true);
  await page.clock.resume();
  await expect.poll(() => restore.isEnabled()).toBe(true);
});

test('a message stays for 5 seconds, an error for 10, and is removed when it has faded', async (ctx) => {
  const { page, answer } = await open(ctx, '/alerts', { state: { activeAlerts }, expected: /404/ });
  await page.clock.install();
  await answer('/api/alerts/mail/acknowledge', { success: true });
  await answer('/api/alerts/web/acknowledge', { error: 'Not found', code: 'not_found', status_code: 404 }, 404);
  await page.getByRole('button', { name: 'Acknowledge mail, cpu', exact: true }).click();
  await said(page, 'Alert acknowledged');
  await page.getByRole('button', { name: 'Acknowledge web, cpu', exact: true }).click();
  await said(page, 'Failed to acknowledge alert');
  await page.mouse.move(5, 5);
  const messages = (text: string) => page.getByText(text, { exact: true }).count();
  await page.clock.fastForward(6_000);
  await page.clock.resume();
  await expect.poll(() => messages('Alert acknowledged')).toBe(0);
  await expect.poll(() => messages('Failed to acknowledge alert')).toBeGreaterThan(0);
  await page.clock.fastForward(5_000);
  await expect.poll(() => messages('Failed to acknowledge alert')).toBe(0);
});
