// The node or backup server that a backup is listed under. The node summary counts by it, the list filters by it. Pure.
import { parentOf } from '@belfry/domain/status';
import { type Backup, isFinished } from './backup.ts';

/** The ids of the backup servers by name. */
export type ServerIds = ReadonlyMap<string, string>;

/**
 * A volume that is known only from a storage belongs to the node of that storage, even if it is on a backup server. On a
 * shared storage it belongs to the cluster and to no node.
 */
export const homeOf = (backup: Backup, serverIds: ServerIds): string =>
  backup.backupType === 'remote' && backup.datastore !== undefined
    ? (serverIds.get(backup.instance) ?? backup.instance)
    : parentOf(backup);

/** The number of backups by node, backup server and cluster. The sum is what the list counts. */
export function countByHome(backups: readonly Backup[], serverIds: ServerIds): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const backup of backups.filter(isFinished)) {
    const home = homeOf(backup, serverIds);
    counts.set(home, (counts.get(home) ?? 0) + 1);
  }
  return counts;
}
