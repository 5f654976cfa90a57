// A state with one of everything that is sampled and exposed.
import { emptyState } from '@belfry/domain/delta/empty-state';
import { aContainer, aDockerHost } from '@belfry/domain/testing/docker';
import { aGuest } from '@belfry/domain/testing/guest';
import { aNode } from '@belfry/domain/testing/node';
import { aBackupServer, aDatastore } from '@belfry/domain/testing/pbs';
import { aMailGateway, aMailNode } from '@belfry/domain/testing/pmg';
import { aStorage, aZfsPool } from '@belfry/domain/testing/storage';
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import type { State } from '@belfry/schema/state';

export const GB = 1024 ** 3;
const since = '2026-06-01T12:00:00.000Z';
const device = { name: 'sda', type: 'disk', state: 'ONLINE', readErrors: 1, writeErrors: 0, checksumErrors: 2 };
export const usage = { total: 100 * GB, used: 50 * GB, free: 50 * GB, usage: 50 };
const pressure = { cpu: 12.4, io: 1.5, memory: 0 };
const machine = { swapUsed: GB, swapTotal: 4 * GB, diskUsed: 30 * GB, diskTotal: 100 * GB, ioWait: 0.5 };
const filesystem = { ...usage, mountpoint: '/var', device: '/dev/sda1', type: 'ext4' };
export const ceph: CephCluster = {
  ...{ id: 'dc', instance: 'dc', name: 'dc', health: 'HEALTH_OK', healthMessage: '', lastUpdated: since },
  ...{ totalBytes: 100 * GB, usedBytes: 50 * GB, availableBytes: 50 * GB, usagePercent: 50 },
  ...{ numMons: 3, numMgrs: 1, numOsds: 6, numOsdsUp: 5, numOsdsIn: 6, numPGs: 128, services: [] },
  pools: [{ id: 1, name: 'vms', storedBytes: 10 * GB, availableBytes: 40 * GB, objects: 9, percentUsed: 20 }],
};
export const disk: PhysicalDisk = {
  ...{ id: 'dc-pve1--dev-sda', node: 'pve1', instance: 'dc', devPath: '/dev/sda', model: 'm', serial: 's' },
  ...{ type: 'ssd', size: GB, health: 'PASSED', wearout: 97, temperature: 41, rpm: 0, used: 'LVM', lastChecked: since },
};
export const node = aNode({
  instance: 'dc',
  name: 'pve1',
  cpu: 0.1,
  memory: usage,
  disk: usage,
  loadAverage: [1.5, 1, 1],
  thinPools: [{ name: 'pve/data', size: 100 * GB, used: 50 * GB, metadataSize: GB, metadataUsed: GB / 4 }],
});
export const everything: State = {
  ...emptyState,
  nodes: [
    {
      ...{
        ...node,
        temperature: { available: true, cpuPackage: 55 },
        networkIn: 5000,
        networkOut: 6000,
        ioWait: 0.025,
        pressure: { ...pressure, at: since },
      },
      memory: { ...usage, swapTotal: 8 * GB, swapUsed: GB },
    },
  ],
  vms: [
    aGuest({
      ...{ disks: [filesystem], networkIn: 1000, networkOut: 2000, diskRead: 3, diskWrite: 4, pressure },
      memory: { ...aGuest().memory, swapTotal: 8 * GB, swapUsed: GB, quality: 'estimate' },
    }),
  ],
  storage: [aStorage({ zfsPool: aZfsPool({ devices: [device, device] }) })],
  cephClusters: [ceph],
  physicalDisks: [disk],
  pbs: [
    aBackupServer({
      ...{ id: 'pbs-b', cpu: 12, memory: 34, load: 0.18, networkIn: 700, networkOut: 800, ...machine },
      datastores: [aDatastore({ name: 'main' })],
    }),
  ],
  pmg: [
    aMailGateway({
      nodes: [
        aMailNode({ cpu: 21, memoryUsed: 4 * GB, memoryTotal: 16 * GB, loadAvg: '0.82, 1.94, 1.70', ...machine }),
      ],
    }),
  ],
  dockerHosts: [aDockerHost({ cpuUsagePercent: 7, memoryUsedBytes: 4 * GB, containers: [aContainer()] })],
};
