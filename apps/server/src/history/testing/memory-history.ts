// A history in memory that keeps every sample as it came: for tests of what uses a history, and to compare the real one with.
import { metricsOf, type Resource } from '@belfry/schema/history/metrics';
import { add, type Cells, columnsOf, createCells, spread } from '../cells.ts';
import type { ForeignSamples, HistoryStatus, HistoryStore, Sample, SeriesQuery, StoredSpan } from '../history-store.ts';
import { defaultLimits, type HistoryLimits, SAMPLE_MS, stepFor, tiers } from '../tiers.ts';

interface Kept {
  /** By the start of the step. */
  own: Map<number, ArrayLike<number>>;
  foreign: ForeignSamples[];
}

/** `now` is epoch ms: what is still stored of a range decides the step of the answer. */
export function createMemoryHistory(now: () => number): HistoryStore {
  const kept = new Map<string, Kept>();
  let limits: HistoryLimits = defaultLimits;
  const keyOf = ({ kind, id }: Resource) => `${kind} ${id}`;
  const of = (resource: Resource): Kept => {
    const found = kept.get(keyOf(resource)) ?? { own: new Map(), foreign: [] };
    kept.set(keyOf(resource), found);
    return found;
  };

  function addForeign(cells: Cells, { from, stepMs, mean, max = mean }: ForeignSamples, column: number): void {
    for (const [n, value] of (mean[column] ?? []).entries()) {
      const at = from + n * stepMs;
      const most = max[column]?.[n] ?? value;
      if (Number.isNaN(value)) continue;
      if (stepMs > cells.stepMs) spread(cells, at, stepMs, value, value, most);
      else add(cells, at, value, value, most, stepMs / SAMPLE_MS);
    }
  }

  return {
    record(at, samples: readonly Sample[]) {
      const step = Math.floor(at / SAMPLE_MS) * SAMPLE_MS;
      for (const sample of samples) {
        const { own } = of(sample);
        if (!own.has(step)) own.set(step, sample.values);
      }
    },
    async fill(resource, samples) {
      of(resource).foreign.push(samples);
    },
    async known(resource) {
      const { own, foreign } = of(resource);
      const spans: StoredSpan[] = foreign.map(({ from, stepMs, mean: [column] }) => ({
        ...{ source: 'proxmox', stepMs, from, to: from + stepMs * (column?.length ?? 0) },
      }));
      const steps = [...own.keys()];
      if (steps.length > 0)
        spans.unshift({
          ...{ source: 'belfry', stepMs: SAMPLE_MS, from: Math.min(...steps), to: Math.max(...steps) + SAMPLE_MS },
        });
      return spans;
    },
    async series({ resources, metrics, from, to, points }: SeriesQuery) {
      const stepMs = stepFor(from, to, points, now(), limits);
      return resources.flatMap((resource) =>
        metrics.flatMap((metric) => {
          const column = metricsOf(resource.kind).findIndex(({ id }) => id === metric);
          if (column < 0) return [];
          const { own, foreign } = of(resource);
          const [belfry, proxmox] = [createCells(from, to, stepMs), createCells(from, to, stepMs)];
          for (const [at, values] of own) {
            const value = values[column] ?? Number.NaN;
            if (!Number.isNaN(value)) add(belfry, at, value, value, value, 1);
          }
          for (const samples of foreign) addForeign(proxmox, samples, column);
          return [{ resource, metric, ...columnsOf(belfry, proxmox) }];
        }),
      );
    },
    async counts({ resources, from, to, points }) {
      const stepMs = stepFor(from, to, points, now(), limits);
      return resources.map((resource) => {
        const cells = createCells(from, to, stepMs);
        for (const at of of(resource).own.keys()) add(cells, at, 0, 0, 0, 1);
        return { resource, from: cells.from, stepMs, readings: Uint16Array.from(cells.count) };
      });
    },
    async status(): Promise<HistoryStatus> {
      const stored = tiers.map(({ stepMs }, index) => ({ stepMs, retentionMs: limits.retentionMs[index] ?? 0 }));
      return { sizeBytes: 0, resources: kept.size, tiers: stored, damagedBlocks: 0 };
    },
    problems: () => ({}),
    configure(given) {
      limits = given;
    },
    async forget(resources) {
      for (const resource of resources) kept.delete(keyOf(resource));
    },
    flush: async () => {},
    close: async () => {},
  };
}
