// Which data about backups is missing: parts that an account may not read, and those that were not read yet.
import type { MissingPart } from '@belfry/domain/protection/input';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Observation } from '@belfry/schema/messages/observation';

const BACKUPS_ON = 'backups on ';

/** A list that an instance has given once is kept, also when later calls fail, until the instance is removed. */
export function createReadParts() {
  /** The ids of the instances that have given a list. */
  const givenBy = { backupJobs: new Set<string>(), storageBackups: new Set<string>(), retentions: new Set<string>() };
  const lists = Object.keys(givenBy) as (keyof typeof givenBy)[];
  return {
    learn({ instance: { id }, outcome }: Observation) {
      if (outcome.ok) for (const list of lists) if (outcome.value.slices[list]) givenBy[list].add(id);
    },
    /** Sorted by instance. */
    missing(instances: readonly Instance[]): MissingPart[] {
      const present = new Set(instances.map(({ id }) => id));
      for (const list of lists) for (const id of givenBy[list]) if (!present.has(id)) givenBy[list].delete(id);
      return instances.flatMap(({ id, name, kind, gaps = [] }): MissingPart[] => {
        if (kind === 'pbs') return givenBy.retentions.has(id) ? [] : [{ instance: name, part: 'retentions' }];
        if (kind !== 'pve') return [];
        const found = gaps.flatMap(({ part, needs }) => (needs === undefined ? [] : partOf(id, part, needs)));
        const isFound = (wanted: MissingPart['part']) => found.some(({ part }) => part === wanted);
        const why = (wanted: string) => gaps.find(({ part }) => part === wanted)?.message;
        if (!givenBy.backupJobs.has(id) && !isFound('jobs'))
          found.push({ instance: id, part: 'jobs', why: why('backup jobs') });
        if (!givenBy.storageBackups.has(id) && !isFound('backups')) found.push({ instance: id, part: 'backups' });
        return found;
      });
    },
  };
}

function partOf(instance: string, part: string, needs: string): MissingPart[] {
  if (part === 'backup jobs') return [{ instance, part: 'jobs', needs }];
  if (part === 'backup tasks') return [{ instance, part: 'tasks', needs }];
  if (part === 'backups on storages') return [{ instance, part: 'backups', needs }];
  if (part.startsWith(BACKUPS_ON))
    return [{ instance, part: 'backups', needs, storage: part.slice(BACKUPS_ON.length) }];
  return [];
}
