// What a report can be about, from what is watched now.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { savedViews } from '../../api/views.ts';
import { useList } from '../../live/use-live.ts';
import { messages } from './messages.ts';
import { type ScopeKind, scopeChoices } from './scopes.ts';

export function useScopeChoices(kind: ScopeKind) {
  const [sites, instances, nodes] = [useList('sites'), useList('instances'), useList('nodes')];
  const [vms, containers] = [useList('vms'), useList('containers')];
  const { data: views } = useQuery({ ...savedViews, enabled: kind === 'view' });
  return useMemo(
    () => scopeChoices(kind, { sites, instances, nodes, vms, containers }, views ?? []),
    [kind, sites, instances, nodes, vms, containers, views],
  );
}

/**
 * All of them in one list, for a report that nobody orders: without saved views, which belong to persons. `chosen` stays a choice
 * when it is not watched any more.
 */
export function useCommonScopes(chosen: string): readonly (readonly [scope: string, text: string])[] {
  const [sites, clusters, tags] = [useScopeChoices('site'), useScopeChoices('cluster'), useScopeChoices('tag')];
  const of = (kind: 'site' | 'cluster' | 'tag', choices: typeof sites) =>
    choices.map(([value, text]) => [`${kind}:${value}`, `${messages.which[kind]}: ${text}`] as const);
  const all = [
    ['all', messages.scopes.all] as const,
    ...of('site', sites),
    ...of('cluster', clusters),
    ...of('tag', tags),
  ];
  return all.some(([scope]) => scope === chosen) ? all : [...all, [chosen, chosen]];
}
