// GET /api/history and its status, and the charts of the reference product.
import { otherWords } from '@belfry/domain/sentences/english';
import { getForecasts } from '@belfry/schema/http/forecasts';
import type { HistoryStatusReply } from '@belfry/schema/http/history';
import { getCharts, getHistory, getHistoryStatus, getStorageCharts, getStrips } from '@belfry/schema/http/history';
import type { State } from '@belfry/schema/state';
import type { Mount } from '../../http/mount.ts';
import { type Clock, iso } from '../../lib/clock.ts';
import { type Refused, refuse } from '../../lib/refusal.ts';
import type { Forecasts } from '../forecasts.ts';
import { type HistoryStore, HistoryUnavailable } from '../history-store.ts';
import { presence } from '../presence.ts';
import type { Strips } from '../strips/strips.ts';
import { chartsOf, rangeMs, storageChartsOf } from './charts.ts';
import { readQuery } from './query.ts';
import { csvOf, sentSeries } from './sent-series.ts';

export interface HistoryRoutesDeps {
  store: Pick<HistoryStore, 'series' | 'known'>;
  strips: Pick<Strips, 'read'>;
  isEnabled(): boolean;
  state(): State;
  status(): Promise<HistoryStatusReply>;
  forecasts: Pick<Forecasts, 'read'>;
  clock: Clock;
}

const MINUTE_MS = 60_000;

/** A store refuses while its engine cannot answer. */
const unavailable = (error: unknown): Refused =>
  error instanceof HistoryUnavailable ? refuse('unavailable', otherWords(error.message)) : refuse('unavailable');

export function historyRoutes(mount: Mount, { strips, isEnabled, forecasts, ...given }: HistoryRoutesDeps): void {
  const { store, state, status, clock } = given;
  const { now } = clock;
  const deps = { store, state, now };

  mount(getHistory, async ({ query, reply }) => {
    const read = await readQuery(query, { store, now, isPresent: presence(state()) }).catch(unavailable);
    if (!read.ok) return read;
    const { from, to } = read.value;
    const found = await store.series(read.value).catch(unavailable);
    if ('ok' in found) return found;
    const series = found.map(sentSeries);
    if (query.format) {
      const name = `belfry-history-${iso(now()).slice(0, 19).replaceAll(':', '')}.${query.format}`;
      reply.header('content-disposition', `attachment; filename="${name}"`);
    }
    if (query.format !== 'csv') return { from, to, series };
    reply.type('text/csv; charset=utf-8');
    return csvOf(series);
  });
  mount(getHistoryStatus, () => status());
  mount(getStrips, async ({ query: { after } }) => {
    const { vms, containers, nodes } = state();
    const present = { guests: [...vms, ...containers].map(({ id }) => id), nodes: nodes.map(({ id }) => id) };
    return { enabled: isEnabled(), ...(await strips.read(present, after)) };
  });
  mount(getCharts, ({ query }) => chartsOf(deps, rangeMs(query.range)).catch(unavailable));
  mount(getForecasts, ({ query }) => forecasts.read(query).catch(unavailable));
  mount(getStorageCharts, ({ query }) => storageChartsOf(deps, query.range * MINUTE_MS).catch(unavailable));
}
