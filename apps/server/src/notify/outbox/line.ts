// The open deliveries of one destination. Those that share an occurrence stay in order: an end never overtakes its start.
import type { OpenDelivery } from '../../db/outbox-store.ts';

/** `due` and `since` (when it was queued) are times on the monotonic clock. */
export interface Entry {
  row: OpenDelivery;
  due: number;
  since: number;
}

export type Line = ReturnType<typeof createLine>;

export function createLine() {
  const entries = new Set<Entry>();
  const byOccurrence = new Map<string, Entry[]>();
  const detach = (entry: Entry, occurrence: string) => {
    const left = (byOccurrence.get(occurrence) ?? []).filter((other) => other !== entry);
    if (left.length === 0) byOccurrence.delete(occurrence);
    else byOccurrence.set(occurrence, left);
  };
  const isFirst = (entry: Entry) =>
    entry.row.notice.alerts.every(({ occurrence }) => byOccurrence.get(occurrence)?.[0] === entry);
  return {
    has: (entry: Entry): boolean => entries.has(entry),
    get size(): number {
      return entries.size;
    },
    add(entry: Entry) {
      entries.add(entry);
      for (const { occurrence } of entry.row.notice.alerts)
        byOccurrence.set(occurrence, (byOccurrence.get(occurrence) ?? []).concat(entry));
    },
    remove(entry: Entry) {
      entries.delete(entry);
      for (const { occurrence } of entry.row.notice.alerts) detach(entry, occurrence);
    },
    /** The one that is due first, of those that wait for no other. */
    next(): Entry | undefined {
      let first: Entry | undefined;
      for (const entry of entries) if ((!first || entry.due < first.due) && isFirst(entry)) first = entry;
      return first;
    },
    /** Those about one occurrence, in order. */
    about: (occurrence: string): readonly Entry[] => byOccurrence.get(occurrence) ?? [],
    /** The delivery is not about this occurrence any more. */
    detach,
    /** In the order in which they were queued. */
    all: (): Entry[] => [...entries],
  };
}
