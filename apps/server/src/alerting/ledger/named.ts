// Which resource a person means: by its id, its name, or the number of a guest.
import { nearest } from '@belfry/domain/nearest';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { State } from '@belfry/schema/state';
import type { RuledList } from '../engine/rule-set.ts';

/** Those of the state. */
type WatchedList = Exclude<RuledList, 'server'>;

export interface NamedResource {
  list: WatchedList;
  id: string;
  name: string;
}

interface Entity {
  id: string;
  name?: string;
  displayName?: string;
  hostname?: string;
  vmid?: number;
}

/** `lists`: those that have rules. Several resources may have one id in different lists: then all of them are meant. */
export function resourceNamed(state: State, lists: readonly WatchedList[], text: string): NamedResource[] | Sentence {
  const all = lists.flatMap((list) => (state[list] as readonly Entity[]).map((entity) => ({ list, entity })));
  const given = text.trim().toLowerCase();
  const byId = all.filter(({ entity }) => entity.id.toLowerCase() === given);
  const found = byId.length > 0 ? byId : all.filter(({ entity }) => namesOf(entity).includes(given));
  const ids = [...new Set(found.map(({ entity }) => entity.id))];
  if (ids.length > 1) return { id: 'why.several', values: { ids } };
  if (ids.length === 1)
    return found.map(({ list, entity }) => ({ list, id: entity.id, name: entity.displayName ?? nameOf(entity) }));
  const close = nearest(
    given,
    all.flatMap(({ entity }) => [entity.id, ...namesOf(entity)]),
  );
  return close === undefined
    ? { id: 'why.noResource', values: { name: text } }
    : { id: 'why.meant', values: { name: text, nearest: close } };
}

const nameOf = ({ name, hostname, id }: Entity): string => name ?? hostname ?? id;

const namesOf = ({ name, displayName, hostname, vmid }: Entity): string[] =>
  [name, displayName, hostname, vmid?.toString()].flatMap((each) => (each ? [each.toLowerCase()] : []));
