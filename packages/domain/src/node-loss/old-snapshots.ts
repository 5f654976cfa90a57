// Guest snapshots that are old, or large because they contain the memory of the guest.
import type { GuestSnapshot } from '@belfry/schema/entities/pve-backups';

/** A snapshot keeps all blocks that the guest has changed since then. After a week these are many. */
export const OLD_DAYS = 7;

export interface NotableSnapshot {
  snapshot: GuestSnapshot;
  ageDays: number;
  isOld: boolean;
  /** Only with the memory of the guest: it is about as large as that. Proxmox VE does not report the size of the disks. */
  memoryBytes?: number;
}

/** The oldest first. `memoryOf` returns the configured memory of a guest. */
export function notableSnapshots(
  snapshots: readonly GuestSnapshot[],
  memoryOf: (snapshot: GuestSnapshot) => number | undefined,
  now: number,
): NotableSnapshot[] {
  return snapshots
    .flatMap((snapshot): NotableSnapshot[] => {
      const ageDays = (now - Date.parse(snapshot.time)) / 86_400_000;
      const isOld = ageDays >= OLD_DAYS;
      if (!isOld && !snapshot.vmstate) return [];
      const memoryBytes = snapshot.vmstate ? memoryOf(snapshot) : undefined;
      return [{ snapshot, ageDays, isOld, ...(memoryBytes && { memoryBytes }) }];
    })
    .sort((a, b) => b.ageDays - a.ageDays || (a.snapshot.id < b.snapshot.id ? -1 : 1));
}
