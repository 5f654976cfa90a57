// `GET /nodes/{node}/status`: the data of a node that is not in the list of the fast poll.
import { roundTo } from '@belfry/domain/usage';
import { amount, isRaw, part, type Raw, text, whole } from '../proxmox-api/read.ts';

export interface PveNodeStatus {
  memory: NodeMemory | undefined;
  /** Undefined on a node without swap. */
  swap: { total: number; used: number } | undefined;
  rootfs: { total: number; used: number; free: number } | undefined;
  load: readonly number[];
  /** Seconds, of the node's own clock at the time of the answer. */
  uptime: number | undefined;
  kernel: string;
  version: string;
  /** `flags`: the features of the CPU, separated by blanks. */
  cpu: { model: string; cores: number; sockets: number; mhz: string; flags: string | undefined };
}
/** Bytes. `source` is the rule that determined `used`. */
export interface NodeMemory {
  total: number;
  used: number;
  source: 'available' | 'avail' | 'free-buffers-cached' | 'used';
}

export function parseNodeStatus(data: unknown): PveNodeStatus | undefined {
  if (!isRaw(data)) return undefined;
  const cpu = part(data.cpuinfo);
  return {
    memory: readMemory(part(data.memory)),
    swap: readSwap(part(data.swap)),
    rootfs: readRootfs(part(data.rootfs)),
    load: Array.isArray(data.loadavg) ? data.loadavg.slice(0, 3).map((l) => roundTo(amount(l) ?? 0, 2)) : [],
    uptime: whole(data.uptime),
    kernel: text(data.kversion) ?? text(part(data['current-kernel']).release) ?? '',
    version: text(data.pveversion) ?? '',
    cpu: {
      model: text(cpu.model) ?? '',
      cores: whole(cpu.cpus) ?? whole(cpu.cores) ?? 0,
      sockets: whole(cpu.sockets) ?? 0,
      mhz: text(cpu.mhz, 32) ?? '',
      flags: text(cpu.flags, 8192),
    },
  };
}

/** Uses the first rule that applies, because hosts report different fields. `used` alone includes the page cache. */
export function readMemory(memory: Raw): NodeMemory | undefined {
  const total = whole(memory.total) ?? 0;
  if (total === 0) return undefined;
  const without = (unused: number, source: NodeMemory['source']): NodeMemory => ({
    total,
    used: total - Math.min(unused, total),
    source,
  });
  const available = whole(memory.available);
  if (available) return without(available, 'available');
  const avail = whole(memory.avail);
  if (avail) return without(avail, 'avail');
  const cache = (whole(memory.buffers) ?? 0) + (whole(memory.cached) ?? 0);
  if (cache > 0) return without((whole(memory.free) ?? 0) + cache, 'free-buffers-cached');
  const used = whole(memory.used) ?? total - (whole(memory.free) ?? total);
  return { total, used: Math.min(Math.max(used, 0), total), source: 'used' };
}

function readSwap({ total, used }: Raw): PveNodeStatus['swap'] {
  const size = whole(total);
  const taken = whole(used);
  return size && taken !== undefined ? { total: size, used: Math.min(taken, size) } : undefined;
}

function readRootfs(rootfs: Raw): PveNodeStatus['rootfs'] {
  const total = whole(rootfs.total);
  const used = whole(rootfs.used);
  if (!total || used === undefined) return undefined;
  return { total, used, free: whole(rootfs.avail) ?? Math.max(total - used, 0) };
}
