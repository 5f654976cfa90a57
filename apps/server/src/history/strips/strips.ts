// The last hour of every guest and node, a mean for each minute, kept in memory for the strips in tables: about 300 bytes a resource.
// After a start, the minutes before it are read from the store when somebody first asks.
import { randomUUID } from 'node:crypto';
import { metricsOf, type Resource } from '@belfry/schema/history/metrics';
import type { StripsReply } from '@belfry/schema/http/history';
import type { Cancel, Clock } from '../../lib/clock.ts';
import type { ForeignSamples, HistoryStore, Sample, Series } from '../history-store.ts';
import {
  addValue,
  closeMinute,
  encodeRow,
  isEmpty,
  METRICS,
  newRow,
  type Row,
  STRIP_MINUTES,
  setIfUnknown,
} from './row.ts';

const MINUTE_MS = 60_000;

const kinds = ['guest', 'node'] as const;
type StripKind = (typeof kinds)[number];
const isStripKind = (kind: string): kind is StripKind => kinds.some((each) => each === kind);

/** So many resources are read from the store at once, so that other questions to it are answered between. */
const PART = 100;
/** An answer waits no longer for what is read from the store. */
const WAIT_MS = 100;

/** The columns of the catalogue that a strip shows. */
const columnsOf = (kind: StripKind): number[] =>
  METRICS.map((name) => metricsOf(kind).findIndex(({ id }) => id === name));
const columns: Readonly<Record<StripKind, number[]>> = { guest: columnsOf('guest'), node: columnsOf('node') };

export interface Strips {
  /** Must be called before the samples are handed to the store, because the arrays belong to it from then on. */
  record(at: number, samples: readonly Sample[]): void;
  /** Values of another are added to the store. */
  filled(resource: Resource, samples: Pick<ForeignSamples, 'stepMs'>): void;
  /** `present` are the guests and nodes that are there now. */
  read(present: Record<'guests' | 'nodes', readonly string[]>, after?: string): Promise<Omit<StripsReply, 'enabled'>>;
}

export function createStrips(store: Pick<HistoryStore, 'series'>, clock: Pick<Clock, 'now' | 'after'>): Strips {
  const { now, after: waitFor } = clock;
  let rows: Record<StripKind, Map<string, Row>> = { guest: new Map(), node: new Map() };
  /** The minute that is being recorded. */
  let minute = minuteOf(now());
  /** Changes when minutes that were answered before have other values. */
  let version = 0;
  const start = randomUUID();
  let filling: Promise<void> | undefined;

  function startOver(at: number): void {
    rows = { guest: new Map(), node: new Map() };
    minute = at;
    version++;
  }

  /** Ends the minutes before `next`. */
  function advance(next: number): void {
    // after a step back of the clock, the store alone has what was measured before that time
    if (next < minute) startOver(next);
    if (next === minute) return;
    const isNewHour = Math.floor(next / STRIP_MINUTES) !== Math.floor(minute / STRIP_MINUTES);
    for (const kind of kinds)
      for (const [id, row] of rows[kind]) {
        closeMinute(row, minute, next);
        // gone, or stopped for an hour
        if (isNewHour && isEmpty(row)) rows[kind].delete(id);
      }
    minute = next;
  }

  function rowOf(kind: StripKind, id: string): Row {
    const row = rows[kind].get(id) ?? newRow();
    rows[kind].set(id, row);
    return row;
  }

  /** Values of the store where nothing is known. */
  function add({ resource: { kind, id }, metric, from, stepMs, mean }: Series): void {
    const own = METRICS.indexOf(metric);
    if (!isStripKind(kind) || own < 0 || stepMs !== MINUTE_MS) return;
    const row = rowOf(kind, id);
    for (const [n, value] of mean.entries()) {
      const at = minuteOf(from) + n;
      const isWithin = at < minute && at >= minute - STRIP_MINUTES;
      if (isWithin && setIfUnknown(row, own, at, value)) version++;
    }
  }

  /** Reads what the store has of resources that were not read before. */
  async function fill(wanted: readonly Resource[]): Promise<void> {
    for (let n = 0; n < wanted.length; n += PART) {
      const resources = wanted.slice(n, n + PART);
      const to = minute * MINUTE_MS;
      const range = { from: to - STRIP_MINUTES * MINUTE_MS, to, points: STRIP_MINUTES };
      const found = await store.series({ resources, metrics: METRICS, ...range }).catch(() => undefined);
      // a store that does not answer now is asked again with the next request
      if (!found) return;
      for (const { kind, id } of resources) if (isStripKind(kind)) rowOf(kind, id).isFilled = true;
      for (const series of found) add(series);
    }
  }

  async function fillInTime(wanted: readonly Resource[]): Promise<void> {
    if (wanted.length === 0) return;
    filling ??= fill(wanted).finally(() => {
      filling = undefined;
    });
    let cancel: Cancel | undefined;
    const late = new Promise<void>((done) => {
      cancel = waitFor(WAIT_MS, done);
    });
    await Promise.race([filling, late]);
    cancel?.();
  }

  function answer(after: string | undefined): Omit<StripsReply, 'enabled'> {
    const known = `${start}.${version}.`;
    const since = after?.startsWith(known) ? Number(after.slice(known.length)) : Number.NaN;
    const isKnown = Number.isInteger(since) && since <= minute && since > minute - STRIP_MINUTES;
    const from = isKnown ? since : minute - STRIP_MINUTES;
    const encode = (kind: StripKind) =>
      Object.fromEntries(
        [...rows[kind]].flatMap(([id, row]) => {
          const text = encodeRow(row, from, minute);
          return text === undefined ? [] : [[id, text] as const];
        }),
      );
    return {
      cursor: `${known}${minute}`,
      isFilling: filling !== undefined,
      from: from * MINUTE_MS,
      minutes: minute - from,
      guests: encode('guest'),
      nodes: encode('node'),
    };
  }

  return {
    record(at, samples) {
      advance(minuteOf(at));
      for (const { kind, id, values } of samples) {
        if (!isStripKind(kind)) continue;
        const row = rowOf(kind, id);
        for (const [own, column] of columns[kind].entries()) addValue(row, own, values[column] as number);
      }
    },
    filled({ kind, id }, { stepMs }) {
      const row = isStripKind(kind) && stepMs <= MINUTE_MS ? rows[kind].get(id) : undefined;
      if (row) row.isFilled = false;
    },
    async read({ guests, nodes }, after) {
      // while nothing is recorded, time passes all the same
      advance(minuteOf(now()));
      const unread = (kind: StripKind, ids: readonly string[]): Resource[] =>
        ids.filter((id) => rows[kind].get(id)?.isFilled !== true).map((id) => ({ kind, id }));
      await fillInTime([...unread('guest', guests), ...unread('node', nodes)]);
      return answer(after);
    },
  };
}

const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS);
