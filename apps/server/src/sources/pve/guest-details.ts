// `GET /nodes/{node}/qemu?full=1` and `/lxc`: the memory figures of guests that the fast list lacks.
import type { Memory } from '@belfry/schema/entities/usage';
import { part, type Raw, rows, whole } from '../proxmox-api/read.ts';
import { parseTags } from './payloads.ts';

/**
 * Bytes. `used` is absent where the list has nothing better than the fast loop. `host` is the VM as seen from outside,
 * to two digits: it wavers all the time, and who looks at it wants to know of gigabytes.
 */
export interface VmMemory {
  total: number | undefined;
  used: number | undefined;
  balloon: number | undefined;
  host: number | undefined;
  source: string;
  quality: NonNullable<Memory['quality']>;
}
export interface Swap {
  used: number;
  total: number;
}

const byVmid = <T>(data: unknown, read: (row: Raw) => T | undefined): Map<number, T> => {
  const found = new Map<number, T>();
  for (const row of rows(data)) {
    const vmid = whole(row.vmid);
    const value = vmid ? read(row) : undefined;
    if (vmid && value !== undefined) found.set(vmid, value);
  }
  return found;
};

/**
 * The balloon driver sees the guest from inside: its total and what is free there. Without it `mem` is what the host
 * has given away, page cache and all; then the fast loop's figure is as good and fresher.
 */
function vmMemory(row: Raw): VmMemory | undefined {
  if (row.status !== 'running') return undefined;
  const info = part(row.ballooninfo);
  const maxmem = whole(row.maxmem);
  const target = whole(row.balloon);
  const ballooned = target !== undefined && target > 0 && maxmem !== undefined && target < maxmem;
  const inside = whole(info.total_mem);
  const total = inside || (ballooned ? target : maxmem);
  const free = whole(info.free_mem) ?? whole(row.freemem);
  const balloon = target || undefined;
  const seenFromHost = whole(row.memhost);
  const host = seenFromHost ? Number(seenFromHost.toPrecision(2)) : undefined;
  if (total !== undefined && free !== undefined && free > 0 && free <= total)
    return { total, used: total - free, balloon, host, source: inside ? 'balloon' : 'status-freemem', quality: 'good' };
  return {
    total: ballooned ? target : undefined,
    used: undefined,
    balloon,
    host,
    source: 'cluster-resources',
    quality: 'estimate',
  };
}

export const parseVmMemory = (data: unknown): Map<number, VmMemory> => byVmid(data, vmMemory);

/** A container's swap; the host sometimes counts it below zero, which is zero. */
export const parseSwap = (data: unknown): Map<number, Swap> =>
  byVmid(data, (row) => {
    const total = whole(row.maxswap);
    const used = typeof row.swap === 'number' && row.swap < 0 ? 0 : whole(row.swap);
    return total ? { total, used: Math.min(used ?? 0, total) } : undefined;
  });

/** Of all guests in the lists: one without tags has none any more. */
export const parseTagLists = (...lists: unknown[]): Map<number, readonly string[]> =>
  new Map(lists.flatMap((list) => [...byVmid(list, (row) => parseTags(row.tags))]));
