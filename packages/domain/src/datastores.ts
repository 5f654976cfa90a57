// The total size of the datastores of one backup server.
import type { Datastore } from '@belfry/schema/entities/pbs';

/** Bytes. */
export interface Capacity {
  total: number;
  used: number;
}

type Sizes = Pick<Datastore, 'total' | 'used' | 'free' | 'status' | 'error'>;
type Sized = Sizes & { total: number; used: number; free: number };

/** Somebody may write to a file system between two readings of it. */
const WRITTEN_MEANWHILE = 64 * 1024 ** 2;

const isSized = (store: Sizes): store is Sized =>
  store.total !== undefined && store.used !== undefined && store.free !== undefined;
/** `unknown`: its server has not said yet whether it is in maintenance. */
const READABLE: ReadonlySet<string> = new Set(['available', 'read-only', 'unknown']);

/** Whether nobody can read it at present: it has an error, is not mounted, or is in maintenance. */
export const isUnreadable = ({ status }: Pick<Datastore, 'status'>): boolean => !READABLE.has(status);

/** Whether its sizes are current: a datastore with a problem keeps its last ones. */
export const isCurrent = ({ status, error }: Sizes): boolean => error === undefined && READABLE.has(status);
/** From here on a garbage collection may have no room to work in, and backups fail. Percent. */
const FULL = 95;

/** The last sizes of a datastore with a problem do not say how full it is now. */
export const isFull = (store: Sizes & Pick<Datastore, 'usage'>): boolean =>
  isCurrent(store) && store.usage !== undefined && store.usage >= FULL;

const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= WRITTEN_MEANWHILE;

/** Whether two datastores with current sizes report the same file system. */
export const onSameFileSystem = (a: Sizes, b: Sizes): boolean =>
  isSized(a) && isSized(b) && a.total === b.total && isClose(a.free, b.free) && isClose(a.used, b.used);

/**
 * Each datastore reports the size of its whole file system, so a file system with several datastores counts once. It is
 * recognised by equal totals and free space. Old sizes count only when their total is not among the current ones. Undefined when
 * no datastore reports its sizes.
 */
export function capacityOf(datastores: readonly Sizes[]): Capacity | undefined {
  const sized = datastores.filter(isSized);
  const counted: Sized[] = [];
  for (const store of sized.filter(isCurrent)) {
    if (!counted.some((known) => onSameFileSystem(known, store))) counted.push(store);
  }
  for (const store of sized.filter((each) => !isCurrent(each)))
    if (!counted.some(({ total }) => total === store.total)) counted.push(store);
  if (counted.length === 0) return undefined;
  return {
    total: counted.reduce((sum, { total }) => sum + total, 0),
    used: counted.reduce((sum, { used }) => sum + used, 0),
  };
}
