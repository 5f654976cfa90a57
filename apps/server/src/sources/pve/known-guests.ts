// What a guest is called, and which guests are templates. The list of a host loses both when nobody sends figures of the node of the
// guest, so they are remembered, also over a restart.
import * as z from 'zod';
import type { SourceMemory } from '../source.ts';
import type { GuestRow } from './payloads.ts';

export interface KnownGuests {
  /** By vmid. Without templates. */
  readonly names: ReadonlyMap<number, string>;
  readonly templates: ReadonlySet<number>;
}

export const noGuests: KnownGuests = { names: new Map(), templates: new Set() };

const Kept = z.object({ names: z.array(z.tuple([z.number(), z.string()])), templates: z.array(z.number()) });

export function recallGuests(memory: SourceMemory | undefined): KnownGuests {
  const stored = Kept.safeParse(memory?.recall()).data;
  return stored ? { names: new Map(stored.names), templates: new Set(stored.templates) } : noGuests;
}

export const keepGuests = (memory: SourceMemory | undefined, { names, templates }: KnownGuests): void =>
  memory?.keep({ names: [...names], templates: [...templates] });

/** A guest without statistics has neither a name nor sizes. */
export const lacksData = ({ name, status }: GuestRow): boolean => name === undefined && status === 'unknown';

/** The same object when the list has nothing new. `templates`: the vmids that the list marks as such. */
export function learnGuests(
  before: KnownGuests,
  guests: readonly GuestRow[],
  templates: ReadonlySet<number>,
): KnownGuests {
  const names = namesIn(before.names, guests);
  const lost = guests.filter((row) => lacksData(row) && before.templates.has(row.vmid)).map(({ vmid }) => vmid);
  const all = lost.length === 0 ? templates : new Set([...templates, ...lost]);
  const isSame = all.size === before.templates.size && all.isSubsetOf(before.templates);
  return isSame && names === before.names ? before : { names, templates: isSame ? before.templates : all };
}

/** Without a new map for each list of thousands of guests. */
function namesIn(before: KnownGuests['names'], guests: readonly GuestRow[]): KnownGuests['names'] {
  let count = 0;
  let isSame = true;
  for (const { vmid, name } of guests) {
    const known = before.get(vmid);
    if ((name ?? known) !== undefined) count++;
    if (name !== undefined && name !== known) isSame = false;
  }
  if (isSame && count === before.size) return before;
  return new Map(
    guests.flatMap(({ vmid, name = before.get(vmid) }): [number, string][] =>
      name === undefined ? [] : [[vmid, name]],
    ),
  );
}
