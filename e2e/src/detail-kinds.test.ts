// The pages of nodes, storages, datastores, Docker hosts and containers: the same grammar as that of a guest.
import { dockerContainerNameId } from '@belfry/domain/ids';
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import type { Alert } from '@belfry/schema/entities/alert';
import { metricsOf, resourceKinds } from '@belfry/schema/history/metrics';
import type { HistoryReply, HistorySeries } from '@belfry/schema/http/history';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aDisk, aGuest, aNode, anAlert, anInstance, aPbs, aState, aStorage, aZfsPool, GB } from './made.ts';
import { useStage } from './stage.ts';
import { expectWhole, extremes } from './views.ts';

const open = useStage();
const seen = { lastSeen: new Date().toISOString() };
const host = aDockerHost({
  id: 'h.1',
  displayName: 'dock',
  cpuUsagePercent: 17,
  containers: [aContainer({ id: 'c1', name: 'shop', cpuPercent: 42 })],
});
const state = {
  instances: [anInstance('dc', seen), anInstance('pbs-vault', { kind: 'pbs', ...seen })],
  nodes: [aNode('pve1.lan', { cpu: 0.43, loadAverage: [10.3, 9.8, 9.1] })],
  vms: [aGuest({ vmid: 101, name: 'web', node: 'pve1.lan' })],
  storage: [aStorage('tank', 'pve1.lan', { total: 100 * GB, used: 88 * GB, usage: 88 })],
  pbs: [aPbs('vault')],
  dockerHosts: [host],
  activeAlerts: [anAlert('n', { resourceId: 'dc-pve1.lan', message: 'Node CPU at 91%' })],
};
const store = `pbs-vault/${state.pbs[0]?.datastores[0]?.name}`;
const shop = dockerContainerNameId('h.1', 'shop');
const figures = (page: Page) => page.getByRole('list', { name: 'Live figures' });

test.for([
  ['/nodes/dc-pve1.lan', 'pve1.lan', '43%', 'Proxmox VE'],
  ['/storages/dc-pve1.lan-tank', 'tank', '88%', 'Proxmox VE'],
  [`/datastores/${encodeURIComponent(store)}`, store.slice(10), '60%', 'backup server'],
  ['/docker/hosts/h.1', 'dock', '17%', 'Docker agent'],
  [`/docker/containers/${encodeURIComponent(shop)}`, 'shop', '42%', 'Docker agent'],
] as const)('%s shows live figures with their source and age', async ([path, name, figure, source], ctx) => {
  const { page } = await open(ctx, path, { state });
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await figures(page).getByText(figure, { exact: true }).waitFor();
  await figures(page)
    .getByText(new RegExp(`^${source}, .*ago$`))
    .first()
    .waitFor();
  for (const viewport of extremes) {
    await page.setViewportSize(viewport);
    await expectWhole(page, `detail-${path.split('/').slice(1, -1).join('-')}`);
  }
});

test('a container above its threshold has the colour of its alert; the share of all its cores is said too', async (ctx) => {
  const busy = { ...host, cpus: 16, containers: [aContainer({ id: 'c1', name: 'shop', cpuPercent: 150 })] };
  const { page, show } = await open(ctx, `/docker/containers/${encodeURIComponent(shop)}`, {
    state: { ...state, dockerHosts: [busy] },
  });
  const meter = figures(page).locator('.meter').first();
  await figures(page).getByText('150%', { exact: true }).waitFor();
  await figures(page).getByText('9% of all cores it may use', { exact: true }).waitFor();
  await expect.poll(() => meter.getAttribute('class')).toMatch(/\bcrit\b/);
  show({ dockerHosts: [{ ...busy, containers: [aContainer({ id: 'c1', name: 'shop', cpuPercent: 79 })] }] });
  await expect.poll(() => meter.getAttribute('class')).toMatch(/\bok\b/);
});

test('a node lists its guests, which lead to their pages, and its alerts', async (ctx) => {
  const { page } = await open(ctx, '/nodes/dc-pve1.lan', { state });
  await page.getByRole('link', { name: 'Node CPU at 91%' }).waitFor();
  await page.getByRole('link', { name: 'web', exact: true }).click();
  await page.waitForURL('**/guests/dc-101');
});

const node = aNode('pve1.lan', {
  ...{ cpu: 0.43, ioWait: 0.06, networkIn: 7.7 * 1024 ** 2, networkOut: 41 * 1024 ** 2 },
  pressure: { cpu: 2.5, io: 3, memory: 0.1, at: seen.lastSeen },
});
const disks = [1, 2, 3, 4, 5, 6].map((n) =>
  aDisk(`/dev/sd${n}`, { node: 'pve1.lan', temperature: 30 + n, wearout: 90 - n, lastChecked: seen.lastSeen }),
);

test('a node shows waits, network, pressure, and the hottest and most worn of its disks; without them nothing of it', async (ctx) => {
  const { page, show } = await open(ctx, '/nodes/dc-pve1.lan', {
    state: { ...state, nodes: [node], physicalDisks: disks },
  });
  const of = (title: string) =>
    figures(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  // the same word as on the Storage screen
  await page.getByText('HEALTHY', { exact: true }).first().waitFor();
  await of('CPU').getByText('I/O wait 6%').waitFor();
  await of('Network').getByText('41.0 MB/s').waitFor();
  await of('Pressure').getByText('2.5%', { exact: true }).waitFor();
  await of('Disk temperatures').getByText('36°', { exact: true }).waitFor();
  await of('Disk temperatures').getByText('and 1 more disk').waitFor();
  await of('Life left of the disks').getByText('84%', { exact: true }).waitFor();
  await of('Disk temperatures')
    .getByText(/^SMART, .+ ago$/)
    .waitFor();
  for (const viewport of extremes) {
    await page.setViewportSize(viewport);
    await expectWhole(page, 'detail-node-figures');
  }
  show({ nodes: state.nodes, physicalDisks: [] });
  await expect.poll(() => of('Pressure').count()).toBe(0);
  await expect
    .poll(() => figures(page).getByRole('heading').allInnerTexts())
    .toEqual(['CPU', 'Load', 'Memory', 'Root disk']);
});

const filled = (ids: string): HistoryReply => {
  const [from, to] = [Date.now() - 86_400_000, Date.now()];
  const column = Array.from({ length: 100 }, () => 40);
  const series = ids.split(',').flatMap((text) => {
    const [kind, id = ''] = text.split('/').map(decodeURIComponent);
    const found = resourceKinds.find((each) => each === kind);
    if (!found) throw new Error(`no kind ${kind}`);
    return metricsOf(found).map(({ id: metric, unit }): HistorySeries => {
      const columns = { min: column, mean: column, max: column };
      return { kind: found, id, metric, unit, from, step: (to - from) / 100, ...columns, parts: [] };
    });
  });
  return { from, to, series };
};

test.for([
  [
    '/nodes/dc-pve1.lan',
    [
      'CPU',
      'Load',
      'Memory',
      'Root disk',
      'Network',
      'Pressure',
      'Temperature',
      'Disk temperatures',
      'Life left of the disks',
    ],
  ],
  ['/storages/dc-pve1.lan-tank', ['Usage', 'ZFS errors']],
  ['/docker/hosts/h.1', ['CPU', 'Memory', 'Containers that run']],
  [`/docker/containers/${encodeURIComponent(shop)}`, ['CPU (100% is one core)', 'Memory']],
  [`/datastores/${encodeURIComponent(store)}`, ['Usage', 'Deduplication']],
] as const)('every figure of %s has its chart', async ([path, titles], ctx) => {
  const zfsPool = aZfsPool({ devices: [] });
  const { page } = await open(ctx, path, {
    state: {
      ...state,
      nodes: [node],
      physicalDisks: disks,
      storage: state.storage.map((each) => ({ ...each, zfsPool })),
    },
    ownPast: true,
    prepare: ({ page: prepared }) =>
      prepared.route('**/api/history?*', (route) =>
        route.fulfill({ json: filled(new URL(route.request().url()).searchParams.get('ids') ?? '') }),
      ),
  });
  const rows = page.locator('.chart-row').filter({ has: page.locator('.uplot') });
  await expect.poll(() => rows.getByRole('heading').allInnerTexts()).toEqual([...titles]);
});

test('the page of a datastore has its own alerts, not those of its server or of another datastore', async (ctx) => {
  const alert = (id: string, message: string, datastore?: string) =>
    anAlert(id, {
      resourceId: 'pbs-vault',
      message,
      metadata: { ...anAlert(id).metadata, resourceType: 'pbs', ...(datastore && { datastore }) } as Alert['metadata'],
    });
  const own = alert('own', 'Datastore usage at 93%', store.slice(10));
  const { page } = await open(ctx, `/datastores/${encodeURIComponent(store)}`, {
    state: { ...state, activeAlerts: [own, alert('other', 'Other datastore', 'other'), alert('server', 'Server CPU')] },
  });
  await page.getByRole('link', { name: 'Datastore usage at 93%' }).waitFor();
  await expect.poll(() => page.getByRole('list', { name: 'Alerts' }).getByRole('listitem').count()).toBe(1);
});

test('what is read from a host that does not answer says that first, whatever else is wrong, and leads to the alert', async (ctx) => {
  const then = { staleSince: new Date(Date.now() - 3_600_000).toISOString() };
  const [silent] = state.dockerHosts;
  const alerts = [
    anAlert('loss', { type: 'connectivity', level: 'critical', resourceId: 'dc', message: 'dc does not answer.' }),
    anAlert('loss-dock', {
      ...{ type: 'docker-host-offline', level: 'critical', resourceId: 'h.1', message: 'dock is silent.' },
      metadata: {
        resourceType: 'dockerHost',
        list: 'dockerHosts',
        unit: 'none',
        occurrence: 'o',
        instanceId: 'docker-h.1',
      },
    }),
    anAlert('busy', { resourceId: 'dc-101', message: 'CPU at 91%' }),
  ];
  const old = {
    ...state,
    instances: [...state.instances, anInstance('docker-h.1', { kind: 'docker', name: 'dock' })],
    nodes: state.nodes.map((each) => ({ ...each, ...then })),
    vms: state.vms.map((each) => ({ ...each, ...then })),
    storage: state.storage.map((each) => ({ ...each, ...then })),
    dockerHosts: silent ? [{ ...silent, ...then }] : [],
    activeAlerts: alerts,
  };
  const { page, goto } = await open(ctx, '/guests/dc-101', { state: old });
  const matter = page.getByRole('region', { name: 'What is the matter' });
  for (const [path, says, alert] of [
    ['/guests/dc-101', /^Its host dc has not answered since .* What is shown here is from then\./, 'loss'],
    ['/storages/dc-pve1.lan-tank', /^Its host dc has not answered since /, 'loss'],
    [`/docker/containers/${encodeURIComponent(shop)}`, /^Its host dock has not answered since /, 'loss-dock'],
    ['/docker/hosts/h.1', /^dock is silent since /, 'loss-dock'],
  ] as const) {
    await goto(path);
    await expect.poll(() => matter.innerText()).toMatch(says);
    await expect
      .poll(() => matter.getByRole('link', { name: 'Alert' }).getAttribute('href'))
      .toBe(`/alerts/overview#${alert}`);
  }
});

test('what somebody has acknowledged is still the matter, with a hollow mark', async (ctx) => {
  const { page, show } = await open(ctx, '/nodes/dc-pve1.lan', { state });
  const matter = page.getByRole('region', { name: 'What is the matter' });
  await expect.poll(() => matter.locator('.dot').getAttribute('class')).not.toContain('hollow');
  show({ activeAlerts: state.activeAlerts.map((each) => ({ ...each, acknowledged: true, ackUser: 'ada' })) });
  await expect.poll(() => matter.locator('.dot').getAttribute('class')).toContain('hollow');
  await expect.poll(() => matter.innerText()).toMatch(/^Node CPU at 91% since /);
});

test('a storage of a node that does not answer its cluster says that first, and its size is from then', async (ctx) => {
  const lost = aNode('pve1.lan', {
    ...{ status: 'offline', uptime: 0 },
    lastKnown: {
      ...{ at: new Date(Date.now() - 7_200_000).toISOString(), uptime: 9, cpu: 0.1 },
      memory: { total: 8 * GB, used: GB, usage: 12.5 },
      disk: { total: 8 * GB, used: GB, usage: 12.5 },
    },
  });
  const storage = state.storage.map((each) => ({ ...each, status: 'unknown' as const }));
  const { page } = await open(ctx, '/storages/dc-pve1.lan-tank', { state: { ...state, nodes: [lost], storage } });
  const matter = page.getByRole('region', { name: 'What is the matter' });
  await expect
    .poll(() => matter.innerText())
    .toMatch(/^Its node pve1\.lan has not answered since .*\. Nobody can see whether it is available\./);
  await figures(page).getByText('88%', { exact: true }).waitFor();
  await figures(page).getByText('Proxmox VE, 2 hours ago', { exact: true }).waitFor();
});

test('a backup server that is selected leads to its datastores', async (ctx) => {
  const { page } = await open(ctx, '/proxmox/backups?node=pbs-vault', { state });
  await page.getByRole('link', { name: store.slice(10), exact: true }).click();
  await page.waitForURL((url) => url.pathname === `/datastores/${encodeURIComponent(store)}`);
});

test('after a start of the server, a Docker host that has not reported is not called gone', async (ctx) => {
  const started = { ...aState().stats, startTime: new Date().toISOString() };
  const { page, show } = await open(ctx, '/docker/hosts/h.1', { state: { ...state, dockerHosts: [], stats: started } });
  await page.getByText('No report of the Docker host h.1 yet').waitFor();
  show({ dockerHosts: [host] });
  await figures(page).waitFor();
});

test('what does not exist any more is called so, on every page', async (ctx) => {
  const { page, goto } = await open(ctx, '/nodes/dc-gone', { state });
  await page.getByText('The node dc-gone no longer exists').waitFor();
  await goto('/docker/hosts/gone');
  await page.getByText('The Docker host gone does not report any more').waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Docker' }).count()).toBeGreaterThan(1);
});
