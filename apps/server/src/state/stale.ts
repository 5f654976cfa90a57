// Stale entities keep their last data and have `staleSince`. What screens and rules show for them is in domain/status.ts.
import { listFacts } from '@belfry/domain/list-facts';
import type { ListName } from '@belfry/schema/state';
import type { Entities } from './entities.ts';

/** `staleSince` is when the instance last answered (ISO). Lists without current figures (backups, disks) are not marked. */
export const marked = (list: ListName, entities: Entities, staleSince: string): Entities =>
  listFacts[list].ages ? entities.map((entity) => ({ ...entity, staleSince })) : entities;
