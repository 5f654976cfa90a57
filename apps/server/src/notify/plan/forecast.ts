// What is sent next about one alert if nothing happens but time: the planner itself, run ahead of the clock on copies.
import type { Alert } from '@belfry/schema/entities/alert';
import type { Moment } from '../../lib/clock.ts';
import type { Destination } from '../destination.ts';
import type { NoticeKind } from '../notice.ts';
import { createNotifiedIndex, type NotifiedIndex } from '../notified-index.ts';
import { follow } from './alerts.ts';
import { type GroupMemory, placeOf } from './grouping.ts';
import { plan } from './plan.ts';
import type { OpenAlert, Situation } from './situation.ts';

/** The first message of this kind, and for escalations of this level, to this destination. `at` epoch ms. */
export interface Upcoming {
  at: number;
  kind: NoticeKind;
  destination: Destination;
  /** The level of an escalation. */
  escalation?: number | undefined;
}

/** The marks of silences and maintenance windows from some time on: the same until `until` (epoch ms). */
export interface LaterMarks {
  mark(alert: Alert): Alert;
  until: number;
  /** How many windows were looked at. */
  cost: number;
}

export interface ForecastInput {
  occurrence: string;
  open: readonly OpenAlert[];
  destinations: readonly Destination[];
  index: NotifiedIndex;
  memory: GroupMemory | undefined;
  now: Moment;
  situationAt(now: Moment, index: NotifiedIndex): Situation;
  /** `at` epoch ms. */
  marksAt(at: number): LaterMarks;
}

const HORIZON_MS = 7 * 24 * 3_600_000;
/** The largest number of decisions that are made ahead: about 20 ms. With very many alerts in one group, later messages are missing. */
const MAX_DECISIONS = 20_000;
/** After a message the planner looks again with its next tick. */
const TICK_MS = 1000;
/** In decisions: the time zone has to be asked. */
const COST_OF_WINDOW = 10;

/** The earliest first. It assumes that each message arrives, that nobody acknowledges anything, and that no value changes. */
export function forecast(input: ForecastInput): Upcoming[] {
  const { occurrence, destinations, situationAt, marksAt } = input;
  const first = input.open.find((open) => open.occurrence === occurrence);
  if (!first) return [];
  const { rules } = situationAt(input.now, input.index);
  const place = placeOf(first, rules);
  // The planner changes them, so it gets copies.
  const open = input.open.filter((one) => placeOf(one, rules) === place).map((one) => ({ ...one }));
  const index = copyOf(input.index, open);
  const found = new Map<string, Upcoming>();
  const decisions = open.length * Math.max(1, destinations.length);
  let { now, memory } = input;
  let marks: LaterMarks | undefined;
  for (let made = 0; made < MAX_DECISIONS; made += decisions) {
    if (!marks || now.at >= marks.until) {
      marks = marksAt(now.at);
      made += marks.cost * COST_OF_WINDOW;
      for (const one of open) follow(one, marks.mark(one.alert), now);
    }
    const situation = situationAt(now, index);
    const next = plan({ open, endings: [], destinations, situation, memory });
    memory = next.memory;
    for (const notified of next.put) index.put(notified);
    for (const notified of next.remove) index.remove(notified);
    for (const { notice, destination } of next.notices)
      for (const about of notice.alerts) if (about.occurrence === occurrence) note(notice.kind, destination, about);
    const { wake } = situation;
    const wait = Math.min(wake.at - now.at, wake.monotonic - now.monotonic, marks.until - now.at);
    const after = next.put.length > 0 ? TICK_MS : Math.max(1, wait);
    now = { at: now.at + after, monotonic: now.monotonic + after };
    if (now.at - input.now.at > HORIZON_MS) break;
  }
  return [...found.values()];

  function note(kind: NoticeKind, destination: Destination, { escalation }: { escalation?: number }): void {
    const key = `${destination.id} ${kind} ${escalation}`;
    if (!found.has(key)) found.set(key, { at: now.at, kind, destination, escalation });
  }
}

/** Only what is about these alerts, so that nothing is copied for all others. */
function copyOf(index: NotifiedIndex, open: readonly OpenAlert[]): NotifiedIndex {
  const ids = new Set(open.map(({ alert }) => alert.id));
  const records = [...index.destinations()].flatMap((destination) =>
    [...ids].flatMap((id) => [...index.about(destination, id)]),
  );
  return createNotifiedIndex(records);
}
