// What a report is about: which instances, nodes and guests are in its scope.
import type { Guest } from '@belfry/schema/entities/guest';
import type { Node } from '@belfry/schema/entities/node';
import type { EvidenceScope } from '@belfry/schema/evidence/report';
import type { SavedView } from '@belfry/schema/http/views';
import type { State } from '@belfry/schema/state';
import { type Answer, refuse } from '../lib/refusal.ts';
import { guestsOfView } from './view-guests.ts';

export interface Scoped {
  scope: EvidenceScope;
  instances: ReadonlySet<string>;
  nodes: readonly Node[];
  guests: readonly Guest[];
  /** Guests that are gone, storages and changes belong to the scope by their instance. Not with a tag or a view: nobody knows theirs. */
  isOfInstance: boolean;
}

type ViewOfCaller = Pick<SavedView, 'id' | 'name' | 'screen' | 'params'>;

/**
 * `all`, `site:`, `cluster:`, `tag:` or `view:` with a name; a site and a view also by their id. `views`: those that the caller saved.
 * Refused: there is no such site, cluster or view.
 */
export function scopeOf(text: string, state: State, views: readonly ViewOfCaller[]): Answer<Scoped> {
  const guests = [...state.vms, ...state.containers];
  const byInstance = (scope: EvidenceScope, ids: readonly string[]): Answer<Scoped> => {
    const instances = new Set(ids);
    const isIn = ({ instance }: { instance: string }) => instances.has(instance);
    const nodes = state.nodes.filter(isIn);
    return { ok: true, value: { scope, instances, nodes, guests: guests.filter(isIn), isOfInstance: true } };
  };
  const byGuest = (scope: EvidenceScope, own: readonly Guest[]): Answer<Scoped> => {
    const instances = new Set(own.map(({ instance }) => instance));
    return { ok: true, value: { scope, instances, nodes: [], guests: own, isOfInstance: false } };
  };
  const unknown = refuse('not_found', { id: 'report.noScope', values: { scope: text } });
  if (text === 'all')
    return byInstance(
      { kind: 'all', id: '', name: '' },
      state.instances.map(({ id }) => id),
    );
  const [, kind, name = ''] = /^(site|cluster|tag|view):(.+)$/s.exec(text) ?? [];
  if (kind === 'site') {
    const site = state.sites.find((each) => each.id === name || each.name === name);
    const own = state.instances.filter((each) => site && each.site === site.id).map(({ id }) => id);
    return site ? byInstance({ kind, id: site.id, name: site.name }, own) : unknown;
  }
  if (kind === 'cluster') {
    const own = new Set([
      ...state.pveClusters.filter((cluster) => cluster.name === name).map(({ instance }) => instance),
      ...state.nodes.filter((node) => node.clusterName === name).map(({ instance }) => instance),
      ...state.instances.filter((instance) => instance.name === name).map(({ id }) => id),
    ]);
    return own.size === 0 ? unknown : byInstance({ kind, id: name, name }, [...own]);
  }
  if (kind === 'tag') {
    const tagged = guests.filter(({ tags }) => tags.includes(name));
    return byGuest({ kind, id: name, name }, tagged);
  }
  const view = kind === 'view' ? views.find((each) => each.id === name || each.name === name) : undefined;
  if (!view) return unknown;
  const shown = guestsOfView(view, state);
  return shown
    ? byGuest({ kind: 'view', id: view.id, name: view.name }, shown)
    : refuse('bad_request', { id: 'report.noGuestsInView', values: { name: view.name } });
}
