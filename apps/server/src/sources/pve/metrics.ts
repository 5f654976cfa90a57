// `GET /cluster/metrics/export` (8.3 and later): the figures that are not in the list of the fast poll. The host uses
// the same samples for `/cluster/resources`, so most of the figures are known. Only two kinds are used here. The first
// is the time of the sample of each guest's counters, because rates are sometimes wrong by one sample without it. The
// second is the load averages of the nodes, which no other fast call returns.
import { roundTo } from '@belfry/domain/usage';
import type { TrafficCounters } from '@belfry/schema/messages/observation';
import { amount, isRaw, text, whole } from '../proxmox-api/read.ts';

/** By guest as `qemu/100`, and by node name. Load averages of 1, 5 and 15 minutes. */
export interface Metrics {
  counters: ReadonlyMap<string, TrafficCounters>;
  load: ReadonlyMap<string, readonly number[]>;
}

// The counters, and the places of the load averages. A map and not an object, because the names come from outside and every
// object has names such as `constructor`.
const fieldOf = new Map<string, keyof TrafficCounters | number>([
  ['net_in', 'networkIn'],
  ['net_out', 'networkOut'],
  ['disk_read', 'diskRead'],
  ['disk_write', 'diskWrite'],
  ['cpu_avg1', 0],
  ['cpu_avg5', 1],
  ['cpu_avg15', 2],
]);

/**
 * Undefined when the answer has no list of samples. The samples may be in any order. The newest of each kind is used.
 */
export function parseMetrics(data: unknown): Metrics | undefined {
  const samples = isRaw(data) ? data.data : undefined;
  if (!Array.isArray(samples)) return undefined;
  const counters = new Map<string, TrafficCounters>();
  const load = new Map<string, number[]>();
  for (const sample of samples) {
    if (!isRaw(sample)) continue;
    const field = fieldOf.get(text(sample.metric, 64) ?? '');
    // Most samples are of other metrics.
    if (field === undefined) continue;
    const id = text(sample.id);
    const value = amount(sample.value);
    const seconds = whole(sample.timestamp);
    if (id === undefined || value === undefined || seconds === undefined) continue;
    if (typeof field === 'number') {
      if (id.startsWith('node/')) addLoad(load, id.slice(5), field, roundTo(value, 2));
    } else if (id.startsWith('qemu/') || id.startsWith('lxc/'))
      addCounter(counters, id, field, Math.round(value), seconds * 1000);
  }
  return { counters, load };
}

/** All counters of a guest are from one sample. A newer sample replaces all of them, an older one is ignored. */
function addCounter(
  all: Map<string, TrafficCounters>,
  id: string,
  counter: keyof TrafficCounters,
  value: number,
  sampledAt: number,
): void {
  const known = all.get(id);
  if (known?.sampledAt === sampledAt) known[counter] = value;
  else if (!known || (known.sampledAt ?? 0) < sampledAt) all.set(id, { sampledAt, [counter]: value });
}

function addLoad(all: Map<string, number[]>, node: string, index: number, value: number): void {
  const known = all.get(node) ?? [0, 0, 0];
  known[index] = value;
  all.set(node, known);
}
