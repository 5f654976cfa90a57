// The second engine of the history. It keeps one value for each hour, and answers questions about months and years: an engine for the
// values of ten seconds reads all of them for each answer, and few people want to keep so many for years.
import { longTermOf } from '@belfry/schema/history/query-base';
import type { RemoteHistoryConfig } from '@belfry/schema/history/remote';
import * as z from 'zod';
import type { memoryAt } from '../../db/settings-store.ts';
import { remoteWrite } from '../export/remote-write.ts';
import { createSender, type SenderDeps } from '../export/sender.ts';
import type { TimedSeries } from '../export/write-request.ts';
import { type Ask, createAsk, EngineSilent } from './ask.ts';
import { HOUR_MS, hourlySeries } from './hours.ts';

export interface LongTermDeps extends Pick<SenderDeps, 'queue' | 'disk' | 'request' | 'onDefect' | 'clock'> {
  config(): RemoteHistoryConfig;
  signal: AbortSignal;
  /** Asks the first engine. */
  fine: Ask['range'];
  /** Whether the first engine has everything from before a time (epoch ms). */
  isWritten(before: number): Promise<boolean>;
  memory: ReturnType<typeof memoryAt>;
}

/** Which hours the second engine has: those before `until` (epoch ms), at this address. */
const Progress = z.object({ url: z.string(), until: z.number() });

/** After the end of an hour so long its last values are on their way. */
const SETTLED_MS = 300_000;
/** A new second engine gets the hours of so many days. */
const FIRST_DAYS = 31;
const DAY_MS = 24 * HOUR_MS;
const AGAIN_MS = 60_000;
const NO_ENGINE: Partial<RemoteHistoryConfig> = { enabled: false, url: '', queryUrl: '' };

export function createLongTerm({ config: first, signal, fine, isWritten, memory, ...deps }: LongTermDeps) {
  const { clock, onDefect, request } = deps;
  /** Without a second engine it is one that is switched off. */
  const config = (): RemoteHistoryConfig => longTermOf(first()) ?? { ...first(), ...NO_ENGINE };
  const isUsed = () => first().enabled && first().longTermUrl !== '';
  const sender = createSender({ ...deps, key: 'history-long-term', format: remoteWrite, config });
  const ask = createAsk({ config, request, signal });
  let making: Promise<void> | undefined;
  let notBefore = 0;

  function until(): number | undefined {
    const progress = Progress.safeParse(memory.recall()).data;
    return progress?.url === config().url ? progress.until : undefined;
  }

  async function write(series: Iterable<TimedSeries>): Promise<void> {
    const { encodeSeries } = await import('../export/write-request.ts');
    const at = clock.now();
    const batches = [...encodeSeries(series, at, config().labels)];
    if (batches.length > 0) await sender.put(batches, at);
    // Accepted, or on the disk: only then the hour counts as made.
    await sender.flush();
  }

  /** A day at most. True when more hours wait. */
  async function make(): Promise<boolean> {
    const { url } = config();
    const end = Math.floor((clock.now() - SETTLED_MS) / HOUR_MS) * HOUR_MS;
    const from = until() ?? end - FIRST_DAYS * DAY_MS;
    const to = Math.min(end, from + DAY_MS);
    if (from >= to || !(await isWritten(to))) return false;
    for await (const series of hourlySeries(fine, Object.entries(first().labels), { from, to })) await write(series);
    // Another address was entered meanwhile: that engine has nothing of it.
    if (url === config().url) memory.keep({ url, until: to });
    return to < end;
  }

  async function run(): Promise<void> {
    notBefore = clock.monotonic() + AGAIN_MS;
    try {
      if (await make()) notBefore = 0;
    } catch (error) {
      // The first engine does not answer. That is shown, and the hours wait.
      if (!(error instanceof EngineSilent) && !signal.aborted) onDefect(error, 'the hours of the history');
    } finally {
      making = undefined;
    }
  }

  return {
    /** What the second engine answers, and the end of the hours that it has. Undefined: it has none. */
    hours() {
      const end = isUsed() ? until() : undefined;
      return end === undefined ? undefined : { range: ask.range, until: end };
    },
    /** Undefined: there is no second engine. */
    ask: () => (isUsed() ? ask : undefined),
    /** Values of other sources, which have their own step. */
    async put(series: () => Iterable<TimedSeries>): Promise<void> {
      if (isUsed()) await write(series());
    },
    /** Called once a second. */
    tick() {
      sender.wake();
      if (isUsed() && !making && clock.monotonic() >= notBefore) making = run();
    },
    trouble: sender.trouble,
    /** The configuration has changed. */
    follow() {
      notBefore = 0;
      return sender.follow();
    },
    async close() {
      await making;
      await sender.stop();
    },
  };
}
