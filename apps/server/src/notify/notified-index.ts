// The occurrences about which each destination was notified, in memory.
import type { Notified } from '../db/outbox-store.ts';

type Pair = Pick<Notified, 'destination' | 'occurrence'>;

const nothing: ReadonlyMap<string, Notified> = new Map();

export interface NotifiedIndex {
  put(notified: Notified): void;
  remove(pair: Pair): void;
  /** By occurrence. */
  of(destination: string): ReadonlyMap<string, Notified>;
  destinations(): Iterable<string>;
  /** Of all occurrences of an alert. */
  about(destination: string, alertId: string): Iterable<Notified>;
}

interface OfDestination {
  records: Map<string, Notified>;
  /** A list, because nearly all have one entry, and a set takes 350 bytes. */
  byAlert: Map<string, readonly string[]>;
}

export function createNotifiedIndex(records: Iterable<Notified>): NotifiedIndex {
  const destinations = new Map<string, OfDestination>();
  const entryOf = (destination: string): OfDestination => {
    const entry = destinations.get(destination) ?? { records: new Map(), byAlert: new Map() };
    destinations.set(destination, entry);
    return entry;
  };
  const index: NotifiedIndex = {
    put(notified) {
      const { records, byAlert } = entryOf(notified.destination);
      const { occurrence, alert } = notified;
      if (!records.has(occurrence)) byAlert.set(alert.id, (byAlert.get(alert.id) ?? []).concat(occurrence));
      records.set(occurrence, notified);
    },
    remove({ destination, occurrence }) {
      const entry = destinations.get(destination);
      const notified = entry?.records.get(occurrence);
      if (!entry || !notified) return;
      entry.records.delete(occurrence);
      const others = (entry.byAlert.get(notified.alert.id) ?? []).filter((other) => other !== occurrence);
      if (others.length > 0) entry.byAlert.set(notified.alert.id, others);
      else entry.byAlert.delete(notified.alert.id);
      if (entry.records.size === 0) destinations.delete(destination);
    },
    of: (destination) => destinations.get(destination)?.records ?? nothing,
    destinations: () => destinations.keys(),
    *about(destination, alertId) {
      const entry = destinations.get(destination);
      for (const occurrence of entry?.byAlert.get(alertId) ?? []) {
        const notified = entry?.records.get(occurrence);
        if (notified) yield notified;
      }
    },
  };
  for (const notified of records) index.put(notified);
  return index;
}
