// The datastores that an account sees, with their usage and garbage collection.
import { type Store, storeFigures } from '../world/datastore.ts';
import { type Call, OWN, troubleOf } from './call.ts';

export function gcStatus(store: Store, now: number) {
  const { logical, disk } = storeFigures(store, now);
  const files = [...store.namespaces.values()].flat().reduce((sum, { snapshots }) => sum + snapshots.length, 0);
  return {
    'index-file-count': files,
    'index-data-bytes': logical,
    'disk-bytes': disk,
    'disk-chunks': Math.ceil(disk / chunkBytes),
    'removed-bytes': Math.floor(disk / 250),
    'removed-chunks': Math.floor(disk / 250 / chunkBytes),
    'pending-bytes': Math.floor(disk / 900),
    'pending-chunks': Math.floor(disk / 900 / chunkBytes),
    'removed-bad': 0,
    'still-bad': 0,
  };
}

/** The approximate size of a compressed chunk. */
const chunkBytes = 2_000_000;

export function usage(store: Store, { now, world, role }: Call) {
  const trouble = troubleOf(store);
  const kind = world.release >= 4 && { 'backend-type': 'filesystem' };
  const mounted = world.release >= 3.3 && { 'mount-status': store.isUnmounted ? 'notmounted' : 'nonremovable' };
  // An account for one namespace does not see sizes.
  if (store.isUnmounted || role === 'namespace') return { store: store.name, ...kind, ...mounted };
  if (trouble) return { store: store.name, error: trouble, ...kind, ...mounted };
  const { total, used, avail } = storeFigures(store, now - (now % 60));
  return {
    store: store.name,
    total,
    used,
    avail,
    history: [null, used / total - 0.01, used / total],
    'history-start': now - 3 * 3600,
    'history-delta': 3600,
    'estimated-full-date': store.name === 'archive' && !world.isCalm ? now + 11 * 86_400 : now - 86_400,
    ...(world.release >= 3 && { 'gc-status': gcStatus(store, now) }),
    ...kind,
    ...mounted,
  };
}

/** Every account sees a removable datastore that is not mounted. */
export const visible = ({ world, role, shuffled }: Call): Store[] =>
  shuffled(
    world.stores.filter(
      ({ name, isUnmounted }) => isUnmounted || (role === 'namespace' ? name === OWN.store : role !== 'none'),
    ),
  );
