// Five thousand guests, ten thousand backups: a screen renders the rows in view, and changes only what is new.
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aGuest, aNode, anAlert, noon, onStorage } from './made.ts';
import { scrollable, scrollThrough } from './scroll-through.ts';
import { useStage } from './stage.ts';

const open = useStage();
const nodes = Array.from({ length: 10 }, (_, i) => aNode(`pve${i}`));
const guests = Array.from({ length: 5000 }, (_, i) =>
  aGuest({ vmid: 100 + i, name: `guest-${i}`, node: `pve${i % 10}`, tags: ['a', 'b'] }),
);
const state = { nodes, vms: guests };
const GUESTS = 'table[aria-label="Guests"]';
const ALERTS = 'table[aria-label="Active alerts"]';
const CONTAINERS = 'table[aria-label="Containers"]';
const BACKUPS = 'table[aria-label="Backups"]';
/** Those in view on 900 pixels, and those rendered in advance above and below. */
const ENOUGH_ROWS = 80;

/** The rows out of view come a moment after those in view. */
async function allRows(page: Page, table: string): Promise<void> {
  let before = 0;
  const stays = async () => {
    const now = await page.locator(`${table} tbody tr`).count();
    const same = now > 0 && now === before;
    before = now;
    return same;
  };
  await expect.poll(stays, { interval: 500 }).toBe(true);
}

/** Keys of the rows in which the document changed while `act` ran and until the next frame. */
async function touched(page: Page, table: string, act: () => void): Promise<string[]> {
  await allRows(page, table);
  // the thresholds come after the first picture, and change every row
  await page.locator(`${table} .tick`).first().waitFor();
  await page.evaluate((selector) => {
    const seen = new Set<string>();
    const watch = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const key = element?.closest('tr')?.dataset.key;
        if (key !== undefined) seen.add(key);
      }
    });
    const own = document.querySelector(selector);
    if (own) watch.observe(own, { subtree: true, childList: true, attributes: true, characterData: true });
    Object.assign(window, { touchedRows: seen });
  }, table);
  act();
  const keys = () => page.evaluate(() => [...(window as never as { touchedRows: Set<string> }).touchedRows]);
  await expect.poll(async () => (await keys()).length).toBeGreaterThan(0);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return keys();
}

test('of 5,000 guests only those in view have rows, and all of them can be reached', async (ctx) => {
  const { page } = await open(ctx, '/proxmox/overview', { state });
  await scrollable(page, GUESTS);
  await expect.poll(() => page.locator(`${GUESTS} tbody tr`).count()).toBeLessThan(ENOUGH_ROWS);
  await expect.poll(() => page.locator(GUESTS).getAttribute('aria-rowcount')).toBe(String(5000 + 10 + 1));
  await page.locator(`${GUESTS} tbody tr[tabindex="0"]`).focus();
  await page.keyboard.press('End');
  await page.locator(`${GUESTS} tr[data-key="dc-5099"]`).waitFor();
});

test('10,000 guests on 200 nodes cost the page of the Overview no more elements than 1,000 on 20, but a row for each cluster', async (ctx) => {
  const estate = ({ clusters, nodes: each, guests: count }: Record<'clusters' | 'nodes' | 'guests', number>) => {
    const places = Array.from({ length: clusters * each }, (_, i) => ({
      instance: `c${Math.floor(i / each)}`,
      name: `pve${i}`,
    }));
    return {
      nodes: places.map(({ instance, name }) => aNode(name, { instance, clusterName: instance })),
      vms: Array.from({ length: count }, (_, i) => {
        const { instance, name: node } = places[i % places.length] as (typeof places)[0];
        return aGuest({ vmid: 100 + i, name: `guest-${i}`, node, instance, tags: ['a', 'b'] });
      }),
    };
  };
  const rendered = async (size: Parameters<typeof estate>[0]) => {
    const { page } = await open(ctx, '/proxmox/overview', { state: estate(size) });
    await scrollable(page, GUESTS);
    await allRows(page, GUESTS);
    const rows = await page.locator('table tbody tr').count();
    return { rows, elements: await page.evaluate(() => document.querySelectorAll('*').length) };
  };
  const small = await rendered({ clusters: 5, nodes: 4, guests: 1_000 });
  const large = await rendered({ clusters: 20, nodes: 10, guests: 10_000 });
  expect(large.rows - small.rows).toBeLessThanOrEqual(15 + 2);
  expect(large.elements / small.elements).toBeLessThan(1.35);
});

test('no frame is blank while 5,000 guests are scrolled through', async (ctx) => {
  const { page } = await open(ctx, '/proxmox/overview', { state });
  const { blank, most } = await scrollThrough(page, GUESTS, 150, 120, true);
  expect(blank).toBe(0);
  expect(most).toBeLessThan(ENOUGH_ROWS);
});

test('no frame is blank while 1,000 active alerts are scrolled through', async (ctx) => {
  const activeAlerts = Array.from({ length: 1000 }, (_, i) =>
    anAlert(`a${String(i).padStart(4, '0')}`, { resourceName: `guest-${i}`, startTime: '2026-01-02T03:04:05.000Z' }),
  );
  const { page } = await open(ctx, '/alerts/overview', { state: { activeAlerts } });
  await page.locator(`${ALERTS} tr.row`).first().waitFor();
  const { blank, most } = await scrollThrough(page, ALERTS, 150, 120, true);
  expect(blank).toBe(0);
  expect(most).toBeLessThan(ENOUGH_ROWS);
});

test('an update that changes one guest touches its row and no other', async (ctx) => {
  const { page, show } = await open(ctx, '/proxmox/overview', { state });
  await scrollable(page, GUESTS);
  // the limits come from a call of their own
  await page.locator(`${GUESTS} tr[data-key="dc-110"] .tick`).first().waitFor();
  const changed = guests.map((guest) => (guest.vmid === 110 ? { ...guest, cpu: 0.77 } : guest));
  expect(await touched(page, GUESTS, () => show({ vms: changed }))).toEqual(['dc-110']);
});

test('rows outside the view get their new figures when they come into view', async (ctx) => {
  const { page, say } = await open(ctx, '/proxmox/overview', { state });
  const rows = page.locator(`${GUESTS} tr.row`);
  await scrollable(page, GUESTS);
  await page.locator(`${GUESTS} tr[data-key="dc-110"] .tick`).first().waitFor();
  const hidden = (await rows.last().getAttribute('data-key')) as string;
  const everybody = { field: 'cpu', at: guests.map((_, i) => Math.min(i, 1)), to: guests.map(() => 0.77) };
  const delta = { type: 'delta', base: 1, revision: 2, data: { vms: { columns: [everybody] } } };
  const keys = await touched(page, GUESTS, () => say(delta));
  expect(keys.length).toBeGreaterThan(5);
  expect(keys).not.toContain(hidden);
  const own = page.locator(`${GUESTS} tr[data-key="${hidden}"]`);
  await own.scrollIntoViewIfNeeded();
  await own.getByText('77%').waitFor();
});

test('large updates are decoded in a worker, and a small one behind them is shown after them', async (ctx) => {
  const { page, sayCompressed, heard } = await open(ctx, '/proxmox/overview', { state });
  await scrollable(page, GUESTS);
  const delta = (base: number, ...columns: object[]) => {
    const message = { type: 'delta', base, revision: base + 1, data: { vms: { columns } } };
    sayCompressed(message);
  };
  const place = guests
    .map(({ id }) => id)
    .sort()
    .indexOf('dc-110');
  const at = guests.map((_, i) => Math.min(i, 1));
  const noise = { field: 'networkIn', at, to: guests.map(() => Math.round(Math.random() * 1e9)) };
  const figure = page.locator(`${GUESTS} tr[data-key="dc-110"]`);
  delta(1, noise);
  await expect.poll(() => page.workers().length).toBe(1);
  delta(2, noise, { field: 'cpu', at, to: guests.map(() => 0.66) });
  delta(3, { field: 'cpu', at: [place + 1], to: [0.55] });
  await figure.getByText('66%').waitFor();
  delta(4, noise, { field: 'cpu', at: [place], to: [0.44] });
  delta(5, { field: 'cpu', at: [place], to: [0.33] });
  await figure.getByText('33%').waitFor();
  expect(heard.map(({ type }) => type)).not.toContain('resync');
});

test('of 200 Docker hosts with 50 containers each, a report of one touches what changed on it and nothing else', async (ctx) => {
  const containers = Array.from({ length: 50 }, (_, i) => aContainer({ id: `c${i}`, name: `web-${i}` }));
  const dockerHosts = Array.from({ length: 200 }, (_, i) =>
    aDockerHost({ id: `h${i}`, displayName: `h${i}`, containers }),
  );
  const { page, show } = await open(ctx, '/docker', { state: { dockerHosts } });
  await page.locator(`${CONTAINERS} tr[data-key="docker:h0/name:web-1"]`).waitFor();
  await expect.poll(() => page.locator(`${CONTAINERS} tbody tr`).count()).toBeLessThan(ENOUGH_ROWS);
  const busy = containers.with(1, aContainer({ id: 'c1', name: 'web-1', cpuPercent: 88 }));
  const hosts = dockerHosts.with(0, aDockerHost({ id: 'h0', displayName: 'h0', containers: busy }));
  expect(await touched(page, CONTAINERS, () => show({ dockerHosts: hosts }))).toEqual(['docker:h0/name:web-1']);
});

test('of 10,000 backups only those in view have rows; a search and another order show theirs, without blank frames', async (ctx) => {
  const storageBackups = Array.from({ length: 10_000 }, (_, i) =>
    onStorage(100 + (i % 700), { id: `b${i}`, at: noon(i % 300) - i, size: (1 + ((i * 7919) % 1000)) * 1e6 }),
  );
  const { page } = await open(ctx, '/proxmox/backups', { state: { ...state, storageBackups } });
  await page.locator(`${BACKUPS} tr.row`).first().waitFor();
  await expect.poll(() => page.locator(`${BACKUPS} tbody tr`).count()).toBeLessThan(ENOUGH_ROWS);
  await page.keyboard.type('vmid:105');
  await expect.poll(() => page.getByText(/^15 backups, /).count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.locator(`${BACKUPS} thead`).getByRole('button', { name: 'Size' }).click();
  await expect.poll(() => page.getByText(/^10,000 backups, /).count()).toBe(1);
  expect(await scrollThrough(page, BACKUPS, 150, 60, true)).toMatchObject({ blank: 0 });
});
