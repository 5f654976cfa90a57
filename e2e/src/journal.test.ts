// The journal of changes, with invented entries.
import { expect, test } from 'vitest';
import { aGuest, aNode, anAlert, anInstance } from './made.ts';
import { useStage } from './stage.ts';
import { expectAccessible, expectWhole, sizes } from './views.ts';

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

async function visit(ctx: Parameters<typeof open>[0], found: readonly object[], path = '/journal', state = {}) {
  const asked: URLSearchParams[] = [];
  const stage = await open(ctx, path, {
    state,
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
  await expect.poll(() => row.innerText()).toMatch(/anna@pve[\s\S]*mariadb[\s\S]*memory 16 GB[\s\S]*8 GB/);
  await page.getByRole('listitem').filter({ hasText: 'nas' }).getByText('not named').waitFor();
  await row.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => row.getByRole('table').innerText()).toMatch(/Before[\s\S]*After[\s\S]*memory/);
  const moment = row.getByRole('link', { name: 'Show the moment in the charts' });
  await expect.poll(() => moment.getAttribute('href')).toMatch(/\/guests\/dc-120\?zoom=\d+-\d+/);
});

test('the search and the time are asked of the server, and are in the address', async (ctx) => {
  const { page, asked } = await visit(ctx, entries);
  await page.getByLabel('Search changes').fill('root@pam');
  await expect.poll(() => asked.at(-1)?.get('q')).toBe('root@pam');
  await page.getByRole('button', { name: 'All time' }).click();
  await expect.poll(() => asked.at(-1)?.has('from')).toBe(false);
  await expect.poll(() => page.url()).toMatch(/search=root/);
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Backup jobs');
  await expect.poll(() => asked.at(-1)?.get('kind')).toBe('backup-job');
  await expect.poll(() => page.url()).toMatch(/kind=backup-job/);
});

test('without a change it says what is read', async (ctx) => {
  const { page } = await visit(ctx, []);
  await page.getByRole('heading', { name: 'No changes' }).waitFor();
});

test('an entry leads to the comparison of its cluster: with a day, and with what is agreed now', async (ctx) => {
  const { page } = await visit(ctx, entries, '/journal', { instances: [anInstance('dc', { lastSeen: ago(0) })] });
  const agreed: object[] = [];
  const compared: (string | null)[] = [];
  await page.route('**/api/journal/compare?*', (route) => {
    compared.push(new URL(route.request().url()).searchParams.get('at'));
    const changes = [{ field: 'migration', before: 'secure', after: 'insecure' }];
    const difference = { part: 'dc', name: 'dc', kind: 'cluster', event: 'changed', changes, unsure: ['migration'] };
    const gap = { is: 'later', part: 'dc', kind: 'firewall', at: Date.now() - 60 * MINUTE };
    return route.fulfill({
      json: { resource: 'dc', name: 'dc', with: 'dc', from: ago(9000), differences: [difference], gaps: [gap] },
    });
  });
  await page.route('**/api/journal/baselines', (route) => {
    const own = {
      id: 'dc',
      kind: 'instance',
      instance: 'dc',
      name: 'dc',
      agreedAt: ago(0),
      by: 'ann',
      left: [],
      count: 0,
    };
    if (route.request().method() === 'POST') agreed.push(own);
    return route.fulfill({ json: route.request().method() === 'POST' ? own : { baselines: agreed } });
  });
  await page.getByRole('listitem').filter({ hasText: 'mariadb' }).locator('summary').click();
  await page.getByRole('link', { name: 'Compare dc' }).click();
  await page.getByRole('heading', { name: 'Compare the configuration' }).waitFor();
  await page.getByLabel('As it was on').fill('2026-11-01');
  await page.getByText('insecure').waitFor();
  expect(Date.parse(compared[0] ?? '')).toBe(new Date(2026, 10, 1).getTime());
  await page.getByText('was read for the first time on').waitFor();
  await page.getByRole('button', { name: 'Agree to the present configuration' }).click();
  await page.getByText('Nothing has left it.').waitFor();
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    await expectWhole(page, 'journal-comparison');
  }
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

test('an alert says what was changed before it, and leads to the change and to its moment', async (ctx) => {
  const metadata = { resourceType: 'guest', unit: 'percent', occurrence: 'now', instanceId: 'dc', list: 'vms' };
  const alert = anAlert('dc-120-memory', {
    ...{ resourceId: 'dc-120', resourceName: 'mariadb', type: 'memory', startTime: ago(3), metadata },
  });
  const { page } = await open(ctx, '/alerts', {
    state: { activeAlerts: [alert] },
    async prepare({ page }) {
      await page.route('**/api/journal?*', (route) => {
        const isOwn = new URL(route.request().url()).searchParams.get('resource') === 'dc-120';
        return route.fulfill({ json: { entries: isOwn ? [entry('120', 'mariadb')] : [], next: null } });
      });
      await page.route('**/api/alerts/*/explain', (route) => route.fulfill({ status: 404, json: { error: 'none' } }));
    },
    expected: /404/,
  });
  await page.locator('tr.row', { hasText: 'mariadb' }).click();
  const said = page.locator('tr.detail').getByRole('paragraph').filter({ hasText: 'before:' });
  await expect.poll(() => said.innerText()).toMatch(/[12]m before: memory 16 GB[\s\S]*8 GB by anna@pve/);
  await expect
    .poll(() => said.getByRole('link', { name: 'Show the moment in the charts' }).getAttribute('href'))
    .toMatch(/\/guests\/dc-120\?zoom=/);
  await said.getByRole('link', { name: 'Show the change' }).click();
  await expect.poll(() => page.url()).toMatch(/\/journal\?.*resource=dc-120/);
});

test('the pages of a node and of a guest, and the journal of a cluster, say what their configurations show', async (ctx) => {
  const findings = [
    { is: 'kernel', tone: 'note', message: 'Kernel 6.17.13-2-pve is installed, and 6.17.2-1-pve runs.', at: ago(12) },
    { is: 'version', tone: 'well', message: 'All nodes of the cluster have version 9.2.4.', at: null },
    { is: 'subscription', tone: 'unknown', message: 'The subscription of pve1 has not been read yet.', at: null },
    { is: 'firewall', tone: 'note', message: 'The firewall of pve1 is off. It is on at 2 of 2 others.', at: ago(30) },
  ].map((finding) => ({ ...finding, sentence: { id: 'words', values: { words: finding.message } } }));
  const node = aNode('pve1');
  const guest = aGuest({ instance: node.instance, node: 'pve1', vmid: 120, name: 'mariadb' });
  const state = { nodes: [node], vms: [guest], instances: [anInstance(node.instance, { lastSeen: ago(0) })] };
  const { page, goto } = await open(ctx, `/nodes/${node.id}`, {
    state,
    prepare: ({ page }) => page.route('**/api/journal/findings?*', (route) => route.fulfill({ json: { findings } })),
  });
  const panel = page.getByRole('region', { name: 'Configuration', exact: true });
  await panel.waitFor();
  await expect.poll(() => panel.innerText()).toMatch(/6\.17\.13-2-pve is installed[\s\S]*Read 12 min/);
  await panel.getByRole('img', { name: 'Not known' }).waitFor();
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expectWhole(page, 'findings-node');
  }
  await goto(`/guests/${guest.id}`);
  await panel.waitFor();
  await goto(`/journal?resource=${node.instance}`);
  await page.getByText('The firewall of pve1 is off.').waitFor();
  await expectAccessible(page);
  await expectWhole(page, 'findings-journal');
});
