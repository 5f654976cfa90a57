// The last change before each active alert, for services that show the present state: looked up beside their work, and remembered while the
// alert is active. A journal that fails or hangs costs a moment and the text.
import type { Alert } from '@belfry/schema/entities/alert';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import type { Clock } from '../lib/clock.ts';
import { type ChangeBefore, soon } from './preceding.ts';

/** Alerts that are looked up at once, the newest first. */
const ASKED = 20;
/** A task is read some seconds after the alert began, so what was not found is asked for again. */
const AGAIN_MS = 60_000;

export const occurrenceOf = ({ id, metadata }: Alert): string => metadata?.occurrence ?? id;

export type KnownChanges = ReturnType<typeof createKnownChanges>;

export function createKnownChanges(changeBefore: ChangeBefore, clock: Pick<Clock, 'after' | 'monotonic'>) {
  const changes = new Map<string, JournalEntry>();
  const askedAt = new Map<string, number>();
  let found = 0;
  return {
    /** Resolves when those are known that can be. */
    async find(alerts: readonly Alert[]): Promise<void> {
      const active = new Set(alerts.map(occurrenceOf));
      for (const known of [changes, askedAt])
        for (const occurrence of known.keys()) if (!active.has(occurrence)) known.delete(occurrence);
      const now = clock.monotonic();
      const open = alerts.filter((alert) => {
        const occurrence = occurrenceOf(alert);
        return !changes.has(occurrence) && now - (askedAt.get(occurrence) ?? -AGAIN_MS) >= AGAIN_MS;
      });
      const newest = open.sort((a, b) => Date.parse(b.startTime) - Date.parse(a.startTime)).slice(0, ASKED);
      for (const alert of newest) askedAt.set(occurrenceOf(alert), now);
      await Promise.all(
        newest.map(async (alert) => {
          const change = await soon(() => changeBefore(alert), clock);
          if (!change) return;
          changes.set(occurrenceOf(alert), change);
          found++;
        }),
      );
    },
    /** Another number: more are known. */
    found: (): number => found,
    of: (alert: Alert): JournalEntry | undefined => changes.get(occurrenceOf(alert)),
  };
}
