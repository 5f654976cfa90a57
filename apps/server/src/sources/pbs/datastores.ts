// `GET /status/datastore-usage` and `/admin/datastore`: sizes and troubles of all datastores in two calls.
import { part, text } from '../proxmox-api/read.ts';
import type { Tally } from '../proxmox-api/tally.ts';

/** Bytes. A datastore in trouble has no sizes. `fullAt` epoch ms, `deduplication` a factor. */
export interface DatastoreRow {
  name: string;
  total?: number | undefined;
  used?: number | undefined;
  free?: number | undefined;
  error?: string | undefined;
  isMounted: boolean;
  deduplication?: number | undefined;
  fullAt?: number | undefined;
}

/** Undefined when the answer is no list of datastores. */
export const parseUsage = (data: unknown, tally: Tally, now: number): DatastoreRow[] | undefined =>
  tally.list(data, (row) => {
    const name = text(row.store);
    if (!name) return undefined;
    const error = text(row.error, 500);
    const total = sizeOf(row.total, tally);
    // Where nothing can be measured the host says 0 or −1, or nothing.
    const sizes = total ? { total, used: sizeOf(row.used, tally), free: sizeOf(row.avail, tally) } : {};
    const fullAt = tally.time(row['estimated-full-date']);
    return {
      name,
      ...sizes,
      error,
      isMounted: row['mount-status'] !== 'notmounted',
      deduplication: deduplicationOf(row['gc-status'], tally),
      // An estimate in the past means that usage does not grow.
      fullAt: fullAt !== undefined && fullAt > now ? fullAt : undefined,
    };
  });

const sizeOf = (value: unknown, tally: Tally): number | undefined => (value === -1 ? undefined : tally.whole(value));

/** Of a garbage collection's result: bytes referred to by index files over bytes on disk. */
export function deduplicationOf(gc: unknown, tally: Tally): number | undefined {
  const status = part(gc);
  const referred = tally.amount(status['index-data-bytes']);
  const stored = tally.amount(status['disk-bytes']);
  return referred !== undefined && stored ? referred / stored : undefined;
}

/** `maintenance` is its type: `read-only`, from `read-only` or `type=read-only,message="disk swap"`. */
export interface DatastoreEntry {
  name: string;
  maintenance: string | undefined;
  /** Whether its backups can be listed at all. */
  isReadable: boolean;
}

export const parseDatastores = (data: unknown, tally: Tally): DatastoreEntry[] | undefined =>
  tally.list(data, (row) => {
    const name = text(row.store);
    if (!name) return undefined;
    const maintenance = text(row.maintenance, 500)?.match(/^(?:type=)?([a-z0-9-]+)/)?.[1];
    const isReadable = row['mount-status'] !== 'notmounted' && (maintenance ?? 'read-only') === 'read-only';
    return { name, maintenance, isReadable };
  });
