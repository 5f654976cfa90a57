// The overrides of resources that do not exist any more, with the live state.
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { useMemo } from 'react';
import { useList } from '../../live/use-live.ts';
import { type Orphan, orphansOf, tabOfOrphan } from './orphans.ts';
import type { Tab } from './sections.ts';
import type { Resources } from './use-resources.ts';

export function useOrphans(config: AlertConfig, tab: Tab, resources: Resources['of'], search: string): Orphan[] {
  const instances = useList('instances');
  const [clusters, ceph] = [useList('pveClusters'), useList('cephClusters')];
  const others = [...instances, ...clusters, ...ceph].map(({ id }) => id);
  const silent = instances.filter(({ lastSeen }) => lastSeen === undefined).map(({ id }) => id);
  // the lists are new with each poll, and nearly always the same
  const known = `${others.join('\n')}\n\n${silent.join('\n')}`;
  const all = useMemo(() => {
    const [ids = '', silentIds = ''] = known.split('\n\n');
    const subjects = Object.values(resources).flatMap((list) => list.map(({ target: { subject } }) => subject));
    return orphansOf(config, {
      ...{ subjects, others: new Set(ids.split('\n')), silent: silentIds.split('\n').filter((id) => id !== '') },
    });
  }, [config, resources, known]);
  return useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    return all.filter((orphan) => {
      const text = `${orphan.key} ${orphan.name ?? ''}`.toLowerCase();
      return tabOfOrphan(orphan) === tab && words.every((word) => text.includes(word));
    });
  }, [all, tab, search]);
}
