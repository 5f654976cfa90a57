// What the engine keeps about an alert after its end: to detect flapping, to suppress values that return almost unchanged, and the
// acknowledgement.
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { Alert } from '@belfry/schema/entities/alert';
import { isFlapping, withChange } from './flapping.ts';
import { isNear, isRepeat, type LastOccurrence, windowMs } from './suppression.ts';

type Acknowledgement = Pick<Alert, 'ackTime' | 'ackUser'>;

interface Remembered {
  changes: readonly number[];
  last?: LastOccurrence & { acknowledged?: Acknowledgement | undefined };
  suppressedUntil?: number;
}

/** Times are on the monotonic clock. */
export interface Past {
  /** Counts a start or an end. True when the alert flaps. */
  changed(id: string, now: number): boolean;
  ended(id: string, last: LastOccurrence & { acknowledged?: Acknowledgement | undefined }): void;
  /** The alert does not flap any more. */
  forgetChanges(id: string): void;
  isSuppressed(id: string, value: number, now: number, config: AlertConfig): boolean;
  /** Of the last occurrence, when it ended within the suppression window. */
  acknowledgement(id: string, now: number, config: AlertConfig): Acknowledgement | undefined;
  prune(now: number, config: AlertConfig): void;
}

/** Changes older than this are no flapping. */
const LONGEST_MS = 600_000;

export function createPast(): Past {
  const remembered = new Map<string, Remembered>();
  const put = (id: string, change: Partial<Remembered>) =>
    void remembered.set(id, { changes: [], ...remembered.get(id), ...change });
  return {
    changed(id, now) {
      const changes = withChange(remembered.get(id)?.changes ?? [], now);
      put(id, { changes });
      return isFlapping(changes);
    },
    ended: (id, last) => put(id, { last }),
    forgetChanges: (id) => put(id, { changes: [] }),
    isSuppressed(id, value, now, config) {
      const { last, suppressedUntil = Number.NEGATIVE_INFINITY } = remembered.get(id) ?? {};
      if (!last) return false;
      // A value that changed enough is raised, although an earlier value is suppressed.
      if (now < suppressedUntil) return isNear(last, value, config);
      if (!isRepeat(last, value, now, config)) return false;
      put(id, { suppressedUntil: now + windowMs(config) });
      return true;
    },
    acknowledgement(id, now, config) {
      const last = remembered.get(id)?.last;
      return last && now - last.endedAt < windowMs(config) ? last.acknowledged : undefined;
    },
    prune(now, config) {
      const longest = Math.max(LONGEST_MS, windowMs(config));
      for (const [id, { changes, last, suppressedUntil = 0 }] of remembered) {
        const newest = Math.max(changes.at(-1) ?? Number.NEGATIVE_INFINITY, last?.endedAt ?? Number.NEGATIVE_INFINITY);
        if (now - newest > longest && now > suppressedUntil) remembered.delete(id);
      }
    },
  };
}
