// What a report is about: which instances, nodes and guests are in its scope.
import type { Guest } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import type { EvidenceScope } from '@belfry/schema/evidence/report';
import type { State } from '@belfry/schema/state';

export interface Scoped {
  scope: EvidenceScope;
  instances: ReadonlySet<string>;
  nodes: readonly Node[];
  guests: readonly Guest[];
  /** Guests that are gone, storages and changes belong to the scope by their instance. Not with a tag: nobody knows theirs. */
  isOfInstance: boolean;
}

/** `all`, `site:`, `cluster:` or `tag:` with a name; a site also by its id. Undefined: there is no such site or cluster. */
export function scopeOf(text: string, state: State): Scoped | undefined {
  const guests = [...state.vms, ...state.containers];
  const byInstance = (scope: EvidenceScope, ids: readonly string[]): Scoped => {
    const instances = new Set(ids);
    const isIn = ({ instance }: { instance: string }) => instances.has(instance);
    return { scope, instances, nodes: state.nodes.filter(isIn), guests: guests.filter(isIn), isOfInstance: true };
  };
  if (text === 'all')
    return byInstance(
      { kind: 'all', id: '', name: '' },
      state.instances.map(({ id }) => id),
    );
  const [, kind, name = ''] = /^(site|cluster|tag):(.+)$/s.exec(text) ?? [];
  if (kind === 'site') {
    const site = state.sites.find((each) => each.id === name || each.name === name);
    const own = state.instances.filter((each) => site && each.site === site.id).map(({ id }) => id);
    return site && byInstance({ kind, id: site.id, name: site.name }, own);
  }
  if (kind === 'cluster') {
    const own = new Set([
      ...state.pveClusters.filter((cluster) => cluster.name === name).map(({ instance }) => instance),
      ...state.nodes.filter((node) => node.clusterName === name).map(({ instance }) => instance),
      ...state.instances.filter((instance) => instance.name === name).map(({ id }) => id),
    ]);
    return own.size === 0 ? undefined : byInstance({ kind, id: name, name }, [...own]);
  }
  if (kind !== 'tag') return undefined;
  const tagged = guests.filter(({ tags }) => tags.includes(name));
  const instances = new Set(tagged.map(({ instance }) => instance));
  return { scope: { kind, id: name, name }, instances, nodes: [], guests: tagged, isOfInstance: false };
}
