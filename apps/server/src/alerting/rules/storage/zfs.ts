// The ZFS pool behind a storage, and its devices.
import type { Severity } from '@belfry/schema/alerts/config';
import type { Storage, ZfsPool } from '@belfry/schema/entities/storage';
import type { State } from '@belfry/schema/state';
import type { Notice, SharedNotice } from '../../engine/notice.ts';
import type { Confirm, Reading, Shared, Verdict } from '../../engine/reading.ts';
import { deviceState, poolErrors, poolState } from '../../readings/pve-messages.ts';
import { bad, unknown, well } from '../../readings/verdicts.ts';

type Device = ZfsPool['devices'][number];
type Errors = Pick<ZfsPool, 'readErrors' | 'writeErrors' | 'checksumErrors' | 'dataErrors'>;

const AT_ONCE: Confirm = { polls: 1 };
/** `AVAIL` and `INUSE` are spares. */
const HEALTHY = new Set(['ONLINE', 'AVAIL', 'INUSE', 'SPARE']);
/** The data cannot be read or written any more. */
const LOST = new Set(['FAULTED', 'UNAVAIL', 'SUSPENDED']);
/** Their state follows from the disks in them. */
const GROUPS = /^(mirror|raidz|draid|spare|cache|log|special|dedup|replacing|vdev)/;

const levelOf = (state: string): Severity => (LOST.has(state) ? 'critical' : 'warning');
const sumOf = ({ readErrors, writeErrors, checksumErrors }: Errors): number =>
  readErrors + writeErrors + checksumErrors;

const devicePrefix = ({ id }: Storage): string => `zfs-device-${id}-`;

/** Without a pool, as for most storages, there is nothing to read. */
export function poolReadings(storage: Storage, state: State, shared: Shared): Reading[] {
  if (storage.type !== 'zfspool') return [];
  const { zfsPool: pool, node } = storage;
  const isFirst = pool !== undefined && isFirstOf(pool, storage, state);
  return [
    {
      ...shared,
      id: `zfs-pool-state-${storage.id}`,
      type: 'zfs-pool-state',
      verdict: pool ? stateVerdict(pool.state, isFirst) : unknown,
      confirm: AT_ONCE,
      message: () => (pool ? poolState(pool, node) : ''),
    },
    {
      ...shared,
      id: `zfs-pool-errors-${storage.id}`,
      type: 'zfs-pool-errors',
      verdict: pool ? errorsVerdict(pool, isFirst) : unknown,
      confirm: AT_ONCE,
      message: () => (pool ? poolErrors(pool, node) : ''),
    },
    ...(pool?.devices ?? []).filter(isDisk).map(
      (device): Reading => ({
        ...shared,
        id: `${devicePrefix(storage)}${device.name}`,
        type: 'zfs-device',
        verdict: deviceVerdict(device, isFirst),
        confirm: AT_ONCE,
        message: () => (pool ? deviceState(device, pool, node) : ''),
      }),
    ),
  ];
}

/** The devices of a pool are read some time after the list of storages. */
export const unknownDevices = (storage: Storage): readonly string[] =>
  storage.type === 'zfspool' && storage.zfsPool === undefined ? [devicePrefix(storage)] : [];

const isDisk = ({ type }: Device): boolean => !GROUPS.test(type);

/** Several storages may be on one pool of a node. Only the first one has the alerts of the pool. */
function isFirstOf(pool: ZfsPool, { id, instance, node }: Storage, { storage: all }: Pick<State, 'storage'>): boolean {
  const first = all.find(
    (each) => each.zfsPool?.name === pool.name && each.instance === instance && each.node === node,
  );
  return first === undefined || first.id === id;
}

function stateVerdict(state: string, isFirst: boolean): Verdict {
  if (state === 'UNKNOWN') return unknown;
  return isFirst && !HEALTHY.has(state) ? bad(levelOf(state)) : well;
}

/** Data that ZFS could not repair is lost, whatever its counters say. */
const errorsVerdict = (errors: Errors, isFirst: boolean): Verdict => {
  const sum = sumOf(errors);
  if (isFirst && errors.dataErrors !== undefined) return { is: 'bad', level: 'critical', value: sum, threshold: 1 };
  return isFirst && sum > 0 ? { is: 'bad', level: 'warning', value: sum, threshold: 1 } : { is: 'well', value: 0 };
};

function deviceVerdict(device: Device, isFirst: boolean): Verdict {
  const { state } = device;
  const sum = sumOf(device);
  if (state === 'UNKNOWN' && sum === 0) return unknown;
  const isBad = sum > 0 || !(HEALTHY.has(state) || state === 'UNKNOWN');
  return isFirst && isBad ? { is: 'bad', level: levelOf(state), value: sum, threshold: 1 } : { is: 'well', value: sum };
}

const ofPools: SharedNotice = {
  ...{ of: 'storage', from: 'Proxmox VE 7 and newer', needs: 'Sys.Audit, Datastore.Audit' },
  ...{ poll: 'pve storage', shown: 'Storage, ZFS' },
};

export const poolNotices: readonly Notice[] = [
  { ...ofPools, type: 'zfs-pool-state', fact: 'A ZFS pool is not online', after: AT_ONCE },
  {
    ...{ ...ofPools, type: 'zfs-pool-errors', after: AT_ONCE },
    fact: 'A ZFS pool has lost data, or has counted errors on its disks, their groups or itself',
  },
  { ...ofPools, type: 'zfs-device', fact: 'A device of a ZFS pool is not online or has errors', after: AT_ONCE },
];
