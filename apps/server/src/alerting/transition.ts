// What happened to an alert. The history, announcements and notifications follow these.
import type { Alert, ResolvedReason } from '@belfry/schema/entities/alert';

export type TransitionKind =
  | 'raised'
  | 'level'
  | 'acknowledged'
  | 'unacknowledged'
  | 'resolved'
  | 'flapping'
  | 'attached'
  | 'detached';

/** `alert` is as it is after the transition. `at` epoch ms. `peak` is the worst value so far. `by` is the user who acted. */
export interface Transition {
  kind: TransitionKind;
  alert: Alert;
  occurrence: string;
  at: number;
  peak: number;
  by?: string;
  reason?: ResolvedReason;
}

/** One occurrence as the store keeps it: what a restart needs. Times are epoch ms; `id` is that of the occurrence. */
export interface KeptOccurrence {
  id: string;
  alert: Alert;
  peak: number;
  openedAt: number;
  resolvedAt?: number | undefined;
  reason?: string | undefined;
}
