// One configured PVE host or cluster that is monitored: the data that its polls share, and the slices that they
// publish.
import { byId, guestId, nodeCountersKey, nodeId, SHARED, storageId } from '@belfry/domain/ids';
import { guestAlive } from '@belfry/domain/status';
import type { ConfigOf } from '@belfry/schema/config/node';
import type { StorageBackup } from '@belfry/schema/entities/pve-backups';
import type { Slices, TrafficCounters } from '@belfry/schema/messages/observation';
import type { ClusterMemory } from '../../config/host.ts';
import { type Clock, iso } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Denials } from '../proxmox-api/denials.ts';
import type { Session } from '../proxmox-api/session.ts';
import type { SourceMemory } from '../source.ts';
import { countersFor, type Facts } from './facts.ts';
import {
  normalizeCeph,
  normalizeClusters,
  normalizeGuests,
  normalizeNodes,
  normalizeStorages,
  type Place,
} from './normalize.ts';

export interface PveInstance {
  readonly config: ConfigOf<'pve'>;
  place: Place;
  readonly session: Session;
  readonly clock: Clock;
  readonly log: Logger;
  readonly cluster?: ClusterMemory | undefined;
  /** Names and templates, kept over a restart. */
  readonly guests?: SourceMemory | undefined;
  /** The calls that the account may not make, shared by all polls. */
  readonly denials: Denials;
  /** Each poll replaces its own part when its answer arrives. */
  facts: Facts;
}

/**
 * Every function returns one complete slice from all facts. A kind of entity that is not monitored has an empty slice.
 */
export const compose = {
  nodes: ({ facts, place, session }: PveInstance): NonNullable<Slices['nodes']> =>
    normalizeNodes(
      facts,
      place,
      session.endpoints().every((e) => e.healthy || e.unproven !== undefined) ? 'healthy' : 'degraded',
    ),
  pveClusters: ({ facts, place }: PveInstance): NonNullable<Slices['pveClusters']> => normalizeClusters(facts, place),
  vms: ({ facts, place, config }: PveInstance): NonNullable<Slices['vms']> =>
    config.monitorVMs ? normalizeGuests(facts, 'qemu', place) : [],
  containers: ({ facts, place, config }: PveInstance): NonNullable<Slices['containers']> =>
    config.monitorContainers ? normalizeGuests(facts, 'lxc', place) : [],
  storage: ({ facts, place, config }: PveInstance): NonNullable<Slices['storage']> =>
    config.monitorStorage ? normalizeStorages(facts, place) : [],
  retentions: ({ facts, place: { instance } }: PveInstance): NonNullable<Slices['retentions']> =>
    [...facts.storageConfigs.values()]
      .flatMap(({ name: storage, keep }) =>
        keep ? [{ id: storageId(instance, SHARED, storage), kind: 'storage' as const, instance, storage, keep }] : [],
      )
      .sort(byId),
  cephClusters: ({ facts, place, config, clock }: PveInstance): NonNullable<Slices['cephClusters']> =>
    config.monitorStorage ? normalizeCeph(facts, place, iso(clock.now())) : [],
  physicalDisks: ({ facts }: PveInstance): NonNullable<Slices['physicalDisks']> =>
    [...facts.disks.values()].flat().sort(byId),
  backupTasks: ({ facts }: PveInstance): NonNullable<Slices['backupTasks']> =>
    [...facts.backupTasks.values()].sort(byId),
  tasks: ({ facts }: PveInstance): NonNullable<Slices['tasks']> => [...facts.tasks.values()].sort(byId),
  storageBackups: ({ facts }: Pick<PveInstance, 'facts'>): NonNullable<Slices['storageBackups']> =>
    [...new Map(inOrder(facts.storageBackups).map((b) => [b.id, b])).values()].sort(byId),
  guestSnapshots: ({ facts }: PveInstance): NonNullable<Slices['guestSnapshots']> =>
    [...facts.snapshots.values()].flat().sort(byId),
};

/** If two nodes have a volume of the same name, the same one is always used, regardless of the order of the answers. */
const inOrder = (byStorage: Facts['storageBackups']): StorageBackup[] =>
  [...byStorage].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, volumes]) => volumes);

/** By guest id, and by `node/` with the id of the node. What is switched off has no counters. */
export function composeCounters({ facts, place, config }: PveInstance): Record<string, TrafficCounters> {
  const counters: Record<string, TrafficCounters> = {};
  for (const row of facts.guests) {
    const watched = row.type === 'qemu' ? config.monitorVMs : config.monitorContainers;
    if (watched && guestAlive(row.status)) counters[guestId(place.instance, row.vmid)] = countersFor(facts, row);
  }
  for (const { name, status } of facts.nodes) {
    const own = status === 'online' ? facts.metrics.counters.get(`node/${name}`) : undefined;
    if (own) counters[nodeCountersKey(nodeId(place.instance, name))] = own;
  }
  return counters;
}

/** Whether this is a cluster. A standalone host has no useful status of high availability. */
export const isCluster = ({ facts }: PveInstance): boolean =>
  facts.cluster?.name !== undefined || facts.nodes.length > 1;

/**
 * The names of the online nodes: from the list of the fast poll, or from the list of the cluster before the first
 * answer.
 */
export function onlineNodes({ facts }: PveInstance): string[] {
  if (facts.nodes.length > 0) return facts.nodes.filter((n) => n.status === 'online').map((n) => n.name);
  return facts.cluster?.members.filter((m) => m.online).map((m) => m.node) ?? [];
}
