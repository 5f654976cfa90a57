// When each guest was last backed up, from the volumes on storages and the lists of backup servers.
import { createBackupIdentity } from '@belfry/domain/backup-identity';
import { guestId } from '@belfry/domain/ids';
import { fileOf } from '@belfry/domain/protection/groups';
import type { Guest } from '@belfry/schema/entities/guest';
import type { State } from '@belfry/schema/state';

type Backups = Pick<State, 'storageBackups' | 'pbsBackups' | 'storage' | 'vms' | 'containers'>;

const TYPES = { vm: 'qemu', ct: 'lxc', host: 'host' } as const;

/** By the id of the guest, ISO. */
const none = () => ({ qemu: new Map<string, string>(), lxc: new Map<string, string>() });

/** A storage, or a folder of files, to which several instances write. `times`: of the volumes there. */
interface Contested {
  writers: readonly string[];
  times: ReturnType<typeof none>;
}

/** A backup that is not finished does not count, nor does one whose guest is not known. */
export function createLastBackups() {
  let seen: Backups | undefined;
  let last = none();
  /** By `instance/name` of the storage. */
  let contested = new Map<string, Contested>();
  /** By the instances that list the same files. */
  let folders = new Map<string, Contested>();
  let lastTargets = '';
  const idsOf = { qemu: createIds(), lxc: createIds() };

  /** True when other instances write to a storage than before. */
  function learnWriters(storage: State['storage']): boolean {
    if (seen?.storage === storage) return false;
    const targets = JSON.stringify(storage.map(({ instance, name, backupTarget: at }) => at && [instance, name, at]));
    if (targets === lastTargets) return false;
    lastTargets = targets;
    contested = contestedIn(storage);
    return true;
  }

  function folderOf(writers: readonly string[]): Contested {
    const key = writers.join('\n');
    const known = folders.get(key) ?? { writers, times: none() };
    folders.set(key, known);
    return known;
  }

  return {
    learn(state: Backups) {
      const { storageBackups, pbsBackups } = state;
      const isOther = learnWriters(state.storage);
      const isSame = !isOther && seen?.storageBackups === storageBackups && seen.pbsBackups === pbsBackups;
      seen = state;
      if (isSame) return;
      last = none();
      for (const place of contested.values()) place.times = none();
      folders = new Map();
      const sharers = sharersOf(storageBackups);
      const note = (into: typeof last, type: string, instance: string, vmid: number, time: string) => {
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
      for (const volume of storageBackups) {
        const { type, instance, vmid, time, isPBS, size, storage } = volume;
        if (size === 0 || (isPBS && onServers.has(`${type} ${vmid} ${time}`))) continue;
        const writers = sharers?.get(fileOf(volume));
        const place = writers ? folderOf(writers) : contested.get(`${instance}/${storage}`);
        note(place?.times ?? last, type, instance, vmid, time);
      }
    },
    /** ISO. Guests show it with their next answer. */
    of({ id, type, instance, vmid }: Pick<Guest, 'id' | 'type' | 'instance' | 'vmid'>): string | undefined {
      if (vmid === undefined) return undefined;
      let newest = last[type].get(id);
      for (const { writers, times } of [...contested.values(), ...folders.values()]) {
        const time = times[type].get(id);
        if (time === undefined || time <= (newest ?? '')) continue;
        // Another instance that writes there has a guest of this number too: nobody knows whose backup it is.
        const ids = idsOf[type]((type === 'qemu' ? seen?.vms : seen?.containers) ?? []);
        if (!writers.some((other) => other !== instance && ids.has(guestId(other, vmid)))) newest = time;
      }
      return newest;
    },
  };
}

/** By file: the instances that list it, where they are several. Undefined while one instance alone has files. */
function sharersOf(volumes: State['storageBackups']): ReadonlyMap<string, readonly string[]> | undefined {
  const files = volumes.filter(({ isPBS }) => !isPBS);
  if (files.every(({ instance }) => instance === files[0]?.instance)) return undefined;
  const byFile = new Map<string, string[]>();
  for (const volume of files) {
    const file = fileOf(volume);
    const known = byFile.get(file);
    if (!known) byFile.set(file, [volume.instance]);
    else if (!known.includes(volume.instance)) known.push(volume.instance);
  }
  return new Map([...byFile].filter(([, instances]) => instances.length > 1));
}

/** The ids of a list, collected once for each list. */
function createIds(): (guests: readonly { id: string }[]) => ReadonlySet<string> {
  let known: { guests: readonly unknown[]; ids: ReadonlySet<string> } | undefined;
  return (guests) => {
    if (known?.guests !== guests) known = { guests, ids: new Set(guests.map(({ id }) => id)) };
    return known.ids;
  };
}

/** The storages whose place on a backup server is that of another instance too. The server itself need not be watched. */
function contestedIn(storages: State['storage']): Map<string, Contested> {
  const targets = storages.flatMap(({ instance, backupTarget: target }) => (target ? [{ instance, target }] : []));
  const servers = new Map(targets.map(({ target: at }) => [JSON.stringify([at.server, at.fingerprint]), at]));
  const identityOf = createBackupIdentity(
    targets,
    [...servers.values()].map(({ server, fingerprint }) => ({ name: server, host: server, fingerprint })),
  );
  return new Map(
    storages.flatMap(({ instance, name, backupTarget: target }): [string, Contested][] => {
      if (!target) return [];
      const { server, datastore, namespace } = target;
      const identity = identityOf({ instance: server, datastore, namespace, backupType: 'vm', vmid: '1' });
      if (identity.kind !== 'ambiguous') return [];
      return [[`${instance}/${name}`, { writers: identity.instances, times: none() }]];
    }),
  );
}
