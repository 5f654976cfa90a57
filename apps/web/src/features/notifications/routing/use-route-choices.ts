// What the filters of a destination can be set to: what Belfry watches now.
import { type AlertType, alertTypes, type Category } from '@belfry/domain/alerts/catalogue';
import { useMemo } from 'react';
import { compareText, natural } from '../../../lib/order.ts';
import { useDockerHosts, useList } from '../../../live/use-live.ts';
import { messages as typeTexts } from '../../../ui/alerts/type-messages.ts';
import type { Choice, ChoiceGroup } from '../../../ui/many-field.tsx';
import { messages } from './messages.ts';
import type { RouteNames } from './sentence.ts';

export interface RouteChoices {
  types: ChoiceGroup[];
  sites: ChoiceGroup[];
  instances: ChoiceGroup[];
  nodes: ChoiceGroup[];
  tags: ChoiceGroup[];
  names: RouteNames;
}

const plain = (items: readonly Choice[]): ChoiceGroup[] => [
  { label: '', items: [...items].sort((a, b) => compareText(natural(a.label), natural(b.label))) },
];
const named = (items: readonly Choice[]) => {
  const labels = new Map(items.map(({ value, label }) => [value, label]));
  return (id: string): string => labels.get(id) ?? id;
};

export function typeChoices(): ChoiceGroup[] {
  const types = Object.keys(alertTypes) as AlertType[];
  return (Object.keys(messages.categories) as Category[]).map((category) => ({
    label: messages.categories[category],
    items: types
      .filter((type) => alertTypes[type].category === category)
      .map((type) => ({ value: type, label: typeTexts.name(type) })),
  }));
}

export function useRouteChoices(): RouteChoices {
  const sites = useList('sites');
  const instances = useList('instances');
  const nodes = useList('nodes');
  const hosts = useDockerHosts();
  const vms = useList('vms');
  const containers = useList('containers');
  const tags = useMemo(() => [...new Set([...vms, ...containers].flatMap((guest) => guest.tags))], [vms, containers]);
  return useMemo(() => {
    const watched = new Map(instances.map(({ id, name }) => [id, name]));
    for (const { id, displayName } of hosts) watched.set(id, displayName);
    const instanceChoices = [...watched].map(([value, label]) => ({ value, label }));
    const siteChoices = sites.map(({ id, name }) => ({ value: id, label: name }));
    const twice = new Set(nodes.map(({ name }) => name)).size < nodes.length;
    const nodeChoices = nodes.map(({ id, name, instance }) => ({
      value: id,
      label: twice ? `${name} (${watched.get(instance) ?? instance})` : name,
    }));
    return {
      types: typeChoices(),
      sites: plain(siteChoices),
      instances: plain(instanceChoices),
      nodes: plain(nodeChoices),
      tags: plain(tags.map((tag) => ({ value: tag, label: tag }))),
      names: { site: named(siteChoices), instance: named(instanceChoices), node: named(nodeChoices) },
    };
  }, [sites, instances, nodes, hosts, tags]);
}
