// The marks of alerts while silences and maintenance windows cannot be read: those of before, and after a few failures none, because a
// message too many is better than one that is never sent.
import type { Alert } from '@belfry/schema/entities/alert';

const MAX_FAILURES = 3;

export function createLastMarks() {
  let last: readonly Alert[] = [];
  let failures = 0;
  return {
    /** Returns the same list. */
    learn(marked: Alert[]): Alert[] {
      last = marked;
      failures = 0;
      return marked;
    },
    /** The alerts with the marks that each of them had last. */
    of(alerts: Alert[]): Alert[] {
      if (++failures > MAX_FAILURES) return alerts;
      const known = new Map(last.map(({ metadata }) => [metadata?.occurrence, metadata]));
      return alerts.map((alert) => {
        const { silenced, maintenance } = known.get(alert.metadata?.occurrence) ?? {};
        if (!alert.metadata || (!silenced && !maintenance)) return alert;
        const marks = { ...(silenced && { silenced }), ...(maintenance && { maintenance }) };
        return { ...alert, metadata: { ...alert.metadata, ...marks } };
      });
    },
  };
}
