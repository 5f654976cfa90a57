// Stale entities keep their last data and have `staleSince`. What screens and rules show for them is in domain/status.ts.
import type { EntityOf, ListName } from '@belfry/schema/state';
import type { Entities } from './entities.ts';

type WithAge = { [L in ListName]: 'staleSince' extends keyof EntityOf<L> ? L : never }[ListName];

/** The other lists contain no current figures (backups, disks). */
const withAge: ReadonlySet<ListName> = new Set<WithAge>([
  'nodes',
  'vms',
  'containers',
  'storage',
  'cephClusters',
  'pveClusters',
  'nodeLosses',
  'pbs',
  'pmg',
  'dockerHosts',
]);

/** `staleSince` is when the instance last answered (ISO). */
export const marked = (list: ListName, entities: Entities, staleSince: string): Entities =>
  withAge.has(list) ? entities.map((entity) => ({ ...entity, staleSince })) : entities;
