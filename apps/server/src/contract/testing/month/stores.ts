// How full the storages of the simulated datacentre really were, asked of the datacentre itself.
import type { BackupServer } from '@belfry/lab/pbs/server';
import type { Cluster } from '@belfry/lab/world/cluster';
import { storeFigures } from '@belfry/lab/world/datastore';
import { storagesOf } from '@belfry/lab/world/storage';
import { storageFigures } from '@belfry/lab/world/storage-figures';

/** `at` epoch ms. Bytes. */
interface Fill {
  at: number;
  used: number;
}
export interface StoreTruth {
  name: string;
  on: string;
  total: number;
  fills: Fill[];
}

export function createStoreNotes(clusters: readonly Cluster[], server: BackupServer) {
  const stores = new Map<string, StoreTruth>();
  const add = (name: string, on: string, at: number, figures: { total: number; used: number }) => {
    const key = `${name} ${on}`;
    const store = stores.get(key) ?? { name, on, total: 0, fills: [] };
    stores.set(key, store);
    store.total = figures.total;
    store.fills.push({ at, used: figures.used });
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

/** What a row of the report says that cannot be so. `span`: epoch ms. The first and the last value are means of some time, at most `edgeMs`. */
export function storeDifferences(
  { name, on, total, fills }: StoreTruth,
  cells: Record<string, unknown>,
  span: { from: number; until: number },
  edgeMs: number,
): string[] {
  const range = (from: number, until: number) => {
    const used = fills.filter(({ at }) => at >= from && at <= until).map((fill) => fill.used);
    return { least: Math.min(...used), most: Math.max(...used) };
  };
  const first = range(span.from - HOUR_MS, span.from + edgeMs);
  const last = range(span.until - edgeMs, span.until);
  const now = range(span.until - HOUR_MS, span.until);
  const days = (span.until - span.from - edgeMs) / (24 * HOUR_MS);
  const found: string[] = [];
  const check = (column: string, least: number, most: number) => {
    const value = Number(cells[column] ?? Number.NaN);
    const slack = total / 1e6;
    if (!(value >= least - slack && value <= most + slack))
      found.push(`${name} on ${on}: ${column} ${cells[column]}, really ${least} to ${most}`);
  };
  check('total', total, total);
  check('used', now.least, now.most);
  check('usedAtStart', first.least, first.most);
  if (days >= 1) {
    const [least, most] = [last.least - first.most, last.most - first.least];
    check('perDay', least / (least > 0 ? days + 2 : days), most / (most > 0 ? days : days + 2));
  }
  return found;
}
