// The ten minutes that are being recorded: a column for each metric of each resource, in memory.
import type { Resource } from '@belfry/schema/history/metrics';
import { MISSING } from './scale.ts';
import { scalesOf, type TierBlock } from './tier-block.ts';
import { SAMPLE_MS, tierAt } from './tiers.ts';

interface OpenBlock {
  readonly resource: Resource;
  readonly columns: Int32Array[];
  isChanged: boolean;
}

export interface OpenSlot {
  /** The start, epoch ms. */
  readonly at: number;
  /** `values` are those of all resources, one after the other. The first value of a step stays. */
  record(at: number, resources: readonly Resource[], values: Float64Array): void;
  block(resource: Resource): TierBlock | undefined;
  /** What was recorded since the last call. */
  changes(): { resource: Resource; block: TierBlock }[];
  forget(resource: Resource): void;
  /** All of it counts as recorded just now. */
  renew(): void;
}

/** `stored` is the block that is on the disk for this slot, from before a restart or before the clock was stepped back. */
export function openSlot(at: number, stored: (resource: Resource) => TierBlock | undefined): OpenSlot {
  const open = new Map<string, OpenBlock>();
  const nameOf = ({ kind, id }: Resource) => `${kind} ${id}`;

  function begin(resource: Resource): OpenBlock {
    const before = stored(resource);
    const { points } = tierAt(0);
    const all = new Int32Array(scalesOf(resource.kind).length * points).fill(MISSING);
    const columns = scalesOf(resource.kind).map((_, n) => all.subarray(n * points, (n + 1) * points));
    for (const [n, column] of columns.entries()) column.set(before?.[n]?.mean ?? []);
    const begun = { resource: { kind: resource.kind, id: resource.id }, columns, isChanged: false };
    open.set(nameOf(resource), begun);
    return begun;
  }

  return {
    at,
    record(time, resources, values) {
      const point = Math.floor((time - at) / SAMPLE_MS);
      let offset = 0;
      for (const resource of resources) {
        const scales = scalesOf(resource.kind);
        const block = open.get(nameOf(resource)) ?? begin(resource);
        for (const [metric, { encode }] of scales.entries()) {
          const column = block.columns[metric];
          const code = encode(values[offset + metric] ?? Number.NaN);
          if (code === MISSING || column?.[point] !== MISSING) continue;
          column[point] = code;
          block.isChanged = true;
        }
        offset += scales.length;
      }
    },
    block(resource) {
      const found = open.get(nameOf(resource));
      return found && pointsOf(found);
    },
    changes() {
      const changed = [...open.values()].filter(({ isChanged }) => isChanged);
      for (const block of changed) block.isChanged = false;
      return changed.map((block) => ({ resource: block.resource, block: pointsOf(block) }));
    },
    forget: (resource) => void open.delete(nameOf(resource)),
    renew() {
      for (const block of open.values()) block.isChanged = true;
    },
  };
}

const pointsOf = ({ columns }: OpenBlock): TierBlock =>
  columns.map((mean) => ({
    ...{ mean, min: mean, max: mean },
    count: mean.map((code) => (code === MISSING ? 0 : 1)),
  }));
