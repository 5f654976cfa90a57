// From what happens to alerts to notices in the outbox.
import type { Schedule } from '@belfry/schema/alerts/schedule';
import type { Alert, ResolvedReason } from '@belfry/schema/entities/alert';
import { type Clock, type Moment, momentOf } from '../lib/clock.ts';
import type { Destination, Destinations } from './destination.ts';
import type { Outbox } from './outbox/outbox.ts';
import { createOpenAlerts, type OpenAlerts } from './plan/alerts.ts';
import type { GroupMemory } from './plan/grouping.ts';
import { closedAt, never, quietHoursAt, remembered } from './plan/hours.ts';
import { plan } from './plan/plan.ts';
import { type Rules, rulesOf } from './plan/rules.ts';
import type { Ending, Situation } from './plan/situation.ts';
import { rowOf, type Telling, tellingOf } from './telling.ts';
import { createToldBook } from './told-book.ts';

/** How an occurrence ended. `at` epoch ms. */
export interface End {
  alert: Alert;
  at: number;
  reason?: ResolvedReason | undefined;
}

export interface Heard {
  /** With the marks of silences and maintenance windows. */
  active: readonly Alert[];
  /** The occurrences that ended since the last time. */
  ended: ReadonlyMap<string, End>;
}

export interface Notify {
  /** Alerts have changed. It only takes note of that. */
  hear(heard: Heard): void;
  /** Once a second: whatever is due is put into the outbox. */
  tick(): void;
  /** All that the planner decides by, at this moment. */
  situation(): Situation;
  destinations(): readonly Destination[];
  alerts: Pick<OpenAlerts, 'get'>;
  /** Since when the groups wait. */
  waiting(): GroupMemory | undefined;
}

export interface NotifyDeps {
  destinations: Destinations;
  outbox: Pick<Outbox, 'told' | 'queue' | 'withdraw' | 'isWaiting'>;
  schedule(): Schedule;
  tagsOf(alert: Alert): readonly string[];
  /** How occurrences ended that destinations were told of before a restart. */
  ended: ReadonlyMap<string, End>;
  /** The time zone of the server. */
  zone: string;
  clock: Pick<Clock, 'now' | 'monotonic'>;
}

/** Tags of resources change without notice, so it looks again after so long even if nothing else has changed. */
const MOST_IDLE_MS = 60_000;

export function createNotify(deps: NotifyDeps): Notify {
  const { outbox, zone, clock } = deps;
  const started = momentOf(clock);
  const book = createToldBook(outbox.told.map((row) => tellingOf(row, started)));
  const alerts = createOpenAlerts();
  /** Their messages may still have to be withdrawn. */
  let leaving: Ending[] = [];
  /** Their end is to be told. */
  let endings: Ending[] = [];
  let memory: GroupMemory | undefined;
  let isHeard = false;
  let isChanged = false;
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
    schedule = now;
    rules = rulesOf(now, zone);
    isChanged = true;
  }
  follow();
  const quietAt = remembered((of: Schedule, now) => quietHoursAt(of, now, zone));
  const closed = remembered((of: NonNullable<Destination['routing']['hours']>, now) => closedAt(of, now, zone));

  function situation(): Situation {
    follow();
    const now = momentOf(clock);
    const tags = new Map<string, readonly string[]>();
    return {
      ...{ now, rules, book, isWaiting: outbox.isWaiting },
      quiet: schedule ? quietAt(schedule, now.at) : never,
      closed: ({ routing: { hours } }) => (hours ? closed(hours, now.at) : never),
      tagsOf(alert) {
        const known = tags.get(alert.resourceId) ?? deps.tagsOf(alert);
        tags.set(alert.resourceId, known);
        return known;
      },
      wake: { at: Infinity, monotonic: now.monotonic + MOST_IDLE_MS },
    };
  }

  function* tellingsOf(occurrence: string): Iterable<Telling> {
    for (const destination of book.destinations()) {
      const telling = book.of(destination).get(occurrence);
      if (telling && telling.endedAt === undefined) yield telling;
    }
  }
  const leave = (occurrence: string, end: Partial<End>, now: Moment) => {
    for (const telling of tellingsOf(occurrence)) leaving.push({ telling, alert: telling.alert, at: now.at, ...end });
  };
  /** What ended just before the server stopped. */
  function leaveOld(now: Moment): void {
    const old = new Set<string>();
    for (const destination of book.destinations())
      for (const { occurrence, endedAt } of book.of(destination).values())
        if (endedAt === undefined && !alerts.get(occurrence)) old.add(occurrence);
    for (const occurrence of old) leave(occurrence, deps.ended.get(occurrence) ?? {}, now);
  }

  /** Whether a message was withdrawn, or an end is now to be told. */
  function withdraw(): Telling[] {
    const withdrawn: Telling[] = [];
    const sending: Ending[] = [];
    for (const ending of leaving) {
      const { occurrence, destination } = ending.telling;
      const answer = outbox.withdraw(occurrence, destination);
      if (answer === 'withdrawn') withdrawn.push(ending.telling);
      else (answer === 'told' ? endings : sending).push(ending);
    }
    isChanged ||= sending.length < leaving.length;
    leaving = sending;
    return withdrawn;
  }

  /** What a destination was not told before it was switched off is new to it when it is switched on again. */
  function forgetUntold(): Telling[] {
    if (!isReconfigured) return [];
    isReconfigured = false;
    const off = destinations.filter(({ enabled }) => !enabled);
    return off
      .flatMap(({ id }) => [...book.of(id).values()])
      .filter((telling) => outbox.withdraw(telling.occurrence, telling.destination) === 'withdrawn');
  }

  const isDue = ({ at, monotonic }: Moment): boolean => isChanged || at >= wake.at || monotonic >= wake.monotonic;

  function decide(withdrawn: readonly Telling[]): void {
    const now = situation();
    for (const telling of withdrawn) book.remove(telling);
    const { notices, put, remove, ...next } = plan({
      ...{ open: alerts.list(), endings, destinations, memory },
      situation: now,
    });
    isChanged = false;
    memory = next.memory;
    wake = now.wake;
    for (const telling of put) book.put(telling);
    for (const telling of remove) book.remove(telling);
    endings = endings.filter(({ telling }) => book.of(telling.destination).get(telling.occurrence) === telling);
    const gone = [...withdrawn, ...remove];
    if (notices.length + put.length + gone.length > 0)
      outbox.queue(notices, { put: put.map((telling) => rowOf(telling, now.now)), remove: gone });
  }

  return {
    hear({ active, ended }) {
      const now = momentOf(clock);
      const news = alerts.hear(active, now);
      isChanged ||= news.changed;
      for (const { occurrence, alert } of news.ended) leave(occurrence, ended.get(occurrence) ?? { alert }, now);
      if (!isHeard) leaveOld(now);
      isHeard = true;
    },
    tick() {
      if (!isHeard) return;
      follow();
      const withdrawn = [...(leaving.length > 0 ? withdraw() : []), ...forgetUntold()];
      if (isDue(momentOf(clock))) decide(withdrawn);
    },
    situation,
    destinations: () => destinations,
    alerts,
    waiting: () => memory,
  };
}
