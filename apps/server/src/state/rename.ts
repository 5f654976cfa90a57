// The entities that contain the name of their instance, in addition to its id.
import { listFacts, listsWith } from '@belfry/domain/list-facts';
import type { ListName } from '@belfry/schema/state';
import type { Entities } from './entities.ts';

export const namingLists = listsWith('named');

/** The entities of one instance under its new name. */
export function renamed(list: ListName, entities: Entities, name: string): Entities {
  const give = listFacts[list].named as ((entity: Entities[number], name: string) => Entities[number]) | undefined;
  return give ? entities.map((entity) => give(entity, name)) : entities;
}
