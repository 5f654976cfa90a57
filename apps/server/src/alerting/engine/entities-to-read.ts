// What must be read again although it is the same: what rules look at besides an entity has changed, or time has passed.
import { eachChanged } from '@belfry/domain/delta/each-changed';
import { guestId } from '@belfry/domain/ids';
import type { GuestSnapshot } from '@belfry/schema/entities/pve-backups';
import type { ListName, State } from '@belfry/schema/state';

interface Entity {
  id: string;
  instance?: string;
}

/** All entities of these instances, and these entities: ids. */
export interface Concerned {
  instances: ReadonlySet<string>;
  entities: ReadonlySet<string>;
}

/** Lists whose entities are about one guest each. */
export type ListOfGuest = 'guestProtection' | 'guestSnapshots';

const guestOf = (entity: Entity | GuestSnapshot): string =>
  'vmid' in entity ? guestId(entity.instance, entity.vmid) : entity.id;

/** The guests about which these lists have other entities than the last time. */
export function createChangedGuests(lists: readonly ListOfGuest[]): (state: State) => ReadonlySet<string> {
  let before: readonly (readonly Entity[])[] = lists.map(() => []);
  return (state) => {
    const guests = new Set<string>();
    before = lists.map((list, n) => {
      const now: readonly Entity[] = state[list];
      eachChanged(before[n] ?? [], now, (entity) => guests.add(guestOf(entity)));
      return now;
    });
    return guests;
  };
}

/** What stands for entities that belong to no instance. */
export const NO_INSTANCE = '';

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
    /** An instance that is concerned already is due after another interval. */
    next(now: number, concerned: Set<string>) {
      for (const [instance, at] of dueAt) {
        if (now < at && !concerned.has(instance)) continue;
        concerned.add(instance);
        dueAt.set(instance, now + everyMs);
      }
    },
  };
}
