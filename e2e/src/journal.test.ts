// The journal of changes, with invented entries.
import { expect, test } from 'vitest';
import { useStage } from './stage.ts';
import { expectAccessible, sizes } from './views.ts';

const open = useStage();
const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
const entry = (id: string, name: string, fields: object = {}) => ({
  ...{ id, at: ago(5), resource: `dc-${id}`, instance: 'dc', name, kind: 'guest', event: 'changed', by: 'anna@pve' },
  ...{ source: 'task', changes: [{ field: 'memory', before: '16384', after: '8192' }] },
  ...fields,
});
const entries = [
  entry('120', 'mariadb'),
  entry('121', 'nas', { by: null, source: 'readings', at: ago(40), since: ago(100) }),
  entry('122', 'old', { event: 'removed', changes: [], at: ago(3000) }),
];

async function visit(ctx: Parameters<typeof open>[0], found: readonly object[], path = '/journal') {
  const asked: URLSearchParams[] = [];
  const stage = await open(ctx, path, {
    state: {},
    async prepare({ page }) {
      await page.route('**/api/journal?*', (route) => {
        asked.push(new URL(route.request().url()).searchParams);
        return route.fulfill({ json: { entries: found, next: null } });
      });
    },
  });
  return { ...stage, asked };
}

test('a change is a sentence with who made it, and unfolds to its fields by the keyboard', async (ctx) => {
  const { page } = await visit(ctx, entries);
  const row = page.getByRole('listitem').filter({ hasText: 'mariadb' });
  await row.waitFor();
  await expect.poll(() => row.innerText()).toMatch(/anna@pve[\s\S]*mariadb[\s\S]*memory 16384[\s\S]*8192/);
  await page.getByRole('listitem').filter({ hasText: 'nas' }).getByText('not named').waitFor();
  await row.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => row.getByRole('table').innerText()).toMatch(/Before[\s\S]*After[\s\S]*memory/);
  await row.getByRole('link', { name: 'mariadb' }).waitFor();
});

test('the search and the time are asked of the server, and are in the address', async (ctx) => {
  const { page, asked } = await visit(ctx, entries);
  await page.getByLabel('Search changes').fill('root@pam');
  await expect.poll(() => asked.at(-1)?.get('q')).toBe('root@pam');
  await page.getByRole('button', { name: 'All time' }).click();
  await expect.poll(() => asked.at(-1)?.has('from')).toBe(false);
  await expect.poll(() => page.url()).toMatch(/search=root/);
});

test('without a change it says what is read', async (ctx) => {
  const { page } = await visit(ctx, []);
  await page.getByRole('heading', { name: 'No changes' }).waitFor();
});

test('it is whole and accessible at every size', async (ctx) => {
  const { page } = await visit(ctx, entries);
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    await page.getByText('mariadb').first().waitFor();
    await expectAccessible(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  }
});
