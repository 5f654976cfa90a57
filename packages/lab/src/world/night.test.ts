// A scripted night: tasks, logs, backups and the sync to another server say the same, in the format of real hosts.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ask, fetchRows, instanceOf, type Row } from '../client.ts';
import { startLab } from '../datacentre.ts';
import { startBackupServer } from '../pbs/server.ts';
import { addSync } from '../pbs/sync.ts';
import { complaints, loadEndpoints } from '../pve/schema.ts';
import { isIncluded } from './backup-job.ts';
import { scriptNight } from './night.ts';

const schema = path.resolve(import.meta.dirname, '../../../../../shared/proxmox-api/pbs.json');
const MIDNIGHT_S = Date.UTC(2026, 10, 18) / 1000;
const clock = () => (MIDNIGHT_S + 9 * 3600) * 1000;

test('a scripted night is in the tasks, the logs and the backups', async () => {
  const calm = { calm: true, plain: true };
  const lab = await startLab({ nodes: 2, guests: 30, seed: 11, authDelayMs: 0, version: 9.2, clock, ...calm });
  onTestFinished(() => lab.stop());
  const [cluster] = lab.clusters;
  const [first, idle] = cluster?.nodes ?? [];
  if (!cluster || !first || !idle) throw new Error('a cluster of two was asked for');
  const broken = [...cluster.guests.values()].filter((guest) => guest.node === first.name && isIncluded(guest));
  const troubles = Object.fromEntries(broken.slice(0, 2).map(({ vmid }) => [vmid, 'disk' as const]));
  scriptNight(cluster, { midnight: MIDNIGHT_S, idle: [idle.name], troubles });
  const server = await startBackupServer({ clusters: lab.clusters, authDelayMs: 0, clock, calm: true });
  onTestFinished(() => server.stop());
  expect(() => scriptNight(cluster, { midnight: 0 })).toThrow('exist already');

  const runsOn = (node: string) =>
    fetchRows(instanceOf(lab), `/nodes/${node}/tasks?typefilter=vzdump&since=${MIDNIGHT_S}&limit=500`);
  expect(await runsOn(idle.name)).toEqual([]);
  const [run] = await runsOn(first.name);
  expect(run).toMatchObject({ status: 'job errors', starttime: MIDNIGHT_S + 3600 });
  const log = await fetchRows(instanceOf(lab), `/nodes/${first.name}/tasks/${run?.upid}/log?limit=0`);
  const failed = log.flatMap(({ t }) => /^ERROR: Backup of VM (\d+) failed/.exec(String(t))?.[1] ?? []);
  expect(failed.toSorted()).toEqual(Object.keys(troubles).toSorted());
  const newest = new Map(server.groups('main', cluster.name).map(({ id, snapshots }) => [id, snapshots[0]?.time ?? 0]));
  for (const { vmid } of broken) expect((newest.get(`${vmid}`) ?? 0) > MIDNIGHT_S, `${vmid}`).toBe(!(vmid in troubles));
});

test('a sync between two servers of the lab is listed as the official schema says, with the address of the other', async (ctx) => {
  if (!existsSync(schema)) return ctx.skip('the official API schema is not beside this checkout');
  const options = { authDelayMs: 0, clock, calm: true, snapshots: 100 };
  const [from, to] = await Promise.all([
    startBackupServer(options),
    startBackupServer({ ...options, name: 'pbs-far' }),
  ]);
  onTestFinished(() => Promise.all([from.stop(), to.stop()]).then(() => {}));
  const until = MIDNIGHT_S - 86_400;
  addSync({
    ...{ id: 's-far', schedule: '04:00', owner: 'sync@pbs', until },
    from: { server: from, store: 'main', namespace: 'dc/tier1' },
    to: { server: to, store: 'empty', namespace: 'copies/dc' },
  });
  const { host, tokenName, tokenValue } = to.config();
  const headers = { authorization: `PBSAPIToken=${tokenName}:${tokenValue}` };
  const rows = async (asked: string): Promise<Row[]> => JSON.parse((await ask(host, asked, { headers })).text).data;
  const endpoints = loadEndpoints(schema);
  for (const asked of ['/admin/sync', '/config/remote']) {
    const endpoint = endpoints.get(`GET ${asked}`);
    expect(endpoint && complaints(endpoint, await rows(asked))).toEqual([]);
  }
  const job = (await rows('/admin/sync')).find(({ id }) => id === 's-far');
  expect(job).toMatchObject({ ns: 'copies/dc', 'remote-ns': 'dc/tier1', 'last-run-endtime': until + 600 });
  const namespaces = await rows('/admin/datastore/empty/namespace');
  expect(namespaces.map(({ ns }) => ns).toSorted()).toEqual(['', 'copies', 'copies/dc']);
  const copies = await rows('/admin/datastore/empty/snapshots?ns=copies/dc');
  const originals = from.groups('main', 'dc/tier1').flatMap(({ snapshots }) => snapshots);
  expect(copies).toHaveLength(originals.filter(({ time }) => time <= until).length);
  expect(new Set(copies.map(({ owner }) => owner))).toEqual(new Set(['sync@pbs']));
});
