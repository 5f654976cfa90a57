// Who the backups of a group belong to, and what is left of it for nobody.
import type { BackupGroup } from '@belfry/schema/protection/guest-protection';
import { type BackupsOfGuest, backupsOf } from './groups.ts';
import { disksOf } from './guest-disks.ts';
import type { ProtectionInput } from './input.ts';

/** `guests` are the ids of the possible guests: exactly one when `kind` is guest. `instances`: whose guests they are, if they are there. */
export interface Owner {
  instances: readonly string[];
  kind: 'guest' | BackupGroup['kind'];
  guests: readonly string[];
  isReused: boolean;
}

/** The part of a group that belongs to no certain guest: all of it, or the backups that are older than the guest. */
export function strayGroup(
  group: BackupsOfGuest,
  owner: Owner | undefined,
  configs: ProtectionInput['configs'],
): BackupGroup | undefined {
  if (!owner) return undefined;
  const createdAt = disksOf(configs, owner.guests[0] ?? '')?.createdAt ?? 0;
  const isOwn = owner.kind === 'guest';
  const backups = backupsOf(group).filter(({ at }) => !isOwn || at < createdAt);
  const [newest, oldest] = [backups[0], backups.at(-1)];
  if (!newest || !oldest) return undefined;
  const { id, place, type, vmid } = group;
  return {
    ...{ id, type, vmid, place: place.key, backups: backups.length },
    kind: owner.kind === 'guest' ? 'orphan' : owner.kind,
    protectedBackups: backups.filter(({ isProtected }) => isProtected).length,
    size: backups.reduce((sum, { size }) => sum + size, 0),
    oldest: new Date(oldest.at).toISOString(),
    newest: new Date(newest.at).toISOString(),
    candidates: owner.kind === 'ambiguous' ? [...owner.guests] : [],
    isReused: isOwn || owner.isReused,
  };
}
