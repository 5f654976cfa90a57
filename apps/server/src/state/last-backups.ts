// When each guest was last backed up, from the volumes on storages and the lists of backup servers.
import { createBackupIdentity } from '@belfry/domain/backup-identity';
import { same } from '@belfry/domain/delta/same';
import { guestId } from '@belfry/domain/ids';
import type { Guest } from '@belfry/schema/entities/guest';
import type { BackupTarget } from '@belfry/schema/entities/storage';
import type { State } from '@belfry/schema/state';
import { createTimes, noteTime, type Times } from './backup-times.ts';
import { backupKey, createServerBackups } from './server-backups.ts';
import { createSharedFiles } from './shared-files.ts';

type Volumes = State['storageBackups'];
type GuestList = 'vms' | 'containers';

const LISTS = { qemu: 'vms', lxc: 'containers' } as const;

/** `shared`: on storages, or in folders of files, to which other instances write too. */
interface Found {
  certain: Times;
  shared: ReadonlyMap<string, { writers: readonly string[]; times: Times }>;
}

/** By the instance and the name of a storage: the instances that write there. */
type Contested = ReadonlyMap<string, Readonly<Record<string, readonly string[]>>>;

/**
 * A backup that is not finished does not count, nor does one whose guest is not known. `guestsOf`: the guests of an instance. Each instance is
 * looked at again only after something changed that concerns its volumes.
 */
export function createLastBackups(guestsOf: (instance: string, list: GuestList) => readonly { id: string }[]) {
  const volumesOf = new Map<string, Volumes>();
  const files = createSharedFiles();
  const found = new Map<string, Found>();
  const targetsOf = new Map<string, { text: string; storage: State['storage'] }>();
  let contested: Contested = new Map();
  /** Some targets are others than those of `contested`. */
  let areOtherTargets = false;
  const servers = createServerBackups();
  const has = createIds();

  function find(instance: string): Found {
    const certain = createTimes();
    const shared = new Map<string, { writers: readonly string[]; times: Times }>();
    const sharedBy = (writers: readonly string[]) => {
      const key = writers.join('\n');
      const place = shared.get(key) ?? { writers, times: createTimes() };
      shared.set(key, place);
      return place.times;
    };
    for (const volume of volumesOf.get(instance) ?? []) {
      const { type, vmid, time, isPBS, size, storage } = volume;
      // If a backup server lists the backup itself, its guest is more certain than that of a storage that points to the server.
      if (size === 0 || (isPBS && servers.has(backupKey(type, vmid, time)))) continue;
      const writers = files.sharers(volume) ?? contested.get(instance)?.[storage];
      noteTime(writers ? sharedBy(writers) : certain, type, instance, vmid, time);
    }
    return { certain, shared };
  }

  /** When a site comes, all others have the same writers as before. */
  function followTargets(): void {
    areOtherTargets = false;
    const before = contested;
    contested = contestedIn([...targetsOf.values()].flatMap((each) => each.storage));
    for (const id of new Set([...before.keys(), ...contested.keys()]))
      if (!same(before.get(id), contested.get(id))) found.delete(id);
  }

  return {
    /** The storages of an instance. */
    learnTargets(instance: string, storage: State['storage']) {
      const targets = storage.filter(({ backupTarget }) => backupTarget);
      const text = JSON.stringify(targets.map(({ name, backupTarget }) => [name, backupTarget]));
      if (text === (targetsOf.get(instance)?.text ?? '[]')) return;
      if (targets.length === 0) targetsOf.delete(instance);
      else targetsOf.set(instance, { text, storage: targets });
      areOtherTargets = true;
    },
    /** The backups on all backup servers, with their guests. */
    learnServers(backups: Readonly<State['pbsBackups']>) {
      const changed = servers.learn(backups);
      if (changed.size === 0) return;
      for (const [instance, volumes] of volumesOf)
        if (found.has(instance) && volumes.some(({ isPBS, time }) => isPBS && changed.has(time)))
          found.delete(instance);
    },
    /** The volumes on the storages of an instance. */
    learnVolumes(instance: string, volumes: Volumes) {
      if (volumesOf.get(instance) === volumes) return;
      if (volumes.length === 0) volumesOf.delete(instance);
      else volumesOf.set(instance, volumes);
      found.delete(instance);
      for (const other of files.learn(instance, volumes)) found.delete(other);
    },
    /** ISO. Guests show it with their next answer. */
    of({ id, type, instance, vmid }: Pick<Guest, 'id' | 'type' | 'instance' | 'vmid'>): string | undefined {
      if (vmid === undefined) return undefined;
      if (areOtherTargets) followTargets();
      const own = found.get(instance) ?? find(instance);
      found.set(instance, own);
      let newest = own.certain[type].get(id);
      for (const times of servers.of(instance)) newest = later(newest, times[type].get(id));
      for (const { writers, times } of own.shared.values()) {
        const time = times[type].get(id);
        if (time === undefined || time <= (newest ?? '')) continue;
        // Another instance that writes there has a guest of this number too: nobody knows whose backup it is.
        const isTwin = (other: string) => has(guestsOf(other, LISTS[type]), guestId(other, vmid));
        if (!writers.some((other) => other !== instance && isTwin(other))) newest = time;
      }
      return newest;
    },
  };
}

const later = (a: string | undefined, b: string | undefined): string | undefined => ((a ?? '') < (b ?? '') ? b : a);

/** Whether a list has an id. The ids of a list are collected once. */
function createIds(): (list: readonly { id: string }[], id: string) => boolean {
  const known = new WeakMap<readonly unknown[], ReadonlySet<string>>();
  return (list, id) => {
    const ids = known.get(list) ?? new Set(list.map((each) => each.id));
    known.set(list, ids);
    return ids.has(id);
  };
}

/**
 * The storages whose place on a backup server is that of another instance too, with the instances that write there. The server itself need
 * not be watched.
 */
function contestedIn(storages: State['storage']): Contested {
  const targets = storages.flatMap(({ instance, backupTarget: target }) => (target ? [{ instance, target }] : []));
  const nameOf = (at: BackupTarget) => JSON.stringify([at.site, at.server]);
  const servers = new Map(targets.map(({ target: at }) => [JSON.stringify([nameOf(at), at.fingerprint]), at]));
  const identityOf = createBackupIdentity(
    targets,
    [...servers.values()].map((at) => ({
      ...{ name: nameOf(at), host: at.server, fingerprint: at.fingerprint, site: at.site },
    })),
  );
  const found = new Map<string, Record<string, readonly string[]>>();
  for (const { instance, name, backupTarget: target } of storages) {
    if (!target) continue;
    const { datastore, namespace } = target;
    const identity = identityOf({ instance: nameOf(target), datastore, namespace, backupType: 'vm', vmid: '1' });
    if (identity.kind !== 'ambiguous') continue;
    // Any name is a key here.
    const own = found.get(instance) ?? Object.create(null);
    found.set(instance, own);
    own[name] = identity.instances;
  }
  return found;
}
