// The one order of what is wrong, for every list, headline and message: its level, then whether nobody has it, then how much is lost with
// it, then how much depends on it, then its age.
import type { Alert, Depends } from '@belfry/schema/entities/alert';
import { NOTHING_DEPENDS } from './depends.ts';

/** `since` is ISO; of what is as bad, the newest is first, and what began together keeps its order. */
export interface Ranked {
  id: string;
  level: Alert['level'];
  /** Somebody takes care of it. */
  isTaken: boolean;
  /** It does not answer, so what depends on it is lost too. On a node that is busy everything still runs. */
  isLost: boolean;
  depends: Depends;
  /** The kind of its resource. */
  kind: string;
  since: string;
}

const levels = { critical: 0, warning: 1 } as const;
/** Before an agent on it, even when nothing else depends on it. */
const machines: ReadonlySet<string> = new Set(['instance', 'cluster', 'node']);

export const byHarm = (a: Ranked, b: Ranked): number =>
  levels[a.level] - levels[b.level] ||
  Number(a.isTaken) - Number(b.isTaken) ||
  lostIn(b) - lostIn(a) ||
  guestsOf(b) - guestsOf(a) ||
  Number(machines.has(b.kind)) - Number(machines.has(a.kind)) ||
  b.depends.others - a.depends.others ||
  compare(b.since, a.since);

/** Nobody knows that the others did not run. */
const guestsOf = ({ depends: { guests, unknown = 0 } }: Ranked): number => guests + unknown;
const lostIn = (ranked: Ranked): number => (ranked.isLost ? guestsOf(ranked) : 0);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Acknowledged, silenced, or in a maintenance window. */
export const isTaken = ({ acknowledged, metadata }: Pick<Alert, 'acknowledged' | 'metadata'>): boolean =>
  acknowledged || metadata?.silenced !== undefined || metadata?.maintenance !== undefined;

const lossTypes: ReadonlySet<string> = new Set(['connectivity', 'offline', 'docker-host-offline']);
/** An alert about something that does not answer. */
export const isLoss = ({ type }: Pick<Alert, 'type'>): boolean => lossTypes.has(type);

export const rankedAlert = (alert: Alert): Ranked => ({
  id: alert.id,
  level: alert.level,
  isTaken: isTaken(alert),
  isLost: isLoss(alert),
  depends: alert.metadata?.depends ?? NOTHING_DEPENDS,
  kind: alert.metadata?.resourceType ?? '',
  since: alert.startTime,
});

export const worstFirst = (a: Alert, b: Alert): number => byHarm(rankedAlert(a), rankedAlert(b));
