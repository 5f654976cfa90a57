// `GET /admin/datastore/{store}/groups`: the cheap list that tells which expensive one has changed.
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import { listOf, type Raw, text } from '../proxmox-api/read.ts';
import { sorted } from './order.ts';

export type BackupType = PbsBackup['backupType'];

const backupTypes: readonly BackupType[] = ['vm', 'ct', 'host'];

export const backupTypeOf = (row: Raw): BackupType | undefined =>
  backupTypes.find((type) => type === row['backup-type']);

/**
 * `signature` changes when a backup is added or removed or the owner changes; a verification does not change it.
 * `isEmpty`: a group stays when its last backup is gone.
 */
export interface GroupRow {
  type: BackupType;
  id: string;
  signature: string;
  isEmpty: boolean;
}

/** How a group is called within its namespace: `vm-100`. */
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
