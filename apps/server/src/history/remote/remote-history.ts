// The history in an engine for time series that is compatible with Prometheus: written by remote write, read by range queries.
import type { Resource, ResourceKind } from '@belfry/schema/history/metrics';
import type { RemoteHistoryConfig } from '@belfry/schema/history/remote';
import type { State } from '@belfry/schema/state';
import type { Disk } from '../../db/disk.ts';
import type { ExportQueue } from '../../db/export-queue-file.ts';
import type { memoryAt } from '../../db/settings-store.ts';
import { type Clock, iso } from '../../lib/clock.ts';
import type { OnDefect } from '../../lib/defects.ts';
import type { GuardedRequest } from '../../lib/outgoing/request.ts';
import { remoteWrite } from '../export/remote-write.ts';
import { createSender } from '../export/sender.ts';
import type { TimedSeries } from '../export/write-request.ts';
import { type HistoryStore, HistoryUnavailable, type Sample } from '../history-store.ts';
import { defaultLimits, type HistoryLimits, SAMPLE_MS, stepFor } from '../tiers.ts';
import { createAsk, EngineSilent } from './ask.ts';
import { idGroups, matchers } from './expressions.ts';
import { foreignSeries } from './foreign-series.ts';
import { readKnown } from './known.ts';
import { createLongTerm } from './long-term.ts';
import { labelsOf, namesOf, remoteMetrics, toRemote } from './names.ts';
import { createKeptAnswers } from './pieces.ts';
import { readSeries } from './read-series.ts';
import { createTakenSteps } from './taken-steps.ts';

export interface RemoteHistory extends HistoryStore {
  /** Called once a second. */
  tick(): void;
  /** The configuration has changed. */
  follow(): Promise<void>;
}

export interface RemoteHistoryDeps {
  config(): RemoteHistoryConfig;
  queue: ExportQueue;
  disk: Pick<Disk, 'note'>;
  request: GuardedRequest;
  onDefect: OnDefect;
  clock: Clock;
  /** What the long term remembers over a restart. */
  memory: ReturnType<typeof memoryAt>;
}

/** The name of the queue of values. */
const QUEUE = 'history';
/** A restart of the engine is no problem. */
const PROBLEM_MS = 60_000;
const DAY_MS = 86_400_000;
/** Everything is stored in the finest step, as long as the engine keeps it. */
const endless: HistoryLimits = { ...defaultLimits, retentionMs: [Infinity, Infinity, Infinity, Infinity] };

export function createRemoteHistory({
  config,
  queue,
  disk,
  request,
  onDefect,
  clock,
  memory,
}: RemoteHistoryDeps): RemoteHistory {
  const over = new AbortController();
  const sender = createSender({
    ...{ key: QUEUE, format: remoteWrite, config, queue, disk, request, onDefect, clock },
  });
  const ask = createAsk({ config, request, signal: over.signal });
  const added = () => Object.entries(config().labels);
  const taken = createTakenSteps();
  const [kept, keptHours] = [createKeptAnswers(), createKeptAnswers()];
  /** What was recorded is encoded and put into the queue in this order. */
  let last: Promise<void> = Promise.resolve();
  const longTerm = createLongTerm({
    ...{ config, queue, disk, request, onDefect, clock, memory, signal: over.signal, fine: ask.range },
    async isWritten(before) {
      await last;
      const { waiting, oldestAt = 0 } = await sender.status();
      return waiting === 0 || oldestAt >= before;
    },
  });
  /** By the key of the problem of each. */
  const engines = {
    'history-engine': { name: 'The engine of the history', trouble: sender.trouble },
    'history-long-term': { name: 'The engine of the history for the long term', trouble: longTerm.trouble },
  };
  const clear = () => {
    for (const answers of [kept, keptHours]) answers.clear();
  };
  /** What waits here may still arrive there. */
  const finalAt = () => clock.now() - Math.max(DAY_MS, config().maxQueueHours * 3_600_000);
  let limits = defaultLimits;
  let resources = { step: Number.NaN, count: 0 };
  let problems: State['serverProblems'] = {};

  function write(all: () => Iterable<TimedSeries>): Promise<void> {
    const at = clock.now();
    last = last
      .then(async () => {
        const { encodeSeries } = await import('../export/write-request.ts');
        const batches = [...encodeSeries(all(), at, config().labels)];
        if (batches.length > 0) await sender.put(batches, at);
        sender.wake();
      })
      .catch((error) => onDefect(error, 'the history'));
    return last;
  }

  /** Why the engine does not answer reaches the one who asks. */
  async function asking<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EngineSilent)) throw error;
      throw new HistoryUnavailable(`The engine of the history does not answer. ${error.message}`);
    }
  }

  async function forgetKind(kind: ResourceKind, gone: readonly Resource[]): Promise<void> {
    for (const ids of idGroups(gone)) {
      const match = `{__name__=~"${namesOf(kind)}",${matchers(ids, undefined, added())}}`;
      for (const engine of [ask, longTerm.ask()])
        await engine?.post('/api/v1/admin/tsdb/delete_series', { 'match[]': match });
    }
  }

  return {
    tick() {
      sender.wake();
      longTerm.tick();
    },
    async follow() {
      clear();
      await Promise.all([sender.follow(), longTerm.follow()]);
    },
    record(at, samples) {
      const step = Math.floor(at / SAMPLE_MS) * SAMPLE_MS;
      const fresh = taken.take(step, samples);
      resources = { step, count: fresh.length + (resources.step === step ? resources.count : 0) };
      if (fresh.length > 0) void write(() => seriesOf(fresh, step));
    },
    fill(resource, samples) {
      clear();
      const series = () => foreignSeries(resource, samples);
      return Promise.all([write(series), longTerm.put(series)]).then(() => {});
    },
    known: (resource) =>
      asking(async () => {
        const asked = { added: added(), resource, now: clock.now(), keptMs: limits.retentionMs[3] };
        const found = await readKnown({ ...asked, range: ask.range });
        const hours = longTerm.hours();
        return hours ? [...found, ...(await readKnown({ ...asked, range: hours.range }))] : found;
      }),
    series: (query) => {
      const stepMs = stepFor(query.from, query.to, query.points, clock.now(), endless);
      const range = kept.keeping(ask.range, finalAt());
      const hours = longTerm.hours();
      const asked = hours && { range: keptHours.keeping(hours.range, hours.until), until: hours.until };
      return asking(() => readSeries({ range, added: added(), query, stepMs, longTerm: asked }));
    },
    // It keeps values and no readings, so nothing is said about what was not seen.
    counts: async () => [],
    async status() {
      const remote = await sender.status();
      return { sizeBytes: remote.waitingBytes, resources: resources.count, tiers: [], damagedBlocks: 0, remote };
    },
    problems() {
      const found = Object.entries(engines).flatMap(([key, { trouble, name }]) => {
        const { at, sinceMs } = trouble() ?? { at: 0, sinceMs: Infinity };
        const message = `${name} accepts no values. They wait on the disk.`;
        return clock.monotonic() - sinceMs >= PROBLEM_MS ? [[key, { message, since: iso(at) }] as const] : [];
      });
      const next: State['serverProblems'] = Object.fromEntries(found);
      const keys = [...Object.keys(engines)];
      if (keys.some((key) => next[key]?.since !== problems[key]?.since)) problems = next;
      return problems;
    },
    configure(given) {
      limits = given;
    },
    async forget(gone) {
      clear();
      await asking(async () => {
        for (const [kind, all] of Map.groupBy(gone, (each) => each.kind)) await forgetKind(kind, all);
      });
    },
    async flush() {
      await last;
      await sender.flush();
    },
    async close() {
      await last;
      over.abort();
      await longTerm.close();
      await sender.stop();
    },
  };
}

function* seriesOf(samples: readonly Sample[], at: number): Generator<TimedSeries> {
  for (const sample of samples) {
    const labels = labelsOf(sample, 'belfry');
    for (const [column, metric] of remoteMetrics(sample.kind).entries()) {
      const value = sample.values[column] ?? Number.NaN;
      if (!Number.isNaN(value))
        yield { labels: [['__name__', metric.name], ...labels], points: [[at, toRemote(value, metric)]] };
    }
  }
}
