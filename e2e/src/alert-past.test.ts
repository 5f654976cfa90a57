// The past of an alert: its value in the last hour and around its begin, and how often it was there before. With invented values.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { anAlert } from './made.ts';
import { useStage } from './stage.ts';
import { expectWhole, sizes } from './views.ts';

const open = useStage();
const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
const metadata = { resourceType: 'guest', unit: 'percent', occurrence: 'now', instanceId: 'dc', list: 'vms' };
const alert = (name: string, fields: object = {}) =>
  anAlert(`${name}-cpu`, { resourceId: `dc-${name}`, resourceName: name, metadata, ...fields });
const activeAlerts = [
  alert('web', { startTime: ago(10), level: 'critical', value: 96 }),
  alert('mail', { startTime: ago(300), value: 85 }),
  alert('off', { type: 'powered-off', startTime: ago(10) }),
];

/** Values rise from 40 in steps of 1 each minute. The guest `dc-lost` has never had a value. */
async function answerHistory(page: Page): Promise<URLSearchParams[]> {
  const asked: URLSearchParams[] = [];
  await page.route('**/api/history?*', (route) => {
    const search = new URL(route.request().url()).searchParams;
    asked.push(search);
    const ids = (search.get('ids') ?? '').split(',');
    if (ids.includes('guest/dc-lost')) return route.fulfill({ status: 400, json: { error: 'No guest with this id' } });
    const [from, to] = ['from', 'to'].map((name) => Number(search.get(name)));
    const mean = Array.from({ length: 60 }, (_, at) => 40 + at);
    const series = ids.map((id) => ({
      ...{ kind: 'guest', id: id.slice('guest/'.length), metric: 'cpu', unit: 'percent', from, step: MINUTE },
      ...{ min: mean, mean, max: mean, parts: [] },
    }));
    return route.fulfill({ json: { from, to, series } });
  });
  return asked;
}
const row = (page: Page, name: string) => page.locator('tr.row', { hasText: name });
const strip = (page: Page, name: string) => row(page, name).getByRole('img', { name: /^CPU usage, last hour: / });

test('the rows show the value of the last hour with its threshold, and ask for all of them at once', async (ctx) => {
  const asked: URLSearchParams[][] = [];
  const { page } = await open(ctx, '/alerts', {
    state: { activeAlerts },
    ownPast: true,
    prepare: async (stage) => void asked.push(await answerHistory(stage.page)),
  });
  await strip(page, 'web').waitFor();
  await expect
    .poll(() => strip(page, 'web').getAttribute('aria-label'))
    .toBe('CPU usage, last hour: 40.0% to 99.0%, at the end 96.0%');
  await expect.poll(() => strip(page, 'web').locator('path.limit').count()).toBe(1);
  await expect.poll(() => strip(page, 'web').locator('path.crit').count()).toBe(1);
  await expect.poll(() => strip(page, 'mail').locator('path.warn').count()).toBe(1);
  await expect.poll(() => row(page, 'off').locator('svg.strip').count()).toBe(0);
  expect(asked[0]?.[0]?.get('ids')?.split(',').sort()).toEqual(['guest/dc-mail', 'guest/dc-web']);
  expect(asked[0]?.[0]?.get('metrics')).toBe('cpu');
});

test('an alert whose resource has no past does not take the past of the others away', async (ctx) => {
  const { page } = await open(ctx, '/alerts', {
    state: { activeAlerts: [...activeAlerts, alert('lost', { startTime: ago(1) })] },
    ownPast: true,
    prepare: (stage) => answerHistory(stage.page),
    expected: /400/,
  });
  await strip(page, 'web').waitFor();
  await strip(page, 'mail').waitFor();
  await expect.poll(() => row(page, 'lost').locator('svg.strip').count()).toBe(0);
});

const entry = (occurrence: string, minutes: number, duration: number) => ({
  ...alert('mail', { startTime: ago(minutes) }),
  ...{ occurrence, status: 'resolved', peakValue: 97, duration, notified: true, changes: [] },
});

test('the explanation shows the value around the begin, and how often the alert was there before', async (ctx) => {
  const { page, answer } = await open(ctx, '/alerts', {
    state: { activeAlerts },
    ownPast: true,
    prepare: (stage) => answerHistory(stage.page),
  });
  for (const name of ['web', 'mail'])
    await answer(`/api/alerts/${name}-cpu/explain`, {
      ...{ id: `${name}-cpu`, status: 'active', alert: activeAlerts[0] },
      rule: { type: 'cpu', category: 'performance', unit: 'percent', resourceType: 'guest' },
      ...{ readings: [], heldBack: [], deliveries: [], next: [] },
    });
  await page.route('**/api/alerts/history?*', (route) => {
    const search = new URL(route.request().url()).searchParams;
    const isMail = search.get('resource') === 'dc-mail' && search.get('type') === 'cpu';
    const json = isMail ? [entry('now', 300, 60), entry('b', 3000, 1080), entry('a', 3005, 30)] : [];
    return route.fulfill({ json });
  });
  await answer('/api/alerts/history/buckets?*', { since: ago(10_000), bucketMs: MINUTE, total: 46, buckets: [] });

  await row(page, 'web').click();
  const detail = page.locator('tr.detail');
  await detail.getByRole('img', { name: 'CPU usage, last hour: 40.0% to 99.0%, at the end 96.0%' }).waitFor();
  await detail.getByText(/^fired \d\d:\d\d$/).waitFor();
  await detail.getByText('not in the 7 days before.').waitFor();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectWhole(page, 'alert-past');
  }
  await row(page, 'web').locator('td').first().click();
  await detail.waitFor({ state: 'detached' });
  await row(page, 'mail').locator('td').first().click();
  await detail
    .getByRole('img', { name: 'CPU usage around the begin of the alert: 40.0% to 99.0%, at the end 99.0%' })
    .waitFor();
  await detail.getByText(/^2 times in 7 days, on [12] of them, 18m at most\./).waitFor();
  await detail.getByText('46 alerts of this type in 7 days, all resources together').waitFor();
  await expect
    .poll(() => detail.getByRole('link', { name: 'History' }).first().getAttribute('href'))
    .toBe('/alerts/history?search=mail');
});
