// What a collector measures is recorded here too, so that it can be sent after an outage of the line: a state of its own from its
// observations, sampled as the server samples its state, in the history that the server has.

import type { CollectUp, Measured } from '@belfry/schema/collect/up';
import { metricsOf, type Resource } from '@belfry/schema/history/metrics';
import type { Observation } from '@belfry/schema/messages/observation';
import type { HistoryStore, Series } from '../history/history-store.ts';
import { resourcesOf } from '../history/presence.ts';
import { samplesOf } from '../history/sampling/samples.ts';
import { type HistoryLimits, SAMPLE_MS } from '../history/tiers.ts';
import { type Clock, momentOf } from '../lib/clock.ts';
import { createState } from '../state/state.ts';

export type HistoryPart = Extract<CollectUp, { type: 'history' }>;

interface HistoryRange {
  instance: string;
  /** Epoch ms. */
  from: number;
  to: number;
}

/** `problem`: why values are lost: the disk accepts nothing (`isFull`), or the file was damaged. */
export interface OwnHistoryStatus {
  bytes: number;
  problem?: string;
  isFull?: true;
}

export interface OwnHistory {
  observe(observation: Observation): void;
  /** Only these instances are polled any more. */
  keep(instances: ReadonlySet<string>): void;
  /** What was measured, in parts that fit into a message. The last one says so. */
  parts(range: HistoryRange): AsyncGenerator<HistoryPart>;
  /** Measured once a minute at most. */
  status(): OwnHistoryStatus;
  stop(): Promise<void>;
}

export interface OwnHistoryDeps {
  store: Pick<HistoryStore, 'record' | 'status' | 'series' | 'problems' | 'close'>;
  version: string;
  clock: Clock;
}

const DAY_MS = 86_400_000;
/** Seven days, and what the coarser tiers need to be made. */
export const collectorLimits: HistoryLimits = {
  retentionMs: [DAY_MS, 7 * DAY_MS, 8 * DAY_MS, 20 * DAY_MS],
  maxBytes: 2 * 1024 ** 3,
};
/** A server asks for an hour. */
const MAX_MS = 2 * 3_600_000;
const TICK_MS = 1000;
/** After this number of samples, the list of resources is written again and the size of the file is read. */
const LOOK_EVERY = 6;
/** Numbers in one part: about 300 KB of text. */
const MAX_NUMBERS = 50_000;
const keyOf = ({ kind, id }: Resource) => `${kind} ${id}`;

export function createOwnHistory({ store, version, clock }: OwnHistoryDeps): OwnHistory {
  const state = createState({ started: momentOf(clock), version });
  /** What was there since the start, also if it is gone. */
  const seen = new Map<string, Map<string, Resource>>();
  let taken = Number.NaN;
  let count = 0;
  let bytes = 0;

  function list(instance: string): Resource[] {
    const known = seen.get(instance) ?? new Map<string, Resource>();
    seen.set(instance, known);
    for (const resource of resourcesOf(state.current(), instance))
      if (resource.kind !== 'instance') known.set(keyOf(resource), resource);
    return [...known.values()];
  }

  const cancel = clock.every(TICK_MS, () => {
    const now = momentOf(clock);
    state.age(now, 0);
    const step = Math.floor(now.at / SAMPLE_MS);
    if (step === taken) return;
    taken = step;
    store.record(now.at, samplesOf(state.current()));
    if (count++ % LOOK_EVERY !== 0) return;
    for (const { id } of state.current().instances) list(id);
    void store.status().then(
      ({ sizeBytes }) => {
        bytes = sizeBytes;
      },
      () => {},
    );
  });

  return {
    observe: (observation) => void state.apply(observation),
    keep(instances) {
      for (const { id } of state.current().instances) if (!instances.has(id)) state.remove(id, momentOf(clock));
      for (const id of seen.keys()) if (!instances.has(id)) seen.delete(id);
    },
    async *parts({ instance, from, to: wanted }) {
      // A hostile server may ask for all times at once, in the finest steps.
      const to = Math.min(wanted, from + MAX_MS);
      const points = Math.ceil((to - from) / SAMPLE_MS) + 1;
      const empty = { type: 'history', instance, from, stepMs: SAMPLE_MS, measured: [], isLast: true } as const;
      let part: HistoryPart = { ...empty, measured: [] };
      let numbers = 0;
      for (const resource of list(instance)) {
        const metrics = metricsOf(resource.kind).map(({ id }) => id);
        const series = await store.series({ resources: [resource], metrics, from, to, points });
        const measured = measuredOf(resource, series);
        const [first] = series;
        if (!measured || !first) continue;
        const isOther = part.measured.length > 0 && (part.from !== first.from || part.stepMs !== first.stepMs);
        if (isOther || numbers > MAX_NUMBERS) {
          yield { ...part, isLast: false };
          [part, numbers] = [{ ...empty, measured: [] }, 0];
        }
        part = { ...part, from: first.from, stepMs: first.stepMs };
        part.measured.push(measured);
        numbers += series.length * first.mean.length;
      }
      yield part;
    },
    status() {
      const { 'history-disk': full, ...others } = store.problems();
      const problem = full ?? Object.values(others)[0];
      return { bytes, ...(problem && { problem: problem.message }), ...(full && { isFull: true as const }) };
    },
    async stop() {
      cancel();
      await store.close();
    },
  };
}

const isKnown = (value: number) => !Number.isNaN(value);
const listOf = (values: Float64Array) => Array.from(values, (value) => (isKnown(value) ? value : null));
const valuesOf = (series: readonly Series[], name: 'mean' | 'max') =>
  Object.fromEntries(series.map((each) => [each.metric, listOf(each[name])]));

/** Undefined if nothing was measured. */
function measuredOf({ kind, id }: Resource, series: readonly Series[]): Measured | undefined {
  const known = series.filter(({ mean }) => mean.some(isKnown));
  const [first] = known;
  if (!first) return undefined;
  const max = first.stepMs > SAMPLE_MS && { max: valuesOf(known, 'max') };
  return { kind, id, mean: valuesOf(known, 'mean'), ...max };
}
