// Which entities of a list changed since the last evaluation. Entities that did not change are the same object.
import { differing, partsOf, type Stretch } from '@belfry/domain/delta/parts';
import { placeIn } from '@belfry/domain/delta/sorted';
import { type Concerned, instanceOf } from './entities-to-read.ts';

interface Entity {
  id: string;
  instance?: string;
}

export interface Changes<E extends Entity> {
  /**
   * Both lists are sorted by id. Those in `also` count as changed too; `true`: all of them. `before` is the entity of the last call, if
   * the entity itself is all that has changed. What `changed` or `removed` throw for one entity does not end the others; that entity is
   * called again the next time. Returns what was thrown.
   */
  next(
    list: readonly E[],
    also: boolean | Concerned,
    changed: (entity: E, isNew: boolean, before: E | undefined) => void,
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
      if (list === before && isNobody(also) && failed.size === 0) return NOTHING;
      const isAlso = (entity: E): boolean =>
        also === true || (also !== false && (also.instances.has(instanceOf(entity)) || also.entities.has(entity.id)));
      const errors: unknown[] = [];
      const again = new Map<string, boolean | 'gone'>();
      const change = (entity: E, isNew: boolean, old: E | undefined) => {
        try {
          changed(entity, isNew, old);
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
          const isSame = known === entity && was === undefined;
          const isConcerned = isAlso(entity);
          if (isSame && !isConcerned) continue;
          const old = isKnown && was === undefined && !isConcerned ? known : undefined;
          change(entity, !isKnown || was === true, old);
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

const isNobody = (also: boolean | Concerned): boolean =>
  also === false || (also !== true && also.instances.size + also.entities.size === 0);

const has = (list: readonly Entity[], id: string): boolean => list.some((entity) => entity.id === id);

const whole = (before: readonly Entity[], now: readonly Entity[]): Stretch[] => [
  { before: { from: 0, to: before.length }, now: { from: 0, to: now.length } },
];

/** Where the lists differ, and what is unchanged and in `also`. In the order of the lists. */
function concerned(before: readonly Entity[], now: readonly Entity[], also: boolean | Concerned): readonly Stretch[] {
  if (also === true) return whole(before, now);
  const stretches = differing(before, now);
  if (also === false || isNobody(also)) return stretches;
  const found: Stretch[] = [];
  const single = [...also.entities].flatMap((id) => placeIn(now, id) ?? []).sort((a, b) => a - b);
  let nextSingle = 0;
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
    const add = (from: number, to: number) =>
      found.push({ before: { from: from + ahead, to: to + ahead }, now: { from, to } });
    const isWhole = !isFound && mayConcern(part, also.instances);
    if (isWhole) add(place, end);
    for (let own = single[nextSingle]; own !== undefined && own < end; own = single[++nextSingle])
      if (!isFound && !isWhole) add(own, own + 1);
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
