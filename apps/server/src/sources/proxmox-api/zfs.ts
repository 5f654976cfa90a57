// The state of a ZFS pool and of the devices in it.
import type { ZfsPool } from '@belfry/schema/entities/storage';
import { part, type Raw, text, whole } from './read.ts';

type Device = ZfsPool['devices'][number];

function typeOf(name: string, leaf: boolean): string {
  const group = /^(mirror|raidz\d?|draid\w*|spares?|cache|logs?|special|dedup|replacing)\b/.exec(name)?.[1];
  return group ?? (leaf ? 'disk' : 'vdev');
}

/** All devices of the tree, including healthy ones, so that a recovery is visible. The depth is limited to 8. */
function flatten(children: unknown, depth = 0): { device: Device; leaf: boolean }[] {
  if (!Array.isArray(children) || depth > 8) return [];
  return children.map(part).flatMap((entry: Raw) => {
    const below = flatten(entry.children, depth + 1);
    const name = text(entry.name) ?? 'unknown';
    const leaf = below.length === 0;
    const device = {
      name,
      type: typeOf(name, leaf),
      state: text(entry.state, 32) ?? 'UNKNOWN',
      readErrors: whole(entry.read) ?? 0,
      writeErrors: whole(entry.write) ?? 0,
      checksumErrors: whole(entry.cksum) ?? 0,
    };
    return [{ device, leaf }, ...below];
  });
}

/**
 * What `errors` says when data is lost (cmd/zpool of OpenZFS). The counters are reset when the host starts; this text is not. Other texts are
 * "No known data errors", and that the list is not available.
 */
const DATA_ERRORS = /\d+ data errors|permanent errors/i;

/**
 * From an entry of disks/zfs and `data` of disks/zfs/{pool}. The errors of the leaves are summed, because parents repeat them. A group or
 * the pool may have counted more than its disks: raidz cannot always tell which disk was wrong.
 */
export function zfsPool(listed: unknown, detail: unknown): ZfsPool {
  const tree = flatten(part(detail).children);
  const errors = text(part(detail).errors, 1000);
  const sum = (key: 'readErrors' | 'writeErrors' | 'checksumErrors') => {
    const leaves = tree.reduce((total, { device, leaf }) => total + (leaf ? device[key] : 0), 0);
    return Math.max(leaves, ...tree.map(({ device }) => device[key]));
  };
  return {
    name: text(part(listed).name) ?? text(part(detail).name) ?? '',
    state: text(part(detail).state, 32) ?? text(part(listed).health, 32) ?? 'UNKNOWN',
    status: text(part(detail).status, 1000) ?? '',
    scan: text(part(detail).scan, 1000) ?? '',
    readErrors: sum('readErrors'),
    writeErrors: sum('writeErrors'),
    checksumErrors: sum('checksumErrors'),
    ...(errors !== undefined && DATA_ERRORS.test(errors) && { dataErrors: errors }),
    devices: tree.map(({ device }) => device),
  };
}

/** The pool of a zfspool storage, from its property `pool` and not from its name: `rpool/data` is in `rpool`. */
export const poolName = (pool: string): string => pool.split('/')[0] as string;
