// The time after a start in which Belfry has not read everything yet.
import type { Moment } from '../../lib/clock.ts';

export interface Learning {
  /** To be called whenever something of the instance is read. */
  note(instanceId: string, now: Moment): void;
  /**
   * Whether Belfry has watched the instance for less than `ms`. Until then, data that is missing, such as a snapshot, may not have
   * been read yet.
   */
  isNew(instanceId: string, ms: number): boolean;
  /** Such a part of an entity was read, so when it is missing later, it is gone. */
  saw(part: string): void;
  hasSeen(part: string): boolean;
}

/** Every list of an instance has been read within this time, including those that are read guest by guest. */
export const ALL_READ_MS = 1_800_000;
/** The same for the storages of all nodes. */
export const STORAGES_READ_MS = 180_000;
/** Only of guests with something to report. */
const MOST_PARTS = 20_000;

export function createLearning(): Learning {
  const since = new Map<string, number>();
  const parts = new Set<string>();
  let latest = 0;
  return {
    note(instanceId, { monotonic }) {
      latest = monotonic;
      if (!since.has(instanceId)) since.set(instanceId, monotonic);
    },
    saw(part) {
      if (parts.size >= MOST_PARTS) parts.clear();
      parts.add(part);
    },
    hasSeen: (part) => parts.has(part),
    isNew: (instanceId, ms) => latest - (since.get(instanceId) ?? latest) < ms,
  };
}
