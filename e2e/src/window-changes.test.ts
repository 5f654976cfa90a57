// A maintenance window is changed, ended and removed by an operator; another browser sees it.
import type { Page } from 'playwright-core';
import { expect, type TestContext, test } from 'vitest';
import { openDialog } from './dialog.ts';
import { withPeople } from './people.ts';
import { expectAccessible } from './views.ts';

const HOUR_MS = 3_600_000;
/** A full hour: a form has minutes and no seconds. */
const hours = (count: number) => new Date((Math.floor(Date.now() / HOUR_MS) + count) * HOUR_MS).toISOString();
const WINDOW = {
  ...{ name: 'New disks', targets: [{ kind: 'type', value: 'cpu' }], enabled: true },
  schedule: { kind: 'once', start: hours(-1), end: hours(2) },
};
const PATH = '/api/alerts/maintenance';

async function visit(ctx: TestContext) {
  const people = await withPeople(ctx);
  await people.api('POST', PATH, WINDOW);
  const [page, other] = await Promise.all([
    people.open('olga', 'operator', '/alerts/schedule'),
    people.open('ben', 'viewer', '/alerts/schedule'),
  ]);
  const windows = () => people.api('GET', PATH) as Promise<{ name: string; by: string; schedule: { end: string } }[]>;
  return { page, other, windows };
}
const list = (page: Page) => page.getByRole('table', { name: 'Maintenance windows' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a window is changed, ended now and removed; each asks or says what it did, and others see it', async (ctx) => {
  const { page, other, windows } = await visit(ctx);
  await page.getByRole('list', { name: 'In force now' }).getByText('New disks mutes').waitFor();
  await press(page, 'Edit New disks');
  const dialog = openDialog(page);
  await dialog.getByLabel('Name', { exact: true }).fill('New fans');
  await press(page, 'Save window');
  await page.getByText('Maintenance window saved').first().waitFor();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => windows()).toMatchObject([{ name: 'New fans', by: 'olga', schedule: WINDOW.schedule }]);

  await press(page, 'End New fans now');
  await openDialog(page).waitFor();
  await expectAccessible(page);
  await openDialog(page).getByRole('button', { name: 'End now', exact: true }).click();
  await page.getByText('Maintenance window ended').first().waitFor();
  await page.getByRole('list', { name: 'In force now' }).waitFor({ state: 'detached' });
  const [ended] = await windows();
  expect(Date.parse(ended?.schedule.end ?? '')).toBeLessThanOrEqual(Date.now());
  await expect.poll(() => page.getByRole('button', { name: 'End New fans now' }).count()).toBe(0);

  await press(page, 'Delete New fans');
  await openDialog(page).waitFor();
  await expectAccessible(page);
  await openDialog(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect.poll(() => windows()).toHaveLength(1);
  await press(page, 'Delete New fans');
  await openDialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await list(page).waitFor({ state: 'detached' });
  await expect.poll(() => windows()).toEqual([]);
  await list(other).waitFor({ state: 'detached' });
});
