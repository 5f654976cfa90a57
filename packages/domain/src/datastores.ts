// What the datastores of one backup server hold together.
import type { Datastore } from '@belfry/schema/entities/pbs';

/** Bytes. */
export interface Capacity {
  total: number;
  used: number;
}

type Sizes = Pick<Datastore, 'total' | 'used' | 'free' | 'status' | 'error'>;
type Sized = Sizes & { total: number; used: number; free: number };

/** Between two looks at one file system somebody may write to it. */
const WRITTEN_MEANWHILE = 64 * 1024 ** 2;

const isSized = (store: Sizes): store is Sized =>
  store.total !== undefined && store.used !== undefined && store.free !== undefined;
/** Whether its sizes are those of now: one in trouble keeps its last ones. */
const isCurrent = ({ status, error }: Sizes): boolean =>
  error === undefined && (status === 'available' || status === 'read-only');
const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= WRITTEN_MEANWHILE;

/**
 * Datastores on one file system each tell all of its size, so it counts once: they are told by equal totals and free
 * space. Old sizes count only if their total is not among the new ones. Undefined when no datastore tells its sizes.
 */
export function capacityOf(datastores: readonly Sizes[]): Capacity | undefined {
  const sized = datastores.filter(isSized);
  const counted: Sized[] = [];
  for (const store of sized.filter(isCurrent)) {
    const isKnown = counted.some(
      ({ total, used, free }) => total === store.total && isClose(free, store.free) && isClose(used, store.used),
    );
    if (!isKnown) counted.push(store);
  }
  for (const store of sized.filter((each) => !isCurrent(each)))
    if (!counted.some(({ total }) => total === store.total)) counted.push(store);
  if (counted.length === 0) return undefined;
  return {
    total: counted.reduce((sum, { total }) => sum + total, 0),
    used: counted.reduce((sum, { used }) => sum + used, 0),
  };
}
