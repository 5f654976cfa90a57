// How much depends on the resource of an alert: what is lost, or in danger, together with it.
import type { AlertMetadata, Depends } from '@belfry/schema/entities/alert';
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { Instance } from '@belfry/schema/entities/instance';
import type { PbsInstance } from '@belfry/schema/entities/pbs';
import type { Storage } from '@belfry/schema/entities/storage';
import { serversOf } from '../backup-identity.ts';
import type { GuestFacts } from '../guest-figures.ts';
import { nodeId, SHARED } from '../ids.ts';
import { guestRan, parentOf } from '../status.ts';

type PlacedGuest = Pick<GuestFacts, 'instance' | 'node' | 'status' | 'lastKnown'>;

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
  let counted: Counts | undefined;
  const counts = () => (counted ??= countsOf([...vms, ...containers]));
  return ({ resourceId, metadata }) => {
    const { resourceType, instanceId = '' } = metadata ?? {};
    switch (resourceType) {
      case 'node': {
        const own = storage.filter((each) => each.node !== SHARED && nodeId(each.instance, each.node) === resourceId);
        return { guests: counts().byNode.get(resourceId) ?? 0, others: own.length };
      }
      case 'cluster':
      case 'instance':
        return { guests: counts().byInstance.get(instanceId) ?? 0, others: 0 };
      case 'site': {
        const own = instances.filter(({ site }) => site === resourceId);
        const guests = own.reduce((sum, { id }) => sum + (counts().byInstance.get(id) ?? 0), 0);
        return { guests, others: own.length };
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

/** How many guests run, or ran when they were last seen. */
interface Counts {
  byNode: ReadonlyMap<string, number>;
  byInstance: ReadonlyMap<string, number>;
}

function countsOf(guests: readonly PlacedGuest[]): Counts {
  const [byNode, byInstance] = [new Map<string, number>(), new Map<string, number>()];
  for (const guest of guests) {
    if (!guestRan(guest)) continue;
    byNode.set(parentOf(guest), (byNode.get(parentOf(guest)) ?? 0) + 1);
    byInstance.set(guest.instance, (byInstance.get(guest.instance) ?? 0) + 1);
  }
  return { byNode, byInstance };
}
