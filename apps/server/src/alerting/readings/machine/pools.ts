// A ZFS pool and its devices, wherever it is: behind a storage, on a node, on a backup server.
import { lastScrub } from '@belfry/domain/zfs-scrub';
import type { Severity } from '@belfry/schema/alerts/config';
import type { ZfsPool } from '@belfry/schema/entities/storage';
import type { Notice, SharedNotice } from '../../engine/notice.ts';
import type { Confirm, Reading, Shared, Verdict } from '../../engine/reading.ts';
import { deviceState, poolErrors, poolState, scrubLate } from '../pve-messages.ts';
import { bad, LATE_STAYS, unknown, well } from '../verdicts.ts';

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

/** `id`: what the ids of its alerts end in. `node`: where it is, for people. `isFirst` false: another entity has its alerts. */
export interface PoolPlace {
  id: string;
  node: string;
  isFirst: boolean;
  /** Epoch ms. */
  now: number;
}

/** The beginning of the ids of the alerts about its devices. */
export const devicePrefix = ({ id }: Pick<PoolPlace, 'id'>): string => `zfs-device-${id}-`;

/** The beginnings of the ids of all alerts about the pools of one machine. */
export const poolPrefixes = (machine: string, separator = '-'): string[] =>
  ['zfs-pool-state', 'zfs-pool-errors', 'zfs-device', 'job-late-scrub'].map((type) => `${type}-${machine}${separator}`);

/** `pool` undefined: it is not known at present. */
export const poolReadings = (pool: ZfsPool | undefined, place: PoolPlace, shared: Shared): Reading[] => {
  const { id, node, isFirst, now } = place;
  return [
    {
      ...shared,
      id: `zfs-pool-state-${id}`,
      type: 'zfs-pool-state',
      verdict: pool ? stateVerdict(pool.state, isFirst) : unknown,
      confirm: AT_ONCE,
      message: () => (pool ? poolState(pool, node) : ''),
    },
    {
      ...shared,
      id: `zfs-pool-errors-${id}`,
      type: 'zfs-pool-errors',
      verdict: pool ? errorsVerdict(pool, isFirst) : unknown,
      confirm: AT_ONCE,
      message: () => (pool ? poolErrors(pool, node) : ''),
    },
    {
      ...shared,
      id: `${SCRUB}${id}`,
      type: 'job-late',
      verdict: pool ? scrubVerdict(pool, isFirst, now) : unknown,
      confirm: LATE_STAYS,
      message: () => (pool ? scrubLate(pool, node, now - (lastScrub(pool.scan) ?? now)) : ''),
    },
    ...(pool?.devices ?? []).filter(isDisk).map(
      (device): Reading => ({
        ...shared,
        id: `${devicePrefix(place)}${device.name}`,
        type: 'zfs-device',
        verdict: deviceVerdict(device, isFirst),
        confirm: AT_ONCE,
        message: () => (pool ? deviceState(device, pool, node) : ''),
      }),
    ),
  ];
};

/** Debian scrubs pools once a month (/etc/cron.d/zfsutils-linux): one that was left out twice is late. */
const SCRUB_LATE_MS = 62 * 86_400_000;
const SCRUB = 'job-late-scrub-';

/** A pool with errors has an alert already. Nobody knows whether a pool that was never scrubbed is new. */
function scrubVerdict(pool: ZfsPool, isFirst: boolean, now: number): Verdict {
  const at = lastScrub(pool.scan);
  const hasOwnAlert = !HEALTHY.has(pool.state) || pool.dataErrors !== undefined || sumOf(pool) > 0;
  if (at === undefined || hasOwnAlert || !isFirst) return well;
  return now - at > SCRUB_LATE_MS ? bad('warning') : well;
}

const isDisk = ({ type }: Device): boolean => !GROUPS.test(type);

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

export const poolNotices = (shared: SharedNotice): readonly Notice[] => [
  { ...shared, type: 'zfs-pool-state', fact: 'A ZFS pool is not online', after: AT_ONCE },
  {
    ...{ ...shared, type: 'zfs-pool-errors', after: AT_ONCE },
    fact: 'A ZFS pool has lost data, or has counted errors on its disks, their groups or itself',
  },
  { ...shared, type: 'job-late', fact: 'A ZFS pool was not scrubbed for two months', after: LATE_STAYS },
  { ...shared, type: 'zfs-device', fact: 'A device of a ZFS pool is not online or has errors', after: AT_ONCE },
];
