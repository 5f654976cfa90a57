// An alert that a resource of the state might have, to ask who would be notified about it.
import { containerId, dockerContainerId, instanceId } from '@belfry/domain/ids';
import { type ListFacts, listFacts, listsWith } from '@belfry/domain/list-facts';
import type { Severity } from '@belfry/schema/alerts/config';
import type { Alert } from '@belfry/schema/entities/alert';
import type { EntityOf, ListName, State } from '@belfry/schema/state';
import { iso } from '../lib/clock.ts';

export interface Question {
  resource: string;
  type: string;
  level: Severity;
}

/** Where a resource is; `list` is its list of the state. */
interface Place {
  list: string;
  name: string;
  node: string;
  instanceId: string;
}

type Placed = { id: string; name?: string; node?: string; instance?: string };

/** Undefined: there is no such resource. `now` epoch ms. */
export function alertAbout({ resource, type, level }: Question, state: State, now: number): Alert | undefined {
  const place = placeOf(resource, state);
  if (!place) return undefined;
  const { list, name, node, instanceId } = place;
  return {
    ...{ id: `${resource}-${type}`, type, level, resourceId: resource, resourceName: name, node, instance: instanceId },
    ...{ message: '', value: 0, threshold: 0, startTime: iso(now), acknowledged: false },
    metadata: { resourceType: '', unit: 'none', occurrence: '', instanceId, list },
  };
}

const instanceOf = <L extends ListName>(list: L, entity: Placed): string =>
  (listFacts[list] as ListFacts<L>).instanceOf?.(entity as EntityOf<L>) ?? entity.id;

function placeOf(id: string, state: State): Place | undefined {
  for (const list of listsWith('place')) {
    const found = (state[list] as readonly Placed[]).find((entity) => entity.id === id);
    if (!found) continue;
    const { name = id, instance = instanceOf(list, found), node = list === 'nodes' ? name : '' } = found;
    return { list, name, node, instanceId: instance };
  }
  for (const host of state.dockerHosts)
    for (const container of host.containers)
      if ([containerId(host.id, container), dockerContainerId(host.id, container.id)].includes(id))
        return {
          ...{ list: 'dockerHosts', name: container.name, node: host.hostname },
          instanceId: instanceId('docker', host.id),
        };
  return undefined;
}
