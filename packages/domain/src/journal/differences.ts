// What is different between two states of the same resource, or between two resources of the same kind.
import type { Difference } from '@belfry/schema/journal/comparison';
import { changesBetween, lineNameOf } from './changes.ts';
import { type Part, type Parts, type Past, unfold } from './past-settings.ts';
import { type Settings, sorted } from './settings.ts';

/** In the order of parts. Parts with the same key are compared. */
export function differencesOf(before: Parts, after: Parts, unsure?: Past['unsure']): Difference[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((key): Difference[] => {
    const [was, is] = [before.get(key), after.get(key)];
    const part = is ?? was;
    if (!part) return [];
    if (!was || !is) return [{ ...named(part), event: was ? 'removed' : 'created', changes: [] }];
    const changes = changesBetween(aligned(was.settings, is.settings), aligned(is.settings, was.settings));
    if (changes.length === 0) return [];
    const open = changes.flatMap(({ field }) => (unsure?.get(key)?.has(field) ? [field] : []));
    return [{ ...named(part), event: 'changed', changes, ...(open.length > 0 && { unsure: open }) }];
  });
}

/** Where the other state has the parts of a line that is one text here, it becomes its parts. */
function aligned(settings: Settings, other: Settings): Settings {
  const lines = Object.keys(other).flatMap((name) => lineNameOf(name) ?? []);
  const folded = lines.filter((line) => settings[line] !== undefined && other[line] === undefined);
  if (folded.length === 0) return settings;
  const own = { ...settings };
  for (const line of folded) unfold(own, line);
  return sorted(own);
}

const named = ({ id, kind, name }: Part) => ({ part: id, name, kind });

/** The parts under names that those of another resource have too. `id`: of the resource. */
export const relativeTo = (id: string, parts: Parts): Map<string, Part> =>
  new Map([...parts].map(([key, part]) => [key.replace(` ${id}`, ' '), part]));
