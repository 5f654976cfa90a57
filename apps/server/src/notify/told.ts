// What a destination was told about one occurrence of an alert. The planner decides by it what is still to be said.
import type { Severity } from '@belfry/schema/alerts/config';
import type { Alert } from '@belfry/schema/entities/alert';

/** One row of the outbox's file. Times are epoch ms. */
export interface Told {
  /** The id of the destination. */
  destination: string;
  occurrence: string;
  /** As it was last told: what a resolution says if the server did not see the end. */
  alert: Alert;
  /** The highest level that was told. */
  level: Severity;
  /** It was told that the alert flaps. */
  flapping: boolean;
  /** The highest escalation that was told; 0: none. */
  escalation: number;
  /** When messages about it were queued: the last one, and all of the last hour. */
  times: readonly number[];
  /** When its end was told, or need not be told. The row stays for an hour, because its times count for the limit per hour. */
  endedAt?: number;
}

export const toldKey = ({ destination, occurrence }: Pick<Told, 'destination' | 'occurrence'>): string =>
  `${destination}\n${occurrence}`;
