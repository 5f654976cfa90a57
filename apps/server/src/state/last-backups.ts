// When each guest was last backed up, from the volumes on storages and the lists of backup servers.
import { createBackupIdentity } from '@belfry/domain/backup-identity';
import { guestId } from '@belfry/domain/ids';
import type { Guest } from '@belfry/schema/entities/guest';
import type { State } from '@belfry/schema/state';

type Backups = Pick<State, 'storageBackups' | 'pbsBackups' | 'storage' | 'vms' | 'containers'>;

export interface LastBackups {
  learn(state: Backups): void;
  /** ISO. Guests show it with their next answer. */
  of(guest: Pick<Guest, 'id' | 'type' | 'instance' | 'vmid'>): string | undefined;
}

const TYPES = { vm: 'qemu', ct: 'lxc', host: 'host' } as const;

/** By the id of the guest, ISO. */
const none = () => ({ qemu: new Map<string, string>(), lxc: new Map<string, string>() });
type Newest = ReturnType<typeof none>;

/** The instances that write to the same place as this storage, `instance/name`. Absent when there is only one. */
function sharedPlaces(storages: State['storage']): Map<string, string[]> {
  const targets = storages.flatMap(({ instance, backupTarget: target }) => (target ? [{ instance, target }] : []));
  const servers = targets.map(({ target: { server, fingerprint } }) => ({ name: server, host: server, fingerprint }));
  const identityOf = createBackupIdentity(targets, servers);
  return new Map(
    storages.flatMap(({ instance, name, backupTarget: target }) => {
      if (!target) return [];
      const { server, datastore, namespace } = target;
      const identity = identityOf({ instance: server, datastore, namespace, backupType: 'vm', vmid: '1' });
      return identity.kind === 'ambiguous' ? [[`${instance}/${name}`, identity.instances]] : [];
    }),
  );
}

/** A backup that is not finished does not count, nor does one whose guest is not known. */
export function createLastBackups(): LastBackups {
  let seen: Backups | undefined;
  let last = none();
  /** The volumes on storages that point to a backup server, by `instance/name` of the storage. */
  let onStorages = new Map<string, Newest>();
  let sharing = new Map<string, string[]>();
  let lastTargets = '';
  let guests: { of: readonly unknown[]; ids: ReadonlySet<string> } = { of: [], ids: new Set() };

  /** Ids of guests of a type. */
  const idsOf = (type: 'qemu' | 'lxc'): ReadonlySet<string> => {
    const of: State['vms'] = (type === 'qemu' ? seen?.vms : seen?.containers) ?? [];
    if (guests.of !== of) guests = { of, ids: new Set(of.map(({ id }) => id)) };
    return guests.ids;
  };

  const learnPlaces = (storage: State['storage']) => {
    if (seen?.storage === storage) return;
    const targets = JSON.stringify(storage.map(({ instance, name, backupTarget: at }) => at && [instance, name, at]));
    if (targets === lastTargets) return;
    lastTargets = targets;
    sharing = sharedPlaces(storage);
  };

  return {
    learn(state) {
      const { storageBackups, pbsBackups } = state;
      learnPlaces(state.storage);
      const isSame = seen?.storageBackups === storageBackups && seen.pbsBackups === pbsBackups;
      seen = state;
      if (isSame) return;
      last = none();
      onStorages = new Map();
      const note = (into: Newest, type: string, instance: string, vmid: number, time: string) => {
        if (type !== 'qemu' && type !== 'lxc') return;
        const id = guestId(instance, vmid);
        if ((into[type].get(id) ?? '') < time) into[type].set(id, time);
      };
      // If a backup server lists the backup itself, its guest is more certain than that of a storage that points to the server.
      const onServers = new Set<string>();
      for (const { backupType, vmid, backupTime, guestInstance, size } of pbsBackups) {
        onServers.add(`${TYPES[backupType]} ${vmid} ${backupTime}`);
        if (guestInstance !== undefined && size) note(last, TYPES[backupType], guestInstance, Number(vmid), backupTime);
      }
      for (const { type, instance, vmid, time, isPBS, size, storage } of storageBackups) {
        if (size === 0 || (isPBS && onServers.has(`${type} ${vmid} ${time}`))) continue;
        const key = `${instance}/${storage}`;
        const there = isPBS ? (onStorages.get(key) ?? none()) : last;
        if (isPBS) onStorages.set(key, there);
        note(there, type, instance, vmid, time);
      }
    },
    of: ({ id, type, instance, vmid }) => {
      let newest = last[type].get(id);
      for (const [key, times] of onStorages) {
        const time = times[type].get(id);
        if (time === undefined || time <= (newest ?? '')) continue;
        // Another instance that writes there has a guest of this number too: nobody knows whose backup it is.
        const others = sharing.get(key)?.filter((other) => other !== instance) ?? [];
        if (!others.some((other) => idsOf(type).has(guestId(other, vmid)))) newest = time;
      }
      return newest;
    },
  };
}
