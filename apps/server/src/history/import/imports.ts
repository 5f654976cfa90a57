// The imports of all instances.
import { BELFRY } from '@belfry/schema/history/metrics';
import type { HistoryImport } from '@belfry/schema/http/history';
import type { Past } from '../../config/past.ts';
import type { HistoryStore } from '../history-store.ts';
import { SAMPLE_MS, slotMs } from '../tiers.ts';
import { type Import, type ImportDeps, startImport } from './import.ts';

const BLOCK_MS = slotMs(0);

export interface ImportsDeps extends Pick<ImportDeps, 'isEnabled' | 'clock' | 'log'> {
  store: Pick<HistoryStore, 'fill' | 'flush' | 'known' | 'series'>;
  /** What is kept of an instance over a restart. */
  memoryOf(instance: string): ImportDeps['memory'];
}

export type Imports = ReturnType<typeof createImports>;

/** Must be made before the first sample is taken. */
export function createImports({ store, memoryOf, ...deps }: ImportsDeps) {
  const running = new Map<string, Import>();
  // A store that is not asked for anything costs nothing while the history is switched off.
  const lastAlive = deps.isEnabled() ? lastSample(store) : Promise.resolve(undefined);
  return {
    /** Returns the function that ends the import. */
    start(instance: string, past: Past, isOnTime: () => boolean): () => void {
      const own = startImport({ ...deps, store, instance, past, isOnTime, lastAlive, memory: memoryOf(instance) });
      running.set(instance, own);
      return () => {
        own.stop();
        if (running.get(instance) === own) running.delete(instance);
      };
    },
    statuses: (): HistoryImport[] => [...running.values()].map((each) => each.status()),
  };
}

const belfry = { kind: 'belfry', id: BELFRY } as const;

/** Belfry samples itself as long as it runs. What is stored is known to ten minutes, and the samples say it exactly. */
async function lastSample(store: Pick<HistoryStore, 'known' | 'series'>): Promise<number | undefined> {
  const spans = await store.known(belfry).catch(() => []);
  if (spans.length === 0) return undefined;
  const to = Math.max(...spans.map((span) => span.to));
  const query = {
    resources: [belfry],
    metrics: ['memory.used'],
    from: to - BLOCK_MS,
    to,
    points: BLOCK_MS / SAMPLE_MS,
  };
  const [series] = await store.series(query).catch(() => []);
  const last = series?.mean.findLastIndex((value) => !Number.isNaN(value)) ?? -1;
  return series && last >= 0 ? series.from + (last + 1) * series.stepMs : to;
}
