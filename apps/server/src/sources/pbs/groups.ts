// `GET /admin/datastore/{store}/groups`: this cheap list shows which of the expensive lists has changed.
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import { sorted } from '../proxmox-api/order.ts';
import { listOf, type Raw, text } from '../proxmox-api/read.ts';

export type BackupType = PbsBackup['backupType'];

const backupTypes: readonly BackupType[] = ['vm', 'ct', 'host'];

export const backupTypeOf = (row: Raw): BackupType | undefined =>
  backupTypes.find((type) => type === row['backup-type']);

/**
 * `signature` changes when a backup is added or removed or the owner changes, but not after a verification. `isEmpty`:
 * a group remains after its last backup was removed.
 */
export interface GroupRow {
  type: BackupType;
  id: string;
  signature: string;
  isEmpty: boolean;
}

/** The key of a group within its namespace: `vm-100`. */
export const groupKey = (type: BackupType, id: string): string => `${type}-${id}`;

export const parseGroups = (data: unknown): GroupRow[] | undefined =>
  sorted(
    listOf(data, (row) => {
      const type = backupTypeOf(row);
      const id = text(row['backup-id']);
      if (!type || !id) return undefined;
      const signature = [row['backup-count'], row['last-backup'], row.owner].map((v) => text(v) ?? '').join(' ');
      return { type, id, signature, isEmpty: row['backup-count'] === 0 };
    }),
    (row) => groupKey(row.type, row.id),
  );
