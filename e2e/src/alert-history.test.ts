// The page of the history of alerts, with invented entries and counts.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { anAlert } from './made.ts';
import { useStage } from './stage.ts';
import { expectAccessible } from './views.ts';

const open = useStage();
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

const entry = (id: string, hours: number, fields: object = {}) => ({
  ...anAlert(id),
  ...{ resourceName: id, startTime: ago(hours), occurrence: id, status: 'resolved', peakValue: 97.4 },
  ...{ duration: 90, notified: true, changes: [] },
  ...fields,
});
const entries = [
  entry('web', 1, { status: 'active', level: 'critical' }),
  entry('mail', 2, { ackUser: 'anna', status: 'acknowledged' }),
  entry('old', 30, { duration: 7200 }),
];
const counted = {
  since: ago(168),
  bucketMs: 6 * HOUR,
  total: 3,
  buckets: Array.from({ length: 28 }, (_, place) => ({
    critical: place === 27 ? 1 : 0,
    warning: place === 27 || place === 22 ? 1 : 0,
  })),
};

/** Opens the page; `asked` are the queries that the server got. */
async function visit(ctx: Parameters<typeof open>[0], path = '/alerts/history') {
  const asked: URLSearchParams[] = [];
  const stage = await open(ctx, path, {
    state: {},
    async prepare({ page }) {
      await page.route('**/api/alerts/history?*', (route) => {
        asked.push(new URL(route.request().url()).searchParams);
        return route.fulfill({ json: entries });
      });
      await page.route('**/api/alerts/history/buckets*', (route) => route.fulfill({ json: counted }));
    },
  });
  return { ...stage, asked };
}
const table = (page: Page) => page.getByRole('grid', { name: 'Alert history' });
const row = (page: Page, name: string) => table(page).getByRole('row', { name: new RegExp(name) });
const pick = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('entries stand below their day, with severity, peak, duration, status and who acknowledged', async (ctx) => {
  const { page } = await visit(ctx);
  await page.getByRole('heading', { name: 'Alert History' }).waitFor();
  await row(page, 'web').getByText('Critical').waitFor();
  await expect.poll(() => row(page, 'web').getAttribute('data-mark')).toBe('critical');
  await expect
    .poll(async () => (await row(page, 'mail').innerText()).replace(/\s+/g, ' '))
    .toContain('Acknowledged anna');
  await row(page, 'old').getByText('2h').waitFor();
  await row(page, 'old').getByText('97.4%').waitFor();
  await table(page)
    .getByText(/^1 alert/)
    .last()
    .waitFor();
  await expectAccessible(page);
});

test('time and severity ask the server, are remembered, and are in the URL', async (ctx) => {
  const { page, asked } = await visit(ctx);
  await row(page, 'web').waitFor();
  const since = (query: URLSearchParams | undefined) => Date.now() - Number(query?.get('since'));
  expect(since(asked.at(-1)) / HOUR).toBeCloseTo(168, -1);
  await pick(page, 'Last 24h');
  await expect.poll(() => since(asked.at(-1)) / HOUR).toBeLessThan(25);
  await pick(page, 'Critical Only');
  await expect.poll(() => asked.at(-1)?.get('level')).toBe('critical');
  expect(new URL(page.url()).search).toBe('?time=24h&level=critical');
  expect(asked.at(-1)?.get('limit')).toBe('1000');
  const kept = (name: string) => page.evaluate((key) => localStorage.getItem(key), name);
  await expect.poll(() => kept('alertHistoryTimeFilter')).toBe('24h');
  await expect.poll(() => kept('alertHistorySeverityFilter')).toBe('critical');
  await pick(page, 'All Time');
  await expect.poll(() => asked.at(-1)?.has('since')).toBe(false);
  await page.getByRole('textbox', { name: 'Search history' }).fill('disk');
  await expect.poll(() => asked.at(-1)?.get('q')).toBe('disk');
});

test('a bar narrows the list to its time; the button, a second click and another filter end that', async (ctx) => {
  const { page, asked } = await visit(ctx);
  const bars = page.getByRole('listbox', { name: 'Alerts over time' });
  const last = bars.getByRole('option').last();
  await expect.poll(() => last.getAttribute('aria-label')).toMatch(/: 2 alerts, 1 Warning, 1 Critical$/);
  await last.click();
  const from = Date.parse(counted.since) + 27 * counted.bucketMs;
  await expect.poll(() => asked.at(-1)?.get('since')).toBe(String(from));
  expect(asked.at(-1)?.get('until')).toBe(String(from + counted.bucketMs));
  await pick(page, 'Clear filter');
  await expect.poll(() => asked.at(-1)?.has('until')).toBe(false);
  const choose = async (isChosen: boolean) => {
    await last.click();
    await expect.poll(() => asked.at(-1)?.has('until')).toBe(isChosen);
  };
  await choose(true);
  await choose(false);
  await choose(true);
  await pick(page, 'Warning Only');
  await expect.poll(() => [asked.at(-1)?.get('level'), asked.at(-1)?.has('until')]).toEqual(['warning', false]);
  await choose(true);
  await pick(page, '30d');
  await expect.poll(() => asked.at(-1)?.has('until')).toBe(false);
});

test('a history that cannot be loaded says so', async (ctx) => {
  const { page } = await open(ctx, '/alerts/history', {
    state: {},
    expected: /500/,
    prepare: ({ page }) =>
      page.route('**/api/alerts/history?*', (route) => route.fulfill({ status: 500, json: { error: 'no' } })),
  });
  await page.getByText('Failed to load alert history.').first().waitFor();
});

test('a letter goes to the search, and Escape clears it; while the history loads, the page says so', async (ctx) => {
  const { page } = await open(ctx, '/alerts/history', {
    state: {},
    async prepare({ page }) {
      await page.route('**/api/alerts/history?*', async (route) => {
        await page.getByText('Loading alert history...').waitFor();
        await route.fulfill({ json: entries });
      });
      await page.route('**/api/alerts/history/buckets*', (route) => route.fulfill({ json: counted }));
    },
  });
  await row(page, 'web').waitFor();
  const search = page.getByRole('textbox', { name: 'Search history' });
  await page.keyboard.type('db1');
  await expect.poll(() => search.inputValue()).toBe('db1');
  await page.keyboard.press('Escape');
  await expect.poll(() => search.inputValue()).toBe('');
});

test('what is found is exported as CSV', async (ctx) => {
  const { page } = await visit(ctx);
  const [download] = await Promise.all([page.waitForEvent('download'), pick(page, 'Export as CSV')]);
  expect(download.suggestedFilename()).toMatch(/^belfry-alerts-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.split('\r\n')).toHaveLength(entries.length + 2);
});

test('clearing the history asks first; a failure says so and keeps the history', async (ctx) => {
  const { page } = await open(ctx, '/alerts/history', { state: {}, expected: /500/ });
  await pick(page, 'Clear All History');
  await page.getByText('This is permanent and cannot be undone.').waitFor();
  await pick(page, 'Cancel');
  await pick(page, 'Clear All History');
  await page.route('**/api/alerts/history', (route) => route.fulfill({ status: 500, json: { error: 'no' } }));
  await page.getByRole('dialog').getByRole('button', { name: 'Clear All History' }).click();
  await page
    .getByText(/Error clearing alert history/)
    .first()
    .waitFor();
  await page.unroute('**/api/alerts/history');
  await page.getByRole('dialog').getByRole('button', { name: 'Clear All History' }).click();
  await page.getByText('Alert history cleared').waitFor();
  await page.getByText('No alerts found').waitFor();
});
