// Which active alerts may be explained by another alert than before. With 100,000 guests there are thousands of alerts, and in most evaluations
// nothing happens to any that explains others.
import { forAll } from '../../lib/for-all.ts';
import type { Tracked, TrackedAlerts } from './tracked.ts';

export type Following = ReturnType<typeof createFollowing>;

export function createFollowing(alerts: TrackedAlerts) {
  /** The ids that readings have named as their causes. Most are of nodes and instances, so there are few. */
  const named = new Set<string>();
  let considered: Tracked[] = [];
  /** Something happened to an alert that may explain others. */
  let isMoved = true;
  return {
    /** It was considered: its reading may name other causes than before. */
    consider(tracked: Tracked): void {
      considered.push(tracked);
      for (const cause of tracked.reading?.causes ?? []) named.add(cause);
    },
    /** It began, ended, or waits for another one than before. */
    moved(id: string): void {
      isMoved ||= named.has(id);
    },
    /** Those since the last time. After one that throws, all are looked at again. */
    each(follow: (tracked: Tracked) => void): void {
      // An alert of before a restart has named nothing yet.
      const isAny = isMoved || alerts.unbound().size > 0;
      const own = isAny ? alerts.all() : considered;
      considered = [];
      isMoved = true;
      forAll(own, follow);
      isMoved = false;
    },
  };
}
