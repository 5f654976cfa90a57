// The engine that stores the history in place of Belfry: its settings, its part of the configuration, and the history in it.
import { ok } from '@belfry/domain/result';
import { BELFRY } from '@belfry/schema/history/metrics';
import { longTermOf } from '@belfry/schema/history/query-base';
import { RemoteHistoryConfig, type RemoteHistoryState } from '@belfry/schema/history/remote';
import type { RemoteHistoryTrial } from '@belfry/schema/http/remote-history';
import type { ExportQueue } from '../../db/export-queue-file.ts';
import { replaceAlone } from '../../db/replacement.ts';
import { memoryAt } from '../../db/settings-store.ts';
import type { Store } from '../../db/store.ts';
import type { Clock } from '../../lib/clock.ts';
import type { OnDefect } from '../../lib/defects.ts';
import type { Outgoing } from '../../lib/outgoing/outgoing.ts';
import { TEST_TIMEOUT_MS } from '../../lib/outgoing/request.ts';
import type { Answer } from '../../lib/refusal.ts';
import { attempt } from '../export/attempt.ts';
import { createEngineSettings } from '../export/engine-settings.ts';
import { remoteWrite } from '../export/remote-write.ts';
import { SAMPLE_MS } from '../tiers.ts';
import { createAsk, EngineSilent } from './ask.ts';
import { remoteMetrics } from './names.ts';
import { createRemoteHistory } from './remote-history.ts';

export type Remote = ReturnType<typeof createRemote>;

export interface RemoteDeps {
  store: Pick<Store, 'settings' | 'secrets' | 'atomically' | 'disk'>;
  queue: ExportQueue;
  outgoing: Pick<Outgoing, 'request' | 'problemOfUrl'>;
  onDefect: OnDefect;
  clock: Clock;
}

const HOUR_MS = 3_600_000;

export function createRemote({ store, queue, outgoing, onDefect, clock }: RemoteDeps) {
  const { request, problemOfUrl } = outgoing;
  const over = new AbortController();
  const settings = createEngineSettings<RemoteHistoryConfig>({
    ...{ store, key: 'history/remote', schema: RemoteHistoryConfig, problemOf: problemOfUrl },
    addresses: ({ url, queryUrl, longTermUrl, longTermQueryUrl }) => ({ url, queryUrl, longTermUrl, longTermQueryUrl }),
    changed: () => void history.follow().catch((error) => onDefect(error, 'the history')),
  });
  const history = createRemoteHistory({
    ...{ config: settings.current, queue, disk: store.disk, request, onDefect, clock },
    memory: memoryAt(store.settings, 'history/long-term'),
  });

  /** Writes a value of a series that the history does not read. */
  async function tryWrite(config: RemoteHistoryConfig) {
    const { encodeSeries } = await import('../export/write-request.ts');
    const series = [{ labels: [['__name__', 'belfry_history_test'] as const], points: [[clock.now(), 1] as const] }];
    const [batch] = encodeSeries(series, clock.now(), config.labels);
    const { result, status, words } = await attempt({
      ...{ format: remoteWrite, config, body: batch?.body ?? new Uint8Array(), request },
      ...{ signal: over.signal, timeoutMs: TEST_TIMEOUT_MS, now: clock.now() },
    });
    return { ok: result === 'sent', ...(status !== undefined && { status }), words };
  }

  async function tryRead(config: RemoteHistoryConfig) {
    const ask = createAsk({ config: () => config, request, signal: over.signal });
    const to = clock.now();
    try {
      const question = `avg_over_time(${remoteMetrics('belfry')[0]?.name}{id="${BELFRY}"}[${SAMPLE_MS / 1000}s])`;
      await ask.range(question, { from: to - HOUR_MS, to, stepMs: SAMPLE_MS }, config, TEST_TIMEOUT_MS);
      return { ok: true, words: '' };
    } catch (error) {
      if (!(error instanceof EngineSilent)) throw error;
      return { ok: false, words: error.message };
    }
  }

  async function tryEngine(config: RemoteHistoryConfig) {
    const write = await tryWrite(config);
    return { write, read: await tryRead(config) };
  }

  return {
    store: {
      ...history,
      async close() {
        over.abort();
        await history.close();
      },
    },
    /** Whether the history is in the engine. */
    isChosen: (): boolean => settings.current().enabled,
    /** Called once a second. */
    tick: history.tick,
    /** With the mask for the secret, or empty when there is none. */
    async state(): Promise<RemoteHistoryState> {
      const { remote: status } = await history.status();
      if (!status) throw new Error('the history in an engine says how its queue is');
      return { ...settings.masked(), status };
    },
    replace: (config: RemoteHistoryConfig): Promise<Answer<{ status: 'success' }>> =>
      replaceAlone(store, settings.replace(config), () => ({ status: 'success' })),
    /** Writes one value and asks for it. */
    async test(given: RemoteHistoryConfig): Promise<Answer<RemoteHistoryTrial>> {
      const config = settings.whole(given);
      if (!config.ok) return config;
      const longTerm = longTermOf(config.value);
      return ok({ ...(await tryEngine(config.value)), ...(longTerm && { longTerm: await tryEngine(longTerm) }) });
    },
    /** For the export of the configuration, with the secret. */
    part: { read: settings.current, prepare: settings.prepare },
  };
}
