// Under which node or backup server a backup is listed: the node summary counts by it and the list filters by it. Pure.
import { parentOf } from '@belfry/domain/status';
import type { Backup } from './backup.ts';

/** By the name of the server. */
export type ServerIds = ReadonlyMap<string, string>;

/**
 * A volume that only a storage tells of belongs to the node of that storage, even if it lies on a backup server; on a
 * shared storage it belongs to the cluster and to no node.
 */
export const homeOf = (backup: Backup, serverIds: ServerIds): string =>
  backup.backupType === 'remote' && backup.datastore !== undefined
    ? (serverIds.get(backup.instance) ?? backup.instance)
    : parentOf(backup);

/** How many backups each home has, the clusters among them; all of them add up to the list. */
export function countByHome(backups: readonly Backup[], serverIds: ServerIds): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const backup of backups) {
    const home = homeOf(backup, serverIds);
    counts.set(home, (counts.get(home) ?? 0) + 1);
  }
  return counts;
}
