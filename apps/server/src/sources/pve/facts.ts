// What a PVE source knows: the latest answer of each poll. Entities are composed from all of them, so a poll that
// fails leaves its part as it was.
import type { Counters } from '../source.ts';
import type { Cluster } from './cluster.ts';
import type { Metrics } from './metrics.ts';
import type { NodeStatus } from './node-status.ts';
import type { GuestRow, NodeRow, Resources, StorageRow } from './payloads.ts';

export interface Facts {
  readonly nodes: readonly NodeRow[];
  readonly guests: readonly GuestRow[];
  readonly storages: readonly StorageRow[];
  readonly metrics: Metrics;
  readonly nodeStatus: ReadonlyMap<string, NodeStatus>;
  readonly cluster: Cluster | undefined;
  readonly version: string | undefined;
}

export const noMetrics: Metrics = { counters: new Map(), load: new Map() };

export const noFacts: Facts = {
  nodes: [],
  guests: [],
  storages: [],
  metrics: noMetrics,
  nodeStatus: new Map(),
  cluster: undefined,
  version: undefined,
};

/** The fast loop's answer replaces all rows; rows the host knows nothing about at the moment keep what they were. */
export function withResources(facts: Facts, found: Resources, metrics: Metrics): Facts {
  const guests = new Map(facts.guests.map((g) => [g.vmid, g]));
  const storages = new Map(facts.storages.map((s) => [`${s.node}/${s.name}`, s]));
  return {
    ...facts,
    metrics,
    nodes: found.nodes,
    guests: found.guests.map((row) => keepGuest(guests.get(row.vmid), row)),
    storages: found.storages.map((row) => keepStorage(storages.get(`${row.node}/${row.name}`), row)),
  };
}

/** A guest without statistics has neither name nor sizes: its last ones stay, its counters do not. */
function keepGuest(before: GuestRow | undefined, row: GuestRow): GuestRow {
  if (!before || row.name !== undefined || row.status !== 'unknown') return row;
  return { ...before, node: row.node, status: row.status, haState: row.haState, counters: row.counters };
}

function keepStorage(before: StorageRow | undefined, row: StorageRow): StorageRow {
  if (!before || row.total !== undefined || row.status === 'available') return row;
  return { ...row, used: before.used, total: before.total };
}

/** Answers of nodes that are gone are forgotten; a node that did not answer this time keeps its last answer. */
export function withNodeStatus(facts: Facts, answers: ReadonlyMap<string, NodeStatus>): Facts {
  const known = [...facts.nodeStatus, ...answers];
  const gone = (name: string) => facts.nodes.length > 0 && !facts.nodes.some((node) => node.name === name);
  return { ...facts, nodeStatus: new Map(known.filter(([name]) => !gone(name))) };
}

/** Counters by `qemu/100`, with the time of the sample where the host gave it. */
export const countersFor = (facts: Facts, row: GuestRow): Counters =>
  facts.metrics.counters.get(`${row.type}/${row.vmid}`) ?? row.counters;
