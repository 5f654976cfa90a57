// The imports of all instances.
import { BELFRY } from '@belfry/schema/history/metrics';
import type { HistoryImport } from '@belfry/schema/http/history';
import type { Past } from '../../config/past.ts';
import type { HistoryStore } from '../history-store.ts';
import { type Import, type ImportDeps, startImport } from './import.ts';

export interface ImportsDeps extends Pick<ImportDeps, 'isEnabled' | 'clock' | 'log'> {
  store: Pick<HistoryStore, 'fill' | 'known'>;
  /** What is kept of an instance over a restart. */
  memoryOf(instance: string): ImportDeps['memory'];
}

export interface Imports {
  /** Returns the function that ends the import. */
  start(instance: string, past: Past, isOnTime: () => boolean): () => void;
  statuses(): HistoryImport[];
}

/** Must be made before the first sample is taken. */
export function createImports({ store, memoryOf, ...deps }: ImportsDeps): Imports {
  const running = new Map<string, Import>();
  // A store that is not asked for anything costs nothing while the history is switched off.
  const lastAlive = deps.isEnabled() ? lastSample(store) : Promise.resolve(undefined);
  return {
    start(instance, past, isOnTime) {
      const own = startImport({ ...deps, store, instance, past, isOnTime, lastAlive, memory: memoryOf(instance) });
      running.set(instance, own);
      return () => {
        own.stop();
        if (running.get(instance) === own) running.delete(instance);
      };
    },
    statuses: () => [...running.values()].map((each) => each.status()),
  };
}

/** Belfry samples itself as long as it runs. */
async function lastSample(store: Pick<HistoryStore, 'known'>): Promise<number | undefined> {
  const spans = await store.known({ kind: 'belfry', id: BELFRY }).catch(() => []);
  return spans.length === 0 ? undefined : Math.max(...spans.map(({ to }) => to));
}
