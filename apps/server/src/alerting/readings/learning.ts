// The time after a start in which Belfry has not read everything yet.
import type { Moment } from '../../lib/clock.ts';

/** Every list of an instance has been read within this time, including those that are read guest by guest. */
export const ALL_READ_MS = 1_800_000;
/** The same for the storages of all nodes. */
export const STORAGES_READ_MS = 180_000;
/** Of each instance; only of guests with something to report. */
const MAX_PARTS = 20_000;

export function createLearning() {
  const since = new Map<string, number>();
  const seen = new Map<string, Set<string>>();
  let latest = 0;
  return {
    /** To be called whenever something of the instance is read. */
    note(instanceId: string, { monotonic }: Moment) {
      latest = monotonic;
      if (!since.has(instanceId)) since.set(instanceId, monotonic);
    },
    /** Such a part of an entity was read, so when it is missing later, it is gone. */
    saw(instanceId: string, part: string) {
      const parts = seen.get(instanceId) ?? new Set();
      if (parts.size >= MAX_PARTS) parts.clear();
      seen.set(instanceId, parts.add(part));
    },
    hasSeen: (instanceId: string, part: string): boolean => seen.get(instanceId)?.has(part) ?? false,
    /** Its source was created again, so everything is read again. */
    renew(instanceId: string) {
      since.delete(instanceId);
      seen.delete(instanceId);
    },
    /**
     * Whether Belfry has watched the instance for less than `ms`. Until then, data that is missing, such as a snapshot, may not have
     * been read yet.
     */
    isNew: (instanceId: string, ms: number): boolean => latest - (since.get(instanceId) ?? latest) < ms,
  };
}
