// A group of backups without a certain guest, with what is known about it.
import type { BackupGroup } from '@belfry/schema/protection/guest-protection';
import type { Subject } from '../subject.ts';

export interface Stray {
  id: string;
  group: BackupGroup;
  /** What its guest was called; '' when nobody knows. */
  name: string;
  /** The guests that may be the owner. */
  candidates: readonly Subject[];
  /** The guest that has the number now, where that is another one. */
  successor: Subject | undefined;
}

/** The largest first. */
export function straysOf(
  groups: readonly BackupGroup[],
  kinds: readonly BackupGroup['kind'][],
  names: ReadonlyMap<string, string>,
  subjects: ReadonlyMap<string, Subject>,
): Stray[] {
  const byVmid = Map.groupBy(subjects.values(), ({ guest }) => guest.vmid);
  return groups
    .filter(({ kind }) => kinds.includes(kind))
    .map((group) => ({
      ...{ id: group.id, group, name: names.get(group.id) ?? '' },
      candidates: group.candidates.flatMap((id) => subjects.get(id) ?? []),
      successor: group.isReused ? byVmid.get(group.vmid)?.[0] : undefined,
    }))
    .sort((a, b) => b.group.size - a.group.size || (a.id < b.id ? -1 : 1));
}
