// All backups of all places in groups, kept up to date from the lists of the state.
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { StorageBackup } from '@belfry/schema/entities/pve-backups';
import { type Place, type Places, serverPlace } from './places.ts';

/**
 * A complete backup. `at` epoch ms, `size` bytes. `verification`: undefined where the place verifies nothing. `file`: equal for a file
 * that two storages list; '' on a backup server.
 */
export interface Backup {
  at: number;
  size: number;
  verification: 'ok' | 'failed' | 'none' | undefined;
  isEncrypted: boolean;
  isProtected: boolean;
  file: string;
}

/** What a host or a backup server lists. */
type Listed = StorageBackup | PbsBackup;

/** `id` says the place, the type and the number. */
export interface BackupsOfGuest {
  id: string;
  place: Place;
  type: 'qemu' | 'lxc';
  vmid: number;
  owner: string | undefined;
  /** Complete backups: the objects of the state itself, because there are many for each guest. */
  items: Set<Listed>;
}

export type Groups = ReturnType<typeof createGroups>;

export const groupId = ({ key }: Place, type: 'qemu' | 'lxc', vmid: number): string => `${key} ${type}/${vmid}`;

const TYPES = { vm: 'qemu', ct: 'lxc' } as const;

export function createGroups(first: Places) {
  let places = first;
  const all = new Map<string, BackupsOfGuest>();
  /** By file: the groups that list it. Only files of storages that several instances may share. */
  const byFile = new Map<string, Set<string>>();
  const serverPlaces = new Map<string, Place>();
  let seenOnStorages: readonly StorageBackup[] = [];
  let seenOnServers: readonly PbsBackup[] = [];

  function groupOf(place: Place, type: 'qemu' | 'lxc', vmid: number, owner: string | undefined, isNew: boolean) {
    const id = groupId(place, type, vmid);
    const known = all.get(id);
    if (known) {
      if (isNew && owner !== undefined) known.owner = owner;
      return known;
    }
    const group: BackupsOfGuest = { id, place, type, vmid, owner, items: new Set() };
    all.set(id, group);
    return group;
  }

  function ofServer(entity: PbsBackup): BackupsOfGuest | undefined {
    const { instance: server, datastore, namespace, backupType, vmid, owner } = entity;
    const number = Number(vmid);
    if (backupType === 'host' || !Number.isInteger(number) || number <= 0) return undefined;
    const key = `${server}\n${datastore}\n${namespace}`;
    const place = serverPlaces.get(key) ?? serverPlace({ server, datastore, namespace });
    serverPlaces.set(key, place);
    return groupOf(place, TYPES[backupType], number, owner, true);
  }

  function ofStorage({ instance, storage, isPBS, type, vmid }: StorageBackup): BackupsOfGuest | undefined {
    if ((type !== 'qemu' && type !== 'lxc') || vmid <= 0) return undefined;
    const place = places.ofStorage(instance, storage, isPBS);
    return place && groupOf(place, type, vmid, undefined, false);
  }

  function put(group: BackupsOfGuest | undefined, listed: Listed, touched: Set<string>): void {
    if (!group) return;
    touched.add(group.id);
    const backup = backupOf(listed);
    if (backup) group.items.add(listed);
    if (group.items.size === 0) all.delete(group.id);
    if (backup?.file) {
      const listing = byFile.get(backup.file);
      if (!listing) byFile.set(backup.file, new Set([group.id]));
      else if (listing.add(group.id).size > 1) for (const twin of listing) touched.add(twin);
    }
  }

  function drop(group: BackupsOfGuest | undefined, listed: Listed, touched: Set<string>): void {
    if (!group) return;
    touched.add(group.id);
    const file = group.items.delete(listed) ? backupOf(listed)?.file : undefined;
    if (group.items.size === 0) all.delete(group.id);
    const listing = file ? byFile.get(file) : undefined;
    if (!listing || !file) return;
    listing.delete(group.id);
    for (const twin of listing) touched.add(twin);
    if (listing.size === 0) byFile.delete(file);
  }

  return {
    all,
    /** Returns the ids of the groups with other backups than before; also of those that are gone. */
    update(storageBackups: readonly StorageBackup[], serverBackups: readonly PbsBackup[]): ReadonlySet<string> {
      const touched = new Set<string>();
      const onStorages = difference(seenOnStorages, storageBackups);
      const onServers = difference(seenOnServers, serverBackups);
      [seenOnStorages, seenOnServers] = [storageBackups, serverBackups];
      for (const entity of onStorages.gone) drop(ofStorage(entity), entity, touched);
      for (const entity of onServers.gone) drop(ofServer(entity), entity, touched);
      for (const entity of onStorages.here) put(ofStorage(entity), entity, touched);
      for (const entity of onServers.here) put(ofServer(entity), entity, touched);
      return touched;
    },
    /**
     * Storages are in other places now: `isMoved` says which. Returns as `update` the groups that have lost or got backups.
     */
    relocate(next: Places, isMoved: (volume: StorageBackup) => boolean): ReadonlySet<string> {
      const touched = new Set<string>();
      const moved = seenOnStorages.filter(isMoved);
      for (const entity of moved) drop(ofStorage(entity), entity, touched);
      places = next;
      for (const entity of moved) put(ofStorage(entity), entity, touched);
      return touched;
    },
    /** The groups that list a file of this group too. */
    twinsOf(group: BackupsOfGuest): readonly BackupsOfGuest[] {
      const found = new Set<string>();
      for (const listed of group.items)
        if ('volid' in listed) for (const id of byFile.get(fileOf(listed)) ?? []) found.add(id);
      found.delete(group.id);
      return [...found].flatMap((id) => all.get(id) ?? []);
    },
  };
}

/** The newest first. A storage of type pbs and its server list the same backup, which counts once. */
export function backupsOf({ items }: BackupsOfGuest): Backup[] {
  const sorted = [...items]
    .flatMap((listed) => backupOf(listed) ?? [])
    .sort((a, b) => b.at - a.at || rank(a) - rank(b));
  return sorted.filter((backup, i) => i === 0 || backup.file !== '' || backup.at !== sorted[i - 1]?.at);
}

const rank = ({ verification }: Backup): number => (verification === 'failed' ? 0 : verification === 'ok' ? 1 : 2);

/** Equal for a file that several instances list, because they share its folder. Empty for a volume on a backup server. */
export const fileOf = ({ isPBS, volid, ctime, size }: StorageBackup): string =>
  isPBS ? '' : `${volid.slice(volid.lastIndexOf('/') + 1)} ${ctime} ${size}`;

/** A collector may say what no host says. */
const isTime = (ms: number): boolean => !Number.isNaN(new Date(ms).getTime());

/** Undefined while it is not complete, and for a time that is none. */
const backupOf = (listed: Listed): Backup | undefined =>
  'volid' in listed ? storedBackup(listed) : serverBackup(listed);

function storedBackup(volume: StorageBackup): Backup | undefined {
  const { ctime, size, verification, encrypted, protected: isProtected, isPBS } = volume;
  if (size <= 0 || !isTime(ctime * 1000)) return undefined;
  const verdict = isPBS ? verificationOf(verification) : undefined;
  return { at: ctime * 1000, size, verification: verdict, isEncrypted: encrypted, isProtected, file: fileOf(volume) };
}

function serverBackup({
  backupTime,
  size,
  verification,
  encrypted,
  protected: isProtected,
}: PbsBackup): Backup | undefined {
  const at = Date.parse(backupTime);
  if (size === undefined || !isTime(at)) return undefined;
  const verdict = verificationOf(verification);
  return { at, size, verification: verdict, isEncrypted: encrypted, isProtected, file: '' };
}

const verificationOf = (state: string | undefined) => (state === 'ok' || state === 'failed' ? state : 'none');

/** What is new or another object (`here`), and what is gone or was another object (`gone`). Both lists are sorted by id. */
export function difference<T extends { id: string }>(
  before: readonly T[],
  after: readonly T[],
): { gone: T[]; here: T[] } {
  const [gone, here]: [T[], T[]] = [[], []];
  if (before === after) return { gone, here };
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [a, b] = [before[i], after[j]];
    if (a === b && a !== undefined) {
      i++;
      j++;
    } else if (b === undefined || (a !== undefined && a.id <= b.id)) {
      if (a !== undefined) gone.push(a);
      i++;
      if (b !== undefined && a?.id === b.id) {
        here.push(b);
        j++;
      }
    } else {
      here.push(b);
      j++;
    }
  }
  return { gone, here };
}
