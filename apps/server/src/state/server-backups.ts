// The backups on backup servers: which there are, and the newest one of each guest.
import { partsOf } from '@belfry/domain/delta/parts';
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import { createTimes, noteTime, type Times } from './backup-times.ts';

const TYPES = { vm: 'qemu', ct: 'lxc', host: 'host' } as const;

type Backups = readonly PbsBackup[];

/** The same for a backup on a server and for its volume on a storage. `time`: ISO. */
export const backupKey = (type: string, vmid: string | number, time: string): string => `${type} ${vmid} ${time}`;

/**
 * The list of one server is looked at again when it is another list than before. With a hundred servers one of them has a new backup all the
 * time.
 */
export function createServerBackups() {
  /** The newest backups in each list, by the instance of the guest. */
  let lists = new Map<Backups, ReadonlyMap<string, Times>>();
  let byInstance = new Map<string, Times[]>();
  /** How many servers list this backup. */
  const known = new Map<string, number>();

  /** The times of the backups of which the first has come or the last is gone. */
  function count(gone: readonly Backups[], come: readonly Backups[]): Set<string> {
    const [before, after] = [new Set(gone.flat()), new Set(come.flat())];
    const changed = new Set<string>();
    const add = ({ backupType, vmid, backupTime }: PbsBackup, more: number) => {
      const key = backupKey(TYPES[backupType], vmid, backupTime);
      const was = known.get(key) ?? 0;
      if (was + more === 0) known.delete(key);
      else known.set(key, was + more);
      if (was === 0 || was + more === 0) changed.add(backupTime);
    };
    // A backup of which only the guest has changed is added before it is removed, so it counts as unchanged.
    for (const backup of after) if (!before.has(backup)) add(backup, 1);
    for (const backup of before) if (!after.has(backup)) add(backup, -1);
    return changed;
  }

  return {
    /** Each backup with its guest. Returns the times (ISO) at which backups have come or gone. */
    learn(backups: Backups): ReadonlySet<string> {
      const next = new Map(partsOf(backups).map((list) => [list, lists.get(list) ?? newestIn(list)]));
      const gone = [...lists.keys()].filter((list) => !next.has(list));
      const come = [...next.keys()].filter((list) => !lists.has(list));
      lists = next;
      byInstance = new Map();
      for (const times of next.values())
        for (const [instance, own] of times) byInstance.set(instance, [...(byInstance.get(instance) ?? []), own]);
      return count(gone, come);
    },
    has: (key: string): boolean => known.has(key),
    /** The newest backups of the guests of this instance, one for each server. */
    of: (instance: string): readonly Times[] => byInstance.get(instance) ?? [],
  };
}

function newestIn(backups: Backups): ReadonlyMap<string, Times> {
  const found = new Map<string, Times>();
  for (const { backupType, vmid, backupTime, guestInstance, size } of backups) {
    if (guestInstance === undefined || !size) continue;
    const times = found.get(guestInstance) ?? createTimes();
    found.set(guestInstance, times);
    noteTime(times, TYPES[backupType], guestInstance, Number(vmid), backupTime);
  }
  return found;
}
