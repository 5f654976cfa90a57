// Proxmox VE in the tests of all sources.
import { guestId } from '@belfry/domain/ids';
import type { Answer } from '@belfry/lab/answer';
import { createAccess } from '@belfry/lab/pve/access';
import { handlePve } from '@belfry/lab/pve/api';
import type { Release } from '@belfry/lab/world/catalogue';
import { createCluster } from '@belfry/lab/world/cluster';
import { configSchema } from '@belfry/schema/config/node';
import { createLogger } from '../../../lib/logger.ts';
import { createDenials } from '../../proxmox-api/denials.ts';
import { credentials, incoming, login, origin, SEED } from '../../testing/lab-call.ts';
import { names, row, rows } from '../../testing/rows.ts';
import type { Host, Sighting, TestedKind } from '../../testing/tested-kind.ts';
import { noFacts } from '../facts.ts';
import { createPolls } from '../source.ts';

const pveHost =
  (release: Release) =>
  (since: number): Host => {
    const cluster = createCluster({
      name: 'lab',
      nodes: ['n1', 'n2', 'n3'],
      guests: 12,
      seed: SEED,
      release,
      since,
    });
    const [asked] = cluster.nodes;
    if (!asked) throw new Error('the cluster has no nodes');
    const access = createAccess(credentials);
    const headers = { authorization: `PVEAPIToken=${credentials.tokenName}=${credentials.tokenValue}` };
    return (path, now) => {
      const { answer } = handlePve(cluster, access, asked, incoming(path, headers), now);
      if (answer === 'never') return { status: 596, reason: 'Connection timed out' };
      return path === '/storage' ? withCeph(answer) : answer;
    };
  };

/** Adds a storage on Ceph to the list, so that the source also asks for Ceph. */
function withCeph(answer: Answer): Answer {
  const { data } = JSON.parse(answer.body ?? '{}') as { data: unknown[] };
  const storage = { storage: 'vm-pool', type: 'rbd', pool: 'vm', content: 'images', shared: 1 };
  return { ...answer, body: JSON.stringify({ data: [...data, storage] }) };
}

const polls: TestedKind['polls'] = (session, clock) => {
  const config = configSchema('pve').parse({ type: 'pve', name: 'lab', ...login, monitorPhysicalDisks: true });
  const place = { instance: 'lab', host: origin };
  const denials = createDenials(clock);
  return createPolls(
    { config, place, session, clock, log: createLogger('silent'), denials, facts: noFacts },
    () => 0.5,
  );
};

const sightings: Record<string, Sighting> = {
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
  sightings[`/nodes/{node}/${kind}/{vmid}/snapshot`] = (data, { slices }) => ({
    listed: names(data, 'name').filter((name) => name !== 'current'),
    found: slices.guestSnapshots?.map((snapshot) => snapshot.name) ?? [],
  });

export const pve: TestedKind = { releases: [pveHost(9.2), pveHost(8.4), pveHost(7.4)], polls, sightings };
