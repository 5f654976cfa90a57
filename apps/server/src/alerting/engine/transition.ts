// Changes of alerts. The history, announcements and notifications follow them.
import type { Alert, ResolvedReason } from '@belfry/schema/entities/alert';
import type { EndReading } from '@belfry/schema/notifications/notice';

export type TransitionKind =
  | 'raised'
  | 'level'
  | 'acknowledged'
  | 'unacknowledged'
  | 'resolved'
  | 'flapping'
  | 'attached'
  | 'detached';

/** `alert`: after the transition. `at`: epoch ms. `peak`: the worst value so far. `by`: the user who acted. */
export interface Transition {
  kind: TransitionKind;
  alert: Alert;
  occurrence: string;
  at: number;
  peak: number;
  by?: string;
  reason?: ResolvedReason;
  /** The reading that ended it. */
  now?: EndReading;
}

/** The part of a stored occurrence that a restart needs. Times are epoch ms. `id`: of the occurrence, not of the alert. */
export interface KeptOccurrence {
  id: string;
  alert: Alert;
  peak: number;
  openedAt: number;
  resolvedAt?: number | undefined;
  reason?: string | undefined;
}
