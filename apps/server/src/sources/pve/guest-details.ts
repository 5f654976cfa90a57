// `GET /nodes/{node}/qemu?full=1` and `/lxc`: the figures of guests that are not in the list of the fast poll.
import { roundTo } from '@belfry/domain/usage';
import type { Pressure } from '@belfry/schema/entities/guest';
import type { Memory } from '@belfry/schema/entities/usage';
import { amount, part, type Raw, rows, whole } from '../proxmox-api/read.ts';
import { parseTags } from './payloads.ts';

/**
 * Bytes. `used` is absent if the figure of the fast poll is as good. `host` is the memory of the VM from the view of
 * the host. It changes all the time, so it is rounded to two digits.
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
 * The balloon driver reports the memory from inside the guest: its total and its free memory. Without the driver, `mem`
 * is the memory that the host has allocated, including the page cache. The figure of the fast poll is then as good and
 * more recent.
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

/** The swap of a container. The host sometimes reports a negative value, which means zero. */
export const parseSwap = (data: unknown): Map<number, Swap> =>
  byVmid(data, (row) => {
    const total = whole(row.maxswap);
    const used = typeof row.swap === 'number' && row.swap < 0 ? 0 : whole(row.swap);
    return total ? { total, used: Math.min(used ?? 0, total) } : undefined;
  });

/** The pressure of all guests that run. Hosts before 9.0 do not report it. */
export const parsePressure = (...lists: unknown[]): Map<number, Pressure> =>
  new Map(lists.flatMap((list) => [...byVmid(list, pressureOf)]));

function pressureOf(row: Raw): Pressure | undefined {
  const [cpu, io, memory] = [row.pressurecpusome, row.pressureiosome, row.pressurememorysome].map(amount);
  if (row.status !== 'running' || (cpu ?? io ?? memory) === undefined) return undefined;
  const percent = (value = 0) => roundTo(Math.min(value, 100), 1);
  return { cpu: percent(cpu), io: percent(io), memory: percent(memory) };
}

/** The tags of all guests in the lists. A guest without tags has an empty list. */
export const parseTagLists = (...lists: unknown[]): Map<number, readonly string[]> =>
  new Map(lists.flatMap((list) => [...byVmid(list, (row) => parseTags(row.tags))]));
