// For tests: the planner with alerts, destinations and a clock that a test moves. In place of the outbox, messages arrive at once or wait.
import { factoryConfig } from '@belfry/schema/alerts/factory-config';
import type { Schedule } from '@belfry/schema/alerts/schedule';
import type { Alert, ResolvedReason } from '@belfry/schema/entities/alert';
import { everything } from '@belfry/schema/notifications/everything';
import type { Routing } from '@belfry/schema/notifications/routing';
import type { Notified } from '../../db/outbox-store.ts';
import { iso } from '../../lib/clock.ts';
import type { Destination } from '../destination.ts';
import type { Notice } from '../notice.ts';
import { createNotify, type Notify, type NotifyDeps } from '../notify.ts';
import type { QueueEntry } from '../outbox/outbox.ts';
import type { End } from '../plan/situation.ts';
import { alertWith } from './notices.ts';

/** A Monday. */
export const START = Date.parse('2026-06-01T12:00:00Z');

type ScheduleChange = { [K in keyof Schedule]?: Schedule[K] };
const quietSchedule: Schedule = {
  ...factoryConfig.schedule,
  ...{ cooldown: 0, maxAlertsHour: 0, grouping: { enabled: false } },
};

export const destination = (
  id: string,
  change: Partial<Destination> & { filter?: Partial<Routing> } = {},
): Destination => {
  const { filter, ...rest } = change;
  const channel = id === 'email' ? 'email' : 'webhook';
  return {
    ...{ id, channel, service: channel, name: id, enabled: true, resolutions: true, settings: {} },
    routing: { ...everything, ...filter },
    ...rest,
  };
};

export type AlertChange = NonNullable<Parameters<typeof alertWith>[0]>;

/** One notice: `raised webhook:a cpu1`. */
const lineOf = ({ notice, destination: { id } }: QueueEntry): string =>
  `${notice.kind} ${id} ${notice.alerts.map(({ alert }) => alert.id).join(' ')}`;

export interface NotifyStage {
  /** Starts an alert, or a new occurrence of it. */
  raise(id: string, change?: AlertChange): void;
  /** Marks that are not named are removed. */
  change(id: string, change: AlertChange): void;
  end(id: string, reason?: ResolvedReason): void;
  /** Time passes, with a tick of the planner every second (or `everyMs`). */
  wait(ms: number, everyMs?: number): void;
  /** The wall clock alone is set. */
  step(ms: number): void;
  restart(): void;
  schedule(change: ScheduleChange): void;
  destinations(list: readonly Destination[]): void;
  /** Messages wait from now on, or arrive at once (also those that waited). */
  deliver(isOn: boolean): void;
  /** Lines that were queued since the last call, see `lineOf`. */
  queued(): string[];
  all: readonly QueueEntry[];
  /** Without those that were withdrawn. */
  arrived(): readonly QueueEntry[];
  rows(): readonly Notified[];
  active(): readonly Alert[];
  occurrence(id: string): string;
  notify(): Notify;
  now(): number;
}

export interface NotifyStageOptions {
  schedule?: ScheduleChange;
  destinations: readonly Destination[];
  start?: number;
  zone?: string;
  tags?: Readonly<Record<string, readonly string[]>>;
  /** The name of the site of a resource, by the id of the resource. */
  sites?: Readonly<Record<string, string>>;
  /** A new alert is the first of the active ones instead of the last. */
  reversed?: boolean;
}

export function createNotifyStage(options: NotifyStageOptions): NotifyStage {
  const { start = START, zone = 'UTC', tags = {}, sites = {}, reversed = false } = options;
  let schedule: Schedule = { ...quietSchedule, ...options.schedule };
  let list = options.destinations;
  let onChange = () => {};
  const listen = (listener: () => void) => {
    onChange = listener;
  };
  let monotonic = 1_000_000;
  let wall = start;
  const clock = { now: () => wall, monotonic: () => monotonic };
  let active: readonly Alert[] = [];
  const ends = new Map<string, End>();
  const rows = new Map<string, Notified>();
  let waiting: QueueEntry[] = [];
  const arrived: QueueEntry[] = [];
  const all: QueueEntry[] = [];
  let isOn = true;
  let count = 0;
  let unread = 0;

  const isAbout = (entry: QueueEntry, occurrence: string, id: string) =>
    entry.destination.id === id && entry.notice.alerts.some((alert) => alert.occurrence === occurrence);
  const outbox = (): NotifyDeps['outbox'] => ({
    notified: [...rows.values()],
    queue(entries, { put, remove }) {
      all.push(...entries);
      (isOn ? arrived : waiting).push(...entries);
      for (const row of put) rows.set(`${row.destination} ${row.occurrence}`, row);
      for (const row of remove) rows.delete(`${row.destination} ${row.occurrence}`);
    },
    isWaiting: (occurrence, id) => waiting.some((entry) => isAbout(entry, occurrence, id)),
    withdraw(occurrence, id) {
      waiting = waiting.flatMap((entry) => {
        if (!isAbout(entry, occurrence, id)) return [entry];
        const alerts = entry.notice.alerts.filter((alert) => alert.occurrence !== occurrence);
        return alerts.length > 0 ? [{ ...entry, notice: { ...entry.notice, alerts } satisfies Notice }] : [];
      });
      return arrived.some((entry) => isAbout(entry, occurrence, id)) ? 'notified' : 'withdrawn';
    },
  });
  const create = (): Notify => {
    const notify = createNotify({
      destinations: { list: () => list, onChange: listen },
      outbox: outbox(),
      schedule: () => schedule,
      tagsOf: ({ resourceId }) => tags[resourceId] ?? [],
      siteOf: ({ resourceId }) => sites[resourceId] && `id of ${sites[resourceId]}`,
      siteName: (id) => id.slice('id of '.length),
      ended: ends,
      zone,
      clock,
    });
    notify.update({ active, ended: new Map() });
    notify.tick();
    return notify;
  };
  let notify = create();
  const update = (next: readonly Alert[], ended: ReadonlyMap<string, End> = new Map()) => {
    active = next;
    notify.update({ active, ended });
    notify.tick();
  };
  const found = (id: string): Alert => {
    const alert = active.find((one) => one.id === id);
    if (!alert) throw new Error(`${id} is not active`);
    return alert;
  };
  const occurrence = (id: string) => found(id).metadata?.occurrence ?? '';

  return {
    raise(id, change) {
      count++;
      const metadata = { occurrence: `${id}#${count}`, ...change?.metadata };
      const alert = alertWith({ id, resourceId: id, startTime: iso(wall), ...change, metadata });
      update(reversed ? [alert, ...active] : [...active, alert]);
    },
    change(id, { metadata, ...change }) {
      const before = found(id);
      const kept = { occurrence: occurrence(id), ...metadata };
      const after = alertWith({ ...before, ...change, metadata: kept });
      update(active.map((alert) => (alert === before ? after : alert)));
    },
    end(id, reason = 'recovered') {
      const alert = found(id);
      const end: End = { alert, at: wall, reason };
      ends.set(occurrence(id), end);
      const ended = new Map([[occurrence(id), end]]);
      update(
        active.filter((one) => one !== alert),
        ended,
      );
    },
    wait(ms, everyMs = 1000) {
      for (let passed = 0; passed < ms; ) {
        const part = Math.min(everyMs, ms - passed);
        passed += part;
        monotonic += part;
        wall += part;
        notify.tick();
      }
    },
    step(ms) {
      wall += ms;
      notify.tick();
    },
    restart() {
      notify = create();
    },
    schedule(change) {
      schedule = { ...schedule, ...change };
      notify.tick();
    },
    destinations(next) {
      list = next;
      onChange();
      notify.tick();
    },
    deliver(on) {
      isOn = on;
      if (on) arrived.push(...waiting.splice(0));
    },
    queued() {
      const lines = all.slice(unread).map(lineOf);
      unread = all.length;
      return lines;
    },
    all,
    arrived: () => arrived,
    rows: () => [...rows.values()],
    active: () => active,
    occurrence,
    notify: () => notify,
    now: () => wall,
  };
}
