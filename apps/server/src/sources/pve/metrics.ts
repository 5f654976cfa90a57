// `GET /cluster/metrics/export` (8.3 and later): the figures that are not in the list of the fast poll. The host uses
// the same samples for `/cluster/resources`, so most of the figures are known. Two kinds are used here: the counters of
// each guest with the time of their sample, because rates are sometimes wrong by one sample without it, and what no other
// fast call returns of the nodes: their load averages, the traffic of their network cards, and the time they wait for disks.
import { roundTo } from '@belfry/domain/usage';
import type { TrafficCounters } from '@belfry/schema/messages/observation';
import { amount, isRaw, text, whole } from '../proxmox-api/read.ts';

/** `counters`: by guest as `qemu/100`, and by node as `node/pve1`. The others: by node name. */
export interface Metrics {
  counters: ReadonlyMap<string, TrafficCounters>;
  /** Averages of 1, 5 and 15 minutes. */
  load: ReadonlyMap<string, readonly number[]>;
  /** A fraction 0–1 of the time of all cores. */
  ioWait: ReadonlyMap<string, number>;
}

// The counters, and the places of the load averages. A map and not an object, because the names come from outside and every
// object has names such as `constructor`.
const fieldOf = new Map<string, keyof TrafficCounters | number | 'ioWait'>([
  ['net_in', 'networkIn'],
  ['net_out', 'networkOut'],
  ['disk_read', 'diskRead'],
  ['disk_write', 'diskWrite'],
  ['cpu_avg1', 0],
  ['cpu_avg5', 1],
  ['cpu_avg15', 2],
  ['cpu_iowait', 'ioWait'],
]);

/**
 * Undefined when the answer has no list of samples. The samples may be in any order. The newest of each kind is used.
 */
export function parseMetrics(data: unknown): Metrics | undefined {
  const samples = isRaw(data) ? data.data : undefined;
  if (!Array.isArray(samples)) return undefined;
  const counters = new Map<string, TrafficCounters>();
  const load = new Map<string, number[]>();
  const ioWait = new Map<string, number>();
  for (const sample of samples) {
    if (!isRaw(sample)) continue;
    const field = fieldOf.get(text(sample.metric, 64) ?? '');
    // Most samples are of other metrics.
    if (field === undefined) continue;
    const id = text(sample.id);
    const value = amount(sample.value);
    const seconds = whole(sample.timestamp);
    if (id === undefined || value === undefined || seconds === undefined) continue;
    const isNode = id.startsWith('node/');
    if (field === 'ioWait') {
      if (isNode && value <= 1) ioWait.set(id.slice(5), roundTo(value, 3));
    } else if (typeof field === 'number') {
      if (isNode) addLoad(load, id.slice(5), field, roundTo(value, 2));
    } else if (isNode || id.startsWith('qemu/') || id.startsWith('lxc/'))
      addCounter(counters, id, field, Math.round(value), seconds * 1000);
  }
  return { counters, load, ioWait };
}

/** All counters of a guest or node are from one sample. A newer sample replaces all of them, an older one is ignored. */
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
