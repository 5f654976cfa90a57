// Which instances must be read again although their entities are the same: what rules look at besides an entity has changed, or time has passed.
import { eachChanged } from '@belfry/domain/delta/each-changed';
import type { ListName, State } from '@belfry/schema/state';

interface Entity {
  id: string;
  instance?: string;
}

/** What stands for entities that belong to no instance. */
const NO_INSTANCE = '';

export const instanceOf = ({ instance = NO_INSTANCE }: Entity): string => instance;
/** The protection of a guest has only the id of the guest, which begins with that of its instance. */
const instanceIn = (list: ListName, entity: Entity): string =>
  list === 'guestProtection' ? entity.id.slice(0, entity.id.lastIndexOf('-')) : instanceOf(entity);

/** The instances whose entities in these lists are others than the last time. A change anywhere concerns what belongs to no instance. */
export function createChangedInstances(lists: readonly ListName[]): (state: State, concerned: Set<string>) => void {
  let before: readonly (readonly Entity[])[] = lists.map(() => []);
  return (state, concerned) => {
    before = lists.map((list, n) => {
      const [old, now] = [before[n] ?? [], state[list] as readonly Entity[]];
      if (old === now) return now;
      concerned.add(NO_INSTANCE);
      eachChanged(old, now, (entity) => concerned.add(instanceIn(list, entity)));
      return now;
    });
  };
}

/** The fractions of its multiples lie as far from each other as those of any number, however many there are. */
const GOLDEN_RATIO = 0.618;
/** How much of an interval the nth instance waits at first, so that the instances are not due together. The first one waits all of it. */
const shareOf = (n: number): number => 1 - ((n * GOLDEN_RATIO) % 1);

/** Each instance is due once in the interval, and they are not due together. Times are on the monotonic clock. */
export function createDueInstances(everyMs: number) {
  const dueAt = new Map<string, number>();
  return {
    /** An entity of the instance is there. */
    note(instance: string, now: number) {
      if (everyMs !== Number.POSITIVE_INFINITY && !dueAt.has(instance))
        dueAt.set(instance, now + everyMs * shareOf(dueAt.size));
    },
    next(now: number, concerned: Set<string>) {
      for (const [instance, at] of dueAt) {
        if (now < at) continue;
        concerned.add(instance);
        dueAt.set(instance, now + everyMs);
      }
    },
  };
}
