// Files of backups that several instances list, because they share a folder.
import { fileOf } from '@belfry/domain/protection/groups';
import type { StorageBackup } from '@belfry/schema/entities/pve-backups';

type Volumes = readonly StorageBackup[];

const NO_FILES: ReadonlySet<string> = new Set();

export function createSharedFiles() {
  /** By instance. One instance alone shares nothing, so its files are not looked at. */
  const files = new Map<string, ReadonlySet<string>>();
  let alone: { instance: string; volumes: Volumes } | undefined;
  /** By file: the instances that list it, sorted. A list is never changed in place. */
  const listedBy = new Map<string, readonly string[]>();

  /** Returns the other instances that list the file. */
  const list = (file: string, instance: string, isListed: boolean): readonly string[] => {
    const others = (listedBy.get(file) ?? []).filter((each) => each !== instance);
    const after = isListed ? [...others, instance].sort() : others;
    if (after.length === 0) listedBy.delete(file);
    else listedBy.set(file, after);
    return others;
  };

  const learn = (instance: string, volumes: Volumes): ReadonlySet<string> => {
    const before = files.get(instance) ?? NO_FILES;
    const now = new Set(volumes.filter(({ isPBS }) => !isPBS).map(fileOf));
    if (now.size === 0) files.delete(instance);
    else files.set(instance, now);
    const gone = [...before.difference(now)].flatMap((file) => list(file, instance, false));
    const come = [...now.difference(before)].flatMap((file) => list(file, instance, true));
    return new Set([...gone, ...come]);
  };

  return {
    /** The volumes of an instance. Returns the other instances some of whose files are listed by more or fewer instances now. */
    learn(instance: string, volumes: Volumes): ReadonlySet<string> {
      if (files.size === 0 && (!alone || alone.instance === instance)) {
        alone = { instance, volumes };
        return NO_FILES;
      }
      if (alone) learn(alone.instance, alone.volumes);
      alone = undefined;
      return learn(instance, volumes);
    },
    /** The instances that list the file of a volume, where they are several. */
    sharers(volume: StorageBackup): readonly string[] | undefined {
      if (volume.isPBS || listedBy.size === 0) return undefined;
      const instances = listedBy.get(fileOf(volume)) ?? [];
      return instances.length > 1 ? instances : undefined;
    },
  };
}
