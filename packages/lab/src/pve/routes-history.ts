// The kept past of nodes, guests and storages.
import { ok } from '../answer.ts';
import { consolidation, keptRows, longFrames, shortFrames, usedEarlier } from '../kept-past.ts';
import type { Params } from '../router.ts';
import { guestsOf } from '../world/cluster.ts';
import { figures, type Guest, isRunning } from '../world/guest.ts';
import { rootFigures } from '../world/local-pool.ts';
import { nodeFigures } from '../world/node.ts';
import type { Storage } from '../world/storage.ts';
import { storageFigures } from '../world/storage-figures.ts';
import { hash } from '../world/walk.ts';
import { type Call, nodeOf, type PveRoute, withGuest } from './call.ts';
import { pressure } from './routes-guest.ts';
import { withStorage } from './routes-storage.ts';

const params = {
  timeframe: { rule: Object.keys(longFrames).filter((name) => name !== 'decade'), required: true },
  cf: consolidation,
} as const;
const nodeParams = { ...params, timeframe: { rule: Object.keys(longFrames), required: true } } as const;

const kept = (call: Call, given: Params, id: string, at: Parameters<typeof keptRows>[3]) =>
  ok(
    keptRows(
      call.cluster.release >= 9 ? longFrames : shortFrames,
      given,
      { now: call.now, seed: hash(call.cluster.seed, id) },
      at,
    ),
  );

/** The guest with the same load before its last start. It was off for a moment then. */
const REBOOT_S = 120;
const earlier = (guest: Guest): Guest => ({ ...guest, startedAt: guest.createdAt });
const wasRunning = (guest: Guest, t: number): boolean =>
  isRunning(guest) && t > guest.createdAt && (t >= guest.startedAt || t < guest.startedAt - REBOOT_S);

function ofNode(call: Call, given: Params) {
  const node = nodeOf(call);
  const guests = guestsOf(call.cluster, node);
  const root = rootFigures(call.cluster, node, call.now, guests);
  return kept(call, given, node.name, (t, step) => {
    if (t < node.bootedAt && t > node.bootedAt - REBOOT_S) return {};
    const then = { ...node, bootedAt: Math.min(node.bootedAt, t - step) };
    const before = guests.filter((guest) => wasRunning(guest, t)).map(earlier);
    const now = nodeFigures(then, before, t);
    const last = nodeFigures(then, [], t - step);
    return {
      cpu: now.cpu,
      maxcpu: node.cpus,
      iowait: now.wait,
      loadavg: now.load[0],
      memtotal: node.maxmem,
      memused: now.mem,
      swaptotal: node.swapSize,
      swapused: now.swap,
      roottotal: root.total,
      rootused: usedEarlier(root.used, call.now, t),
      netin: (now.netin - last.netin) / step,
      netout: (now.netout - last.netout) / step,
      // A node has no `pressurecpufull`.
      ...(call.cluster.release >= 9 && {
        memavailable: now.available,
        pressurecpusome: now.cpu > 0.5 ? 10 * now.cpu : 0,
        pressureiosome: 100 * now.wait,
        pressureiofull: 80 * now.wait,
        pressurememorysome: 0,
        pressurememoryfull: 0,
      }),
    };
  });
}

function ofGuest(call: Call, guest: Guest, given: Params) {
  const limits = { maxcpu: guest.cpus, maxmem: guest.maxmem, maxdisk: guest.maxdisk };
  const then = earlier(guest);
  return kept(call, given, String(guest.vmid), (t, step) => {
    if (t < guest.createdAt) return {};
    // Its sizes are known while it does not run.
    if (!wasRunning(guest, t) || !wasRunning(guest, t - step)) return { ...limits, disk: 0 };
    const now = figures(then, t);
    const last = figures(then, t - step);
    const rate = (key: 'netin' | 'netout' | 'diskread' | 'diskwrite') => Math.max(0, now[key] - last[key]) / step;
    return {
      ...limits,
      cpu: now.cpu,
      mem: now.mem,
      disk: usedEarlier(now.disk, call.now, t),
      netin: rate('netin'),
      netout: rate('netout'),
      diskread: rate('diskread'),
      diskwrite: rate('diskwrite'),
      ...(call.cluster.release >= 9 && { memhost: now.memhost, ...pressure(guest, t) }),
    };
  });
}

function ofStorage(call: Call, storage: Storage, given: Params) {
  const now = storageFigures(call.cluster, storage, nodeOf(call), call.now);
  const { usedAt } = call.cluster;
  const { name } = nodeOf(call);
  return kept(call, given, storage.storage, (t) => {
    if (!now) return {};
    if (!usedAt) return { total: now.total, used: usedEarlier(now.used, call.now, t) };
    const used = usedAt(storage.storage, name, t);
    return used === undefined ? {} : { total: now.total, used: Math.floor(used) };
  });
}

export const historyRoutes: PveRoute[] = [
  { path: '/nodes/{node}/rrddata', params: nodeParams, answer: ofNode },
  ...(['qemu', 'lxc'] as const).map(
    (kind): PveRoute => ({
      path: `/nodes/{node}/${kind}/{vmid}/rrddata`,
      params,
      answer: (call, given) => withGuest(call, kind, (guest) => ofGuest(call, guest, given)),
    }),
  ),
  {
    path: '/nodes/{node}/storage/{storage}/rrddata',
    params,
    answer: (call, given) => withStorage(call, (storage) => ofStorage(call, storage, given)),
  },
];
