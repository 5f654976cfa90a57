// The mail gateway page with invented gateways.
import { nodeId } from '@belfry/domain/ids';
import type { PmgInstance } from '@belfry/schema/entities/pmg';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aGateway, aNode, anAlert } from './made.ts';
import { useStage } from './stage.ts';

const open = useStage();
const PATH = '/proxmox/mail';
const MB = 1024 ** 2;
const mailStats: PmgInstance['mailStats'] = {
  timeframe: 'day',
  countTotal: 2400,
  countIn: 1200,
  countOut: 1200,
  spamIn: 120,
  spamOut: 0,
  virusIn: 6,
  virusOut: 0,
  bouncesIn: 12,
  bouncesOut: 0,
  bytesIn: 240 * MB,
  bytesOut: 5 * MB,
  greylistCount: 48,
  junkIn: 24,
  averageProcessTimeMs: 1500,
  rblRejects: 24,
  pregreetRejects: 0,
  updatedAt: '',
};
const queue = { active: 1, deferred: 50, hold: 0, incoming: 0, total: 51, oldestAge: 1801, updatedAt: '' };
const full = aGateway('mx1', {
  mailStats,
  quarantine: { spam: 31, virus: 2, attachment: 1, blacklisted: 4 },
  spamDistribution: [
    { score: '0', count: 75 },
    { score: '5', count: 25 },
  ],
  nodes: [
    { name: 'mx1a', status: 'online', role: 'master', uptime: 90_000, loadAvg: '0.12', queueStatus: queue },
    { name: 'mx1b', status: 'offline', role: 'node' },
  ],
});
const alertOf = (type: string, resourceId: string) => {
  const metadata = { resourceType: 'pmg', unit: 'count', occurrence: type, instanceId: full.id, list: 'pmg' };
  return anAlert(type, { type, resourceId, resourceName: 'mx1', node: 'mx1a', instance: 'mx1', metadata });
};
const text = async (page: Page, name: string) =>
  (await page.getByRole('region', { name }).innerText()).replace(/\s+/g, ' ');

test('the head of a gateway has health, a name that links to it, version, status and age', async (ctx) => {
  const { page } = await open(ctx, PATH, { state: { pmg: [full, aGateway('mx2', { host: '' })] } });
  const head = page.getByRole('article', { name: 'mx1' }).locator('header');
  await expect.poll(() => head.getByRole('img', { name: 'online' }).count()).toBe(1);
  await expect
    .poll(async () => (await head.innerText()).replace(/\s+/g, ' '))
    .toMatch(/^mx1 PMG 8.2 online updated .+ ago$/);
  await expect.poll(() => head.getByRole('link').getAttribute('href')).toBe('https://mx1.lan:8006');
  await expect.poll(() => page.getByRole('link', { name: 'mx2' }).getAttribute('href')).toBe('https://mx2:8006');
});

test('the health is green, amber or red', async (ctx) => {
  const pmg = [
    full,
    aGateway('mx2', { connectionHealth: 'degraded' }),
    aGateway('mx3', { status: 'offline', connectionHealth: 'error' }),
    aGateway('mx4', { staleSince: new Date(Date.now() - 300_000).toISOString() }),
  ];
  const { page } = await open(ctx, PATH, { state: { pmg } });
  const dots = await page.locator('article header .dot').evaluateAll((all) => all.map((dot) => dot.className));
  expect(dots).toEqual(['dot ok', 'dot warn', 'dot crit', 'dot lost']);
  await page
    .getByRole('article', { name: 'mx4' })
    .getByText(/^not reached since \d\d:\d\d$/)
    .waitFor();
});

test('the five cards: rates an hour, MB, one decimal of a percent, seconds and messages a minute, a queue with the colour of its alert', async (ctx) => {
  const { page, show } = await open(ctx, PATH, { state: { pmg: [full] } });
  expect(await text(page, 'Mail Flow (24h)')).toContain('Total 2,400 100/h');
  expect(await text(page, 'Mail Flow (24h)')).toContain('Bounces in 12 1.0%');
  expect(await text(page, 'Traffic Volume')).toContain('Inbound 240 MB 10 MB/h');
  expect(await text(page, 'Threat & Quarantine')).toContain('Spam 120 10.0%');
  expect(await text(page, 'Threat & Quarantine')).toContain('Quarantined spam 31');
  expect(await text(page, 'Delivery Health')).toContain('Process time 1.50 s 40/min');
  const queueSize = page.getByRole('region', { name: 'Delivery Health' }).getByText('51', { exact: true });
  await expect.poll(() => queueSize.getAttribute('class')).not.toContain('text-warn');
  show({ activeAlerts: [alertOf('queue-depth', full.id)] });
  await expect.poll(() => queueSize.getAttribute('class')).toContain('text-warn');
  expect(await text(page, 'Spam Score Distribution')).toContain('0 75 75.0%');
});

test('the cluster has one row per node, amber where an alert says that the queue is long or old, with a dash where a figure is unknown', async (ctx) => {
  const { page, show } = await open(ctx, PATH, { state: { pmg: [full] } });
  const table = page.getByRole('grid', { name: 'Cluster Nodes' });
  await expect
    .poll(() => table.locator('th').allInnerTexts())
    .toEqual(['Name', 'Role', 'Status', 'Uptime', 'Load Avg', 'Queue Depth', 'Oldest Msg']);
  const rows = await table
    .locator('tbody tr')
    .evaluateAll((all) => all.map((tr) => [...tr.children].map((td) => td.textContent)));
  expect(rows).toEqual([
    ['mx1a', 'master', 'online', '1d 1h', '0.12', '51', '30m'],
    ['mx1b', 'node', 'offline', '–', '–', '–', '–'],
  ]);
  const figures = ['51', '30m'];
  for (const figure of figures)
    await expect.poll(() => table.getByText(figure, { exact: true }).getAttribute('class')).not.toContain('text-warn');
  const node = nodeId(full.id, 'mx1a');
  show({ activeAlerts: [alertOf('queue-total', node), alertOf('message-age', node)] });
  for (const figure of figures)
    await expect.poll(() => table.getByText(figure, { exact: true }).getAttribute('class')).toContain('text-warn');
});

test('a gateway without answers yet shows dashes, not zeros', async (ctx) => {
  const { page } = await open(ctx, PATH, { state: { pmg: [aGateway('mx1')] } });
  expect(await text(page, 'Mail Flow (24h)')).toContain('Total – –');
  await page.getByText('No scores in the last 24 hours').waitFor();
});

test('says that no gateway is configured, or that the connection is lost', async (ctx) => {
  const { page, lose } = await open(ctx, PATH, { state: { nodes: [aNode('pve1')] } });
  await page.getByText('No Mail Gateways configured').waitFor();
  await page.getByText('Add a Proxmox Mail Gateway via Settings → Nodes.').waitFor();
  lose();
  await page.getByText('Disconnected from backend').waitFor();
});

test('the debug flag shows what the gateway answered', async (ctx) => {
  const { page } = await open(ctx, PATH, { state: { pmg: [full] }, stored: { pmgDebug: 'true' } });
  await page.getByText('What the gateway answered').click();
  await page.getByText('"countTotal": 2400').waitFor();
});
