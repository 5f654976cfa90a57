// All that destinations were told, in memory.
import type { Telling } from './telling.ts';

type Pair = Pick<Telling, 'destination' | 'occurrence'>;

const nothing: ReadonlyMap<string, Telling> = new Map();

export interface ToldBook {
  put(telling: Telling): void;
  remove(pair: Pair): void;
  /** What it was told, by occurrence. */
  of(destination: string): ReadonlyMap<string, Telling>;
  destinations(): Iterable<string>;
  /** Of all occurrences of an alert. */
  about(destination: string, alertId: string): Iterable<Telling>;
}

interface Shelf {
  tellings: Map<string, Telling>;
  /** A list, because nearly all have one entry, and a set takes 350 bytes. */
  byAlert: Map<string, readonly string[]>;
}

export function createToldBook(tellings: Iterable<Telling>): ToldBook {
  const shelves = new Map<string, Shelf>();
  const shelfOf = (destination: string): Shelf => {
    const shelf = shelves.get(destination) ?? { tellings: new Map(), byAlert: new Map() };
    shelves.set(destination, shelf);
    return shelf;
  };
  const book: ToldBook = {
    put(telling) {
      const { tellings, byAlert } = shelfOf(telling.destination);
      const { occurrence, alert } = telling;
      if (!tellings.has(occurrence)) byAlert.set(alert.id, (byAlert.get(alert.id) ?? []).concat(occurrence));
      tellings.set(occurrence, telling);
    },
    remove({ destination, occurrence }) {
      const shelf = shelves.get(destination);
      const telling = shelf?.tellings.get(occurrence);
      if (!shelf || !telling) return;
      shelf.tellings.delete(occurrence);
      const others = (shelf.byAlert.get(telling.alert.id) ?? []).filter((other) => other !== occurrence);
      if (others.length > 0) shelf.byAlert.set(telling.alert.id, others);
      else shelf.byAlert.delete(telling.alert.id);
      if (shelf.tellings.size === 0) shelves.delete(destination);
    },
    of: (destination) => shelves.get(destination)?.tellings ?? nothing,
    destinations: () => shelves.keys(),
    *about(destination, alertId) {
      const shelf = shelves.get(destination);
      for (const occurrence of shelf?.byAlert.get(alertId) ?? []) {
        const telling = shelf?.tellings.get(occurrence);
        if (telling) yield telling;
      }
    },
  };
  for (const telling of tellings) book.put(telling);
  return book;
}
