// `GET /storage` and `/nodes/{node}/storage`: the data of storages that the fast list lacks.
import type { BackupTarget } from '@belfry/schema/entities/storage';
import { flag, type Raw, rows, text, whole } from '../proxmox-api/read.ts';

/** One storage as its node sees it. Bytes. */
export interface NodeStorage {
  name: string;
  type: string;
  active: boolean;
  enabled: boolean;
  total: number;
  used: number;
  free: number;
}

/** What the cluster's configuration says of a storage. `pool` of a zfspool, `backupTarget` of a PBS. */
export interface StorageConfig {
  name: string;
  type: string;
  pool: string | undefined;
  backupTarget: BackupTarget | undefined;
  disabled: boolean;
}

/** By storage name. A host that does not say whether a storage is enabled only lists those that are. */
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
            disabled: flag(row.disable),
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
