// How much depends on the resource of an alert: what is lost, or in danger, together with it.
import type { AlertMetadata, Depends } from '@belfry/schema/entities/alert';
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { Instance } from '@belfry/schema/entities/instance';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { Storage } from '@belfry/schema/entities/storage';
import { serversOf } from '../backup-identity.ts';
import { factsOf } from '../delta/facts.ts';
import { createOfParts } from '../delta/parts.ts';
import type { GuestFacts } from '../guest-figures.ts';
import { nodeId, SHARED } from '../ids.ts';
import { guestRan, guestRanThen, lostWith, parentOf } from '../status.ts';

type PlacedGuest = Pick<GuestFacts, 'id' | 'instance' | 'node' | 'status' | 'lastKnown' | 'lastStatus'>;

/** The lists of the state that it is counted in. */
export interface Surroundings {
  vms: readonly PlacedGuest[];
  containers: readonly PlacedGuest[];
  storage: readonly Storage[];
  dockerHosts: readonly Pick<DockerHost, 'id' | 'containers'>[];
  pbs: readonly PbsInstance[];
  instances: readonly Pick<Instance, 'id' | 'site'>[];
}

interface Subject {
  resourceId: string;
  metadata?: Pick<AlertMetadata, 'resourceType' | 'instanceId'> | undefined;
}

export const NOTHING_DEPENDS: Depends = { guests: 0, others: 0 };

/** It counts the guests when it is asked for the first time. */
export function dependsOn({
  vms,
  containers,
  storage,
  dockerHosts,
  pbs,
  instances,
}: Surroundings): (of: Subject) => Depends {
  let counted: { ran: Counts; unknown: Counts } | undefined;
  let storages: Counts['byNode'] | undefined;
  const counts = () =>
    (counted ??= {
      ran: sumOf([...ranOf(vms), ...ranOf(containers)]),
      unknown: sumOf([...unknownOf(vms), ...unknownOf(containers)]),
    });
  const guestsOn = (by: keyof Counts, ids: readonly string[]): Omit<Depends, 'others'> => {
    const numberIn = (list: Counts) => ids.reduce((sum, id) => sum + (list[by].get(id) ?? 0), 0);
    const { ran, unknown } = counts();
    const unseen = numberIn(unknown);
    return { guests: numberIn(ran), ...(unseen > 0 && { unknown: unseen }) };
  };
  return ({ resourceId, metadata }) => {
    const { resourceType, instanceId = '' } = metadata ?? {};
    switch (resourceType) {
      case 'node': {
        storages ??= sumOf(storagesOf(storage)).byNode;
        return { ...guestsOn('byNode', [resourceId]), others: storages.get(resourceId) ?? 0 };
      }
      case 'cluster':
      case 'instance':
        return { ...guestsOn('byInstance', [instanceId]), others: 0 };
      case 'site': {
        const own = instances.filter(({ site }) => site === resourceId).map(({ id }) => id);
        return { ...guestsOn('byInstance', own), others: own.length };
      }
      case 'pbs': {
        const own = storage.filter(
          ({ backupTarget }) => backupTarget && serversOf(backupTarget, pbs).includes(instanceId),
        );
        return { guests: 0, others: own.length };
      }
      case 'dockerHost': {
        const own = dockerHosts.find(({ id }) => id === resourceId)?.containers ?? [];
        return { guests: 0, others: own.filter(({ state }) => state === 'running').length };
      }
      default:
        return NOTHING_DEPENDS;
    }
  };
}

interface Counts {
  byNode: ReadonlyMap<string, number>;
  byInstance: ReadonlyMap<string, number>;
}

const countsOf = (guests: readonly PlacedGuest[], elsewhere: readonly string[] = []): Counts => ({
  byNode: numbersOf([...guests.map(parentOf), ...elsewhere]),
  byInstance: numbersOf(guests.map(({ instance }) => instance)),
});
/** Those that run, or ran when they were last seen. One that runs elsewhere since its node was lost counts on that node too. */
const ranOf = createOfParts(
  (guests: readonly PlacedGuest[]) =>
    countsOf(
      guests.filter(guestRan),
      guests.flatMap((guest) => (guestRanThen(guest) && lostWith(guest)) || []),
    ),
  factsOf,
);
const unknownOf = createOfParts(
  (guests: readonly PlacedGuest[]) => countsOf(guests.filter((guest) => guestRan(guest) === undefined)),
  factsOf,
);

const storagesOf = createOfParts((storages: readonly Storage[]): Counts => {
  const own = storages.filter(({ node }) => node !== SHARED);
  return { byNode: numbersOf(own.map(({ instance, node }) => nodeId(instance, node))), byInstance: new Map() };
});

function numbersOf(ids: readonly string[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const id of ids) numbers.set(id, (numbers.get(id) ?? 0) + 1);
  return numbers;
}

function sumOf(all: readonly Counts[]): Counts {
  const [byNode, byInstance] = [new Map<string, number>(), new Map<string, number>()];
  for (const counts of all) {
    for (const [id, count] of counts.byNode) byNode.set(id, (byNode.get(id) ?? 0) + count);
    for (const [id, count] of counts.byInstance) byInstance.set(id, (byInstance.get(id) ?? 0) + count);
  }
  return { byNode, byInstance };
}
