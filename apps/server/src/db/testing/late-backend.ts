// A database that answers late, for tests: SQLite, each call of it late by a few turns of the event loop. What goes wrong with stores that
// wait goes wrong here.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Backend } from '../backend.ts';

/** `random` gives 0 to 1; the same one gives the same delays. */
export function lateBackend(backend: Backend, random: () => number): Backend {
  const late =
    <Given extends unknown[], T>(call: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      for (let turns = Math.floor(random() * 3); turns > 0; turns--) await nextTurn();
      return call(...given);
    };
  return {
    ...backend,
    all: late(backend.all),
    run: late(backend.run),
    begin: late(backend.begin),
    commit: late(backend.commit),
    rollback: late(backend.rollback),
    isChangedElsewhere: late(backend.isChangedElsewhere),
    probe: late(backend.probe),
    shrink: late(backend.shrink),
    close: late(backend.close),
  };
}
