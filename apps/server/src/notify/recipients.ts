// Who would be notified about an alert, what holds back the alerts that are active, and what is sent about them next. All ask the
// planner, and send nothing.
import type { HeldBack, NextMessage } from '@belfry/schema/alerts/explanation';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Recipient } from '@belfry/schema/notifications/recipients';
import { iso } from '../lib/clock.ts';
import type { Destination } from './destination.ts';
import type { Notify } from './notify.ts';
import { begin } from './plan/alerts.ts';
import { type ForecastInput, forecast, type Upcoming } from './plan/forecast.ts';
import { decisionOf } from './plan/plan.ts';
import { type Held, type Situation, shownTime } from './plan/situation.ts';
import { routed } from './plan/stages/routed.ts';

const NEW = 'new';

/** `alert` is one that would be raised at this moment. */
export function recipientsOf(alert: Alert, notify: Notify): Recipient[] {
  const situation = notify.situation();
  const open = begin(alert, NEW, situation.now);
  return notify.destinations().map((destination) => {
    const { id, name, channel, service, enabled } = destination;
    const held = enabled ? decisionOf(open, destination, situation)?.held : ({ by: 'disabled' } as const);
    const when = !held
      ? 'now'
      : held.by === 'disabled' || held.by === 'routing' || held.by === 'itself'
        ? 'never'
        : 'later';
    return {
      id,
      name,
      channel,
      service,
      when,
      ...(held && { heldBack: shown(held) }),
      escalations: levelsOf(open.alert, destination, situation),
    };
  });
}

function levelsOf(alert: Alert, destination: Destination, situation: Situation): Recipient['escalations'] {
  const candidate = { kind: 'escalated', destination, alert, occurrence: NEW, startedAt: 0 } as const;
  if (!destination.enabled || routed(candidate, situation)) return [];
  return situation.rules.escalation.flatMap(({ afterMs, notify }, index) =>
    notify === 'all' || notify === destination.channel ? [{ level: index + 1, after: afterMs / 60_000 }] : [],
  );
}

/** What holds back an active alert apart from the marks that it shows itself. */
export function heldBackOf(occurrence: string, notify: Notify): HeldBack[] {
  const open = notify.alerts.get(occurrence);
  if (!open) return [];
  const situation = notify.situation();
  const all = notify.destinations().flatMap((destination): HeldBack[] => {
    const decision = destination.enabled ? decisionOf(open, destination, situation) : undefined;
    if (!decision) return [];
    const held = decision.held ?? waiting(occurrence, destination, notify, situation);
    if (!held || marks.has(held.by)) return [];
    return [{ ...shown(held), ...(held.by !== 'quietHours' && { destination: destination.name }) }];
  });
  const quiet = all.find(({ by }) => by === 'quietHours');
  return [...(quiet ? [quiet] : []), ...all.filter(({ by }) => by !== 'quietHours')];
}

/** What is sent next about an active alert if nothing happens but time, the earliest first. */
export function nextOf(occurrence: string, notify: Notify, marksAt: ForecastInput['marksAt']): NextMessage[] {
  const { now, index } = notify.situation();
  const open = notify.alerts.list();
  const memory = notify.waiting();
  const { situationAt } = notify;
  const destinations = notify.destinations();
  const upcoming = forecast({ ...{ occurrence, open, destinations, index, memory, now }, situationAt, marksAt });
  const together = Map.groupBy(upcoming, ({ at, kind, escalation }) => `${at} ${kind} ${escalation}`);
  return [...together.values()].map(inWords);
}

function inWords(list: readonly [Upcoming, ...Upcoming[]] | readonly Upcoming[]): NextMessage {
  const [first] = list;
  if (!first) throw new Error('a group has at least one message');
  const { at, kind, escalation } = first;
  return {
    ...{ at: iso(at), kind, destinations: list.map(({ destination }) => destination.name) },
    ...(escalation !== undefined && { level: escalation }),
  };
}

const marks: ReadonlySet<HeldBack['by']> = new Set(['acknowledgement', 'silence', 'maintenance', 'flapping', 'cause']);

function waiting(occurrence: string, { id }: Destination, notify: Notify, { now, rules }: Situation): Held | undefined {
  const since = notify.waiting()?.waiting.get(id)?.get(occurrence)?.since;
  return since === undefined ? undefined : { by: 'grouping', until: shownTime(now, since + rules.windowMs) };
}

const shown = ({ until, ...held }: Held): HeldBack => ({ ...held, ...(until !== undefined && { until: iso(until) }) });
