// When storages and datastores will be full, from their values of the last year.
import { calibrationOf, type Trial, trialsOf } from '@belfry/domain/forecast/calibration';
import type { Fill } from '@belfry/domain/forecast/fill';
import { forecast } from '@belfry/domain/forecast/forecast';
import { datastoreId } from '@belfry/domain/ids';
import type { ForecastsReply } from '@belfry/schema/http/forecasts';
import type { State } from '@belfry/schema/state';
import { type Clock, pause } from '../lib/clock.ts';
import type { HistoryStore, Series } from './history-store.ts';

export interface ForecastsDeps {
  store: Pick<HistoryStore, 'series'>;
  state(): State;
  clock: Clock;
}

interface Filling {
  kind: 'storage' | 'datastore';
  id: string;
  /** Bytes: it is full at this value. */
  limit: number;
}

const DAY_MS = 86_400_000;
const DAYS = 365;
/** Values of a day change slowly, and an answer reads a year of every resource. While a past is imported, a new one is worth reading. */
const KEPT_MS = 600_000;
const READ_AT_ONCE = 50;
/** More resources would not change the width. */
const MAX_TRIED = 60;

export function createForecasts({ store, state, clock }: ForecastsDeps) {
  let kept: { until: number; reply: Promise<ForecastsReply> } | undefined;

  /** Other work is done between two resources. */
  async function make(): Promise<ForecastsReply> {
    const known: (Filling & { past: Fill[] })[] = [];
    const all = fillings(state());
    const to = Math.floor(clock.now() / DAY_MS) * DAY_MS;
    for (let first = 0; first < all.length; first += READ_AT_ONCE) {
      const some = all.slice(first, first + READ_AT_ONCE);
      const asked = { metrics: ['used'], from: to - DAYS * DAY_MS, to, points: DAYS };
      const series = await store.series({ resources: some.map(({ kind, id }) => ({ kind, id })), ...asked });
      for (const one of some) known.push({ ...one, past: pastOf(series, one) });
    }
    const trials: Trial[] = [];
    for (const { past } of known.slice(0, MAX_TRIED)) {
      trials.push(...trialsOf(past));
      await pause(clock);
    }
    const width = calibrationOf(trials);
    const forecasts = known.map(({ kind, id, limit, past }) => ({
      ...{ kind, id, forecast: forecast(past, limit, clock.now(), width) },
    }));
    return { forecasts, trials: trials.length, width };
  }

  return {
    /** Rejects with `HistoryUnavailable` as the store does, and is then tried again by the next call. */
    read(): Promise<ForecastsReply> {
      if (kept && clock.monotonic() < kept.until) return kept.reply;
      const own = { until: clock.monotonic() + KEPT_MS, reply: make() };
      kept = own;
      own.reply.catch(() => {
        if (kept === own) kept = undefined;
      });
      return own.reply;
    },
  };
}

function fillings({ storage, pbs }: State): Filling[] {
  const storages = storage.map(({ id, total }): Filling => ({ kind: 'storage', id, limit: total }));
  const datastores = pbs.flatMap((server) =>
    server.datastores.map(({ name, used, free, total = 0 }): Filling => {
      // A file system keeps some of its space for itself.
      const limit = used === undefined || free === undefined ? total : used + free;
      return { kind: 'datastore', id: datastoreId(server.id, name), limit };
    }),
  );
  return [...storages, ...datastores].filter(({ limit }) => limit > 0);
}

/** The highest value of each day. */
function pastOf(series: readonly Series[], { kind, id }: Filling): Fill[] {
  const own = series.find(({ resource }) => resource.kind === kind && resource.id === id);
  if (!own) return [];
  return Array.from(own.max, (used, nth) => ({ at: own.from + nth * own.stepMs, used })).filter(
    ({ used }) => !Number.isNaN(used),
  );
}
