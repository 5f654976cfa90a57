// The entities that contain the name of their instance, in addition to its id.
import type { EntityOf, ListName } from '@belfry/schema/state';
import type { Entities } from './entities.ts';

const names: { [L in ListName]?: (entity: EntityOf<L>, name: string) => EntityOf<L> } = {
  pbs: (server, name) => ({ ...server, name }),
  pmg: (gateway, name) => ({ ...gateway, name }),
  pbsBackups: (backup, name) => ({ ...backup, instance: name }),
  copyJobs: ({ from, to, ...job }, name) => ({
    ...job,
    server: name,
    ...(from && { from: from.server === job.server ? { ...from, server: name } : from }),
    ...(to && { to: to.server === job.server ? { ...to, server: name } : to }),
  }),
  retentions: (retention, name) =>
    retention.kind === 'server' ? { ...retention, place: { ...retention.place, server: name } } : retention,
};

export const namingLists = Object.keys(names) as ListName[];

/** The entities of one instance under its new name. */
export function renamed(list: ListName, entities: Entities, name: string): Entities {
  const give = names[list] as ((entity: Entities[number], name: string) => Entities[number]) | undefined;
  return give ? entities.map((entity) => give(entity, name)) : entities;
}
