// What is to be said about one or more alerts at one destination.
import type { Alert, ResolvedReason } from '@belfry/schema/entities/alert';

/**
 * `level`: a warning became critical, or a count that is told again has grown. `reminder`: nobody has acknowledged it. `escalated`:
 * the same for so long that others are told. `digest`: raised while quiet hours or the hours of the destination held it back.
 */
export type NoticeKind = 'raised' | 'level' | 'flapping' | 'reminder' | 'escalated' | 'digest' | 'resolved' | 'test';

/** `alert` is as it was when the notice was made. */
export interface NoticeAlert {
  alert: Alert;
  /** The id of the occurrence: for services that link the end to the start. */
  occurrence: string;
  /** Milliseconds so far, or in all. */
  duration: number;
  /** Epoch ms. */
  resolvedAt?: number;
  reason?: ResolvedReason;
  /** The level of the escalation, from 1. */
  escalation?: number;
}

/** `at` epoch ms. `alerts`: the worst first, at least one. */
export interface Notice {
  kind: NoticeKind;
  alerts: readonly NoticeAlert[];
  at: number;
}
