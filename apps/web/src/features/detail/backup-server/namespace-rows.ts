// The backups of each namespace of a backup server, counted. Pure.
import type { PbsBackup, PbsInstance } from '@belfry/schema/entities/pbs';

/** `newest` and `oldest` ISO, absent without backups. `verified` counts those without damage, `finished` all that can be verified. */
export interface NamespaceRow {
  key: string;
  datastore: string;
  namespace: string;
  groups: number;
  backups: number;
  finished: number;
  verified: number;
  damaged: number;
  protected: number;
  newest?: string;
  oldest?: string;
}

const keyOf = (datastore: string, namespace: string): string => `${datastore}/${namespace}`;

export function namespaceRows({ name, datastores }: PbsInstance, backups: readonly PbsBackup[]): NamespaceRow[] {
  const rows = new Map<string, NamespaceRow>();
  const groups = new Map<string, Set<string>>();
  const rowOf = (datastore: string, namespace: string): NamespaceRow => {
    const key = keyOf(datastore, namespace);
    const known = rows.get(key);
    if (known) return known;
    const zero = { groups: 0, backups: 0, finished: 0, verified: 0, damaged: 0, protected: 0 };
    const row = { key, datastore, namespace, ...zero };
    rows.set(key, row);
    groups.set(key, new Set());
    return row;
  };
  for (const store of datastores) for (const { path } of store.namespaces) rowOf(store.name, path);
  for (const backup of backups) {
    if (backup.instance !== name) continue;
    const row = rowOf(backup.datastore, backup.namespace);
    groups.get(row.key)?.add(`${backup.backupType}/${backup.vmid}`);
    row.backups++;
    if (backup.size !== undefined) row.finished++;
    if (backup.verification === 'ok') row.verified++;
    if (backup.verification === 'failed') row.damaged++;
    if (backup.protected) row.protected++;
    if (row.newest === undefined || backup.backupTime > row.newest) row.newest = backup.backupTime;
    if (row.oldest === undefined || backup.backupTime < row.oldest) row.oldest = backup.backupTime;
  }
  for (const [key, row] of rows) row.groups = groups.get(key)?.size ?? 0;
  return [...rows.values()].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}
