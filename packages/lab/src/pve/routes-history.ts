// Round-robin history of nodes and guests.
import { ok } from '../answer.ts';
import type { Params } from '../router.ts';
import { guestsOf } from '../world/cluster.ts';
import { figures, type Guest, isRunning } from '../world/guest.ts';
import { rootFigures } from '../world/local-pool.ts';
import { nodeFigures } from '../world/node.ts';
import { type Call, nodeOf, type PveRoute, withGuest } from './call.ts';

const steps: Record<string, number> = {
  hour: 60,
  day: 1800,
  week: 10_800,
  month: 43_200,
  year: 604_800,
  decade: 6_048_000,
};
const rows = 70;

/**
 * The newest row is not complete and has only its time. Like a real server, this omits keys instead of sending null.
 */
function series<T extends object>(call: Call, params: Params, at: (t: number, step: number) => T) {
  const step = steps[params.timeframe ?? ''] ?? 60;
  const last = Math.floor(call.now / step) * step;
  return Array.from({ length: rows }, (_, i) => {
    const time = last - (rows - 1 - i) * step;
    return i === rows - 1 ? { time } : { time, ...at(time, step) };
  });
}

const params = {
  timeframe: { rule: Object.keys(steps), required: true },
  cf: { rule: ['AVERAGE', 'MAX'] },
} as const;

function ofNode(call: Call, given: Params) {
  const node = nodeOf(call);
  const guests = guestsOf(call.cluster, node);
  return series(call, given, (t, step) => {
    if (t < node.bootedAt) return {};
    const now = nodeFigures(node, guests, t);
    const before = nodeFigures(node, [], t - step);
    const root = rootFigures(call.cluster, node, t, guests);
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
      rootused: root.used,
      netin: (now.netin - before.netin) / step,
      netout: (now.netout - before.netout) / step,
      ...(call.cluster.release >= 9 && { memavailable: now.available, pressurecpusome: 0, pressureiosome: 0 }),
    };
  });
}

function ofGuest(call: Call, guest: Guest, given: Params) {
  const limits = { maxcpu: guest.cpus, maxmem: guest.maxmem, maxdisk: guest.maxdisk };
  return series(call, given, (t, step) => {
    if (!isRunning(guest) || t - step < guest.startedAt) return limits;
    const now = figures(guest, t);
    const before = figures(guest, t - step);
    const rate = (key: 'netin' | 'netout' | 'diskread' | 'diskwrite') => (now[key] - before[key]) / step;
    return {
      ...limits,
      cpu: now.cpu,
      mem: now.mem,
      disk: now.disk,
      netin: rate('netin'),
      netout: rate('netout'),
      diskread: rate('diskread'),
      diskwrite: rate('diskwrite'),
      ...(call.cluster.release >= 9 && { memhost: now.memhost, pressurecpusome: 0 }),
    };
  });
}

export const historyRoutes: PveRoute[] = [
  { path: '/nodes/{node}/rrddata', params, answer: (call, given) => ok(ofNode(call, given)) },
  ...(['qemu', 'lxc'] as const).map(
    (kind): PveRoute => ({
      path: `/nodes/{node}/${kind}/{vmid}/rrddata`,
      params,
      answer: (call, given) => withGuest(call, kind, (guest) => ok(ofGuest(call, guest, given))),
    }),
  ),
];
