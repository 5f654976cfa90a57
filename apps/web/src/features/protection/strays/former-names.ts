// What the guests of orphaned backups were called: the note of the newest backup, which is the name of the guest by default. Pure.
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { StorageBackup } from '@belfry/schema/entities/pve-backups';
import type { BackupGroup } from '@belfry/schema/protection/guest-protection';

const LONGEST = 60;
const TYPES = { vm: 'qemu', ct: 'lxc', host: 'host' } as const;

/** By the id of the group. A group without notes has none. */
export function formerNames(
  groups: readonly Pick<BackupGroup, 'id' | 'vmid'>[],
  onServers: readonly PbsBackup[],
  onStorages: readonly StorageBackup[],
): ReadonlyMap<string, string> {
  const wanted = new Set(groups.map(({ id }) => id));
  // Most backups belong to other guests. Their numbers are compared first: that is faster than making an id for each.
  const numbers = new Set(groups.map(({ vmid }) => `${vmid}`));
  const found = new Map<string, { at: string; name: string }>();
  if (wanted.size === 0) return new Map();
  const see = (id: string, at: string, note: string | undefined) => {
    const name = note?.split('\n')[0]?.trim().slice(0, LONGEST);
    if (name && wanted.has(id) && at > (found.get(id)?.at ?? '')) found.set(id, { at, name });
  };
  for (const { instance, datastore, namespace, backupType, vmid, backupTime, comment } of onServers) {
    if (!numbers.has(vmid)) continue;
    see(
      `${instance}:${datastore}${namespace === '' ? '' : `/${namespace}`} ${TYPES[backupType]}/${vmid}`,
      backupTime,
      comment,
    );
  }
  for (const { instance, storage, type, vmid, time, notes } of onStorages)
    see(`${instance}/${storage} ${type}/${vmid}`, time, notes);
  return new Map([...found].map(([id, { name }]) => [id, name]));
}
