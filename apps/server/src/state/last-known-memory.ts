// What was last known of guests and nodes that are lost, kept over a restart of Belfry: while they are lost no host can say it.
import { createOfParts } from '@belfry/domain/delta/parts';
import { LastKnownGuest } from '@belfry/schema/entities/guest';
import { LastKnownNode } from '@belfry/schema/entities/node';
import type { State } from '@belfry/schema/state';
import * as z from 'zod';

export interface LastKnownDeps {
  recall(): unknown;
  keep(value: unknown): void;
}

type Lost = Pick<State, 'vms' | 'containers' | 'nodes'>;

const Kept = z.object({ guests: z.record(z.string(), z.unknown()), nodes: z.record(z.string(), z.unknown()) });
/** What is not in the state any more, such as a host that was removed, is forgotten after this time. */
const FORGOTTEN_MS = 30 * 86_400_000;

export type LastKnownMemory = ReturnType<typeof createLastKnownMemory>;

export function createLastKnownMemory({ recall, keep }: LastKnownDeps) {
  const stored = Kept.safeParse(recall()).data;
  let guests = parsed(stored?.guests, LastKnownGuest);
  let nodes = parsed(stored?.nodes, LastKnownNode);
  let seen: Lost | undefined;
  // With many instances most parts of a list are the same as a second ago.
  const lostGuests = createOfParts((part: Readonly<State['vms']>) => part.filter(isLost));
  const lostNodes = createOfParts((part: Readonly<State['nodes']>) => part.filter(isLost));
  return {
    guest: (id: string): LastKnownGuest | undefined => guests.get(id),
    node: (id: string): LastKnownNode | undefined => nodes.get(id),
    /** Stores what changed. `now` epoch ms. */
    save(state: Lost, now: number): void {
      if (seen?.vms === state.vms && seen.containers === state.containers && seen.nodes === state.nodes) return;
      seen = state;
      const next = {
        guests: joined(guests, [state.vms, state.containers], lostGuests, now),
        nodes: joined(nodes, [state.nodes], lostNodes, now),
      };
      if (same(guests, next.guests) && same(nodes, next.nodes)) return;
      ({ guests, nodes } = next);
      const isEmpty = guests.size + nodes.size === 0;
      keep(isEmpty ? undefined : { guests: Object.fromEntries(guests), nodes: Object.fromEntries(nodes) });
    },
  };
}

/** An item that cannot be read is left out. */
const parsed = <S extends z.ZodType>(items: Record<string, unknown> | undefined, schema: S): Map<string, z.output<S>> =>
  new Map(
    Object.entries(items ?? {}).flatMap(([id, item]): [string, z.output<S>][] => {
      const { data } = schema.safeParse(item);
      return data === undefined ? [] : [[id, data]];
    }),
  );

const isLost = ({ lastKnown }: { lastKnown?: unknown }): boolean => lastKnown !== undefined;

interface Entity<L> {
  id: string;
  lastKnown?: L | undefined;
}

/** What is in the state counts. Of what is not there yet, because its host has not answered since the start, the old one stays. */
function joined<L extends { at: string }, E extends Entity<L>>(
  before: ReadonlyMap<string, L>,
  lists: readonly (readonly E[])[],
  lostIn: (list: readonly E[]) => readonly (readonly E[])[],
  now: number,
): Map<string, L> {
  const next = new Map([...before].filter(([, { at }]) => now - Date.parse(at) < FORGOTTEN_MS));
  for (const list of lists) if (next.size > 0) for (const { id } of list) next.delete(id);
  for (const list of lists) for (const { id, lastKnown } of lostIn(list).flat()) if (lastKnown) next.set(id, lastKnown);
  return next;
}

const same = <L>(a: ReadonlyMap<string, L>, b: ReadonlyMap<string, L>): boolean =>
  a.size === b.size && [...a].every(([id, last]) => b.get(id) === last);
