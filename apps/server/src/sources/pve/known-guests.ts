// What a guest is called, which guests are templates, and what those of a lost node did last. The list of a host loses all of it when nobody
// sends figures of the node of the guest, so it is remembered, also over a restart.
import * as z from 'zod';
import type { SourceMemory } from '../source.ts';
import { type GuestRow, lastStatusOf } from './payloads.ts';

export interface KnownGuests {
  /** By vmid. Without templates. */
  readonly names: ReadonlyMap<number, string>;
  readonly templates: ReadonlySet<number>;
  /** By vmid: the last status of guests whose nodes are not online. */
  readonly statuses: ReadonlyMap<number, string>;
}

export const noGuests: KnownGuests = { names: new Map(), templates: new Set(), statuses: new Map() };

const texts = z.array(z.tuple([z.number(), z.string()]));
const Kept = z.object({ names: texts, templates: z.array(z.number()), statuses: texts.default([]) });

export function recallGuests(memory: SourceMemory | undefined): KnownGuests {
  const stored = Kept.safeParse(memory?.recall()).data;
  return stored ? toKnown(stored) : noGuests;
}

const toKnown = ({ names, templates, statuses }: z.infer<typeof Kept>): KnownGuests => ({
  names: new Map(names),
  templates: new Set(templates),
  statuses: new Map(statuses),
});

export const keepGuests = (memory: SourceMemory | undefined, { names, templates, statuses }: KnownGuests): void =>
  memory?.keep({ names: [...names], templates: [...templates], statuses: [...statuses] });

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
  return isSame && names === before.names ? before : { ...before, names, templates: isSame ? before.templates : all };
}

/** The same object when nothing changed. `lost`: the nodes that are not online. */
export function learnStatuses(
  before: KnownGuests,
  guests: readonly GuestRow[],
  lost: ReadonlySet<string>,
): KnownGuests {
  const seen = lost.size === 0 ? [] : guests.filter(({ node }) => lost.has(node));
  const statuses = new Map(
    seen.flatMap((row): [number, string][] => {
      const last = lastStatusOf(row);
      return last === undefined ? [] : [[row.vmid, last]];
    }),
  );
  const isSame =
    statuses.size === before.statuses.size && [...statuses].every(([vmid, last]) => before.statuses.get(vmid) === last);
  return isSame ? before : { ...before, statuses };
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
