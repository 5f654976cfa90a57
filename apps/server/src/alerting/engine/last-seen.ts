// The time of the last bad reading of each active alert, as clients see it. It changes at most once a minute.
import { iso } from '../../lib/clock.ts';
import type { Evaluation } from './evaluation.ts';
import { isBad, judge } from './lifecycle.ts';
import type { TrackedAlerts } from './tracked.ts';

const EVERY_MS = 60_000;

export function createLastSeen(alerts: TrackedAlerts) {
  /** On the monotonic clock, by instance. */
  const last = new Map<string, number>();
  return {
    /** True when an alert has changed. */
    note(instanceId: string, evaluation: Evaluation): boolean {
      if (evaluation.poll(instanceId) !== 'good') return false;
      const { at, monotonic } = evaluation.now;
      if (monotonic - (last.get(instanceId) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return false;
      let isChanged = false;
      for (const tracked of alerts.all()) {
        const { open, verdict } = tracked;
        if (!open || tracked.instanceId !== instanceId || !isBad(judge(verdict, open.alert.level))) continue;
        open.alert = { ...open.alert, lastSeen: iso(at) };
        isChanged = true;
      }
      last.set(instanceId, monotonic);
      return isChanged;
    },
  };
}
