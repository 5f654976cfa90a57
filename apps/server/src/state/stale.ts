// How entities look while nobody has heard of them for too long: the last figures, marked as old.
import type { EntityOf, ListName } from '@belfry/schema/state';
import type { Entities } from './entities.ts';

type Mark<L extends ListName> = (entity: EntityOf<L>, staleSince: string) => EntityOf<L>;

const old = <E extends object>(entity: E, staleSince: string): E => ({ ...entity, staleSince });
const gone = <E extends object>(entity: E, staleSince: string): E => ({
  ...entity,
  status: 'offline',
  connectionHealth: 'error',
  staleSince,
});

/** Lists that are not here say nothing of the present (backups, disks) and stay as they are. */
const marks: { [L in ListName]?: Mark<L> } = {
  nodes: gone,
  pbs: gone,
  pmg: gone,
  vms: old,
  containers: old,
  storage: (storage, staleSince) => ({ ...storage, status: 'unknown', staleSince }),
  cephClusters: (ceph, staleSince) => ({ ...ceph, health: 'HEALTH_UNKNOWN', staleSince }),
  pveClusters: old,
  dockerHosts: (host, staleSince) => ({ ...host, status: 'offline', staleSince }),
};

/** `since` is when the instance last answered (ISO). */
export function marked(list: ListName, entities: Entities, since: string): Entities {
  const mark = marks[list] as ((entity: Entities[number], since: string) => Entities[number]) | undefined;
  return mark ? entities.map((entity) => mark(entity, since)) : entities;
}
