// Behaviour of real servers that causes errors in monitors.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, fetchData, fetchRow, fetchRows, instanceOf, token } from '../client.ts';
import { type Lab, startLab } from '../datacentre.ts';
import type { Guest } from '../world/guest.ts';
import type { Metric } from './metrics-export.ts';

let lab: Lab;
const now = Date.UTC(2026, 0, 15, 12);
beforeAll(async () => {
  lab = await startLab({ nodes: 9, guests: 450, clusters: 3, seed: 21, authDelayMs: 0, clock: () => now });
});
afterAll(() => lab.stop());

const ask9 = (path: string) => ask(instanceOf(lab).host, path, { headers: token(instanceOf(lab)) });
const some = (what: (g: Guest) => boolean, nth = 0): Guest => {
  const guest = lab.guests(instanceOf(lab, nth).name).find(what);
  if (!guest) throw new Error('the seed makes no such guest');
  return guest;
};

describe('refusals', () => {
  test('an unknown path is 501, an unknown node 500', async () => {
    expect(await ask9('/cluster/ceph/df')).toMatchObject({
      status: 501,
      reason: "Method 'GET /cluster/ceph/df' not implemented",
    });
    expect((await ask9('/nodes/elsewhere/status')).status).toBe(500);
  });

  test('an unknown parameter is 400 and named', async () => {
    const got = await ask9('/cluster/resources?type=vm&fresh=1');
    expect(got.status).toBe(400);
    expect(JSON.parse(got.text).errors).toHaveProperty('fresh');
    expect((await ask9('/cluster/resources?type=ct')).status).toBe(400);
    expect((await ask9('/nodes?__proto__=1')).status).toBe(400);
  });

  test('a missing guest, an agent that is off and missing Ceph are all 500', async () => {
    const node = some(() => true).node;
    expect((await ask9(`/nodes/${node}/qemu/99999/status/current`)).reason).toMatch(/does not exist$/);
    const without = some((g) => g.kind === 'qemu' && g.power === 'running' && !g.agent);
    expect((await ask9(`/nodes/${without.node}/qemu/${without.vmid}/agent/get-fsinfo`)).reason).toBe(
      'No QEMU guest agent configured',
    );
    const off = some((g) => g.kind === 'qemu' && g.power === 'stopped');
    expect((await ask9(`/nodes/${off.node}/qemu/${off.vmid}/agent/info`)).reason).toBe(`VM ${off.vmid} is not running`);
    expect((await ask9('/cluster/ceph/status')).reason).toMatch(/^binary not installed/);
  });

  test('the text is in the body from release 9 on, before that only in the reason phrase', async () => {
    expect(JSON.parse((await ask9('/nowhere')).text)).toHaveProperty('message');
    const old = instanceOf(lab, 2);
    expect((await ask(old.host, '/nowhere', { headers: token(old) })).text).toBe('{"data":null}');
  });
});

describe('metrics export', () => {
  const fetchMetrics = async (query = '') =>
    ((await fetchRow(instanceOf(lab), `/cluster/metrics/export${query}`)).data ?? []) as Metric[];

  test('release 7.4 does not have it', async () => {
    const old = instanceOf(lab, 2);
    expect((await ask(old.host, '/cluster/metrics/export', { headers: token(old) })).status).toBe(501);
    expect(
      (await ask(instanceOf(lab, 1).host, '/cluster/metrics/export', { headers: token(instanceOf(lab, 1)) })).status,
    ).toBe(200);
  });

  test('counters have the type derive, the rest are gauges, with the names of a real server', async () => {
    const rows = await fetchMetrics();
    const of = (type: string) => [...new Set(rows.filter((r) => r.type === type).map((r) => r.metric))].sort();
    expect(of('derive')).toEqual(['disk_read', 'disk_write', 'net_in', 'net_out']);
    expect(of('gauge')).toEqual([
      'cpu_avg1',
      'cpu_avg15',
      'cpu_avg5',
      'cpu_current',
      'cpu_iowait',
      'cpu_max',
      'disk_total',
      'disk_used',
      'mem_total',
      'mem_used',
      'swap_total',
      'swap_used',
      'uptime',
    ]);
  });

  test('its values equal the resource list of the same round', async () => {
    const rows = await fetchMetrics();
    const guest = some((g) => g.power === 'running');
    const row = (await fetchRows(instanceOf(lab), '/cluster/resources?type=vm')).find((r) => r.vmid === guest.vmid);
    const value = (metric: string) => rows.find((r) => r.id === row?.id && r.metric === metric)?.value;
    expect(row).toMatchObject({
      cpu: value('cpu_current'),
      netin: value('net_in'),
      diskwrite: value('disk_write'),
      mem: value('mem_used'),
    });
  });

  test('history goes back thirty minutes in steps of ten seconds, sorted, and start-time cuts it', async () => {
    const node = instanceOf(lab).members[0]?.node;
    const times = (rows: Metric[]) => [...new Set(rows.filter((r) => r.id === `node/${node}`).map((r) => r.timestamp))];
    const all = await fetchMetrics('?history=1&local-only=1');
    expect(times(all)).toHaveLength(181);
    expect(all.map((r) => r.timestamp)).toEqual(all.map((r) => r.timestamp).sort((a, b) => a - b));
    const since = now / 1000 - 60;
    const recent = times(await fetchMetrics(`?history=1&local-only=1&start-time=${since}`));
    expect(recent).toHaveLength(6);
    expect(Math.min(...recent)).toBeGreaterThan(since);
  });

  test('a dead node and its guests are missing from it', async () => {
    const { node = '' } = instanceOf(lab).members[2] ?? {};
    await lab.fault(node, 'die');
    const ids = new Set((await fetchMetrics()).map((r) => r.id));
    await lab.heal(node);
    expect(ids.has(`node/${node}`)).toBe(false);
    for (const g of lab.guests(instanceOf(lab).name).filter((g) => g.node === node))
      expect(ids.has(`${g.kind}/${g.vmid}`)).toBe(false);
  });
});

describe('odd values', () => {
  test('a virtual machine shows no used disk, a container does; a shared storage has a row per node', async () => {
    const rows = await fetchRows(instanceOf(lab), '/cluster/resources');
    for (const vm of rows.filter((r) => r.type === 'qemu')) expect(vm.disk).toBe(0);
    expect(rows.some((r) => r.type === 'lxc' && Number(r.disk) > 0)).toBe(true);
    expect(rows.filter((r) => r.storage === 'pbs-main')).toHaveLength(3);
    expect(rows.some((r) => r.storage === 'old-nas')).toBe(false);
  });

  test('load averages are text; container numbers are text before release 8', async () => {
    const node = some(() => true, 2).node;
    const load = (await fetchRow(instanceOf(lab, 2), `/nodes/${node}/status`)).loadavg;
    expect(load).toEqual([expect.stringMatching(/^\d+\.\d\d$/), expect.any(String), expect.any(String)]);
    const list = await fetchRows(instanceOf(lab, 2), `/nodes/${some((g) => g.kind === 'lxc', 2).node}/lxc`);
    for (const { vmid } of list) expect(vmid).toEqual(expect.any(String));
  });

  test('a running task has neither end nor status', async () => {
    const guest = some((g) => g.power === 'running');
    const from = guest.node;
    const to = instanceOf(lab).members.find((m) => m.node !== from)?.node ?? '';
    lab.migrateGuest(instanceOf(lab).name, guest.vmid, to);
    const [task] = await fetchRows(instanceOf(lab), `/nodes/${from}/tasks?source=active&vmid=${guest.vmid}`);
    expect(task).toMatchObject({ id: String(guest.vmid) });
    expect(task).not.toHaveProperty('status');
    expect(task).not.toHaveProperty('endtime');
  });

  test('task lists default to fifty rows with the total beside them', async () => {
    const got = await ask9(`/nodes/${some(() => true).node}/tasks?limit=3`);
    const body: { data: unknown[]; total: number } = JSON.parse(got.text);
    expect(body.data).toHaveLength(3);
    expect(body.total).toBeGreaterThan(3);
  });

  test('the snapshot list ends with the pseudo snapshot', async () => {
    const guest = some((g) => g.kind === 'qemu');
    const list = (await fetchData(instanceOf(lab), `/nodes/${guest.node}/qemu/${guest.vmid}/snapshot`)) as {
      name: string;
    }[];
    expect(list.at(-1)).toMatchObject({ name: 'current', description: 'You are here!' });
    expect(list.at(-1)).not.toHaveProperty('snaptime');
  });

  test('large answers are compressed for those who accept it', async () => {
    const headers = { ...token(instanceOf(lab)), 'accept-encoding': 'gzip' };
    expect((await ask(instanceOf(lab).host, '/cluster/resources', { headers })).headers['content-encoding']).toBe(
      'gzip',
    );
  });
});
