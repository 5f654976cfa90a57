// The steps of one answer: what was measured in each of them.
import type { Series } from './history-store.ts';

/** `count` is the number of samples of 10 s that a step has; a step without samples is a gap. */
export interface Cells {
  readonly from: number;
  readonly stepMs: number;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly sum: Float64Array;
  readonly count: Float64Array;
}

export function createCells(from: number, to: number, stepMs: number): Cells {
  const start = Math.floor(from / stepMs) * stepMs;
  const length = Math.max(0, Math.ceil((to - start) / stepMs));
  const [sum, count, min, max] = columns(4, length) as [Float64Array, Float64Array, Float64Array, Float64Array];
  return { from: start, stepMs, sum, count, min: min.fill(Number.NaN), max: max.fill(Number.NaN) };
}

/** They share one buffer, because many small ones cost more than their content. */
function columns(many: number, length: number): Float64Array[] {
  const all = new Float64Array(many * length);
  return Array.from({ length: many }, (_, n) => all.subarray(n * length, (n + 1) * length));
}

/** Adds the value of a time that lies within one step. */
export function add(cells: Cells, at: number, min: number, mean: number, max: number, count: number): void {
  const index = Math.floor((at - cells.from) / cells.stepMs);
  const before = cells.count[index];
  if (before === undefined) return;
  cells.count[index] = before + count;
  cells.sum[index] = (cells.sum[index] ?? 0) + mean * count;
  if (before === 0 || min < (cells.min[index] ?? 0)) cells.min[index] = min;
  if (before === 0 || max > (cells.max[index] ?? 0)) cells.max[index] = max;
}

/** Gives the value of a longer time to all its steps that have none. */
export function spread(cells: Cells, at: number, forMs: number, min: number, mean: number, max: number): void {
  const { from, stepMs, count } = cells;
  const first = Math.max(0, Math.floor((at - from) / stepMs));
  const end = Math.min(count.length, Math.ceil((at + forMs - from) / stepMs));
  for (let index = first; index < end; index++)
    if (count[index] === 0) add(cells, from + index * stepMs, min, mean, max, 1);
}

type Columns = Pick<Series, 'from' | 'stepMs' | 'min' | 'mean' | 'max' | 'parts'>;

/** A step has what Belfry measured or, where that is nothing, what Proxmox measured. */
export function columnsOf(belfry: Cells, proxmox: Cells): Columns {
  const { from, stepMs, count } = belfry;
  const [min, mean, max] = columns(3, count.length) as [Float64Array, Float64Array, Float64Array];
  for (const column of [min, mean, max]) column.fill(Number.NaN);
  const parts: { source: 'belfry' | 'proxmox'; from: number; to: number }[] = [];
  for (let index = 0; index < count.length; index++) {
    const source = (count[index] ?? 0) > 0 ? 'belfry' : 'proxmox';
    const cells = source === 'belfry' ? belfry : proxmox;
    const weight = cells.count[index] ?? 0;
    if (weight === 0) continue;
    min[index] = cells.min[index] ?? Number.NaN;
    mean[index] = (cells.sum[index] ?? 0) / weight;
    max[index] = cells.max[index] ?? Number.NaN;
    const at = from + index * stepMs;
    const last = parts.at(-1);
    if (last?.source === source && last.to === at) last.to = at + stepMs;
    else parts.push({ source, from: at, to: at + stepMs });
  }
  return { from, stepMs, min, mean, max, parts };
}
