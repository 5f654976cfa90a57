// The embedded history: what it does with a file of blocks. It runs in a worker, and everything happens when it is called.
import type { Resource } from '@belfry/schema/history/metrics';
import { whyUnwritable } from '../db/disk.ts';
import type { HistoryFile, HistoryRows } from '../db/history-file.ts';
import { type Clock, iso } from '../lib/clock.ts';
import { createTurns } from '../lib/long-work.ts';
import { countsOf, type Reader, seriesOf } from './answer.ts';
import { createBlocks } from './blocks.ts';
import { createCompaction } from './compaction.ts';
import { createDirectory } from './directory.ts';
import { stageForeign } from './foreign.ts';
import { type ForeignSamples, type HistoryStore, HistoryUnavailable } from './history-store.ts';
import { numberOf, slotOf } from './key.ts';
import { type OpenSlot, openSlot } from './open-slot.ts';
import { createRetention } from './retention.ts';
import { spansOf } from './spans.ts';
import { type HistoryLimits, SAMPLE_MS, slotStart, stepFor, tiers } from './tiers.ts';

export interface EngineOptions {
  file: HistoryFile;
  clock: Pick<Clock, 'now' | 'monotonic' | 'after'>;
  limits: HistoryLimits;
  /** So many names of containers are kept. */
  mostContainers?: number;
}

export interface Engine
  extends Pick<
    HistoryStore,
    'fill' | 'known' | 'series' | 'counts' | 'status' | 'forget' | 'flush' | 'configure' | 'problems' | 'close'
  > {
  /** `values` are those of all resources, one after the other. */
  record(at: number, resources: readonly Resource[], values: Float64Array): Promise<void>;
  /** A small part of the work that waits: coarser tiers, old blocks. False if none waits. */
  step(): Promise<boolean>;
}

/**
 * Imported blocks are written together, because those of one time lie on the same pages, and each commit writes the pages at both ends of
 * a slot again. So many take 3 MB. A process that is killed imports them again.
 */
const MAX_STAGED = 4000;
const STAGED_MS = 240_000;
/**
 * Reports can invent containers, and each name would stay for two years. This is twice what 500 hosts with 40 containers have; guests,
 * nodes and storages have no such limit.
 */
const MAX_CONTAINERS = 40_000;
/** After a start, agents need time to report: nothing is surplus in the first hour. */
const SETTLED_SLOTS = 6;

export async function createEngine({
  file,
  clock,
  limits: first,
  mostContainers = MAX_CONTAINERS,
}: EngineOptions): Promise<Engine> {
  const { now } = clock;
  let limits = first;
  const directory = createDirectory();
  const blocks = createBlocks(directory);
  const compaction = createCompaction(blocks, directory);
  const retention = createRetention(compaction, (rows, keys) => forgetVanished(rows, keys));
  let open: OpenSlot | undefined;
  let stagedAt = 0;
  let closedSlots = 0;
  let paused: { since: number; reason: string } | undefined;
  /** A write was refused, and what is on the disk could not be read again since then. */
  let isOutdated = false;

  const load = (rows: HistoryRows) => {
    directory.load(rows);
    compaction.load(rows);
  };
  file.onLoss(() => {
    blocks.drop();
    open?.renew();
    void file.use(load);
  });
  await file.use(load);
  let isClosed = false;
  /** Work that waits and the later parts of a question may come after the end. */
  const use: HistoryFile['use'] = async (work) => {
    if (isClosed) throw new HistoryUnavailable('The history has ended.');
    try {
      return await file.use(work);
    } catch (error) {
      // A new file in place of a damaged one needs room too.
      const reason = whyUnwritable(error);
      if (reason === undefined) throw error;
      paused ??= { since: now(), reason };
      throw new HistoryUnavailable(`The history cannot be read or written: ${reason}.`);
    }
  };

  /** Undefined when it succeeds, or else why the disk refuses it. Any other error is thrown. */
  function refusal(work: () => void): string | undefined {
    try {
      work();
      return undefined;
    } catch (error) {
      const reason = whyUnwritable(error);
      if (reason === undefined) throw error;
      return reason;
    }
  }

  /** False while the disk accepts nothing. What is staged stays. A full disk may also refuse to read: then nothing is written before it can. */
  function attempt(rows: HistoryRows, write: () => void): boolean {
    const isRefused = (work: () => void) => {
      const reason = refusal(work);
      if (reason !== undefined) paused ??= { since: now(), reason };
      return reason !== undefined;
    };
    if (isOutdated) isOutdated = isRefused(() => load(rows));
    if (isOutdated) return false;
    if (!isRefused(write)) return true;
    isOutdated = isRefused(() => load(rows));
    return false;
  }

  function write(rows: HistoryRows, more?: () => void): boolean {
    if (blocks.staged() === 0) return paused === undefined;
    const isWritten = attempt(rows, () => blocks.commit(rows, more));
    if (isWritten) paused = undefined;
    return isWritten;
  }

  function stageOpen(): void {
    for (const { resource, block } of open?.changes() ?? []) {
      directory.touch(resource);
      if (open) blocks.stage({ tier: 0, at: open.at, resource, source: 'belfry' }, block);
    }
  }

  /** Ten minutes are over. While the disk accepts nothing, those before them are dropped. */
  function closeSlot(rows: HistoryRows): void {
    if (!open) return;
    if (!write(rows)) blocks.drop();
    const { at } = open;
    stageOpen();
    write(rows, () => compaction.stored(rows, at));
    open = undefined;
    retention.allow();
    if (++closedSlots >= SETTLED_SLOTS) forgetAll(rows, directory.surplus('container', mostContainers));
  }

  /** Their blocks stay until their time is over, and nothing leads to them. */
  function forgetAll(rows: HistoryRows, resources: readonly Resource[]): void {
    for (const resource of resources) {
      blocks.dropResource(resource);
      open?.forget(resource);
    }
    rows.atomically(() => {
      for (const resource of resources) directory.forget(rows, resource);
    });
  }

  function record(rows: HistoryRows, at: number, resources: readonly Resource[], values: Float64Array): void {
    const slot = slotStart(0, at);
    if (open?.at !== slot) {
      closeSlot(rows);
      open = openSlot(slot, (resource) => blocks.read(rows, { tier: 0, at: slot, resource, source: 'belfry' }));
    }
    open?.record(at, resources, values);
    if (paused || now() - stagedAt > STAGED_MS) write(rows);
  }

  /** The ten minutes in memory replace what is on the disk, so they get their part of the values too. */
  function fillOpen(resource: Resource, { from, stepMs, mean }: ForeignSamples): void {
    if (!open || stepMs !== SAMPLE_MS) return;
    for (const index of mean[0]?.keys() ?? []) {
      const at = from + index * stepMs;
      if (slotStart(0, at) === open.at)
        open.record(
          at,
          [resource],
          Float64Array.from(mean, (column) => column[index] ?? Number.NaN),
        );
    }
  }

  /** These blocks were removed. A resource that has no others is forgotten. */
  function forgetVanished(rows: HistoryRows, keys: readonly number[]): void {
    for (const number of new Set(keys.map(numberOf))) {
      const resource = directory.resourceOf(number);
      if (resource && !open?.block(resource) && !blocks.hasAny(rows, resource)) directory.forget(rows, resource);
    }
  }

  /** The start of the oldest block of each tier. */
  function oldestIn(rows: HistoryRows): (number | undefined)[] {
    const starts = tiers.map((_, tier) => {
      const key = rows.next(tier, 0);
      return key === undefined ? undefined : slotOf(tier, key);
    });
    const [fine = Number.POSITIVE_INFINITY, ...coarse] = starts;
    return open ? [Math.min(fine, open.at), ...coarse] : starts;
  }

  /** Lets other messages through in between. */
  async function eachOf<T>(
    resources: readonly Resource[],
    ask: (reader: Reader, resource: Resource) => T,
  ): Promise<T[]> {
    const found: T[] = [];
    const ended = createTurns(clock);
    for (const resource of resources) {
      await ended();
      found.push(await use((rows) => ask(readerOf(rows), resource)));
    }
    return found;
  }

  function readerOf(rows: HistoryRows): Reader {
    const starts = oldestIn(rows).map((start) => start ?? Number.POSITIVE_INFINITY);
    return {
      block(tier, at, resource, source, metrics) {
        const isOwn = source === 'belfry';
        // After the clock was stepped back there may be a block that is about to be made again.
        if (isOwn && tier > 0 && at >= compaction.madeUntil(tier)) return undefined;
        const recorded = isOwn && tier === 0 && at === open?.at ? open.block(resource) : undefined;
        return recorded ?? blocks.read(rows, { tier, at, resource, source }, metrics);
      },
      since: (tier) => Math.min(...starts.slice(0, tier + 1)),
    };
  }

  return {
    record: (at, resources, values) => use((rows) => record(rows, at, resources, values)),
    fill: (resource, samples) =>
      use((rows) => {
        if (blocks.staged() === 0) stagedAt = now();
        const oldest = limits.retentionMs.map((kept) => now() - kept);
        if (samples.source === 'belfry') fillOpen(resource, samples);
        stageForeign(blocks, rows, resource, samples, oldest);
        if (blocks.staged() > MAX_STAGED && !write(rows)) blocks.drop();
      }),
    known: (resource) =>
      use((rows) =>
        spansOf((place) => blocks.has(rows, { ...place, resource }), limits, now(), open?.block(resource) && open.at),
      ),
    async series({ resources, metrics, from, to, points }) {
      const stepMs = stepFor(from, to, points, now(), limits);
      const ask = (reader: Reader, resource: Resource) => seriesOf(reader, resource, metrics, { from, to }, stepMs);
      return (await eachOf(resources, ask)).flat();
    },
    counts({ resources, from, to, points }) {
      const stepMs = stepFor(from, to, points, now(), limits);
      return eachOf(resources, (reader, resource) => countsOf(reader, resource, { from, to }, stepMs));
    },
    status: () =>
      use((rows) => {
        const starts = oldestIn(rows);
        const stored = tiers.map(({ stepMs }, tier) => {
          const since = starts[tier];
          return { stepMs, retentionMs: limits.retentionMs[tier] ?? 0, ...(since !== undefined && { oldest: since }) };
        });
        return {
          ...{ sizeBytes: rows.bytes().file, resources: directory.size(), tiers: stored },
          ...{ damagedBlocks: blocks.damaged(), ...(paused && { pausedSince: paused.since }) },
        };
      }),
    forget: (resources) => use((rows) => forgetAll(rows, resources)),
    flush: () =>
      use((rows) => {
        stageOpen();
        write(rows);
      }),
    configure(given) {
      limits = given;
    },
    step: () =>
      use((rows) => {
        if (paused || !open) return false;
        const until = open.at;
        let isBusy = false;
        const done = attempt(rows, () => {
          isBusy = compaction.step(rows, until) || retention.step(rows, limits, now());
        });
        return done && isBusy;
      }),
    problems: () => ({
      ...file.problems(),
      ...(paused && {
        'history-disk': {
          message: `Measured values cannot be stored: ${paused.reason}. The last ten minutes are kept in memory.`,
          since: iso(paused.since),
        },
      }),
    }),
    close: () =>
      use((rows) => {
        stageOpen();
        write(rows);
        isClosed = true;
        file.close();
      }),
  };
}
