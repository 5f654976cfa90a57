// The ZFS pool behind a storage.
import type { Storage, ZfsPool } from '@belfry/schema/entities/storage';
import type { State } from '@belfry/schema/state';
import type { Reading, Shared } from '../../engine/reading.ts';
import type { Context } from '../../engine/rule-set.ts';
import { devicePrefix, poolNotices, poolReadings } from '../../readings/machine/pools.ts';

export const storagePoolNotices = poolNotices({
  ...{ of: 'storage', from: 'Proxmox VE 7 and newer', needs: 'Sys.Audit, Datastore.Audit' },
  ...{ poll: 'pve storage', shown: 'Storage, ZFS' },
});

/** Without a pool, as for most storages, there is nothing to read. */
export function storagePoolReadings(storage: Storage, { state, now }: Context, shared: Shared): Reading[] {
  if (storage.type !== 'zfspool') return [];
  const { id, node, zfsPool: pool } = storage;
  return poolReadings(
    pool,
    { id, node, isFirst: pool !== undefined && isFirstOf(pool, storage, state), now: now.at },
    shared,
  );
}

/** The devices of a pool are read some time after the list of storages. */
export const unknownDevices = (storage: Storage): readonly string[] =>
  storage.type === 'zfspool' && storage.zfsPool === undefined ? [devicePrefix(storage)] : [];

/** Several storages may be on one pool of a node. Only the first one has the alerts of the pool. */
function isFirstOf(pool: ZfsPool, { id, instance, node }: Storage, { storage: all }: Pick<State, 'storage'>): boolean {
  const first = all.find(
    (each) => each.zfsPool?.name === pool.name && each.instance === instance && each.node === node,
  );
  return first === undefined || first.id === id;
}
