// For tests: the names of all things that an answer lists. Each of them must be in the state afterwards.

import { guestId } from '@belfry/domain/ids';
import type { NodeType } from '@belfry/schema/config/kinds';
import type { Round } from './stand-in.ts';

type Row = Record<string, unknown>;
type Sighting = (data: unknown, round: Round) => { listed: readonly unknown[]; found: readonly unknown[] };

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const rows = (data: unknown): Row[] => (Array.isArray(data) ? data.filter(isRow) : []);
const row = (data: unknown): Row => (isRow(data) ? data : {});
/** The names under `key` in every row. */
const names = (data: unknown, key: string): unknown[] => rows(data).map((each) => each[key]);
const jobs = (data: unknown, { slices }: Round, kind: 'syncJobs' | 'pruneJobs') => ({
  listed: names(data, 'id'),
  found: slices.pbs?.flatMap((server) => server[kind].map((job) => job.id)) ?? [],
});

const pve: Record<string, Sighting> = {
  '/cluster/resources': (data, { slices: { nodes = [], vms = [], containers = [], storage = [] } }) => ({
    listed: rows(data).flatMap(({ type, node, storage, vmid, template }) => {
      if (type === 'node') return [`node ${node}`];
      if (type === 'storage') return [`storage ${storage} of ${node}`];
      return (type === 'qemu' || type === 'lxc') && template !== 1 ? [guestId('lab', Number(vmid))] : [];
    }),
    found: [
      ...nodes.map(({ name }) => `node ${name}`),
      ...[...vms, ...containers].map(({ id }) => id),
      ...storage.flatMap(({ name, nodes }) => nodes.map((node) => `storage ${name} of ${node}`)),
    ],
  }),
  '/cluster/status': (data, { slices }) => ({
    listed: rows(data).flatMap(({ type, name }) => (type === 'cluster' ? [name] : [])),
    found: slices.nodes?.map((node) => node.clusterName) ?? [],
  }),
  '/cluster/ceph/status': (data, { slices }) => ({
    listed: [row(data).fsid ?? row(row(data).monmap).fsid],
    found: slices.cephClusters?.map((ceph) => ceph.fsid) ?? [],
  }),
  '/nodes/{node}/status': (data, { slices }) => ({
    listed: [row(data).kversion],
    found: slices.nodes?.map((node) => node.kernelVersion) ?? [],
  }),
  '/nodes/{node}/disks/list': (data, { slices }) => ({
    listed: names(data, 'devpath'),
    found: slices.physicalDisks?.map((disk) => disk.devPath) ?? [],
  }),
  '/nodes/{node}/disks/zfs/{pool}': (data, { slices }) => ({
    listed: names(row(data).children, 'name'),
    found: slices.storage?.flatMap(({ zfsPool }) => zfsPool?.devices.map((device) => device.name) ?? []) ?? [],
  }),
  '/nodes/{node}/tasks': (data, { slices }) => ({
    listed: rows(data).flatMap(({ type, upid }) => (type === 'vzdump' ? [`lab-${upid}`] : [])),
    found: slices.backupTasks?.map((task) => task.id) ?? [],
  }),
  '/nodes/{node}/storage/{storage}/content': (data, { slices }) => ({
    listed: rows(data).flatMap(({ content, volid }) => (content === 'backup' ? [volid] : [])),
    found: slices.storageBackups?.map((backup) => backup.volid) ?? [],
  }),
  '/nodes/{node}/qemu/{vmid}/agent/get-osinfo': (data, { slices }) => ({
    listed: [row(row(data).result).name],
    found: slices.vms?.map((vm) => vm.osName) ?? [],
  }),
  '/nodes/{node}/qemu/{vmid}/agent/network-get-interfaces': (data, { slices }) => ({
    listed: names(row(data).result, 'name').filter((name) => name !== 'lo'),
    found: slices.vms?.flatMap((vm) => vm.networkInterfaces?.map((each) => each.name) ?? []) ?? [],
  }),
  '/nodes/{node}/lxc/{vmid}/interfaces': (data, { slices }) => ({
    listed: names(data, 'name').filter((name) => name !== 'lo'),
    found: slices.containers?.flatMap((ct) => ct.networkInterfaces?.map((each) => each.name) ?? []) ?? [],
  }),
  '/version': (data, { version }) => ({ listed: [row(data).version], found: [version] }),
};
for (const kind of ['qemu', 'lxc'])
  pve[`/nodes/{node}/${kind}/{vmid}/snapshot`] = (data, { slices }) => ({
    listed: names(data, 'name').filter((name) => name !== 'current'),
    found: slices.guestSnapshots?.map((snapshot) => snapshot.name) ?? [],
  });

const pbs: Record<string, Sighting> = {
  '/status/datastore-usage': (data, { slices }) => ({
    listed: names(data, 'store'),
    found: slices.pbs?.flatMap((server) => server.datastores.map((store) => store.name)) ?? [],
  }),
  '/admin/datastore/{store}/snapshots': (data, { slices }) => ({
    listed: rows(data).map((each) => new Date(Number(each['backup-time']) * 1000).toISOString()),
    found: slices.pbsBackups?.map((backup) => backup.backupTime) ?? [],
  }),
  '/admin/sync': (data, round) => jobs(data, round, 'syncJobs'),
  '/admin/prune': (data, round) => jobs(data, round, 'pruneJobs'),
  '/nodes/{node}/status': (data, { slices }) => ({
    listed: [row(data).uptime],
    found: slices.pbs?.map((server) => server.uptime) ?? [],
  }),
};

const pmg: Record<string, Sighting> = {
  '/config/cluster/status': (data, { slices }) => ({
    listed: names(data, 'name'),
    found: slices.pmg?.flatMap((gateway) => gateway.nodes.map((node) => node.name)) ?? [],
  }),
  '/nodes/{node}/postfix/qshape': (data, { slices }) => ({
    listed: names(data, 'total').slice(0, 1).map(Number),
    found: slices.pmg?.flatMap((gateway) => gateway.nodes.map((node) => node.queueStatus?.deferred)) ?? [],
  }),
  '/statistics/mail': (data, { slices }) => ({
    listed: [row(data).count_in],
    found: slices.pmg?.map((gateway) => gateway.mailStats?.countIn) ?? [],
  }),
  '/statistics/spamscores': (data, { slices }) => ({
    listed: names(data, 'level').map(String),
    found: slices.pmg?.flatMap((gateway) => gateway.spamDistribution.map((each) => each.score)) ?? [],
  }),
  '/quarantine/spamstatus': (data, { slices }) => ({
    listed: [row(data).count],
    found: slices.pmg?.map((gateway) => gateway.quarantine?.spam) ?? [],
  }),
  '/quarantine/virusstatus': (data, { slices }) => ({
    listed: [row(data).count],
    found: slices.pmg?.map((gateway) => gateway.quarantine?.virus) ?? [],
  }),
};

const sightings: Record<NodeType, Record<string, Sighting>> = { pve, pbs, pmg };

/** The names that an answer lists and the state does not contain. Empty for an endpoint without names. */
export function unseen(product: NodeType, endpoint: string, data: unknown, round: Round): unknown[] {
  const { listed, found } = sightings[product][endpoint]?.(data, round) ?? { listed: [], found: [] };
  return listed.filter((name) => !found.includes(name));
}
