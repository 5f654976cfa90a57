// What a report can be about, from the state and the views of the user. Pure.
import type { Guest } from '@belfry/schema/entities/guest';
import type { Instance } from '@belfry/schema/entities/instance';
import type { Node } from '@belfry/schema/entities/node';
import type { Site } from '@belfry/schema/entities/site';
import type { SavedView } from '@belfry/schema/http/views';

export type ScopeKind = 'all' | 'site' | 'cluster' | 'tag' | 'view';

type Choices = readonly (readonly [value: string, text: string])[];
interface Seen {
  sites: readonly Pick<Site, 'id' | 'name'>[];
  instances: readonly Pick<Instance, 'name'>[];
  nodes: readonly Pick<Node, 'isClusterMember' | 'clusterName'>[];
  vms: readonly Pick<Guest, 'tags'>[];
  containers: readonly Pick<Guest, 'tags'>[];
}

/** The screen whose views list guests. */
const GUESTS = '/proxmox/overview';

export function scopeChoices(kind: ScopeKind, state: Seen, views: readonly SavedView[]): Choices {
  switch (kind) {
    case 'all':
      return [];
    case 'site':
      return state.sites.map(({ id, name }) => [id, name]);
    case 'cluster':
      return named([
        ...state.nodes.flatMap(({ isClusterMember, clusterName }) => (isClusterMember && clusterName) || []),
        ...state.instances.map(({ name }) => name),
      ]);
    case 'tag':
      return named([...state.vms, ...state.containers].flatMap(({ tags }) => tags));
    case 'view':
      return views.filter(({ screen }) => screen === GUESTS).map(({ id, name }) => [id, name]);
  }
}

const named = (names: readonly string[]): Choices =>
  [...new Set(names)].sort((a, b) => a.localeCompare(b)).map((name) => [name, name]);
