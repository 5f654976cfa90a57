// When something will be full or worn out, from its values of the last year.
import { calibrationOf, type Trial, trialsOf } from '@belfry/domain/forecast/calibration';
import type { Fill } from '@belfry/domain/forecast/fill';
import { fillingOf } from '@belfry/domain/forecast/filling-of';
import { forecast } from '@belfry/domain/forecast/forecast';
import { evenWear, wearForecast } from '@belfry/domain/forecast/wear';
import type { Alert } from '@belfry/schema/entities/alert';
import type { Forecast } from '@belfry/schema/forecast';
import { isForecastKind } from '@belfry/schema/forecast-kinds';
import type { ForecastsQuery, ForecastsReply } from '@belfry/schema/http/forecasts';
import type { State } from '@belfry/schema/state';
import { type Clock, pause } from '../lib/clock.ts';
import { createLimit } from '../lib/limit.ts';
import { type Filling, fillingsOf, isWear, pastIn } from './fillings.ts';
import type { HistoryStore } from './history-store.ts';

export interface ForecastsDeps {
  store: Pick<HistoryStore, 'series'>;
  state(): State;
  clock: Clock;
}

export type Forecasts = ReturnType<typeof createForecasts>;

const DAY_MS = 86_400_000;
const DAYS = 365;
/** Values of a day change slowly, and an answer reads a year of every resource. While a past is imported, a new one is worth reading. */
const KEPT_MS = 600_000;
const READ_AT_ONCE = 50;
/** More resources would not change the width. */
const MAX_TRIED = 60;

/** How much wider the intervals must be, and from how many trials that is known. */
interface Width {
  trials: number;
  width: number;
}

export function createForecasts({ store, state, clock }: ForecastsDeps) {
  /** Two that ask at once read everything once. */
  const oneByOne = createLimit(1);
  const kept = new Map<string, { until: number; forecast: Forecast }>();
  const widths = new Map<string, { until: number } & Width>();

  async function pasts(some: readonly Filling[], now: number): Promise<(Filling & { past: Fill[] })[]> {
    const to = Math.floor(now / DAY_MS) * DAY_MS;
    const asked = { from: to - DAYS * DAY_MS, to, points: DAYS };
    const metrics = [...new Set(some.map(({ metric }) => metric))];
    const series = await store.series({ resources: some.map(({ kind, id }) => ({ kind, id })), metrics, ...asked });
    return some.map((one) => ({ ...one, past: pastIn(series, one) }));
  }

  /** Other work is done between two resources. */
  async function widthOf(all: readonly Filling[], wear: boolean, now: number): Promise<Width> {
    const key = widthKey(wear, now);
    const known = widths.get(key);
    if (known && clock.monotonic() < known.until) return known;
    const alike = all.filter((one) => isWear(one) === wear);
    const every = Math.max(1, Math.ceil(alike.length / MAX_TRIED));
    const tried = alike.filter((_, nth) => nth % every === 0);
    const trials: Trial[] = [];
    for (const { past } of tried.length > 0 ? await pasts(tried, now) : []) {
      trials.push(...trialsOf(wear ? evenWear(past) : past));
      await pause(clock);
    }
    const found = { trials: trials.length, width: calibrationOf(trials), until: clock.monotonic() + KEPT_MS };
    widths.set(key, found);
    return found;
  }

  /** As they were known at that time. */
  async function make(
    wanted: readonly Filling[],
    all: readonly Filling[],
    now: number,
    keep: (one: Pick<Filling, 'kind' | 'id'>, forecast: Forecast) => void,
  ): Promise<void> {
    for (const wear of [false, true]) {
      const alike = wanted.filter((one) => isWear(one) === wear);
      if (alike.length === 0) continue;
      const { width } = await widthOf(all, wear, now);
      for (let first = 0; first < alike.length; first += READ_AT_ONCE) {
        for (const { past, limit, ...one } of await pasts(alike.slice(first, first + READ_AT_ONCE), now)) {
          keep(one, wear ? wearForecast(past, now, width) : forecast(past, limit, now, width));
        }
        await pause(clock);
      }
    }
  }

  async function read({ kind, of }: ForecastsQuery): Promise<ForecastsReply> {
    for (const known of [kept, widths])
      for (const [key, { until }] of known) if (clock.monotonic() >= until) known.delete(key);
    const now = clock.now();
    const all = fillingsOf(state());
    const wanted = all.filter((one) => (kind === undefined || one.kind === kind) && isOf(one, of));
    await make(
      wanted.filter((one) => !kept.has(keyOf(one))),
      all,
      now,
      (one, said) => kept.set(keyOf(one), { until: clock.monotonic() + KEPT_MS, forecast: said }),
    );
    const forecasts = wanted.flatMap((one) => {
      const found = kept.get(keyOf(one));
      return found ? [{ kind: one.kind, id: one.id, forecast: found.forecast }] : [];
    });
    const { trials, width } = widths.get(widthKey(kind === 'disk', now)) ?? { trials: 0, width: 1 };
    return { forecasts, trials, width };
  }

  return {
    /** Rejects with `HistoryUnavailable` as the store does, and is then tried again by the next call. */
    read: (query: ForecastsQuery = {}): Promise<ForecastsReply> => oneByOne(() => read(query)),
    /** Of storages and datastores, by kind and id, as they were known at a time: for reports. */
    ofStores: (at: number): Promise<ReadonlyMap<string, Forecast>> =>
      oneByOne(async () => {
        const stores = fillingsOf(state()).filter(({ kind }) => kind === 'storage' || kind === 'datastore');
        const found = new Map<string, Forecast>();
        await make(stores, stores, at, ({ kind, id }, said) => found.set(`${kind}/${id}`, said));
        return found;
      }),
    /** Of what the alert says is full or worn. Undefined when it is about something else. */
    async about(alert: Alert): Promise<Forecast | undefined> {
      const filling = fillingOf(alert);
      if (!filling || !isForecastKind(filling.kind)) return undefined;
      const { kind } = filling;
      const { forecasts } = await oneByOne(() => read({ kind, of: filling.id }));
      return forecasts.find(({ id }) => id === filling.id)?.forecast;
    },
  };
}

const widthKey = (wear: boolean, now: number): string => `${wear ? 'wear' : 'space'} ${Math.floor(now / DAY_MS)}`;

const keyOf = ({ kind, id }: Pick<Filling, 'kind' | 'id'>): string => `${kind} ${id}`;

/** The ids of parts begin with that of the whole. */
const isOf = ({ id }: Filling, of: string | undefined): boolean =>
  of === undefined || id === of || (id.startsWith(of) && /^[:/-]/.test(id.slice(of.length)));
