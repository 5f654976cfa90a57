// Why there is an alert or none, in the details of an alert and in the tables of thresholds. With invented answers.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { anAlert } from './made.ts';
import { useStage } from './stage.ts';
import { useThresholds } from './threshold-page.ts';
import { expectAccessible, sizes } from './views.ts';

const open = useStage();
const start = useThresholds(open);
const reason = (type: string, message: string, fields: object = {}) => ({
  ...{ id: `dc-100-${type}`, type, status: 'none', is: 'measured', message, unit: 'percent', heldBack: [] },
  ...{ sentence: { id: 'words', values: { words: message } }, ...fields },
});
const until = '2026-12-24T10:00:00Z';
const reasons = [
  reason('memory', 'Memory usage is 91%.', {
    status: 'active',
    heldBack: [{ by: 'silence', until, reason: 'new disks' }],
  }),
  reason('powered-off', 'ada is powered off. Another alert explains it.', {
    status: 'attached',
    cause: 'node-offline-dc-pve1',
  }),
  reason('cpu', '12% is below the threshold of 80%, which comes from the defaults.'),
];

async function answerWhy(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route('**/api/alerts/why?*', (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('resource') ?? '');
    return route.fulfill({ json: { resource: { id: 'dc-100', name: 'ada', list: 'vms' }, reasons } });
  });
  return asked;
}

test('the details of an alert say on request why the other rules of its resource have none', async (ctx) => {
  const metadata = { resourceType: 'guest', unit: 'percent', occurrence: 'now', instanceId: 'dc', list: 'vms' };
  const alert = anAlert('dc-100-memory', { resourceId: 'dc-100', resourceName: 'ada', type: 'memory', metadata });
  const asked: string[][] = [];
  const { page } = await open(ctx, '/alerts', {
    state: { activeAlerts: [alert] },
    async prepare({ page: own }) {
      asked.push(await answerWhy(own));
      await own.route('**/api/alerts/*/explain', (route) => route.fulfill({ status: 404, json: { error: 'none' } }));
      await own.route('**/api/journal?*', (route) => route.fulfill({ json: { entries: [], next: null } }));
    },
    expected: /404/,
  });
  await page.locator('tr.row', { hasText: 'ada' }).click();
  const summary = page.getByText('Why is there no other alert?');
  await summary.waitFor();
  expect(asked[0]).toEqual([]);
  await summary.click();
  const list = page.getByRole('list', { name: 'What each rule says about ada' });
  await expect
    .poll(() => list.innerText())
    .toMatch(/explained by another alert[\s\S]*12% is below the threshold of 80%/);
  expect(asked[0]).toEqual(['dc-100']);
  await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
  await expect
    .poll(() => list.getByRole('link', { name: 'The alert that explains it' }).getAttribute('href'))
    .toBe('/alerts/overview#node-offline-dc-pve1');
});

test('a row of thresholds says what each rule says about its resource, also what is silenced', async (ctx) => {
  const asked: string[][] = [];
  const { page } = await start(ctx, {}, 'proxmox', {
    prepare: async (stage: { page: Page }) => void asked.push(await answerWhy(stage.page)),
  });
  await page
    .locator('tr.row', { has: page.getByText('ada', { exact: true }) })
    .locator('td')
    .first()
    .click();
  await page.getByText('What each rule says about ada').click();
  const list = page.getByRole('list', { name: 'What each rule says about ada' });
  await expect
    .poll(() => list.getByRole('listitem').first().innerText())
    .toMatch(/Held back: silenced, until .*new disks/);
  expect(asked[0]?.[0]).toMatch(/-100$/);
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    await list.waitFor();
    await expectAccessible(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  }
});
