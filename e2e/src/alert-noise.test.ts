// The noise report: the order, the edits, what has none, and an edit that is put into the thresholds.
import { expect, test } from 'vitest';
import { useStage } from './stage.ts';
import { expectAccessible } from './views.ts';

const open = useStage();

const alert = (name: string, fields: object = {}) => ({
  ...{ id: `dc-${name}-cpu`, type: 'cpu', name, resourceType: 'guest', message: `CPU of ${name} at 84%` },
  ...{ alerts: 40, acknowledged: 2, alone: 38, aloneMs: 600_000, hours: Array.from({ length: 24 }, (_, n) => n % 5) },
  ...{ edits: [], ...fields },
});
const trigger = { is: 'trigger', key: 'dc-100', type: 'cpu', clear: 82, from: 80, to: 87, alerts: 12, kept: 2 };
const delay = { is: 'delay', kind: 'guest', type: 'cpu', from: 5, to: 1200, alerts: 18, kept: 1 };
const reply = {
  ...{ from: 0, to: 1, stepMs: 600_000, total: 100, kinds: 9 },
  alerts: [
    alert('web', { place: 'pve1 · dc', replayed: 36, edits: [trigger, delay] }),
    alert('router', { type: 'powered-off', alerts: 9, acknowledged: 0, why: 'event' }),
    alert('full', { alerts: 5, acknowledged: 5, replayed: 5, why: 'none' }),
  ],
};

async function visit(ctx: Parameters<typeof open>[0], json: object = reply) {
  const asked: URLSearchParams[] = [];
  const stage = await open(ctx, '/alerts/noise', {
    state: {},
    async prepare({ page }) {
      await page.route('**/api/alerts/noise?*', (route) => {
        asked.push(new URL(route.request().url()).searchParams);
        return route.fulfill({ json });
      });
    },
  });
  return { ...stage, asked };
}

test('each alert has its counts and the edit that would have halved it, or the reason why there is none', async (ctx) => {
  const { page, asked } = await visit(ctx);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await page.getByText('These made 54 of 100 alerts, and 7 of them were acknowledged.').waitFor();
  const text = async (name: string) => (await row(name).innerText()).replace(/\s+/g, ' ');
  await expect
    .poll(() => text('web'))
    .toMatch(/40 2 10m .*threshold 80 → 87 % or delay 5s → 20m for all guests.* 12 of 36/);
  await expect.poll(() => text('web')).toContain('CPU usage · pve1 · dc');
  await expect.poll(() => text('web')).toContain('Keeps 2 of the 2 that were acknowledged.');
  await expect.poll(() => text('router')).toContain('Belfry cannot try thresholds or delays for this kind of alert');
  await expect.poll(() => text('full')).toContain('It may be a real fault.');
  await expect.poll(() => row('router').getByRole('button', { name: 'Try' }).count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Acknowledged least' }).click();
  await page.getByRole('button', { name: '90 days' }).click();
  await expect.poll(() => asked.at(-1)?.get('order')).toBe('unheeded');
  await expect.poll(() => asked.at(-1)?.get('days')).toBe('90');
  await expect.poll(() => new URL(page.url()).search).toBe('?order=unheeded&days=90');
});

test('an edit is put into the thresholds, where it is not saved yet', async (ctx) => {
  const { page } = await visit(ctx);
  await page.getByRole('row', { name: /web/ }).getByRole('button', { name: 'Try' }).click();
  await page.waitForURL('**/alerts/thresholds/proxmox?search=web');
  await page.getByText('Not saved: 1 change').waitFor();
  await page.getByRole('button', { name: 'Last 30 days' }).waitFor();
});

test('without noise the page says so', async (ctx) => {
  const { page } = await visit(ctx, { ...reply, total: 0, kinds: 0, alerts: [] });
  await page.getByText('No alert is in this list for the last 30 days.').waitFor();
});
