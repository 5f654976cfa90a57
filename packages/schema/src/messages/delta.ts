// What changed between two revisions of the state, field by field.
import * as z from 'zod';
import { type EntityOf, type ListName, lists, type SingleName, type State, singles } from '../state.ts';

/**
 * One field of many entities. `field` is a path such as `cpu` or `memory.used`. `at` names the entities by their
 * place in the list, as gaps: [3, 1, 4] are the places 3, 4 and 8. Exactly one of: `by` whole numbers to add,
 * `to` values to put in place, `drop` true to remove the field.
 */
export const Column = z.object({
  field: z.string(),
  at: z.array(z.number().int()),
  by: z.array(z.number().int()).optional(),
  to: z.array(z.unknown()).optional(),
  drop: z.literal(true).optional(),
});
/** Lists of numbers may be typed arrays, which threads hand over without a copy. */
export type Column = Omit<z.infer<typeof Column>, 'at' | 'by' | 'to'> & {
  at: ArrayLike<number>;
  by?: ArrayLike<number> | undefined;
  to?: ArrayLike<unknown> | undefined;
};

/**
 * Applied in this order: `remove` ids, `put` whole entities (new ones, or replaced), sort by id, then `columns`,
 * whose places count in the list after that.
 */
export interface ListDelta<E> {
  remove?: string[];
  put?: E[];
  columns?: Column[];
}

const listDelta = (entities: z.ZodType) =>
  z.object({ remove: z.array(z.string()).optional(), put: entities.optional(), columns: z.array(Column).optional() });

const listDeltas: Record<string, z.ZodType> = Object.fromEntries(
  Object.entries(lists).map(([name, entities]) => [name, listDelta(entities).optional()]),
);

export const Changes = z.object({ ...listDeltas, ...z.object(singles).partial().shape, lastUpdate: z.number() });
export type Changes = { [L in ListName]?: ListDelta<EntityOf<L>> } & { [S in SingleName]?: State[S] } & {
  lastUpdate: number;
};

/**
 * Applies to revision `base` only and yields `revision`; a client with another one sends `resync`. Changes of archives are a delta of
 * their own, after the one that yields their revision, so there `base` and `revision` are the same.
 */
export const Delta = z.object({
  type: z.literal('delta'),
  base: z.number().int(),
  revision: z.number().int(),
  data: Changes,
});
export type Delta = { type: 'delta'; base: number; revision: number; data: Changes };
