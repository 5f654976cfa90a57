// Changes of a list from the other end of a line. Whatever is new in the list is checked with the schema of the list: whole entities, and of
// changed ones the fields that have changed.
import { keepFacts } from '@belfry/domain/delta/facts';
import { patchList } from '@belfry/domain/delta/patch';
import { sorted } from '@belfry/domain/delta/sorted';
import { isReading } from '@belfry/domain/guest-figures';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { ListChanges } from '@belfry/schema/collect/changes';
import { Guest } from '@belfry/schema/entities/guest';
import { sourceLists, TrafficCounters } from '@belfry/schema/messages/observation';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import * as z from 'zod';
import { firstProblem } from '../lib/invalid-input.ts';

export interface Entity {
  id: string;
}
type Column = NonNullable<ListChanges['columns']>[number];
type Fields = Record<string, unknown>;

/** The state adds these fields. They stay in the guests of a list (`handsOver`), so what a collector says of them is left out where it arrives. */
const derived = { lastBackup: true, lastKnown: true, staleSince: true } as const;

const schemas: Readonly<Record<string, z.ZodArray<z.ZodType>>> = {
  ...sourceLists.shape,
  vms: z.array(Guest.omit(derived)),
  containers: z.array(Guest.omit(derived)),
  counters: z.array(TrafficCounters.extend({ id: z.string() })),
};

/** False for a list that this version does not know. */
export const isKnown = (name: string): boolean => Object.hasOwn(schemas, name);

/** `name` must be known. Mutates nothing, and unchanged entities stay the same objects; without changes `list` itself. */
export function checkedPatch(
  name: string,
  list: readonly Entity[],
  { remove = [], put = [], columns = [] }: ListChanges,
): Result<readonly Entity[], Sentence> {
  const schema = schemas[name] as z.ZodArray<z.ZodType>;
  const whole = schema.safeParse(put);
  if (!whole.success) return fail(firstProblem(whole.error));
  if (remove.length + put.length + columns.length === 0) return ok(list);
  if (columns.some(({ field }) => field === 'id')) return fail({ id: 'collect.lost' });
  try {
    const entities = sorted(whole.data as Entity[]);
    const changes = { ...(remove.length > 0 && { remove }), ...(put.length > 0 && { put: [...entities] }), columns };
    const next = patchList(list, changes);
    for (const column of columns) {
      const problem = checkColumn(name, next, column);
      if (problem) return fail(problem);
    }
    if (remove.length + put.length === 0 && columns.every(({ field }) => isReading(field))) keepFacts(next, list);
    return ok(next);
  } catch (error) {
    if (error instanceof RangeError) return fail({ id: 'collect.lost' });
    throw error;
  }
}

/** `list` was just patched with the column, so the entities in these places are copies. */
function checkColumn(name: string, list: Entity[], { field, at }: Column): Sentence | undefined {
  const values = valuesOf(name, field);
  if (!values) return checkWhole(name, list, at);
  const dot = field.indexOf('.');
  const key = field.slice(dot + 1);
  const outer = dot < 0 ? undefined : field.slice(0, dot);
  const targetAt = (place: number): Fields => {
    const entity = list[place] as Entity & Fields;
    return outer === undefined ? entity : (entity[outer] as Fields);
  };
  if (isAnyNumber(values.element) && areNumbers(at, (place) => targetAt(place)[key])) return undefined;
  const targets = placesOf(at).map(targetAt);
  const found = targets.map((target) => target[key]);
  const parsed = values.safeParse(found);
  if (!parsed.success) return firstProblem(parsed.error);
  // Without the fields inside them that this version does not know.
  for (const [n, value] of parsed.data.entries()) if (value !== found[n]) (targets[n] as Fields)[key] = value;
  return undefined;
}

/** Most columns are figures, and each call of a schema makes objects. Whether a schema takes every number: it may take other things too. */
const isAnyNumber = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? isAnyNumber(schema.unwrap() as z.ZodType)
    : schema instanceof z.ZodNumber && schema.format === null && (schema.def.checks?.length ?? 0) === 0;

function areNumbers(at: readonly number[], valueAt: (place: number) => unknown): boolean {
  let place = 0;
  for (const gap of at) {
    place += gap;
    if (!Number.isFinite(valueAt(place))) return false;
  }
  return true;
}

function checkWhole(name: string, list: Entity[], at: readonly number[]): Sentence | undefined {
  const { element } = schemas[name] as z.ZodArray<z.ZodType>;
  for (const place of placesOf(at)) {
    const parsed = element.safeParse(list[place]);
    if (!parsed.success) return firstProblem(parsed.error);
    list[place] = parsed.data as Entity;
  }
  return undefined;
}

/** `at` has gaps. */
function placesOf(at: readonly number[]): number[] {
  let place = 0;
  return at.map((gap) => {
    place += gap;
    return place;
  });
}

const known = new Map<string, z.ZodArray<z.ZodType> | undefined>();

/** The schema of the values of a field such as `cpu` or `memory.used`. Undefined where only the whole entity can be checked. */
function valuesOf(name: string, field: string): z.ZodArray<z.ZodType> | undefined {
  const key = `${name} ${field}`;
  if (known.has(key)) return known.get(key);
  const dot = field.indexOf('.');
  const entity = (schemas[name] as z.ZodArray<z.ZodType>).element;
  const outer = dot < 0 ? entity : inside(entity, field.slice(0, dot));
  const found = inside(outer, field.slice(dot + 1));
  const values = found && z.array(found);
  // Who sends other names again and again does not fill it.
  if (found) known.set(key, values);
  return values;
}

function inside(schema: z.ZodType | undefined, key: string): z.ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodReadonly)
    return inside(schema.unwrap() as z.ZodType, key);
  // The rules of a whole object are not those of its fields.
  if (!(schema instanceof z.ZodObject) || (schema.def.checks?.length ?? 0) > 0) return undefined;
  return Object.hasOwn(schema.shape, key) ? (schema.shape[key] as z.ZodType) : undefined;
}
