// What a maintenance window can be about, and the names of what it is about.
import { numberedName } from '@belfry/domain/guest-number';
import type { Target } from '@belfry/schema/alerts/silences';
import { useMemo } from 'react';
import { compareText, natural } from '../../../../lib/order.ts';
import { useList } from '../../../../live/use-live.ts';
import type { Choice, ChoiceGroup } from '../../../../ui/many-field.tsx';
import { typeChoices, useRouteChoices } from '../../routing/use-route-choices.ts';
import { messages } from '../messages.ts';
import { targetKey } from './window-form.ts';

interface Targets {
  groups: readonly ChoiceGroup[];
  /** Everything that is watched now. */
  all: readonly string[];
  nameOf(target: Target): string;
}

const keyed = (kind: Target['kind'], groups: readonly ChoiceGroup[]): Choice[] =>
  groups.flatMap(({ items }) => items.map(({ value, label }) => ({ value: targetKey({ kind, value }), label })));

/** Guests and storages, by name. */
function useResources(): readonly Choice[] {
  const vms = useList('vms');
  const containers = useList('containers');
  const storage = useList('storage');
  return useMemo(() => {
    const guests = [...vms, ...containers].map((guest) => ({ value: guest.id, label: numberedName(guest) }));
    const storages = storage.map(({ id, name, node }) => ({ value: id, label: messages.onNode(name, node) }));
    return [...guests, ...storages].sort((a, b) => compareText(natural(a.label), natural(b.label)));
  }, [vms, containers, storage]);
}

export function useTargets(): Targets {
  const { sites, nodes, instances, tags } = useRouteChoices();
  const resources = useResources();
  return useMemo(() => {
    const texts = messages.targets;
    const whole = keyed('instance', instances);
    const places = keyed('site', sites);
    const groups = [
      ...(places.length > 0 ? [{ label: texts.site, items: places }] : []),
      { label: texts.node, items: keyed('node', nodes) },
      { label: texts.instance, items: whole },
      { label: texts.tag, items: keyed('tag', tags) },
      { label: texts.resource, items: keyed('resource', [{ label: '', items: resources }]) },
      { label: texts.type, items: keyed('type', typeChoices()) },
    ];
    const names = new Map(groups.flatMap(({ items }) => items.map(({ value, label }) => [value, label])));
    return {
      groups,
      all: whole.map(({ value }) => value),
      nameOf: (target) => names.get(targetKey(target)) ?? target.value,
    };
  }, [sites, nodes, instances, tags, resources]);
}
