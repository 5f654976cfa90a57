// The ten minutes that are being recorded: the values of each metric of each resource, in memory.
import type { Resource } from '@belfry/schema/history/metrics';
import { MISSING } from './scale.ts';
import { scalesOf, type TierBlock } from './tier-block.ts';
import { SAMPLE_MS, tierAt } from './tiers.ts';

const { points } = tierAt(0);

/**
 * `codes` has all points of the first metric, then those of the next: an array for each metric would cost more than its content. Almost every
 * code fits into two bytes; a block with one that does not has four for all of them.
 */
interface OpenBlock {
  readonly resource: Resource;
  codes: Int16Array | Int32Array;
  isChanged: boolean;
}

/** What `MISSING` is in two bytes. */
const NONE = -(2 ** 15);
const isShort = (code: number): boolean => code > NONE && code < -NONE;
const missingIn = (codes: OpenBlock['codes']): number => (codes instanceof Int16Array ? NONE : MISSING);
/** A loop: `Int32Array.from` with a function takes many times as long. */
function long(codes: OpenBlock['codes']): Int32Array {
  if (codes instanceof Int32Array) return codes;
  const all = new Int32Array(codes);
  for (let n = 0; n < all.length; n++) if (all[n] === NONE) all[n] = MISSING;
  return all;
}

export interface OpenSlot {
  /** The start, epoch ms. */
  readonly at: number;
  /** `values` are those of all resources, one after the other. The first value of a step stays. */
  record(at: number, resources: readonly Resource[], values: Float64Array): void;
  block(resource: Resource): TierBlock | undefined;
  /** What was recorded since the last call, one at a time. */
  changes(): Iterable<{ resource: Resource; block: TierBlock }>;
  forget(resource: Resource): void;
  /** All of it counts as recorded just now. */
  renew(): void;
}

/** `stored` is the block that is on the disk for this slot, from before a restart or before the clock was stepped back. */
export function openSlot(at: number, stored: (resource: Resource) => TierBlock | undefined): OpenSlot {
  const open = new Map<string, OpenBlock>();
  const nameOf = ({ kind, id }: Resource) => `${kind} ${id}`;
  /** The blocks of each list of resources: most of the time the same lists come again. */
  let known = new WeakMap<readonly Resource[], readonly OpenBlock[]>();

  function begin(resource: Resource): OpenBlock {
    const before = stored(resource);
    const length = scalesOf(resource.kind).length * points;
    const isLong = before?.some(({ mean }) => mean.some((code) => code !== MISSING && !isShort(code)));
    const codes = isLong ? new Int32Array(length).fill(MISSING) : new Int16Array(length).fill(NONE);
    for (const [metric, { mean }] of before?.entries() ?? [])
      for (const [n, code] of mean.entries()) if (code !== MISSING) codes[metric * points + n] = code;
    const begun: OpenBlock = { resource, codes, isChanged: false };
    open.set(nameOf(resource), begun);
    return begun;
  }

  function blocksOf(resources: readonly Resource[]): readonly OpenBlock[] {
    const before = known.get(resources);
    if (before) return before;
    const blocks = resources.map((resource) => open.get(nameOf(resource)) ?? begin(resource));
    known.set(resources, blocks);
    return blocks;
  }

  return {
    at,
    record(time, resources, values) {
      const point = Math.floor((time - at) / SAMPLE_MS);
      let offset = 0;
      for (const block of blocksOf(resources)) {
        const scales = scalesOf(block.resource.kind);
        for (let metric = 0; metric < scales.length; metric++) {
          const code = scales[metric]?.encode(values[offset + metric] ?? Number.NaN) ?? MISSING;
          const place = metric * points + point;
          if (code === MISSING || block.codes[place] !== missingIn(block.codes)) continue;
          if (!isShort(code)) block.codes = long(block.codes);
          block.codes[place] = code;
          block.isChanged = true;
        }
        offset += scales.length;
      }
    },
    block(resource) {
      const found = open.get(nameOf(resource));
      return found && pointsOf(found);
    },
    *changes() {
      for (const block of open.values()) {
        if (!block.isChanged) continue;
        block.isChanged = false;
        yield { resource: block.resource, block: pointsOf(block) };
      }
    },
    forget(resource) {
      open.delete(nameOf(resource));
      known = new WeakMap();
    },
    renew() {
      for (const block of open.values()) block.isChanged = true;
    },
  };
}

function pointsOf({ resource, codes }: OpenBlock): TierBlock {
  const all = long(codes);
  const counts = all.map((code) => (code === MISSING ? 0 : 1));
  return scalesOf(resource.kind).map((_, metric) => {
    const [from, to] = [metric * points, (metric + 1) * points];
    const mean = all.subarray(from, to);
    return { mean, min: mean, max: mean, count: counts.subarray(from, to) };
  });
}
