// Explains an alert from the data of the engine and the history: its rule, its reading, its threshold, and what holds it back.
import { factsOf } from '@belfry/domain/alerts/catalogue';
import type {
  ExplainedDelivery,
  ExplainedEnd,
  Explanation,
  HeldBack,
  NextMessage,
} from '@belfry/schema/alerts/explanation';
import type { HistoryEntry, Known } from '@belfry/schema/alerts/history';
import type { Alert } from '@belfry/schema/entities/alert';
import type { State } from '@belfry/schema/state';
import { iso, type Moment } from '../../lib/clock.ts';
import { CALM_MS } from '../engine/flapping.ts';
import { endOf } from '../engine/lifecycle.ts';
import type { Answered } from '../engine/polls.ts';
import type { Confirm, Reading, Verdict } from '../engine/reading.ts';
import { SERVER } from '../engine/rule-set.ts';
import type { Tracked } from '../engine/tracked.ts';

export interface Explained {
  id: string;
  /** The engine's data about the alert. Undefined when it has ended. */
  tracked: Readonly<Tracked> | undefined;
  /** What its reading is made of, newest first. */
  answers: readonly Answered[];
  entry: HistoryEntry | undefined;
  /** The data that was stored when the alert was raised. */
  known: Known;
  /** What holds back notifications beside the marks of the alert. */
  heldBack: readonly HeldBack[];
  deliveries: readonly ExplainedDelivery[];
  /** What is sent next. */
  next: readonly NextMessage[];
  state: State;
  now: Moment;
}

/** Undefined when there is neither an alert nor a bad reading. */
export function explain(explained: Explained): Explanation | undefined {
  const { id, tracked, answers, entry, known, state, now } = explained;
  const isActive = entry !== undefined && entry.status !== 'resolved';
  const reading = tracked?.reading;
  // After a restart, a person may clear an alert before its first reading.
  const coming = !isActive && tracked?.pending && reading ? tracked : undefined;
  const type = coming ? reading?.type : entry?.type;
  if (type === undefined) return undefined;
  const { threshold, hold } = isActive || coming ? { ...known, ...knownOf(reading) } : known;
  const pending = coming ? pendingMs(coming, now) : heldMs(entry);
  return {
    id,
    status: coming ? (coming.wait?.cause === undefined ? 'pending' : 'attached') : (entry?.status ?? 'resolved'),
    ...(entry && { alert: entry }),
    rule: ruleOf(type, reading, entry),
    readings: reading && tracked ? [readingOf(reading, tracked, answers, state, now)] : [],
    ...(threshold && { threshold }),
    ...(hold && { hold: { ...hold, ...(pending !== undefined && { pending: Math.round(pending / 1000) }) } }),
    heldBack: coming ? causeOf(coming.wait?.cause) : isActive ? [...marksOf(entry), ...explained.heldBack] : [],
    deliveries: [...explained.deliveries],
    next: [...explained.next],
    ...(isActive && { ends: endsOf(reading, entry) }),
  };
}

/** Each kind of reading has its own condition; an alert that flaps must be good for a while. */
function endsOf(reading: Reading | undefined, { metadata }: Alert): ExplainedEnd {
  const verdict = reading?.verdict;
  return {
    ...(verdict?.is === 'measured' && endOf(verdict.limit)),
    seconds: metadata?.flapping ? CALM_MS / 1000 : 0,
  };
}

/** What is stored with an alert when it is raised. */
export function knownOf(reading: Reading | undefined): Known {
  if (!reading) return {};
  const threshold = thresholdOf(reading.verdict);
  return { ...(threshold && { threshold }), hold: holdOf(reading.confirm) };
}

function thresholdOf(verdict: Verdict): Known['threshold'] {
  if (verdict.is === 'measured') {
    const { trigger, clear, critical, origin } = verdict.limit;
    return { trigger, clear, ...(Number.isFinite(critical) && { critical }), origin };
  }
  if (verdict.is !== 'bad') return undefined;
  return { trigger: verdict.threshold, ...(verdict.origin && { origin: verdict.origin }) };
}

function holdOf(confirm: Confirm): NonNullable<Known['hold']> {
  if ('holdMs' in confirm) return { seconds: confirm.holdMs / 1000 };
  return 'silentMs' in confirm ? { silentSeconds: confirm.silentMs / 1000 } : confirm;
}

/** How long the reading has been bad. */
export const pendingMs = ({ pending }: Tracked, now: Moment): number | undefined =>
  pending && now.monotonic - pending.since.monotonic - pending.unknownMs;

/** From the first bad reading to the alert. */
function heldMs(entry: HistoryEntry | undefined): number | undefined {
  const raised = entry?.changes.find(({ kind }) => kind === 'raised');
  return entry && raised && Math.max(0, Date.parse(raised.at) - Date.parse(entry.startTime));
}

function ruleOf(type: string, reading: Reading | undefined, entry: HistoryEntry | undefined): Explanation['rule'] {
  const { category, unit } = factsOf(type);
  return { type, category, unit, resourceType: reading?.resource.kind ?? entry?.metadata?.resourceType ?? '' };
}

function readingOf(
  { resource: { instanceId, instance } }: Reading,
  { verdict, list }: Tracked,
  answers: readonly Answered[],
  state: State,
  now: Moment,
): Explanation['readings'][number] {
  const source = state.instances.find(({ id }) => id === instanceId);
  const value = 'value' in verdict ? verdict.value : undefined;
  const since = (at: number) => ({ at: iso(at), age: Math.max(0, Math.round((now.at - at) / 1000)) });
  // Belfry looks at itself all the time.
  const newest = instanceId === SERVER ? now.at : answers[0]?.at;
  return {
    is: verdict.is,
    ...(value !== undefined && { value }),
    ...{ instanceId, instance: source?.name ?? instance, list },
    ...(newest !== undefined && since(newest)),
    polls: answers.map(({ poll, list, at }) => ({ poll, list, ...since(at) })),
  };
}

const causeOf = (id: string | undefined): Explanation['heldBack'] => (id === undefined ? [] : [{ by: 'cause', id }]);

export function marksOf({ acknowledged, ackUser, ackTime, metadata }: Alert): Explanation['heldBack'] {
  const { silenced, maintenance, flapping, cause } = metadata ?? {};
  return [
    ...(acknowledged
      ? [{ by: 'acknowledgement' as const, ...(ackUser && { user: ackUser }), ...(ackTime && { since: ackTime }) }]
      : []),
    ...(silenced
      ? [{ by: 'silence' as const, user: silenced.by, reason: silenced.reason, until: silenced.until }]
      : []),
    ...(maintenance ? [{ by: 'maintenance' as const, reason: maintenance.name, until: maintenance.until }] : []),
    ...(flapping ? [{ by: 'flapping' as const, since: flapping.since }] : []),
    ...causeOf(cause),
  ];
}
