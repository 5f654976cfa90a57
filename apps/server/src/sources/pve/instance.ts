// One configured PVE host or cluster while it is being watched: what its polls share, and how they tell what they know.
import { guestId } from '@belfry/domain/ids';
import type { PveNodeConfig } from '@belfry/schema/config/node';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Session } from '../proxmox-api/session.ts';
import type { Counters, Slices } from '../source.ts';
import { countersFor, type Facts } from './facts.ts';
import { normalizeGuests, normalizeNodes, normalizeStorages, type Place } from './normalize.ts';

export interface PveInstance {
  readonly config: PveNodeConfig;
  readonly place: Place;
  readonly session: Session;
  readonly clock: Clock;
  readonly log: Logger;
  /** Each poll replaces its own part when its answer arrives. */
  facts: Facts;
}

/** Every function here makes one slice, complete, from all facts. A kind that is not watched is an empty slice. */
export const compose = {
  nodes: ({ facts, place, session }: PveInstance): NonNullable<Slices['nodes']> =>
    normalizeNodes(facts, place, session.endpoints().every((e) => e.healthy) ? 'healthy' : 'degraded'),
  vms: ({ facts, place, config }: PveInstance): NonNullable<Slices['vms']> =>
    config.monitorVMs ? normalizeGuests(facts, 'qemu', place) : [],
  containers: ({ facts, place, config }: PveInstance): NonNullable<Slices['containers']> =>
    config.monitorContainers ? normalizeGuests(facts, 'lxc', place) : [],
  storage: ({ facts, place, config }: PveInstance): NonNullable<Slices['storage']> =>
    config.monitorStorage ? normalizeStorages(facts, place) : [],
};

/** By guest id. Only running guests count. */
export function composeCounters({ facts, place, config }: PveInstance): Map<string, Counters> {
  const counters = new Map<string, Counters>();
  for (const row of facts.guests) {
    const watched = row.type === 'qemu' ? config.monitorVMs : config.monitorContainers;
    if (watched && row.status === 'running') counters.set(guestId(place.instance, row.vmid), countersFor(facts, row));
  }
  return counters;
}
