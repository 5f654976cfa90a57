// Which entities of a list changed since the last evaluation. Entities that did not change are the same object.
import { differing, partsOf, type Stretch } from '@belfry/domain/delta/parts';
import { instanceOf } from './instances-to-read.ts';

interface Entity {
  id: string;
  instance?: string;
}

export interface Changes<E extends Entity> {
  /**
   * Both lists are sorted by id. Entities of the instances in `also` count as changed too; `true`: all of them. What `changed` or `removed`
   * throw for one entity does not end the others; that entity is called again the next time. Returns what was thrown.
   */
  next(
    list: readonly E[],
    also: boolean | ReadonlySet<string>,
    changed: (entity: E, isNew: boolean) => void,
    removed: (id: string) => void,
  ): readonly unknown[];
}

const NOTHING: readonly unknown[] = [];

export function createChanges<E extends Entity>(): Changes<E> {
  let before: readonly E[] = [];
  /** Entities that threw the last time, by id: whether they were new, or `gone`. */
  let failed = new Map<string, boolean | 'gone'>();
  return {
    next(list, also, changed, removed) {
      const isNoOther = also === false || (also !== true && also.size === 0);
      if (list === before && isNoOther && failed.size === 0) return NOTHING;
      const isAlso = (entity: E): boolean => also === true || (also !== false && also.has(instanceOf(entity)));
      const errors: unknown[] = [];
      const again = new Map<string, boolean | 'gone'>();
      const change = (entity: E, isNew: boolean) => {
        try {
          changed(entity, isNew);
        } catch (error) {
          again.set(entity.id, isNew);
          errors.push(error);
        }
      };
      const remove = (id: string) => {
        try {
          removed(id);
        } catch (error) {
          again.set(id, 'gone');
          errors.push(error);
        }
      };
      for (const stretch of failed.size > 0 ? whole(before, list) : concerned(before, list, also)) {
        let place = stretch.before.from;
        const { to } = stretch.before;
        for (let own = stretch.now.from; own < stretch.now.to; own++) {
          const entity = list[own] as E;
          let known = before[place];
          // Most entities are the same, and comparing ids takes longer. What follows the stretch has a higher id.
          if (known !== entity) for (; known && known.id < entity.id; known = before[++place]) remove(known.id);
          const isKnown = known?.id === entity.id;
          if (isKnown) place++;
          const was = failed.size === 0 ? undefined : failed.get(entity.id);
          if (known !== entity || was !== undefined || isAlso(entity)) change(entity, !isKnown || was === true);
        }
        for (; place < to; place++) remove((before[place] as E).id);
      }
      for (const [id, how] of failed) if (how === 'gone' && !again.has(id) && !has(list, id)) remove(id);
      before = list;
      failed = again;
      return errors;
    },
  };
}

const has = (list: readonly Entity[], id: string): boolean => list.some((entity) => entity.id === id);

const whole = (before: readonly Entity[], now: readonly Entity[]): Stretch[] => [
  { before: { from: 0, to: before.length }, now: { from: 0, to: now.length } },
];

/** Where the lists differ, and the unchanged parts of the instances in `also`. In the order of the lists. */
function concerned(
  before: readonly Entity[],
  now: readonly Entity[],
  also: boolean | ReadonlySet<string>,
): readonly Stretch[] {
  if (also === true) return whole(before, now);
  const stretches = differing(before, now);
  if (also === false || also.size === 0) return stretches;
  const found: Stretch[] = [];
  const different = stretches.values();
  let next = different.next().value;
  let [place, ahead] = [0, 0];
  for (const part of partsOf(now)) {
    for (; next && next.now.from <= place; next = different.next().value) {
      found.push(next);
      ahead = next.before.to - next.now.to;
    }
    const end = place + part.length;
    const last = found.at(-1);
    const isFound = last !== undefined && last.now.to >= end && last.now.from <= place;
    if (!isFound && mayConcern(part, also))
      found.push({ before: { from: place + ahead, to: end + ahead }, now: { from: place, to: end } });
    place = end;
  }
  for (; next; next = different.next().value) found.push(next);
  return found;
}

/** The instance that all entities of a part belong to. Undefined: several. */
const instances = new WeakMap<readonly Entity[], string | undefined>();

function mayConcern(part: readonly Entity[], also: ReadonlySet<string>): boolean {
  if (!instances.has(part)) {
    const [first] = part;
    const instance = first && instanceOf(first);
    instances.set(part, part.every((entity) => instanceOf(entity) === instance) ? instance : undefined);
  }
  const instance = instances.get(part);
  return instance === undefined || also.has(instance);
}
