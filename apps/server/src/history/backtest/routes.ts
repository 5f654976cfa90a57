// POST /api/alerts/backtest and GET /api/alerts/noise.
import type { ServerResponse } from 'node:http';
import { otherWords } from '@belfry/domain/sentences/english';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { backtestAlerts } from '@belfry/schema/http/backtest';
import { getNoise } from '@belfry/schema/http/noise';
import type { Mount } from '../../http/mount.ts';
import { refuse } from '../../lib/refusal.ts';
import { type HistoryStore, HistoryUnavailable } from '../history-store.ts';
import { type BacktestDeps, backtest } from './backtest.ts';
import { type NoiseDeps, noise } from './noise.ts';

export interface BacktestRoutesDeps extends Omit<BacktestDeps, 'store'> {
  /** `isOwn`: the values are in the file of Belfry. The steps of another engine are not known. */
  past: { store: Pick<HistoryStore, 'series'>; isOwn(): boolean; isEnabled(): boolean };
  config(): AlertConfig;
  /** The history of alerts. */
  occurrences: NoiseDeps['occurrences'];
}

/** Given when the caller leaves, which may have been while the call waited for its turn. */
function untilClosed(answer: ServerResponse): AbortSignal {
  const over = new AbortController();
  answer.once('close', () => over.abort());
  if (answer.destroyed) over.abort();
  return over.signal;
}

export function backtestRoutes(mount: Mount, { past, state, config, occurrences, clock }: BacktestRoutesDeps): void {
  mount(backtestAlerts, async ({ body: { config: other, days, timeZone }, reply }) => {
    if (!past.isEnabled()) return refuse('unavailable', { id: 'history.off' });
    if (!past.isOwn()) return refuse('unavailable', { id: 'history.ownOnly' });
    const before = config();
    const asked = { before, after: other ?? before, days, timeZone, signal: untilClosed(reply.raw) };
    try {
      return (await backtest({ store: past.store, state, clock }, asked)) ?? refuse('unavailable');
    } catch (error) {
      if (error instanceof HistoryUnavailable) return refuse('unavailable', otherWords(error.message));
      throw error;
    }
  });
  mount(getNoise, async ({ query, reply }) => {
    const store = past.isEnabled() && past.isOwn() ? past.store : undefined;
    const deps = { occurrences, store, state, config: config(), clock };
    return (await noise(deps, { ...query, signal: untilClosed(reply.raw) })) ?? refuse('unavailable');
  });
}
