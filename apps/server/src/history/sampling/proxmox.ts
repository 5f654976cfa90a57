// What is sampled of Proxmox VE: nodes, guests, file systems, storages, ZFS, Ceph, disks.
import { cephPoolId, filesystemId, nodeId, thinPoolId } from '@belfry/domain/ids';
import { guestStatus, hottest, nodeMeasured, nodeOnline, shownStatus } from '@belfry/domain/status';
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import type { Guest, Pressure } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import type { Storage } from '@belfry/schema/entities/storage';
import { type FieldFigureName, fieldFigureNames, fieldFigures } from '@belfry/schema/figures';
import type { State } from '@belfry/schema/state';
import type { Sample } from '../history-store.ts';
import { createSampling, ifKnown, sampleOf, share, space, type Value } from './sample.ts';

type Sampled = Sample | undefined;

/** `isAnswering`: whether the instance with this id answered its last essential poll. */
export function* proxmoxSamples(state: State, isAnswering: (instance: string) => boolean): Generator<Sampled> {
  const nodes = state.nodes.filter((node) => isAnswering(node.instance) && nodeOnline(node));
  const online = new Set(nodes.map(({ id }) => id));
  for (const node of nodes) {
    if (nodeMeasured(node)) yield ofNode(node);
    for (const { name, metadataUsed, metadataSize } of node.thinPools ?? [])
      yield sampleOf('thinpool', thinPoolId(node.id, name), { metadata: share(metadataUsed, metadataSize) });
  }
  for (const guests of [state.vms, state.containers])
    for (const guest of guests) {
      if (!isAnswering(guest.instance) || guestStatus(guest, online).figures !== 'now') continue;
      yield ofGuest(guest.id, guest);
      for (const filesystem of guest.disks ?? [])
        yield ofFilesystem(filesystemId(guest.id, filesystem.mountpoint), filesystem);
    }
  for (const storage of state.storage) {
    if (!isAnswering(storage.instance) || shownStatus(storage).figures !== 'now') continue;
    yield sampleOf('storage', storage.id, space(storage));
    yield ofZfs(storage);
  }
  for (const ceph of state.cephClusters)
    if (isAnswering(ceph.instance) && ceph.staleSince === undefined) {
      yield ofCeph(ceph);
      for (const { name, percentUsed, storedBytes } of ceph.pools)
        yield sampleOf('cephpool', cephPoolId(ceph.id, name), { usage: ifKnown(percentUsed), used: storedBytes });
    }
  for (const disk of state.physicalDisks)
    if (isAnswering(disk.instance) && online.has(nodeId(disk.instance, disk.node))) yield ofDisk(disk);
}

const pressureOf = (pressure: Pressure | undefined) => ({
  'pressure.cpu': pressure?.cpu,
  'pressure.io': pressure?.io,
  'pressure.memory': pressure?.memory,
});

const ofNode = ({
  id,
  cpu,
  memory,
  disk,
  loadAverage,
  networkIn,
  networkOut,
  ioWait,
  pressure,
  ...node
}: Node): Sampled =>
  sampleOf('node', id, {
    cpu: cpu * 100,
    memory: share(memory.used, memory.total),
    swap: share(memory.swapUsed, memory.swapTotal),
    disk: share(disk.used, disk.total),
    load: loadAverage[0],
    temperature: hottest(node),
    netin: networkIn,
    netout: networkOut,
    iowait: ioWait === undefined ? undefined : ioWait * 100,
    ...pressureOf(pressure),
  });

type FieldReaders = { [F in FieldFigureName as (typeof fieldFigures)[F]['history']]: (guest: Guest) => Value };
const fieldReaders = Object.fromEntries(
  fieldFigureNames.map((name) => [fieldFigures[name].history, (guest: Guest) => guest[name]]),
) as FieldReaders;

const ofGuest = createSampling<'guest', Guest>('guest', {
  ...fieldReaders,
  cpu: ({ cpu }) => cpu * 100,
  memory: ({ memory }) => share(memory.used, memory.total),
  disk: ({ disk }) => (disk.usage < 0 ? undefined : share(disk.used, disk.total)),
  'pressure.cpu': ({ pressure }) => pressure?.cpu,
  'pressure.io': ({ pressure }) => pressure?.io,
  'pressure.memory': ({ pressure }) => pressure?.memory,
  swap: ({ memory }) => share(memory.swapUsed, memory.swapTotal),
  'memory.estimate': ({ memory }) => (memory.quality === 'estimate' ? 1 : undefined),
});
const ofFilesystem = createSampling<'filesystem', NonNullable<Guest['disks']>[number]>('filesystem', {
  usage: ({ total, usage }) => (total > 0 ? ifKnown(usage) : undefined),
  used: ({ total, used }) => (total > 0 ? used : undefined),
  total: ({ total }) => (total > 0 ? total : undefined),
});

function ofZfs({ id, zfsPool }: Storage): Sampled {
  if (!zfsPool) return undefined;
  const errors = (name: 'readErrors' | 'writeErrors' | 'checksumErrors') =>
    zfsPool.devices.reduce((sum, device) => sum + device[name], 0);
  return sampleOf('zfs', id, {
    'errors.read': errors('readErrors'),
    'errors.write': errors('writeErrors'),
    'errors.checksum': errors('checksumErrors'),
  });
}

/** Where Ceph itself does not answer, its counts are 0 and mean nothing. */
function ofCeph({ id, totalBytes, usedBytes, usagePercent, health, numOsds, numOsdsUp }: CephCluster): Sampled {
  const isAsked = health !== 'HEALTH_UNKNOWN';
  return sampleOf('ceph', id, {
    ...space({ total: totalBytes, used: usedBytes, usage: usagePercent }),
    'osds.up': isAsked ? numOsdsUp : undefined,
    osds: isAsked ? numOsds : undefined,
  });
}

const ofDisk = ({ id, temperature, wearout }: PhysicalDisk): Sampled =>
  sampleOf('disk', id, { temperature: temperature > 0 ? temperature : undefined, wearout: ifKnown(wearout) });
