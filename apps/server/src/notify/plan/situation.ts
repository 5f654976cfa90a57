// The facts from which the planner decides.
import type { HeldBack } from '@belfry/schema/alerts/explanation';
import type { Alert, ResolvedReason } from '@belfry/schema/entities/alert';
import type { EndReading } from '@belfry/schema/notifications/notice';
import type { Notified } from '../../db/outbox-store.ts';
import type { Moment } from '../../lib/clock.ts';
import type { Guarded } from '../../lib/parts.ts';
import type { Destination } from '../destination.ts';
import type { NoticeKind } from '../notice.ts';
import type { NotifiedIndex } from '../notified-index.ts';
import type { Pause } from './hours.ts';
import type { Rules } from './rules.ts';

/** An active alert, with the marks of silences and maintenance windows. */
export interface OpenAlert {
  alert: Alert;
  occurrence: string;
  /** Epoch ms. */
  startTime: number;
  /** The same on the monotonic clock. */
  startedAt: number;
  /** Since when neither a person nor a mark nor a cause holds it back; on the monotonic clock. */
  freeSince: number;
}

/** How an occurrence ended. `at` epoch ms. */
export interface End {
  alert: Alert;
  at: number;
  reason?: ResolvedReason | undefined;
  now?: EndReading | undefined;
}

/** The end of an alert about which a destination was notified. */
export interface Ending extends End {
  notified: Notified;
}

/** The earliest time at which something may be due, on either clock. */
export interface Wake {
  at: number;
  monotonic: number;
}

export interface Situation {
  now: Moment;
  rules: Rules;
  quiet: Pause;
  /** When the own hours of a destination are over. */
  closed(destination: Destination): Pause;
  tagsOf(alert: Alert): readonly string[];
  siteOf?: ((alert: Alert) => string | undefined) | undefined;
  /** The name of a site, by its id. */
  siteName?: ((id: string) => string | undefined) | undefined;
  index: NotifiedIndex;
  /** Whether an earlier message about it is still on its way. */
  isWaiting(occurrence: string, destination: string): boolean;
  /** The stages and rules lower it. */
  wake: Wake;
  /** Default: those of `stages.ts`. */
  stages?: Stages | undefined;
  /** Guards each stage. Default: what it throws is thrown. */
  guarded?: Guarded | undefined;
  /** A stage that throws holds nothing back, and what it threw is put here. Without it, it is thrown. */
  tolerated?: unknown[] | undefined;
}

/** A message about one alert that may be due at one destination. */
export interface Candidate {
  kind: NoticeKind;
  destination: Destination;
  alert: Alert;
  occurrence: string;
  /** When the alert began; on the monotonic clock. */
  startedAt: number;
  notified?: Notified | undefined;
  /** The level of an escalation. */
  escalation?: number | undefined;
  ending?: Ending | undefined;
}

export type Held = Pick<HeldBack, 'by' | 'reason'> & { until?: number };

/** Returns the reason why the candidate is held back. */
export type Stage = (candidate: Candidate, situation: Situation) => Held | undefined;

export interface Stages {
  readonly ofAlerts: readonly Stage[];
  readonly ofEnds: readonly Stage[];
}

export function wakeAt(wake: Wake, at: number): void {
  if (at < wake.at) wake.at = at;
}
export function wakeIn({ now, wake }: Situation, monotonic: number): void {
  if (monotonic > now.monotonic && monotonic < wake.monotonic) wake.monotonic = monotonic;
}
/** A time of the monotonic clock as epoch ms, for people. */
export const shownTime = ({ at, monotonic }: Moment, time: number): number => at + (time - monotonic);
