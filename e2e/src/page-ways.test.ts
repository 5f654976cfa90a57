// The ways from the rows of a table to the page of a resource: they look and work the same in every table.
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aDisk, aGuest, aNode, anAlert, aPbs, aStorage, onStorage } from './made.ts';
import { useStage } from './stage.ts';

const open = useStage();
/** The product knows none of the invented resources. */
const expected = /404/;

const state = {
  nodes: [aNode('pve1')],
  vms: [aGuest({ name: 'web' }), aGuest({ vmid: 101, name: 'database' })],
  storage: [aStorage('local-zfs')],
  physicalDisks: [aDisk('/dev/nvme0n1')],
  pbs: [aPbs('main')],
  storageBackups: [onStorage(100)],
  activeAlerts: [
    anAlert('a1', {
      resourceId: 'dc-100',
      resourceName: 'web',
      metadata: { resourceType: 'guest', instanceId: 'dc', unit: '%', occurrence: 'o1', list: 'activeAlerts' },
    }),
  ],
  dockerHosts: [aDockerHost({ id: 'h1', displayName: 'moby', containers: [aContainer({ name: 'shop' })] })],
};

const entry = {
  ...state.activeAlerts[0],
  occurrence: 'o1',
  status: 'resolved',
  resolvedAt: new Date().toISOString(),
  peakValue: 97,
  duration: 60,
  notified: false,
  changes: [],
};

/** Each table with resources: its screen, its name, the start of a row (or of the head of a group), and whose page the row has. */
const ways: readonly (readonly [path: string, table: string, key: string, name: string])[] = [
  ['/proxmox/overview', 'Nodes', 'dc-pve1', 'pve1'],
  ['/proxmox/overview', 'Guests', 'node:', 'pve1'],
  ['/proxmox/overview', 'Guests', 'dc-100', 'web'],
  ['/proxmox/storage', 'Storage Pools', 'node:', 'pve1'],
  ['/proxmox/storage', 'Storage Pools', 'dc-pve1/', 'local-zfs'],
  ['/proxmox/storage?tab=disks', 'Physical Disks', 'dc-pve1-/dev/nvme0n1', 'pve1'],
  ['/proxmox/backups', 'Nodes', 'pbs-main', 'main'],
  ['/proxmox/backups', 'Backups', 'volume/', 'web'],
  ['/docker', 'Docker hosts', 'h1', 'moby'],
  ['/docker', 'Containers', 'host:h1', 'moby'],
  ['/docker', 'Containers', 'docker:h1/name:shop', 'shop'],
  ['/alerts/overview', 'Active alerts', 'a1', 'web'],
  ['/alerts/history', 'Alert history', 'o1', 'web'],
  ['/alerts/thresholds', 'Nodes', 'nodes:dc-pve1', 'pve1'],
  ['/alerts/thresholds', 'VMs & Containers', 'guests:dc-100', 'web'],
  ['/alerts/thresholds', 'Storage Devices', 'storage:dc-pve1-local-zfs', 'local-zfs'],
  ['/alerts/thresholds', 'PBS Servers', 'pbs:pbs-main', 'main'],
  ['/alerts/thresholds', 'Datastores', 'datastores:pbs-main-store', 'store'],
  ['/settings/urls', 'Guest URLs', 'dc-100', 'web'],
  ['/settings/docker', 'Reporting hosts', 'h1', 'moby'],
];

const counted = { since: new Date().toISOString(), bucketMs: 3_600_000, total: 1, buckets: [] };

test.for(ways)(
  '%s, table %s, row %s: the link to the page of %s is seen without a pointer on it, and O opens that page',
  async ([path, table, key, name], ctx) => {
    const { page } = await open(ctx, path, {
      state,
      expected,
      async prepare({ page }) {
        await page.route('**/api/alerts/history?*', (route) => route.fulfill({ json: [entry] }));
        await page.route('**/api/alerts/history/buckets*', (route) => route.fulfill({ json: counted }));
      },
    });
    const row = page.locator(`[aria-label="${table}"] [data-key^="${key}"]`).first();
    await row.waitFor();
    await page.mouse.move(0, 0);
    const link = row.locator('.page-link');
    await expect.poll(() => link.isVisible()).toBe(true);
    await expect.poll(() => link.locator('svg').evaluate((svg) => svg.getBoundingClientRect().width)).toBe(14);
    await row.focus();
    await page.keyboard.press('o');
    await page
      .getByRole('complementary', { name: `Details of ${name}` })
      .or(page.locator('h1', { hasText: name }))
      .first()
      .waitFor();
  },
);

test.for([
  [
    '/proxmox/overview',
    '[aria-label="Nodes"] [data-key="dc-pve1"]',
    '[aria-label="Nodes"] [data-key="dc-pve1"] > td:first-child',
  ],
  ['/docker', '[data-key="h1"]', '[data-key="h1"]'],
] as const)(
  'on a phone, on %s, the middle of a name belongs to the row, and the link to the page has its own place at the end',
  async ([path, row, cell], ctx) => {
    const touch = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const { page } = await open(ctx, path, { state, expected, ...touch });
    if (path === '/docker') await page.getByRole('button', { name: /host/ }).first().tap();
    const icon = page.locator(`${row} .page-link`).first();
    await icon.waitFor();
    const around = await page.locator(cell).first().boundingBox();
    const own = await icon.boundingBox();
    if (!around || !own) throw new Error('they are on the screen');
    expect(own.x).toBeGreaterThan(around.x + around.width / 2 + 20);
    expect([own.width, own.height]).toEqual([40, 40]);
  },
);

test('the name of a node leads to its own web interface in the summary and above its guests, and the link says that it leaves Belfry', async (ctx) => {
  const { page } = await open(ctx, '/proxmox/overview', { state, expected });
  for (const row of ['[data-key="dc-pve1"]', '[data-key="node:dc-pve1"]']) {
    const name = page.locator(row).first().getByRole('link', { name: 'pve1', exact: true });
    await expect.poll(() => name.getAttribute('target')).toBe('_blank');
    await expect.poll(() => name.getAttribute('href')).toBe('https://pve1.lan:8006');
    await expect.poll(() => name.locator('svg').isVisible()).toBe(true);
  }
});

/** A ring is whole if nothing that cuts its content cuts it. Returns what is cut, from the first to the last stop of Tab. */
const cutRings = async (page: Page): Promise<string[]> => {
  const cut = new Set<string>();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const own = document.activeElement;
      if (!own || own === document.body) return { isRound: true, by: undefined };
      if (own.hasAttribute('data-ring')) return { isRound: true, by: undefined };
      own.setAttribute('data-ring', '');
      const style = getComputedStyle(own);
      if (style.outlineStyle === 'none') return { isRound: false, by: undefined };
      const reach = Number.parseFloat(style.outlineOffset) + Number.parseFloat(style.outlineWidth);
      const { left, right, top, bottom } = own.getBoundingClientRect();
      for (let over = own.parentElement; over; over = over.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(over);
        const edge = over.getBoundingClientRect();
        const [x, y] = [edge.left + over.clientLeft, edge.top + over.clientTop];
        const isCut =
          (overflowX !== 'visible' && (left - reach < x - 0.6 || right + reach > x + over.clientWidth + 0.6)) ||
          (overflowY !== 'visible' && (top - reach < y - 0.6 || bottom + reach > y + over.clientHeight + 0.6));
        if (isCut) return { isRound: false, by: `${own.outerHTML.slice(0, 160)} by ${over.className || over.tagName}` };
        if (position === 'fixed') break;
      }
      return { isRound: false, by: undefined };
    });
    if (seen.by) cut.add(seen.by);
    if (seen.isRound && presses > 0) break;
  }
  return [...cut];
};

const screens = [
  ...['/proxmox/overview', '/proxmox/storage', '/proxmox/backups', '/proxmox/backups/protection', '/docker'],
  ...[
    '/alerts/overview',
    '/alerts/history',
    '/alerts/thresholds',
    '/settings/system',
    '/settings/urls',
    '/guests/dc-100',
  ],
];
test.for(screens)('on %s nothing cuts the focus ring of a control', async (path, ctx) => {
  const { page } = await open(ctx, path, { state, expected });
  await page.waitForFunction(() => document.querySelector('main')?.querySelector('h1, h2, button, a') !== null);
  expect(await cutRings(page)).toEqual([]);
});

test('the focus ring of a row is one whole frame, also on a row with the edge of an alert and on the head of a group', async (ctx) => {
  const { page } = await open(ctx, '/proxmox/overview', { state, expected });
  for (const key of ['dc-100', 'node:dc-pve1']) {
    const row = page.locator(`tr[data-key="${key}"]`).last();
    await row.focus();
    await page.keyboard.press('Shift');
    const frame = await row.evaluate((own) => {
      const { borderTopWidth, borderLeftWidth, borderRightWidth, borderBottomWidth, width } = getComputedStyle(
        own,
        '::after',
      );
      const borders = [borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth];
      return { borders, isWide: Math.abs(Number.parseFloat(width) - own.getBoundingClientRect().width) < 1 };
    });
    expect(frame, key).toEqual({ borders: ['2px', '2px', '2px', '2px'], isWide: true });
  }
});
