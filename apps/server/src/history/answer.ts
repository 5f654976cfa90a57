// Reads the steps of an answer from the tiers.
import { metricsOf, type Resource } from '@belfry/schema/history/metrics';
import { add, type Cells, columnsOf, createCells, spread } from './cells.ts';
import type { Counts, Series, Source } from './history-store.ts';
import { scalesOf, type TierBlock } from './tier-block.ts';
import { COARSEST, slotMs, slotsIn, tierAt, tierFor } from './tiers.ts';

export interface Reader {
  /** The block of a slot, also while it is being recorded. `metrics`: the places in the catalogue of those that it must have. */
  block(
    tier: number,
    at: number,
    resource: Resource,
    source: Source,
    metrics: readonly number[],
  ): TierBlock | undefined;
  /** The start of the oldest block of this tier and the finer ones, whatever its resource. Infinity if there is none. */
  since(tier: number): number;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** One series for each metric that the kind of the resource has. */
export function seriesOf(
  reader: Reader,
  resource: Resource,
  metrics: readonly string[],
  range: Range,
  stepMs: number,
): Series[] {
  const catalogue = metricsOf(resource.kind);
  const wanted = metrics.flatMap((metric) => {
    const column = catalogue.findIndex(({ id }) => id === metric);
    const cells = () => createCells(range.from, range.to, stepMs);
    return column < 0 ? [] : [{ metric, column, belfry: cells(), proxmox: cells() }];
  });
  const [first] = wanted;
  if (!first) return [];
  // The range in whole steps.
  const whole = { from: first.belfry.from, to: first.belfry.from + stepMs * first.belfry.count.length };
  for (const source of ['belfry', 'proxmox'] as const) {
    const targets = wanted.map((one) => ({ column: one.column, cells: one[source] }));
    const query = { reader, resource, source, targets };
    collect(query, whole, tierFor(stepMs));
    coarser(query, whole, tierFor(stepMs));
  }
  return wanted.map(({ metric, belfry, proxmox }) => ({ resource, metric, ...columnsOf(belfry, proxmox) }));
}

/**
 * How often Belfry itself has read the resource in each step: by the first two metrics of its kind, which are there whenever it runs. Where
 * only coarser steps are left, the number is 0.
 */
export function countsOf(reader: Reader, resource: Resource, range: Range, stepMs: number): Counts {
  const targets = [0, 1].map((column) => ({ column, cells: createCells(range.from, range.to, stepMs) }));
  const [{ cells }, other] = targets as [Target, Target];
  const whole = { from: cells.from, to: cells.from + stepMs * cells.count.length };
  collect({ reader, resource, source: 'belfry', targets }, whole, tierFor(stepMs));
  const readings = Uint16Array.from(cells.count, (count, n) => Math.max(count, other.cells.count[n] ?? 0));
  return { resource, from: cells.from, stepMs, readings };
}

type Target = { column: number; cells: Cells };

/** What is read of one resource. */
interface Query {
  reader: Reader;
  resource: Resource;
  source: Source;
  targets: readonly Target[];
}

const blockOf = ({ reader, resource, source, targets }: Query, tier: number, at: number): TierBlock | undefined =>
  reader.block(
    tier,
    at,
    resource,
    source,
    targets.map(({ column }) => column),
  );

/** Where a tier has no block yet, the next finer tier answers. Values of Proxmox were put into all coarser tiers at once. */
function collect(query: Query, range: Range, tier: number): void {
  const { reader, source } = query;
  for (const at of slotsIn(tier, range.from, range.to)) {
    const block = blockOf(query, tier, at);
    const end = at + slotMs(tier);
    const rest = { from: Math.max(at, range.from), to: Math.min(end, range.to) };
    if (block) eachPoint(query, block, tier, at, range, add);
    else if (source === 'belfry' && tier > 0 && end > reader.since(tier - 1)) collect(query, rest, tier - 1);
  }
}

/**
 * Where a tier no longer has a value, or where Proxmox measured less often, the coarser tiers answer. A gap in what Belfry measured stays a
 * gap.
 */
function coarser(query: Query, { from, to }: Range, tier: number): void {
  for (let next = tier + 1; next <= COARSEST; next++) {
    const until = query.source === 'proxmox' ? to : Math.min(to, query.reader.since(next - 1));
    const { stepMs } = tierAt(next);
    for (const at of slotsIn(next, from, until)) {
      const block = blockOf(query, next, at);
      if (block)
        eachPoint(query, block, next, at, { from, to: until }, (cells, time, min, mean, max) =>
          spread(cells, time, stepMs, min, mean, max),
        );
    }
  }
}

type Visit = (cells: Cells, at: number, min: number, mean: number, max: number, count: number) => void;

/** All points of a block that lie in the range and have samples. */
function eachPoint(
  { targets, resource: { kind } }: Query,
  block: TierBlock,
  tier: number,
  at: number,
  { from, to }: Range,
  visit: Visit,
): void {
  const { stepMs } = tierAt(tier);
  for (const { column, cells } of targets) {
    const points = block[column];
    const scale = scalesOf(kind)[column];
    if (!points || !scale) continue;
    const { mean, min, max, count } = points;
    for (let n = 0; n < count.length; n++) {
      const time = at + n * stepMs;
      const samples = count[n] ?? 0;
      if (samples === 0 || time + stepMs <= from || time >= to) continue;
      const [low, middle, high] = [min[n] ?? 0, mean[n] ?? 0, max[n] ?? 0];
      visit(cells, time, scale.decode(low), scale.decode(middle), scale.decode(high), samples);
    }
  }
}
