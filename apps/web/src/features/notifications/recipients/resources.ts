// Every resource that an alert can be about, with the words by which people know it.

import { type ResourceKind, resourceOfInstance } from '@belfry/domain/alerts/catalogue';
import { numberText } from '@belfry/domain/guest-number';
import { containerId } from '@belfry/domain/ids';
import { kinds as kindFacts } from '@belfry/schema/config/kinds';
import type { DockerHost } from '@belfry/schema/entities/docker';
import type { Facts } from '../../../live/figures.ts';
import { messages } from './messages.ts';

export interface Resource {
  value: string;
  /** What an alert about it calls its kind. */
  kind: ResourceKind;
  label: string;
  /** Its kind, and where it is. */
  detail: string;
}

/** `kind` is unknown of a resource that does not exist any more. */
export type Chosen = Omit<Resource, 'kind'> & Partial<Pick<Resource, 'kind'>>;

type Watched = Pick<
  Facts,
  'instances' | 'nodes' | 'vms' | 'containers' | 'storage' | 'pveClusters' | 'cephClusters' | 'physicalDisks'
>;

export function resourcesOf(state: Watched, dockerHosts: readonly DockerHost[]): Resource[] {
  const { kinds } = messages;
  const found: Resource[] = [];
  const add = (kind: ResourceKind, value: string, label: string, ...detail: string[]) =>
    found.push({ value, kind, label, detail: detail.filter(Boolean).join(', ') });
  for (const { id, name, kind } of state.instances)
    if (kind !== 'docker') add(resourceOfInstance(kind), id, name, kindFacts[kind].short);
  for (const { id, name } of state.nodes) add('node', id, name, kinds.node);
  for (const list of ['vms', 'containers'] as const)
    for (const guest of state[list]) {
      const number = numberText(guest);
      add('guest', guest.id, guest.name || number, list === 'vms' ? kinds.vm : kinds.ct, number, guest.node);
    }
  for (const { id, name, node } of state.storage) add('storage', id, name, kinds.storage, node);
  for (const { id, name } of state.pveClusters) add('cluster', id, name, kinds.cluster);
  for (const { id, name } of state.cephClusters) add('ceph', id, name, kinds.ceph);
  for (const { id, devPath, node } of state.physicalDisks) add('disk', id, devPath, kinds.disk, node);
  for (const host of dockerHosts) {
    add('dockerHost', host.id, host.displayName, kinds.dockerHost);
    for (const container of host.containers)
      if (!container.superseded)
        add(
          ...(['dockerContainer', containerId(host.id, container), container.name] as const),
          ...[kinds.dockerContainer, host.displayName],
        );
  }
  return found;
}

const MOST = 50;

/** All words of the search are in the name or the details; names that begin with it come first. */
export function findResources(all: readonly Resource[], search: string): Resource[] {
  const wanted = search.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const matches = all.filter(({ label, detail }) => {
    const text = `${label} ${detail}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const first = matches.filter(({ label }) => label.toLowerCase().startsWith(wanted));
  return [...new Set([...first, ...matches])].slice(0, MOST);
}
