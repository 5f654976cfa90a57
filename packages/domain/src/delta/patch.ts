// Applies changes to a state. Unchanged entities stay the same object, so that a screen can compare by identity.
import type { Column, ListDelta } from '@belfry/schema/messages/delta';
import { byId } from '../ids.ts';
import { type Fields, isFields } from './same.ts';

interface Entity {
  id: string;
}

/** For a state of the type `S`. */
export type ChangesOf<S> = { [N in keyof S]?: S[N] extends readonly (infer E)[] ? ListDelta<E> : S[N] };

/** Mutates nothing. Throws a RangeError when the changes do not belong to this state; the caller then needs a new snapshot. */
export function patch<S extends object>(state: S, changes: ChangesOf<S>): S {
  const next = { ...state } as Fields;
  for (const [name, change] of Object.entries(changes)) {
    const old = next[name];
    next[name] = Array.isArray(old) ? patchList(old, change as ListDelta<Entity>) : change;
  }
  return next as S;
}

/** Of one list, with the same promises. */
export function patchList(list: readonly Entity[], delta: ListDelta<Entity>): Entity[] {
  const base = delta.remove || delta.put ? replace(list, delta) : list;
  const next = [...base];
  for (const column of delta.columns ?? []) patchColumn(base, next, column);
  return next;
}

function replace(list: readonly Entity[], { remove = [], put = [] }: ListDelta<Entity>): Entity[] {
  const gone = new Set([...remove, ...put.map((entity) => entity.id)]);
  return [...list.filter((entity) => !gone.has(entity.id)), ...put].sort(byId);
}

/**
 * Copies an entity, and the object inside it, when one of its fields is set for the first time. It is one simple loop because
 * it runs tens of thousands of times right after a page was loaded, before the browser has optimised it.
 */
function patchColumn(base: readonly Entity[], next: Entity[], { field, at, by, to }: Column): void {
  const dot = field.indexOf('.');
  const outer = dot < 0 ? undefined : field.slice(0, dot);
  const key = field.slice(dot + 1);
  let place = 0;
  for (let n = 0; n < at.length; n++) {
    place += at[n] as number;
    const old = base[place] as Fields | undefined;
    let target = next[place] as Fields | undefined;
    if (!old || !target) throw new RangeError(`no entity at place ${place} for ${field}`);
    if (target === old) {
      target = { ...old };
      next[place] = target as Fields & Entity;
    }
    if (outer !== undefined) {
      const inner = target[outer];
      if (!isFields(inner)) throw new RangeError(`no object at place ${place} for ${field}`);
      const own = inner === old[outer] ? { ...inner } : inner;
      target[outer] = own;
      target = own;
    }
    if (by) target[key] = (target[key] as number) + (by[n] as number);
    else if (to) target[key] = to[n];
    else delete target[key];
  }
}
