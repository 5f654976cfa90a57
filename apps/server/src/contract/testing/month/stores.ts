// How full the storages of the simulated datacentre really were, asked of the datacentre itself.
import type { BackupServer } from '@belfry/lab/pbs/server';
import type { Cluster } from '@belfry/lab/world/cluster';
import { storeFigures } from '@belfry/lab/world/datastore';
import { storagesOf } from '@belfry/lab/world/storage';
import { storageFigures } from '@belfry/lab/world/storage-figures';

/** `at` epoch ms. Bytes. */
interface Fill {
  at: number;
  total: number;
  used: number;
}
export interface StoreTruth {
  name: string;
  on: string;
  fills: Fill[];
}

export function createStoreNotes(clusters: readonly Cluster[], server: BackupServer) {
  const stores = new Map<string, StoreTruth>();
  const add = (name: string, on: string, at: number, figures: { total: number; used: number }) => {
    const key = `${name} ${on}`;
    const store = stores.get(key) ?? { name, on, fills: [] };
    stores.set(key, store);
    store.fills.push({ at, total: figures.total, used: figures.used });
  };
  return {
    all: (): StoreTruth[] => [...stores.values()],
    note(at: number): void {
      const t = Math.floor(at / 1000);
      for (const store of server.world.stores) add(store.name, server.world.name, at, storeFigures(store, t));
      for (const cluster of clusters) {
        const shared = new Set<string>();
        for (const node of cluster.nodes.filter(({ online }) => online))
          for (const storage of storagesOf(cluster, node)) {
            const figures = shared.has(storage.storage) ? undefined : storageFigures(cluster, storage, node, t);
            if (storage.shared) shared.add(storage.storage);
            if (figures) add(storage.storage, storage.shared ? cluster.name : node.name, at, figures);
          }
      }
    },
  };
}

const HOUR_MS = 3_600_000;
/** The history keeps four digits of a number of bytes. */
const ROUNDED = 0.000_51;

/** What a row of the report says that cannot be so. `span`: epoch ms. The first and the last value are means of some time, at most `edgeMs`. */
export function storeDifferences(
  { name, on, fills }: StoreTruth,
  cells: Record<string, unknown>,
  span: { from: number; until: number },
  edgeMs: number,
): string[] {
  const range = (from: number, until: number, field: 'used' | 'total' = 'used') => {
    const values = fills.filter(({ at }) => at >= from && at <= until).map((fill) => fill[field]);
    return { least: Math.min(...values), most: Math.max(...values) };
  };
  const first = range(span.from - HOUR_MS, span.from + edgeMs);
  const last = range(span.until - edgeMs, span.until);
  const now = range(span.until - HOUR_MS, span.until);
  const days = (span.until - span.from - edgeMs) / (24 * HOUR_MS);
  const found: string[] = [];
  const check = (column: string, { least, most }: { least: number; most: number }, slack: number) => {
    const value = Number(cells[column] ?? Number.NaN);
    if (!(value >= least - slack && value <= most + slack))
      found.push(`${name} on ${on}: ${column} ${cells[column]}, really ${least} to ${most}`);
  };
  check('total', range(span.until - HOUR_MS, span.until, 'total'), 1e6);
  check('used', now, 1e6);
  check('usedAtStart', first, first.most * ROUNDED);
  if (days >= 1) {
    const [least, most] = [last.least - first.most, last.most - first.least];
    const range = { least: least / (least > 0 ? days + 2 : days), most: most / (most > 0 ? days : days + 2) };
    check('perDay', range, (2 * last.most * ROUNDED) / days);
  }
  return found;
}
