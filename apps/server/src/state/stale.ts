// Entities nobody has heard of for too long keep what was heard last, and say since when. What a screen or a rule makes
// of both is decided in domain/status.ts.
import type { EntityOf, ListName } from '@belfry/schema/state';
import type { Entities } from './entities.ts';

type WithAge = { [L in ListName]: 'staleSince' extends keyof EntityOf<L> ? L : never }[ListName];

/** Lists that are not here do not say how things are at present (backups, disks). */
const withAge: ReadonlySet<ListName> = new Set<WithAge>([
  'nodes',
  'vms',
  'containers',
  'storage',
  'cephClusters',
  'pveClusters',
  'pbs',
  'pmg',
  'dockerHosts',
]);

/** `staleSince` is when the instance last answered (ISO). */
export const marked = (list: ListName, entities: Entities, staleSince: string): Entities =>
  withAge.has(list) ? entities.map((entity) => ({ ...entity, staleSince })) : entities;
