// Reads the settings of Belfry itself whenever the audit log has a new entry, and once an hour for what was changed in another way.
import { ok } from '@belfry/domain/result';
import type { Cancel, Clock } from '../lib/clock.ts';
import type { GuardedTask } from '../lib/parts.ts';
import type { Signal } from '../lib/signal.ts';
import type { Journal } from './journal.ts';
import { BELFRY, type OwnDeed, ownReadings } from './own-settings.ts';

/** Some calls write their entry a moment before or after their change. */
const SETTLE_MS = 1000;
const AGAIN_MS = 3_600_000;
/** Entries of the audit log that may be about a change which is seen now. */
const LATEST = 100;
const RECENT_MS = 900_000;

export interface OwnChangesDeps {
  /** The whole configuration, without secrets. */
  read(): Promise<Readonly<Record<string, unknown>>>;
  audit: { list(limit: number): Promise<readonly (OwnDeed & { success: boolean })[]> };
  audited: Pick<Signal, 'listen'>;
  journal: Pick<Journal, 'learn'>;
  guardedTask: GuardedTask;
  clock: Clock;
}

export function createOwnChanges({ read, audit, audited, journal, guardedTask, clock }: OwnChangesDeps) {
  const known = new Map<string, readonly string[]>();
  let cancel: Cancel | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isStarted = false;
  let seen = 0;

  async function look(): Promise<void> {
    const since = clock.now() - RECENT_MS;
    const deeds = (await audit.list(LATEST)).filter(({ id, success, at }) => success && id > seen && at >= since);
    const found = ownReadings(await read(), deeds, known);
    seen = Math.max(seen, ...deeds.map(({ id }) => id));
    for (const { under, resources } of found.settingsLists) known.set(under.split('/')[1] ?? '', resources);
    journal.learn({ instance: { id: BELFRY }, at: clock.now(), outcome: ok({ slices: {}, ...found }) });
  }
  const lookSoon = () => {
    cancel ??= clock.after(SETTLE_MS, lookNow);
  };
  const lookNow = () => {
    cancel = undefined;
    last = guardedTask('the journal of changes', look, undefined);
  };
  audited.listen(() => {
    if (isStarted) lookSoon();
  });

  return {
    start(): Cancel {
      isStarted = true;
      lookNow();
      const stop = clock.every(AGAIN_MS, lookNow);
      return () => {
        isStarted = false;
        stop();
        cancel?.();
      };
    },
    /** Resolves when what was begun is done. */
    settled: (): Promise<unknown> => last,
  };
}
