// The kept past of a backup server and its datastores.
import { ok, type Reply, refuse } from '../answer.ts';
import { consolidation, keptRows, longFrames, usedEarlier } from '../kept-past.ts';
import type { Params } from '../router.ts';
import { storeFigures } from '../world/datastore.ts';
import { hash } from '../world/walk.ts';
import { type Call, mayAudit, type PbsRoute, withStore } from './call.ts';
import { nodeFigures, root, swap, traffic } from './node-figures.ts';

/** Both are required here, unlike in Proxmox VE. */
const params = {
  timeframe: { rule: Object.keys(longFrames), required: true },
  cf: { ...consolidation, required: true },
} as const;

const kept = ({ world, now }: Call, given: Params, id: string, at: Parameters<typeof keptRows>[3]): Reply =>
  ok(keptRows(longFrames, given, { now, seed: hash(world.seed, id) }, at));

function ofServer(call: Call, given: Params): Reply {
  if (!mayAudit(call.role)) return refuse(403, 'permission check failed');
  return kept(call, given, 'host', (t) => {
    const { cpu, memory } = nodeFigures(call.world.seed, t);
    return {
      ...{ cpu, iowait: 0.001, memtotal: memory.total, memused: memory.used, loadavg: 0.12 },
      ...{ swaptotal: swap.total, swapused: swap.used, total: root.total, used: usedEarlier(root.used, call.now, t) },
      ...traffic(call.world.seed, t),
    };
  });
}

const ofStore = (call: Call, given: Params): Reply =>
  withStore(call, (store) => {
    const { total, used, avail } = storeFigures(store, call.now);
    return kept(call, given, store.name, (t) => {
      const then = usedEarlier(used, call.now, t);
      return { total, used: then, available: avail + used - then, read_bytes: 0, write_bytes: 0 };
    });
  });

export const historyRoutes: PbsRoute[] = [
  { path: '/nodes/{node}/rrd', params, answer: ofServer },
  { path: '/admin/datastore/{store}/rrd', params, answer: ofStore },
];
