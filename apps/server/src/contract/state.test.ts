// What the whole server sends to browsers and clients: tests against faults that other products had.
import { archiveNames } from '@belfry/schema/archives';
import { getState } from '@belfry/schema/http/monitoring';
import { lists, singles } from '@belfry/schema/state';
import { expect, test } from 'vitest';
import { place } from './testing/place.ts';
import { connect } from './testing/socket.ts';
import { configuredApp } from './testing/whole-app.ts';

/** A whole app that watches one place, and a page on its socket. */
async function watching(
  choose: (nodes: Awaited<ReturnType<typeof place>>) => Awaited<ReturnType<typeof place>>['nodes'],
) {
  const where = await place();
  const app = await configuredApp({ more: { nodes: choose(where) } });
  const headers = { 'x-api-token': app.token };
  const page = await connect(app, headers);
  return { ...where, app, headers, page };
}

test('every frame has the keys of the first one, and GET /api/state has the same encoding', async () => {
  const { app, headers, page } = await watching(({ nodes }) => nodes);
  for (const list of ['vms', 'storage', 'pbsBackups'] as const)
    await page.find(({ data }) => (data[list] ?? []).length > 0);
  const first = page.messages.find(({ type }) => type === 'initialState')?.data ?? {};
  const now = (await app.call('GET', '/api/state', { headers })).read(getState.reply);
  for (const key of [...Object.keys(lists), ...Object.keys(singles), 'pveBackups', 'lastUpdate'])
    if (key === 'pbsBackups' || !['instances', ...archiveNames].includes(key)) {
      expect(Object.keys(first)).toContain(key);
      expect(Object.keys(now)).toContain(key);
    }
  const frames = page.messages.filter(({ type }) => type === 'rawData').map(({ data }) => data);
  expect(frames.length).toBeGreaterThan(0);
  const built = Object.assign({}, first, ...frames);
  for (const key of ['pbsBackups', 'recentlyResolved', 'storage'] as const)
    expect([key, built[key].length]).toEqual([key, now[key]?.length]);
  expect(built.stats).toMatchObject({ version: now.stats?.version });
  // Every entity of a list has the same keys, whichever way it arrived.
  const keys = (list: { id: string }[]) => new Map(list.map((item) => [item.id, Object.keys(item).sort()]));
  expect(keys(built.vms)).toEqual(keys(now.vms));
  expect(now.storage.filter(({ zfsPool }) => zfsPool).length).toBe(
    built.storage.filter(({ zfsPool }: { zfsPool?: object }) => zfsPool).length,
  );
});

test('a shared storage has the same id whichever node is asked', async () => {
  const ids = [];
  for (const member of [0, 1]) {
    const { page } = await watching(({ lab, nodes }) => {
      const { host = '', fingerprint = '' } = lab.instances[0]?.members[member] ?? {};
      return nodes.filter(({ type }) => type === 'pve').map((node) => ({ ...node, host, fingerprint }));
    });
    const { data } = await page.find(({ data }) => (data.storage ?? []).length > 0);
    ids.push((data.storage ?? []).filter(({ shared }) => shared).map(({ id }) => id));
  }
  expect(ids[0]?.length).toBeGreaterThan(0);
  expect(ids[0]).toEqual(ids[1]);
  for (const id of ids[0] ?? []) expect(id).toContain('-cluster-');
});

test('a running VM whose disk usage is unknown has the reason', async () => {
  const { page } = await watching(({ nodes }) => nodes.filter(({ type }) => type === 'pve'));
  const { data } = await page.find(({ data }) => (data.vms ?? []).length > 0);
  const unknown = (data.vms ?? []).filter(({ status, disk }) => status === 'running' && disk.usage < 0);
  expect(unknown.length).toBeGreaterThan(0);
  for (const { name, diskStatusReason } of unknown)
    expect([name, diskStatusReason]).toEqual([name, expect.any(String)]);
});

test('the CPU of a backup server is percent, a node of a mail gateway is online or offline', async () => {
  const { page } = await watching(({ nodes }) => nodes.filter(({ type }) => type !== 'pve'));
  const { data } = await page.find(({ data }) => (data.pbs?.[0]?.cpu ?? 0) > 0);
  // The datacentre's server is never below 2 %, never above 42 %.
  expect(data.pbs?.[0]?.cpu).toBeGreaterThanOrEqual(2);
  expect(data.pbs?.[0]?.cpu).toBeLessThanOrEqual(42);
  const mail = await page.find(({ data }) => (data.pmg?.[0]?.nodes.length ?? 0) > 0);
  for (const node of mail.data.pmg?.[0]?.nodes ?? []) expect(['online', 'offline']).toContain(node.status);
});

test('the status of a scan is at the top level of the state, where a page reads it', async () => {
  const { app, headers, page } = await watching(() => []);
  const body = { subnet: '127.0.0.77/32' };
  expect((await app.call('POST', '/api/discover', { headers, body })).json).toMatchObject({ scanning: true });
  expect(await page.find(({ type }) => type === 'discovery_started')).toMatchObject({
    data: { subnet: '127.0.0.77/32', timestamp: expect.any(Number) },
  });
  expect((await page.find(({ type }) => type === 'discovery_complete')).data.timestamp).toEqual(expect.any(Number));
  expect(page.messages.map(({ type }) => type)).not.toContain('custom');
});

test('the version has every field that the page uses, and every path that it names exists', async () => {
  const { app, headers } = await watching(() => []);
  const version = (await app.call('GET', '/api/version')).json;
  expect(version).toMatchObject({
    ...{ version: expect.any(String), build: expect.any(String), runtime: expect.stringContaining('node') },
    ...{ channel: expect.stringMatching(/^(stable|rc)$/), isDocker: false, isDevelopment: true },
    ...{ deploymentType: 'development', updateAvailable: false },
  });
  for (const url of ['/api/performance', '/api/stats', '/api/diagnostics', '/api/diagnostics/export'])
    expect([url, (await app.call('GET', url, { headers })).status]).toEqual([url, 200]);
  expect((await app.call('GET', '/api/diagnostics', { headers })).json).toMatchObject({
    ...{ websocket: { url: '/ws', clients: expect.any(Number) }, storage: expect.any(Array) },
    ...{ backups: { backupTasks: expect.any(Array) }, activeAlerts: [], connectionHealth: {} },
  });
  expect((await app.call('GET', '/api/stats', { headers })).json.version).toBe(version.version);
});
