// The history that is in force: the one in the file of Belfry, or the one in an engine for time series.
import type { HistoryStore } from '../history-store.ts';

/** `current` is asked at each call, so another choice is in force at once. What the other one has stored stays there. */
export function chosenHistory(current: () => HistoryStore, all: readonly HistoryStore[]): HistoryStore {
  return {
    record: (at, samples) => current().record(at, samples),
    fill: (resource, samples) => current().fill(resource, samples),
    known: (resource) => current().known(resource),
    series: (query) => current().series(query),
    status: () => current().status(),
    problems: () => current().problems(),
    configure(limits) {
      for (const store of all) store.configure(limits);
    },
    forget: (resources) => current().forget(resources),
    flush: () => current().flush(),
    async close() {
      await Promise.all(all.map((store) => store.close()));
    },
  };
}
