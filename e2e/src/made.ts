// Entities for an invented state: a test names only the fields that matter to it.
import { emptyState } from '@belfry/domain/delta/empty-state';
import { aNode as namedNode } from '@belfry/domain/testing/node';
import { aBackupServer, aDatastore } from '@belfry/domain/testing/pbs';
import { aStorage as namedStorage } from '@belfry/domain/testing/storage';
import type { Alert } from '@belfry/schema/entities/alert';
import type { CephCluster } from '@belfry/schema/entities/ceph-cluster';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Node } from '@belfry/schema/entities/node';
import type { PbsBackup, PbsInstance } from '@belfry/schema/entities/pbs';
import type { PhysicalDisk } from '@belfry/schema/entities/physical-disk';
import type { PmgInstance } from '@belfry/schema/entities/pmg';
import type { GuestSnapshot, StorageBackup } from '@belfry/schema/entities/pve-backups';
import type { Storage } from '@belfry/schema/entities/storage';
import type { State } from '@belfry/schema/state';

export { aGuest } from '@belfry/domain/testing/guest';
export { aZfsPool } from '@belfry/domain/testing/storage';

export const GB = 1024 ** 3;

/** Has a version, so that the footer shows one. */
export const aState = (fields: Partial<State> = {}): State => ({
  ...emptyState,
  stats: { ...emptyState.stats, version: '1.2.3' },
  lastUpdate: Date.now(),
  ...fields,
});

export const aNode = (name: string, fields: Partial<Node> = {}): Node => namedNode({ name, ...fields });

export const aStorage = (name: string, node = 'pve1', fields: Partial<Storage> = {}): Storage =>
  namedStorage({ name, node, ...fields });

export const aCeph = (fields: Partial<CephCluster> = {}): CephCluster => ({
  id: 'dc-ceph',
  instance: 'dc',
  name: 'ceph-dc',
  health: 'HEALTH_OK',
  healthMessage: '',
  totalBytes: 400 * GB,
  usedBytes: 100 * GB,
  availableBytes: 300 * GB,
  usagePercent: 25,
  numMons: 3,
  numMgrs: 1,
  numOsds: 6,
  numOsdsUp: 6,
  numOsdsIn: 6,
  numPGs: 129,
  pools: [],
  services: [],
  lastUpdated: '',
  ...fields,
});

export const aDisk = (devPath: string, fields: Partial<PhysicalDisk> = {}): PhysicalDisk => ({
  id: `dc-pve1-${devPath}`,
  node: 'pve1',
  instance: 'dc',
  devPath,
  model: 'Samsung PM9A3',
  serial: `S${devPath}`,
  type: 'nvme',
  size: 960 * GB,
  health: 'PASSED',
  wearout: 90,
  temperature: 40,
  rpm: 0,
  used: 'ZFS',
  lastChecked: '',
  ...fields,
});

export const aPbs = (name: string, fields: Partial<PbsInstance> = {}): PbsInstance =>
  aBackupServer({
    id: `pbs-${name}`,
    name,
    host: `https://${name}.lan:8007`,
    version: '4.1',
    cpu: 7,
    memory: 25,
    memoryUsed: 4 * GB,
    memoryTotal: 16 * GB,
    uptime: 90_000,
    datastores: [aDatastore({ total: 1000 * GB, used: 600 * GB, free: 400 * GB, usage: 60, deduplicationFactor: 4 })],
    ...fields,
  });

const DAY = 86_400;
/** Seconds since the epoch, `days` ago at noon of the local day. */
export const noon = (days = 0): number => Math.floor(new Date().setHours(12, 0, 0, 0) / 1000) - days * DAY;
const iso = (seconds: number): string => new Date(seconds * 1000).toISOString();

export const onServer = (vmid: string, fields: Partial<PbsBackup> & { at?: number } = {}): PbsBackup => {
  const { at = noon(), ...rest } = fields;
  return {
    id: `main/store/${rest.namespace ?? ''}/${vmid}/${at}`,
    instance: 'main',
    datastore: 'store',
    namespace: '',
    backupType: 'vm',
    vmid,
    backupTime: iso(at),
    size: 3 * GB,
    protected: false,
    verified: false,
    encrypted: false,
    files: [],
    owner: 'backup@pbs!host',
    ...rest,
  };
};

export const onStorage = (vmid: number, fields: Partial<StorageBackup> & { at?: number } = {}): StorageBackup => {
  const { at = noon(), ...rest } = fields;
  const volid = `local:backup/vzdump-qemu-${vmid}-2026_01_01-12_00_00.vma.zst`;
  return {
    id: `dc-local-${vmid}-${at}`,
    storage: 'local',
    node: 'pve1',
    instance: 'dc',
    type: 'qemu',
    vmid,
    time: iso(at),
    ctime: at,
    size: 8 * GB,
    format: 'vma.zst',
    protected: false,
    encrypted: false,
    volid,
    isPBS: false,
    verified: false,
    ...rest,
  };
};

export const aSnapshot = (
  vmid: number,
  name: string,
  fields: Partial<GuestSnapshot> & { at?: number } = {},
): GuestSnapshot => {
  const { at = noon(), ...rest } = fields;
  return {
    id: `dc-${vmid}-${name}`,
    name,
    node: 'pve1',
    instance: 'dc',
    type: 'qemu',
    vmid,
    time: iso(at),
    vmstate: false,
    ...rest,
  };
};

export const aGateway = (name: string, fields: Partial<PmgInstance> = {}): PmgInstance => ({
  id: `pmg-${name}`,
  name,
  host: `https://${name}.lan:8006`,
  status: 'online',
  version: '8.2',
  connectionHealth: 'healthy',
  lastSeen: '',
  lastUpdated: new Date().toISOString(),
  nodes: [],
  mailCount: [],
  spamDistribution: [],
  ...fields,
});

export const anAlert = (id: string, fields: Partial<Alert> = {}): Alert => ({
  id,
  type: 'cpu',
  level: 'warning',
  resourceId: 'dc-100',
  resourceName: 'guest-100',
  node: 'pve1',
  instance: 'dc',
  message: 'cpu at 91%',
  value: 91,
  threshold: 80,
  startTime: new Date().toISOString(),
  acknowledged: false,
  ...fields,
});

export const anInstance = (name: string, fields: Partial<Instance> = {}): Instance => ({
  id: name,
  kind: 'pve',
  name,
  host: `https://${name}.lan:8006`,
  health: 'healthy',
  dropped: 0,
  endpoints: [],
  ...fields,
});

/** The answer to the question for the version of the server. */
export const aVersion = (fields: object = {}) => ({
  version: '1.2.3',
  build: 'release',
  runtime: 'node',
  channel: 'stable',
  isDocker: false,
  isDevelopment: false,
  deploymentType: 'systemd',
  updateAvailable: false,
  ...fields,
});
