// POST /api/alerts/backtest.
import type { ServerResponse } from 'node:http';
import { otherWords } from '@belfry/domain/sentences/english';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import { backtestAlerts } from '@belfry/schema/http/backtest';
import type { Mount } from '../../http/mount.ts';
import { refuse } from '../../lib/refusal.ts';
import { type HistoryStore, HistoryUnavailable } from '../history-store.ts';
import { type BacktestDeps, backtest } from './backtest.ts';

export interface BacktestRoutesDeps extends Omit<BacktestDeps, 'store'> {
  /** `isOwn`: the values are in the file of Belfry. The steps of another engine are not known. */
  past: { store: Pick<HistoryStore, 'series'>; isOwn(): boolean; isEnabled(): boolean };
  config(): AlertConfig;
}

/** Given when the caller leaves, which may have been while the call waited for its turn. */
function untilClosed(answer: ServerResponse): AbortSignal {
  const over = new AbortController();
  answer.once('close', () => over.abort());
  if (answer.destroyed) over.abort();
  return over.signal;
}

export function backtestRoutes(mount: Mount, { past, state, config, clock }: BacktestRoutesDeps): void {
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
}
