// Turns changes of alerts into notices in the outbox.
import type { Schedule } from '@belfry/schema/alerts/schedule';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Notified } from '../db/outbox-store.ts';
import { type Clock, type Moment, momentOf } from '../lib/clock.ts';
import { forAll } from '../lib/for-all.ts';
import type { Guarded } from '../lib/parts.ts';
import type { Destination, Destinations } from './destination.ts';
import { notifiedOf, recordOf } from './notified.ts';
import { createNotifiedIndex, type NotifiedIndex } from './notified-index.ts';
import type { Outbox } from './outbox/outbox.ts';
import { createOpenAlerts, type OpenAlerts } from './plan/alerts.ts';
import type { GroupMemory } from './plan/grouping.ts';
import { closedAt, never, type Pause, quietHoursAt, remembered } from './plan/hours.ts';
import { plan } from './plan/plan.ts';
import { type Rules, rulesOf } from './plan/rules.ts';
import type { End, Ending, Situation, Stages } from './plan/situation.ts';

export interface AlertsUpdate {
  /** With the marks of silences and maintenance windows. */
  active: readonly Alert[];
  /** The occurrences that ended since the last time. */
  ended: ReadonlyMap<string, End>;
}

export interface Notify {
  /** Alerts have changed. Nothing is sent before the next tick. */
  update(alerts: AlertsUpdate): void;
  /** Once a second: whatever is due is put into the outbox. */
  tick(): void;
  /** The facts from which the planner decides, at this moment. */
  situation(): Situation;
  destinations(): readonly Destination[];
  /** The same at another time, with other earlier messages, all of which have arrived. */
  situationAt(now: Moment, index: NotifiedIndex): Situation;
  alerts: Pick<OpenAlerts, 'get' | 'list'>;
  /** Since when the groups wait. */
  waiting(): GroupMemory | undefined;
}

export interface NotifyDeps {
  destinations: Destinations;
  outbox: Pick<Outbox, 'notified' | 'queue' | 'withdraw' | 'isWaiting'>;
  schedule(): Schedule;
  tagsOf(alert: Alert): readonly string[];
  /** The id of the site of its resource. Default: there are no sites. */
  siteOf?(alert: Alert): string | undefined;
  /** The name of a site, by its id. */
  siteName?(id: string): string | undefined;
  /** How those occurrences ended about which destinations were notified before a restart. */
  ended: ReadonlyMap<string, End>;
  /** The time zone of the server. */
  zone: string;
  /** What may hold a message back. Default: all that there is. */
  stages?: Stages | undefined;
  guarded?: Guarded;
  clock: Pick<Clock, 'now' | 'monotonic'>;
}

/** Tags of resources change without notice, so it looks again after so long even if nothing else has changed. */
const MAX_IDLE_MS = 60_000;
/** After so many plans that failed, what throws holds nothing back any more. */
const MAX_FAILURES = 3;

export function createNotify(deps: NotifyDeps): Notify {
  const { outbox, zone, stages, guarded, clock } = deps;
  const started = momentOf(clock);
  const index = createNotifiedIndex(outbox.notified.map((row) => notifiedOf(row, started)));
  const alerts = createOpenAlerts();
  /** Their messages may still have to be withdrawn. */
  let leaving: Ending[] = [];
  /** A message about their end is due. */
  let endings: Ending[] = [];
  let memory: GroupMemory | undefined;
  let isUpdated = false;
  let isChanged = false;
  /** How occurrences ended, until it is known to whom that matters. */
  const ends = new Map<string, End>();
  /** Messages that were withdrawn, until the outbox knows that. */
  let withdrawn: Notified[] = [];
  /** Plans in a row in which something was thrown. */
  let failures = 0;
  let isReconfigured = false;
  let wake = { at: Infinity, monotonic: Infinity };

  let destinations = deps.destinations.list();
  deps.destinations.onChange(() => {
    destinations = deps.destinations.list();
    isChanged = true;
    isReconfigured = true;
  });
  let schedule: Schedule | undefined;
  let rules: Rules;
  function follow(): void {
    const now = deps.schedule();
    if (now === schedule) return;
    rules = rulesOf(now, zone);
    schedule = now;
    isChanged = true;
  }
  follow();
  const quietAt = remembered((of: Schedule, now) => quietHoursAt(of, now, zone));
  const closed = remembered((of: NonNullable<Destination['routing']['hours']>, now) => closedAt(of, now, zone));

  function situationAt(now: Moment, index: NotifiedIndex, tolerated?: unknown[]): Situation {
    follow();
    const orNever = (read: () => Pause): Pause => {
      if (!tolerated) return read();
      try {
        return read();
      } catch (error) {
        tolerated.push(error);
        return never;
      }
    };
    const tags = new Map<string, readonly string[]>();
    return {
      ...{ now, rules, index, stages, guarded, isWaiting: () => false },
      quiet: orNever(() => (schedule ? quietAt(schedule, now.at) : never)),
      closed: ({ routing: { hours } }) => orNever(() => (hours ? closed(hours, now.at) : never)),
      tolerated,
      tagsOf(alert) {
        const known = tags.get(alert.resourceId) ?? deps.tagsOf(alert);
        tags.set(alert.resourceId, known);
        return known;
      },
      ...{ siteOf: deps.siteOf, siteName: deps.siteName },
      wake: { at: Infinity, monotonic: Infinity },
    };
  }
  function situation(): Situation {
    const now = momentOf(clock);
    const wake = { at: Infinity, monotonic: now.monotonic + MAX_IDLE_MS };
    const tolerated = failures >= MAX_FAILURES ? [] : undefined;
    return { ...situationAt(now, index, tolerated), isWaiting: outbox.isWaiting, wake };
  }

  function* openRecordsOf(occurrence: string): Iterable<Notified> {
    for (const destination of index.destinations()) {
      const notified = index.of(destination).get(occurrence);
      if (notified && notified.endedAt === undefined) yield notified;
    }
  }
  const leave = (occurrence: string, end: Partial<End>, now: Moment) => {
    for (const notified of openRecordsOf(occurrence))
      leaving.push({ notified, alert: notified.alert, at: now.at, ...end });
  };
  /** The alerts that ended just before the server stopped. */
  function leaveOld(now: Moment): void {
    const old = new Set<string>();
    for (const destination of index.destinations())
      for (const { occurrence, endedAt } of index.of(destination).values())
        if (endedAt === undefined && !alerts.get(occurrence)) old.add(occurrence);
    for (const occurrence of old) leave(occurrence, deps.ended.get(occurrence) ?? {}, now);
  }

  function withdraw(): void {
    const before = leaving;
    forAll(before, (ending) => {
      const { occurrence, destination } = ending.notified;
      const answer = outbox.withdraw(occurrence, destination);
      if (answer === 'sending') return;
      if (answer === 'withdrawn') withdrawn.push(ending.notified);
      else endings.push(ending);
      leaving = leaving.filter((other) => other !== ending);
      isChanged = true;
    });
  }

  /** What was not sent to a destination before it was switched off is sent when it is switched on again. */
  function forgetUnsent(): void {
    if (!isReconfigured) return;
    const off = destinations.filter(({ enabled }) => !enabled);
    const unsent = off
      .flatMap(({ id }) => [...index.of(id).values()])
      .filter((notified) => outbox.withdraw(notified.occurrence, notified.destination) === 'withdrawn');
    withdrawn.push(...unsent);
    isReconfigured = false;
  }

  const isDue = ({ at, monotonic }: Moment): boolean => isChanged || at >= wake.at || monotonic >= wake.monotonic;

  /** What was told is noted after the outbox has it. A destination that cannot be planned is tried again. */
  function decide(): void {
    const now = situation();
    for (const notified of withdrawn) index.remove(notified);
    const { notices, put, remove, errors, ...next } = plan({
      ...{ open: alerts.list(), endings, destinations, memory },
      situation: now,
    });
    const gone = [...withdrawn, ...remove];
    if (notices.length + put.length + gone.length > 0)
      outbox.queue(notices, { put: put.map((notified) => recordOf(notified, now.now)), remove: gone });
    withdrawn = [];
    // What was just sent has a next time of its own, which the next tick finds.
    isChanged = put.length > 0 || errors.length > 0;
    memory = next.memory;
    wake = now.wake;
    for (const notified of put) index.put(notified);
    for (const notified of remove) index.remove(notified);
    endings = endings.filter(({ notified }) => index.of(notified.destination).get(notified.occurrence) === notified);
    if (errors.length > 0) throw errors[0];
  }

  return {
    update({ active, ended }) {
      const now = momentOf(clock);
      for (const [occurrence, end] of ended) ends.set(occurrence, end);
      const news = alerts.update(active, now);
      isChanged ||= news.changed;
      for (const { occurrence, alert } of news.ended) leave(occurrence, ends.get(occurrence) ?? { alert }, now);
      ends.clear();
      if (!isUpdated) leaveOld(now);
      isUpdated = true;
    },
    tick() {
      if (!isUpdated) return;
      follow();
      forAll([withdraw, forgetUnsent], (step) => step());
      if (!isDue(momentOf(clock))) return;
      failures++;
      decide();
      failures = 0;
    },
    situation,
    situationAt,
    destinations: () => destinations,
    alerts,
    waiting: () => memory,
  };
}
