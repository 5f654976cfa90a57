// Decides what is due, from the active alerts, the earlier messages to each destination, the settings and the time only. So a restart, and
// the end of a silence or of quiet hours, need no code of their own.

import { worstFirst } from '@belfry/domain/alerts/order';
import type { Notified } from '../../db/outbox-store.ts';
import type { Destination } from '../destination.ts';
import type { Notice, NoticeAlert } from '../notice.ts';
import { inOneLine } from '../text/one-line.ts';
import { dueOf } from './due.ts';
import { type Group, type GroupMemory, grouped, type IsOpen, placeOf } from './grouping.ts';
import { resolutionOf } from './resolutions.ts';
import { isMeasured } from './rules.ts';
import type { Candidate, Ending, Held, OpenAlert, Situation } from './situation.ts';
import { wakeIn } from './situation.ts';
import { heldBackBy } from './stages.ts';

export interface PlanInput {
  open: readonly OpenAlert[];
  endings: readonly Ending[];
  destinations: readonly Destination[];
  situation: Situation;
  memory: GroupMemory | undefined;
}

export interface Plan {
  notices: { notice: Notice; destination: Destination }[];
  put: Notified[];
  remove: Notified[];
  memory: GroupMemory;
  /** What was thrown about single alerts. Nothing was decided about them. */
  errors: unknown[];
}

export function plan({ open, endings, destinations, situation, memory }: PlanInput): Plan {
  const { index } = situation;
  const passed: Candidate[] = [];
  const put: Notified[] = [];
  const remove: Notified[] = [];
  const errors: unknown[] = [];
  const decide = (run: () => void) => {
    try {
      run();
    } catch (error) {
      errors.push(error);
    }
  };
  for (const destination of destinations) {
    if (!destination.enabled) continue;
    const notified = index.of(destination.id);
    for (const alert of open)
      decide(() => {
        const candidate = dueOf(alert, destination, notified.get(alert.occurrence), situation);
        if (candidate && !heldBackBy(candidate, situation)) passed.push(candidate);
      });
  }
  const byId = new Map(destinations.map((destination) => [destination.id, destination]));
  for (const ending of endings)
    decide(() => {
      const destination = byId.get(ending.notified.destination);
      const candidate = destination && resolutionOf(ending, destination);
      if (!candidate) end(ending.notified);
      else if (!heldBackBy(candidate, situation)) passed.push(candidate);
    });
  forget();

  const { due, memory: next } = grouped(passed, memory, situation, openPlaces());
  for (const { kind, candidates } of due)
    for (const { notified, ...candidate } of candidates) {
      if (kind !== 'resolved') put.push(notifiedNow({ notified, ...candidate }, situation));
      else if (notified) end(notified);
    }
  return {
    notices: due.map((group) => ({ notice: noticeOf(group, situation), destination: group.destination })),
    put,
    remove,
    memory: next,
    errors: [...errors, ...(situation.tolerated ?? [])],
  };

  /** Asked only when there are ends. */
  function openPlaces(): IsOpen {
    const places = new Map<string, Set<string>>();
    return ({ id }, place) => {
      const own = places.get(id) ?? new Set<string>();
      if (!places.has(id))
        for (const one of open) if (index.of(id).has(one.occurrence)) own.add(placeOf(one, situation.rules));
      places.set(id, own);
      return own.has(place);
    };
  }

  /** The times of its messages count for the limit per hour. */
  function end(notified: Notified): void {
    const ended = { ...notified, endedAt: situation.now.monotonic };
    if (isKept(ended, situation)) put.push(ended);
    else remove.push(notified);
  }
  function forget(): void {
    for (const id of index.destinations()) {
      const isGone = !byId.has(id);
      for (const notified of index.of(id).values())
        if (isGone || (notified.endedAt !== undefined && !isKept(notified, situation))) remove.push(notified);
    }
  }
}

/** The message that is due about an active alert, and what holds it back. Undefined: nothing is due. */
export function decisionOf(
  open: OpenAlert,
  destination: Destination,
  situation: Situation,
): { candidate: Candidate; held: Held | undefined } | undefined {
  const candidate = dueOf(open, destination, situation.index.of(destination.id).get(open.occurrence), situation);
  return candidate && { candidate, held: heldBackBy(candidate, situation) };
}

const HOUR_MS = 3_600_000;
const isKept = ({ alert, times, endedAt }: Notified, situation: Situation): boolean => {
  const last = times.at(-1);
  if (endedAt === undefined || last === undefined) return false;
  if (situation.rules.perHour === 0 || !isMeasured(alert)) return false;
  wakeIn(situation, last + HOUR_MS);
  return situation.now.monotonic - last < HOUR_MS;
};

function notifiedNow(
  { destination, occurrence, alert, notified, escalation }: Candidate,
  { now }: Situation,
): Notified {
  return {
    ...{ destination: destination.id, occurrence, alert },
    level: notified?.level === 'critical' ? 'critical' : alert.level,
    flapping: notified?.flapping === true || alert.metadata?.flapping !== undefined,
    escalation: escalation ?? notified?.escalation ?? 0,
    // Not a spread: V8 keeps room for 17 elements then.
    times: (notified?.times ?? []).filter((time) => now.monotonic - time < HOUR_MS).concat(now.monotonic),
  };
}

function noticeOf({ kind, candidates }: Group, situation: Situation): Notice {
  const { now, rules } = situation;
  const { timeZone } = rules;
  const alerts = candidates.map((candidate) =>
    inOneLine({ ...noticeAlertOf(candidate, now.monotonic), ...siteOf(candidate, situation) }),
  );
  return {
    kind,
    alerts: alerts.sort((a, b) => worstFirst(a.alert, b.alert) || b.duration - a.duration),
    at: now.at,
    timeZone,
  };
}

function noticeAlertOf({ alert, occurrence, startedAt, escalation, ending }: Candidate, now: number): NoticeAlert {
  if (!ending)
    return {
      alert,
      occurrence,
      duration: Math.max(0, now - startedAt),
      ...(escalation !== undefined && { escalation }),
    };
  const { at, reason, now: reading } = ending;
  const duration = Math.max(0, at - Date.parse(alert.startTime));
  return { alert, occurrence, duration, resolvedAt: at, ...(reason && { reason }), ...(reading && { now: reading }) };
}

/** The site that an alert is about has that name already. */
function siteOf({ alert }: Candidate, situation: Situation): Pick<NoticeAlert, 'site'> {
  const id = situation.siteOf?.(alert);
  const name = id === undefined ? undefined : situation.siteName?.(id);
  return name === undefined || id === alert.resourceId ? {} : { site: name };
}
