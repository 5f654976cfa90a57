// The page of active alerts, with invented states. What one browser does and others see is in alert-chain.test.ts.
import type { Alert } from '@belfry/schema/entities/alert';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage();
/** The cells besides the first, which has the same texts for a phone. */
const besides = (page: Page) => page.locator('tr.row > td:not(:first-child)');

const alert: Alert = {
  ...{ id: 'dc-100/cpu', type: 'cpu', level: 'warning', resourceId: 'dc-100', resourceName: 'mail', node: 'pve1' },
  ...{ instance: 'dc', message: 'CPU is at 85 %', value: 85, threshold: 80, acknowledged: false },
  startTime: '2026-01-02T03:04:05.000Z',
};

test('an acknowledgement shows at once and stays while old states come; after 15 s without confirmation it is taken back', async (ctx) => {
  const { page, show, answer } = await stage(ctx, '/alerts', { state: { activeAlerts: [alert] } });
  await answer('/api/alerts/*/acknowledge', { success: true });
  await page.getByRole('button', { name: 'Acknowledge mail, cpu', exact: true }).click();
  const restore = page.getByRole('button', { name: 'Unacknowledge mail, cpu' });
  await restore.waitFor();
  await expect.poll(() => restore.isDisabled()).toBe(true);
  show({ activeAlerts: [{ ...alert, message: 'CPU is at 86 %', value: 86 }] });
  await besides(page).getByText('CPU is at 86 %').waitFor();
  await expect.poll(() => restore.count()).toBe(1);
  await page
    .getByText('Server did not confirm the alert acknowledgment in time. Re-syncing from latest data.')
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Acknowledge mail, cpu', exact: true }).waitFor();
});

test('an acknowledgement that is refused is taken back at once, with a message', async (ctx) => {
  const { page, answer } = await stage(ctx, '/alerts', { state: { activeAlerts: [alert] }, expected: /404/ });
  await answer(
    '/api/alerts/*/acknowledge',
    { error: 'Not found', code: 'not_found', status_code: 404, timestamp: 0 },
    404,
  );
  const acknowledge = page.getByRole('button', { name: 'Acknowledge mail, cpu', exact: true });
  await acknowledge.click();
  await page.getByText('Failed to acknowledge alert', { exact: true }).first().waitFor();
  await acknowledge.waitFor();
  await expect.poll(() => acknowledge.isEnabled()).toBe(true);
});

const until = new Date(Date.now() + 3_600_000).toISOString();
const aMetadata = { resourceType: 'guest', unit: 'percent', occurrence: 'o', instanceId: 'dc', list: 'vms' };
const several = [
  { ...alert, id: 'a', resourceName: 'late', level: 'critical' as const },
  alert,
  { ...alert, id: 'b', resourceName: 'quiet', metadata: { ...aMetadata, silenced: { until, by: 'marek' } } },
  { ...alert, id: 'c', resourceName: 'taken', acknowledged: true, ackUser: 'anna' },
];
const rows = (page: Page) => page.getByRole('treegrid', { name: 'Active alerts' }).locator('tbody tr');
const names = async (page: Page) =>
  (await rows(page).locator('.title, b.font-semibold.text-text').allInnerTexts()).map((text) => text.trim());

test.for([1440, 1280, 768])(
  'in a window of %d pixels each row begins with the whole type of its alert, and the columns keep their places',
  async (width, ctx) => {
    const [message, resourceName] = ['Datastore main of pbs-main is full about 11 January.', 'pbs-main'];
    const soon: Alert = {
      ...{ ...alert, id: 'v', type: 'datastore-full-soon', resourceName },
      ...{ message, value: 0, threshold: 0 },
    };
    const full: Alert = {
      ...{ ...alert, id: 'u', type: 'usage', resourceName: 'office', value: 98, threshold: 85 },
      message: 'Storage office at 98 %: 153 GB of 12 TB are free for everybody who has something to put there.',
    };
    const viewport = { width, height: 800 };
    const { page } = await stage(ctx, '/alerts', { state: { activeAlerts: [alert, soon, full] }, viewport });
    for (const type of ['Datastore full soon:', 'Storage usage:']) {
      const head = besides(page).getByText(type, { exact: true });
      await head.waitFor();
      // seen: it is what a click on its middle would meet, and nothing of it is cut
      const seen = head.evaluate((own) => {
        const { x, y, width, height } = own.getBoundingClientRect();
        return [document.elementFromPoint(x + width / 2, y + height / 2) === own, own.scrollWidth - own.clientWidth];
      });
      expect([type, ...(await seen)]).toEqual([type, true, 0]);
    }
    const lefts = () =>
      page.locator('tr.row > td:last-child').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x));
    await expect.poll(async () => new Set(await lefts()).size).toBe(1);
  },
);

test('the alerts stand in groups; who has one is named, and its shape is hollow; the URL keeps search, level and hidden ones', async (ctx) => {
  const { page } = await stage(ctx, '/alerts', { state: { activeAlerts: several } });
  const all = ['Open', 'late', 'mail', 'Silenced', 'quiet', 'Acknowledged', 'taken'];
  await expect.poll(() => names(page)).toEqual(all);
  await expect.poll(() => page.locator('tr.row', { hasText: 'taken' }).innerText()).toMatch(/Acknowledged\s+anna/);
  await expect.poll(() => page.locator('.dot.hollow[role=img]').count()).toBe(2);
  const counters = page.getByLabel('Alerts in figures');
  const figures = async () => (await counters.innerText()).replace(/\s+/g, ' ');
  await expect.poll(figures).toMatch(/Active Alerts 4 2 open .*Acknowledged 1 .*Last 24 Hours .*Guest Overrides 0/);

  await page.getByRole('button', { name: 'Hide acknowledged' }).click();
  await page.getByRole('button', { name: 'Critical', exact: true }).click();
  await expect.poll(() => names(page)).toEqual(['Open', 'late']);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Open', 'late']);
  await page.getByLabel('Search alerts').fill('nothing like this');
  await page.getByText('No alerts match your search "nothing like this"').waitFor();
});

test('all shown alerts that nobody has are acknowledged with one request, and a message says how many', async (ctx) => {
  const { page, answer } = await stage(ctx, '/alerts', { state: { activeAlerts: several } });
  const ids = ['a', 'dc-100/cpu'];
  const results = ids.map((alertId) => ({ alertId, success: alertId !== 'a' }));
  await answer('/api/alerts/bulk/acknowledge', { results });
  const request = page.waitForRequest('**/api/alerts/bulk/acknowledge');
  await page.getByRole('button', { name: 'Acknowledge all 2' }).click();
  expect([...(await request).postDataJSON().alertIds].sort()).toEqual(ids);
  await expect.poll(() => names(page)).toEqual(['Open', 'late', 'Silenced', 'quiet', 'Acknowledged', 'taken', 'mail']);
  await page.getByText('Acknowledged 1 alert', { exact: true }).first().waitFor();
  await page.getByText('Failed to acknowledge 1 alert', { exact: true }).first().waitFor();
});

test('a row keeps its place while the pointer is on it, so that a double click acknowledges one alert', async (ctx) => {
  const { page, answer } = await stage(ctx, '/alerts', { state: { activeAlerts: several } });
  await answer('/api/alerts/*/acknowledge', { success: true });
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.getByRole('button', { name: 'Acknowledge late, cpu' }).dblclick();
  await page.getByText('Alert acknowledged', { exact: true }).first().waitFor();
  expect(sent).toHaveLength(1);
  await expect.poll(async () => (await names(page)).slice(0, 2)).toEqual(['Open', 'late']);
  await page.mouse.move(5, 5);
  await expect.poll(() => names(page)).toEqual(['Open', 'mail', 'Silenced', 'quiet', 'Acknowledged', 'late', 'taken']);
});

test('without alerts the page says so, and with hidden acknowledged ones that no other exists', async (ctx) => {
  const { page, show } = await stage(ctx, '/alerts/overview?acknowledged=hidden', { state: {} });
  await page.getByRole('heading', { name: 'No active alerts' }).waitFor();
  await page.getByText('Alerts will appear here when thresholds are exceeded', { exact: true }).waitFor();
  show({ activeAlerts: [{ ...alert, acknowledged: true }] });
  await page.getByRole('heading', { name: 'No unacknowledged alerts' }).waitFor();
  await page.getByRole('button', { name: 'Show acknowledged' }).click();
  await expect.poll(() => names(page)).toEqual(['Acknowledged', 'mail']);
});

test('the quick tip stays away once it is dismissed', async (ctx) => {
  const { page } = await stage(ctx, '/alerts', { state: { activeAlerts: several } });
  await page.getByRole('button', { name: 'Do not show this tip again' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hideAlertsQuickTip'))).toBe('true');
  await page.reload();
  await rows(page).first().waitFor();
  await expect.poll(() => page.getByLabel('Quick tip').count()).toBe(0);
});

test('each problem of the server itself is shown on every page', async (ctx) => {
  const message = 'The file of alerts was damaged. It was kept as alerts-damaged-1.db.';
  const { page } = await stage(ctx, '/', { state: { serverProblems: { alerts: { message, since: '' } } } });
  await page.getByRole('alert').getByText(message).waitFor();
});
