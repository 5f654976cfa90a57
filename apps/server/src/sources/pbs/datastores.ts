// `GET /status/datastore-usage` and `/admin/datastore`: the sizes and errors of all datastores, in two calls.
import { sorted } from '../proxmox-api/order.ts';
import { amount, line, listOf, part, type Raw, text, timeOf, whole } from '../proxmox-api/read.ts';

/** Bytes. A datastore with an error has no sizes. `fullAt` epoch ms, `deduplication` a factor. */
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

/**
 * Sorted by name, because the order is different in every call. Undefined when the answer is not a list of datastores.
 */
export const parseUsage = (data: unknown, now: number): DatastoreRow[] | undefined =>
  sorted(
    listOf(data, (row) => {
      const name = text(row.store);
      if (!name) return undefined;
      const error = line(row.error, 500);
      const total = sizeOf(row.total);
      // If the host cannot measure a size, it reports 0 or −1, or leaves the field out.
      const sizes = total ? { total, used: sizeOf(row.used), free: sizeOf(row.avail) } : {};
      const fullAt = timeOf(row['estimated-full-date']);
      return {
        name,
        ...sizes,
        error,
        isMounted: row['mount-status'] !== 'notmounted',
        deduplication: deduplicationOf(row['gc-status']),
        // An estimate in the past means that usage does not grow.
        fullAt: fullAt !== undefined && fullAt > now ? fullAt : undefined,
      };
    }),
    byName,
  );

const byName = (store: { name: string }): string => store.name;

/** True when an answer contains data that requires privileges. Every account sees removable datastores. */
export const provesRights = (rows: readonly DatastoreRow[]): boolean =>
  rows.some(({ total, error }) => total !== undefined || error !== undefined);

const sizeOf = (value: unknown): number | undefined => (value === -1 ? undefined : whole(value));

/**
 * From the result of a garbage collection: the bytes that index files refer to, divided by the bytes on disk. Undefined
 * if either is zero.
 */
export function deduplicationOf(gc: unknown): number | undefined {
  const status = part(gc);
  const referred = amount(status['index-data-bytes']);
  const stored = amount(status['disk-bytes']);
  return referred && stored ? referred / stored : undefined;
}

/** `type` such as read-only or offline. */
export interface Maintenance {
  type: string;
  message?: string;
}

/** What a datastore is made of. `mount`: only of a removable one. */
export interface Placement {
  comment?: string;
  backend?: string;
  mount?: 'mounted' | 'notmounted';
}

export interface DatastoreEntry {
  name: string;
  maintenance: Maintenance | undefined;
  placement: Placement;
  /** Whether its backups can be listed. */
  isReadable: boolean;
}

export const parseDatastores = (data: unknown): DatastoreEntry[] | undefined =>
  sorted(
    listOf(data, (row) => {
      const name = text(row.store);
      if (!name) return undefined;
      const maintenance = parseMaintenance(row.maintenance);
      const isReadable = row['mount-status'] !== 'notmounted' && (maintenance?.type ?? 'read-only') === 'read-only';
      return { name, maintenance, placement: placementOf(row), isReadable };
    }),
    byName,
  );

function placementOf(row: Raw): Placement {
  const comment = text(row.comment, 128);
  const backend = text(row['backend-type'], 32);
  const mount = row['mount-status'];
  return {
    ...(comment !== undefined && { comment }),
    ...(backend !== undefined && { backend }),
    ...((mount === 'mounted' || mount === 'notmounted') && { mount }),
  };
}

const MAINTENANCE = /^(?:type=)?(?<type>[a-z0-9-]+)(?:,message=(?<message>.+))?/;

/** `read-only`, `offline,message=new disks` or `type=offline,message="new, larger disks"`. */
function parseMaintenance(value: unknown): Maintenance | undefined {
  const { type, message } = line(value, 500)?.match(MAINTENANCE)?.groups ?? {};
  if (type === undefined) return undefined;
  return { type, ...(message && { message: message.replace(/^"(.*)"$/, '$1').replaceAll('\\"', '"') }) };
}
