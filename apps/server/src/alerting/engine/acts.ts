// What operators do with active alerts.
import { iso } from '../../lib/clock.ts';
import type { Evaluation } from './evaluation.ts';
import type { Tracked, TrackedAlerts } from './tracked.ts';

/** `by` is the name of the user. */
export type Act = { by: string } & (
  | { acknowledge: readonly string[] }
  | { unacknowledge: readonly string[] }
  | { clear: readonly string[] }
);

/** `success` is false when there is no such active alert. */
export interface ActResult {
  id: string;
  success: boolean;
}

export interface ActsDeps {
  alerts: TrackedAlerts;
  changed(tracked: Tracked): void;
  clear(tracked: Tracked, evaluation: Evaluation, by: string): void;
}

export function createActs({ alerts, changed, clear }: ActsDeps) {
  const each = (ids: readonly string[], run: (tracked: Tracked & { open: object }) => void): ActResult[] =>
    ids.map((id) => {
      const tracked = alerts.get(id);
      if (!hasOpen(tracked)) return { id, success: false };
      run(tracked);
      return { id, success: true };
    });

  return (act: Act, evaluation: Evaluation): ActResult[] => {
    const { by } = act;
    if ('clear' in act) return each(act.clear, (tracked) => clear(tracked, evaluation, by));
    if ('acknowledge' in act) {
      return each(act.acknowledge, (tracked) => {
        const { open } = tracked;
        if (open.alert.acknowledged) return;
        open.alert = { ...open.alert, acknowledged: true, ackTime: iso(evaluation.now.at), ackUser: by };
        evaluation.note('acknowledged', open, { by });
        changed(tracked);
      });
    }
    return each(act.unacknowledge, (tracked) => {
      const { open } = tracked;
      if (!open.alert.acknowledged) return;
      const { ackTime: _time, ackUser: _user, ...alert } = open.alert;
      open.alert = { ...alert, acknowledged: false };
      evaluation.note('unacknowledged', open, { by });
      changed(tracked);
    });
  };
}

const hasOpen = (
  tracked: Tracked | undefined,
): tracked is Tracked & Required<Pick<Tracked, 'open'>> & { open: NonNullable<Tracked['open']> } =>
  tracked?.open !== undefined;
