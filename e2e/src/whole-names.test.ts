// What the pictures of all screens showed: names that are cut, bars without room, columns without words.
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aGuest, aNode, anAlert, aStorage } from './made.ts';
import { estate, protectionOf } from './protected-guests.ts';
import { useStage } from './stage.ts';

const open = useStage();
const viewport = { width: 1280, height: 720 };
const PATH = '/proxmox/overview';
const places = ['east', 'north', 'south'];
const nodes = places.flatMap((place) =>
  [1, 2, 3, 4].map((n) =>
    aNode(`pve-${place}-0${n}`, {
      instance: place,
      clusterName: `pve-${place}`,
      ...(place === 'east' && n === 3 && ({ status: 'offline', uptime: 0 } as const)),
    }),
  ),
);
const on = (node: string, vmid: number, more: object) => aGuest({ vmid, node, instance: 'east', ...more });
const state = {
  nodes,
  vms: [
    on('pve-east-01', 100, { name: 'loki-test-37', tags: ['backup-daily', 'legacy', 'dev', 'team'] }),
    on('pve-east-01', 101, { name: 'erp-app-dev-38', tags: ['backup-daily', 'dev', 'office'], status: 'stopped' }),
    on('pve-east-01', 102, { name: 'web', tags: ['dev'] }),
    on('pve-east-02', 103, { name: 'sleeper', status: 'paused' }),
  ],
  storage: nodes.map(({ name, instance }) => aStorage('office', name, { instance, total: 100, used: 97, usage: 97 })),
  activeAlerts: [
    anAlert('down', {
      level: 'critical',
      resourceId: 'east-pve-east-03',
      resourceName: 'pve-east-03',
      instance: 'east',
    }),
  ],
};
/** The names of a table whose end is cut off. */
const cutNames = (page: Page, table: string) =>
  page
    .locator(`[aria-label="${table}"] .title`)
    .evaluateAll((names) => names.filter((own) => own.scrollWidth > own.clientWidth).map((own) => own.textContent));

test('no name of a node or a guest is cut, and the tags of all rows end at one edge', async (ctx) => {
  const { page } = await open(ctx, PATH, { state, viewport });
  const guests = page.locator('[aria-label="Guests"] tr.row');
  await guests.filter({ hasText: 'erp-app-dev-38' }).waitFor();
  await page.locator('[aria-label="Nodes"] .title', { hasText: 'pve-east-03' }).waitFor();
  expect(await cutNames(page, 'Nodes')).toEqual([]);
  expect(await cutNames(page, 'Guests')).toEqual([]);
  const ends = await guests.locator('td:first-child > span').evaluateAll((names) =>
    names.flatMap((name) => {
      const last = name.lastElementChild;
      return name.querySelector('.tag') && last ? Math.round(last.getBoundingClientRect().right) : [];
    }),
  );
  expect(ends.length).toBe(3);
  expect(new Set(ends).size).toBe(1);
});

test('the bar of a cluster is at least 45 px long, and the name of its fullest storage stands beside the figure', async (ctx) => {
  const { page } = await open(ctx, PATH, { state, viewport });
  const row = page.locator('[aria-label="Nodes"] tr.row').first();
  await row.getByText('office').waitFor();
  const tracks = row.locator('.meter .track');
  const widths = () => tracks.evaluateAll((all) => all.map((own) => own.getBoundingClientRect().width));
  expect(Math.min(...(await widths()))).toBeGreaterThanOrEqual(45);
  const gap = await row.locator('.meter', { hasText: 'office' }).evaluate((meter) => {
    const textOf = (selector: string) => {
      const range = document.createRange();
      range.selectNodeContents(meter.querySelector(selector) as Element);
      return range.getBoundingClientRect();
    };
    return textOf('.caption').left - textOf('.num').right;
  });
  expect(gap).toBeLessThanOrEqual(12);
});

test('the name of a backup job has room for twenty characters, as that of a guest has', async (ctx) => {
  const named = 'backup-5f3c1d2e-77aa';
  const guest = on('pve-east-01', 101, { name: 'api-gateway-staging-5' });
  const guestProtection = [protectionOf(101, { id: guest.id })];
  const backupJobs = (estate.backupJobs ?? []).map((job) => ({ ...job, comment: named }));
  const { page } = await open(ctx, '/proxmox/backups/protection', {
    state: { ...state, vms: [guest], guestProtection, backupJobs },
    viewport,
  });
  const row = page.locator('[aria-label="Protection of guests"] tr.row').first();
  for (const text of [named, guest.name])
    await expect
      .poll(() => row.getByText(text).evaluate((own) => own.scrollWidth - own.clientWidth))
      .toBeLessThanOrEqual(0);
});

test('a cluster counts its paused guests by themselves', async (ctx) => {
  const { page } = await open(ctx, PATH, { state, viewport });
  const row = page.locator('[aria-label="Nodes"] tr.row').first();
  await expect.poll(() => row.innerText()).toMatch(/2 of 4 run\s*, 1 paused/);
});

test('on a phone the name of an alert has its line, and its kind stands before what it is', async (ctx) => {
  const activeAlerts = [
    anAlert('a', {
      ...{ resourceId: 'east-pve-harbour-04', resourceName: 'pve-harbour-number-04' },
      metadata: { resourceType: 'node', unit: '', instanceId: 'east', occurrence: 'o1', list: 'activeAlerts' },
    }),
  ];
  const phone = { width: 390, height: 844 };
  const { page } = await open(ctx, '/alerts/overview', { state: { ...state, activeAlerts }, viewport: phone });
  const row = page.locator('[data-key="a"]');
  await row.getByText(/^Node · /).waitFor();
  expect(await cutNames(page, 'Active alerts')).toEqual([]);
});

test('on a phone the button that leaves a wall covers no part of the clock', async (ctx) => {
  const { page } = await open(ctx, '/alerts/overview?kiosk=1', { state, viewport: { width: 390, height: 844 } });
  const clock = page.getByRole('complementary').locator('time');
  const leave = page.getByRole('button', { name: 'Show the tabs and filters again' });
  await leave.waitFor();
  const side = (own: typeof clock, name: 'left' | 'right') =>
    own.evaluate((element, name) => element.getBoundingClientRect()[name], name);
  await expect.poll(async () => (await side(leave, 'left')) - (await side(clock, 'right'))).toBeGreaterThan(0);
});

test('the list of what ran on a dead node has no column in which no guest has a value', async (ctx) => {
  const unnamed = [110, 113].map((vmid) =>
    on('pve-east-03', vmid, { name: `VM ${vmid}`, memory: { total: 0, used: 0 } }),
  );
  const { page } = await open(ctx, '/nodes/east-pve-east-03', {
    state: { ...state, vms: unnamed },
    viewport,
    expected: /404/,
  });
  const table = page.locator('table[aria-label="What ran here"]');
  await table.locator('tbody tr').first().waitFor();
  await expect.poll(() => table.locator('thead th').allInnerTexts()).toEqual(['Guest', 'Fits on', 'Last good backup']);
});

test('the kind of a guest is whole in its frame', async (ctx) => {
  const { page } = await open(ctx, PATH, {
    state: { ...state, containers: [on('pve-east-01', 120, { name: 'dns', type: 'lxc' })] },
    viewport,
  });
  const chip = page.locator('[aria-label="Guests"] tr.row', { hasText: 'dns' }).getByText('LXC', { exact: true });
  await expect
    .poll(() =>
      chip.evaluate((own) => {
        const [frame, cell] = [own.getBoundingClientRect(), own.closest('td') as Element];
        return (
          cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingRight) - frame.right
        );
      }),
    )
    .toBeGreaterThanOrEqual(0);
});

test('on a phone the name of a container is whole, and its memory stands below it', async (ctx) => {
  const containers = [
    aContainer({ name: 'monitoring-node-exporter-1', memoryPercent: 43.6, status: 'Up About an hour (healthy)' }),
  ];
  const phone = { width: 390, height: 844 };
  const { page } = await open(ctx, '/docker', {
    state: { dockerHosts: [aDockerHost({ containers })] },
    viewport: phone,
  });
  await page.getByText('Up About an hour (healthy) · Memory 43%').waitFor();
  expect(await cutNames(page, 'Containers')).toEqual([]);
});

test('in a window of 768 px the history of alerts cuts no name of twenty characters', async (ctx) => {
  const resourceName = 'web-frontend-prod-01';
  const entry = {
    ...anAlert('a', { resourceName, startTime: new Date().toISOString() }),
    ...{ occurrence: 'a', status: 'resolved', duration: 90, notified: true, changes: [] },
  };
  const { page } = await open(ctx, '/alerts/history', {
    state,
    viewport: { width: 768, height: 1024 },
    prepare: ({ page }) => page.route('**/api/alerts/history?*', (route) => route.fulfill({ json: [entry] })),
  });
  const name = page.getByRole('grid', { name: 'Alert history' }).getByText(resourceName);
  await expect.poll(() => name.evaluate((own) => own.scrollWidth - own.clientWidth)).toBe(0);
});

test('beside the parts of a section the worst problem is whole in a window of 1280 px', async (ctx) => {
  const { page } = await open(ctx, '/proxmox/backups/protection', { state: { ...state, ...estate }, viewport });
  const headline = page.getByRole('complementary', { name: 'Status' }).locator('button .truncate');
  await expect.poll(() => headline.evaluate((own) => own.scrollWidth - own.clientWidth)).toBe(0);
});

test('a choice that is switched off fills its frame on a phone', async (ctx) => {
  const phone = { width: 390, height: 844 };
  const { page } = await open(ctx, '/alerts/destinations', { state, viewport: phone });
  const choice = page.getByRole('button', { name: 'OAuth 2 (XOAUTH2)' });
  await expect.poll(() => choice.evaluate((own) => own.clientHeight)).toBeGreaterThanOrEqual(40);
});

test('the backups of guests cut no name of a guest or a node in a window of 1440 px', async (ctx) => {
  const guest = on('pve-harbour-01', 101, { name: 'dns-resolver-staging-18' });
  const { page } = await open(ctx, '/proxmox/backups/protection', {
    state: {
      nodes: [aNode('pve-harbour-01', { instance: 'east' })],
      vms: [guest],
      guestProtection: [protectionOf(101, { id: guest.id })],
      backupJobs: estate.backupJobs ?? [],
    },
    viewport: { width: 1440, height: 900 },
  });
  const row = page.locator('[aria-label="Protection of guests"] tr.row').first();
  for (const text of [guest.name, guest.node])
    await expect
      .poll(() =>
        row.getByText(text).evaluate((own) => {
          const cell = own.closest('td') as Element;
          return Math.max(own.scrollWidth - own.clientWidth, cell.scrollWidth - cell.clientWidth);
        }),
      )
      .toBeLessThanOrEqual(0);
});
