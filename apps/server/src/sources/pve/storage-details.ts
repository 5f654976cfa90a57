// `GET /storage` and `/nodes/{node}/storage`: the data of storages that is not in the list of the fast poll.
import type { BackupTarget } from '@belfry/schema/entities/storage';
import type { Keep } from '@belfry/schema/protection/backup-job';
import { keepIn } from '../proxmox-api/keep.ts';
import { flag, type Raw, rows, text, whole } from '../proxmox-api/read.ts';
import { monitorsIn } from './ceph.ts';

/** One storage from the view of its node. Bytes. */
export interface NodeStorage {
  name: string;
  type: string;
  active: boolean;
  enabled: boolean;
  total: number;
  used: number;
  free: number;
}

/**
 * The configuration of a storage in the cluster. `pool` for a zfspool, `backupTarget` for a PBS, `cephPool` for a storage on
 * Ceph: equal for storages that report the same pool. `monitors` are the addresses of a cluster of Ceph elsewhere.
 */
export interface StorageConfig {
  name: string;
  type: string;
  pool: string | undefined;
  backupTarget: BackupTarget | undefined;
  monitors: readonly string[];
  cephPool: string | undefined;
  disabled: boolean;
  /** Which backups of a guest remain after a backup. */
  keep: Keep | undefined;
}

/**
 * By name of the storage. If a host does not report whether a storage is enabled, all storages in its list are enabled.
 */
export const parseNodeStorages = (data: unknown): Map<string, NodeStorage> =>
  new Map(
    rows(data).flatMap((row): [string, NodeStorage][] => {
      const name = text(row.storage);
      if (!name) return [];
      const total = whole(row.total) ?? 0;
      const used = whole(row.used) ?? 0;
      const enabled = row.enabled === undefined || flag(row.enabled);
      const free = whole(row.avail) ?? Math.max(total - used, 0);
      return [[name, { name, type: text(row.type, 64) ?? '', active: flag(row.active), enabled, total, used, free }]];
    }),
  );

export const parseStorageConfigs = (data: unknown): Map<string, StorageConfig> =>
  new Map(
    rows(data).flatMap((row): [string, StorageConfig][] => {
      const name = text(row.storage);
      if (!name) return [];
      return [
        [
          name,
          {
            name,
            type: text(row.type, 64) ?? '',
            pool: text(row.pool),
            backupTarget: backupTargetOf(row),
            monitors: monitorsIn(text(row.monhost, 1024) ?? ''),
            cephPool: cephPoolOf(row),
            disabled: flag(row.disable),
            keep: keepIn(row),
          },
        ],
      ];
    }),
  );

function backupTargetOf(row: Raw): BackupTarget | undefined {
  const server = text(row.server);
  const datastore = text(row.datastore);
  if (row.type !== 'pbs' || !server || !datastore) return undefined;
  const username = text(row.username);
  const fingerprint = text(row.fingerprint, 128);
  return {
    server,
    datastore,
    namespace: text(row.namespace) ?? '',
    ...(username !== undefined && { username }),
    ...(fingerprint !== undefined && { fingerprint }),
  };
}

/** What the plugins of PVE measure: the pool of the data, in which namespaces share all space, or one file system. */
function cephPoolOf(row: Raw): string | undefined {
  if (row.type === 'rbd') return `pool ${text(row['data-pool']) ?? text(row.pool) ?? 'rbd'}`;
  return row.type === 'cephfs' ? `file system ${text(row['fs-name']) ?? ''}` : undefined;
}
