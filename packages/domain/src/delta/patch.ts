// The state after some changes. What did not change stays the same object, so a screen can tell by identity.
import type { Changes, Column, ListDelta } from '@belfry/schema/messages/delta';
import type { State } from '@belfry/schema/state';
import { byId } from '../ids.ts';
import { type Fields, isFields } from './same.ts';

interface Entity {
  id: string;
}

/** Never mutates. Throws a RangeError when the changes do not belong to this state: then a new snapshot is needed. */
export function patch(state: State, changes: Changes): State {
  const next: Fields = { ...state };
  for (const [name, change] of Object.entries(changes)) {
    const old = next[name];
    next[name] = Array.isArray(old) ? patchList(old, change as ListDelta<Entity>) : change;
  }
  return next as State;
}

function patchList(list: readonly Entity[], delta: ListDelta<Entity>): Entity[] {
  const base = delta.remove || delta.put ? replace(list, delta) : list;
  const next = [...base];
  for (const column of delta.columns ?? []) patchColumn(base, next, column);
  return next;
}

function replace(list: readonly Entity[], { remove = [], put = [] }: ListDelta<Entity>): Entity[] {
  const gone = new Set([...remove, ...put.map((entity) => entity.id)]);
  return [...list.filter((entity) => !gone.has(entity.id)), ...put].sort(byId);
}

/** Copies an entity, and the object inside it, the first time one of its fields is set. */
function patchColumn(base: readonly Entity[], next: Entity[], { field, at, by, to }: Column): void {
  const dot = field.indexOf('.');
  const outer = dot < 0 ? undefined : field.slice(0, dot);
  const key = field.slice(dot + 1);
  let place = 0;
  for (const [n, gap] of at.entries()) {
    place += gap;
    const [old, now] = [base[place] as Fields | undefined, next[place] as Fields | undefined];
    if (!old || !now) throw new RangeError(`no entity at place ${place} for ${field}`);
    const copy = now === old ? { ...old } : now;
    next[place] = copy as Fields & Entity;
    if (outer === undefined) set(copy, key, n, by, to);
    else {
      const inner = copy[outer];
      if (!isFields(inner)) throw new RangeError(`no object at place ${place} for ${field}`);
      const innerCopy = inner === old[outer] ? { ...inner } : inner;
      copy[outer] = innerCopy;
      set(innerCopy, key, n, by, to);
    }
  }
}

function set(
  target: Fields,
  key: string,
  n: number,
  by: readonly number[] | undefined,
  to: readonly unknown[] | undefined,
): void {
  if (by) target[key] = Number(target[key]) + Number(by[n]);
  else if (to) target[key] = to[n];
  else delete target[key];
}
