// Fills the gaps of an outage: asks a collector for what it measured meanwhile, oldest first, one hour of one instance after the other.
// How far it is, is kept over a restart. It reaches the history only: no state, no alert and no message comes of it.

import type { CollectDown } from '@belfry/schema/collect/down';
import type { CollectUp, Measured } from '@belfry/schema/collect/up';
import { metricsOf, type ResourceKind } from '@belfry/schema/history/metrics';
import type { Observation } from '@belfry/schema/messages/observation';
import * as z from 'zod';
import type { HistoryStore } from '../history/history-store.ts';
import { SAMPLE_MS } from '../history/tiers.ts';
import type { Clock } from '../lib/clock.ts';
import { idsOf } from './admission.ts';

type HistoryPart = Extract<CollectUp, { type: 'history' }>;

export interface BackFillDeps {
  store: Pick<HistoryStore, 'fill' | 'flush'>;
  /** Whether values are recorded at present. */
  isEnabled(): boolean;
  memory: { recall(): unknown; keep(value: unknown): void };
  /** The ids of all instances, also of other sites. */
  instances(): readonly string[];
  send(site: string, message: Extract<CollectDown, { type: 'history' }>): void;
  clock: Clock;
}

export interface BackFill {
  /** A line was opened to the collector that polls these instances. */
  opened(site: string, instances: readonly string[]): void;
  /** The clock of the collector was read, which happens every 15 s. */
  goOn(site: string, offsetMs: number): void;
  observed(
    site: string,
    observation: Pick<Observation, 'instance' | 'essential' | 'everyMs' | 'at' | 'monotonic'>,
  ): void;
  /** Returns why it is refused. */
  received(site: string, part: HistoryPart): string | undefined;
  /** Whether the instance was observed just now. The history takes no sample of older values. */
  isHeard(instance: string): boolean;
  /** Percent of what was missing when the line was opened; undefined if nothing is. */
  progress(site: string): number | undefined;
  close(): void;
}

/** The history before this time was never missing, or is filled. Epoch ms, by instance. */
const Cursors = z.record(z.string(), z.number());

interface Gap {
  instance: string;
  from: number;
  to: number;
}

interface Catching {
  gaps: Gap[];
  totalMs: number;
  /** The hour that is asked for, on the clock of this server. `shift`: what was added for the clock of the collector. */
  asked?: (Gap & { shift: number; since: number; received: number }) | undefined;
  /** What was received is written one after the other. */
  writing: Promise<void>;
}

const HOUR_MS = 3_600_000;
const KEPT_MS = 7 * 24 * HOUR_MS;
/** A shorter gap is none: an observation stands for so long. */
const SHORTEST_MS = 2 * SAMPLE_MS;
/** Then it is asked again. A slow line takes some minutes for an hour of a thousand guests. */
const PATIENCE_MS = 15 * 60_000;
const SAVE_MS = 60_000;
/** Of one hour. More is not what an instance has. */
const MAX_RESOURCES = 50_000;

export function createBackFill({ store, isEnabled, memory, instances, send, clock }: BackFillDeps): BackFill {
  const cursors = new Map<string, number>(Object.entries(Cursors.safeParse(memory.recall()).data ?? {}));
  const heard = new Map<string, { at: number; monotonic: number; everyMs: number }>();
  const sites = new Map<string, Catching>();
  let saved = Number.NEGATIVE_INFINITY;

  const save = () => {
    saved = clock.monotonic();
    const present = new Set(instances());
    for (const id of cursors.keys()) if (!present.has(id)) cursors.delete(id);
    memory.keep(Object.fromEntries(cursors));
  };
  const isGap = (site: string, instance: string) => sites.get(site)?.gaps.some((gap) => gap.instance === instance);

  function next(site: string, shift: number): void {
    const catching = sites.get(site);
    if (!catching || catching.asked || !isEnabled()) return;
    const [first] = catching.gaps.sort((a, b) => a.from - b.from);
    if (!first) {
      sites.delete(site);
      return;
    }
    const { instance, from } = first;
    const to = Math.min(first.to, from + HOUR_MS);
    catching.asked = { instance, from, to, shift, since: clock.monotonic(), received: 0 };
    send(site, { type: 'history', instance, from: from + shift, to: to + shift });
  }

  /** The hour is on the disk. */
  function filled(site: string, catching: Catching): void {
    const { asked } = catching;
    if (!asked || sites.get(site) !== catching) return;
    const { instance, to, shift } = asked;
    catching.asked = undefined;
    const gap = catching.gaps.find((each) => each.instance === instance);
    if (gap) gap.from = to;
    catching.gaps = catching.gaps.filter((each) => each.from < each.to);
    cursors.set(instance, isGap(site, instance) ? to : Math.max(to, heard.get(instance)?.at ?? 0));
    save();
    next(site, shift);
  }

  return {
    opened(site, assigned) {
      const now = clock.now();
      const gaps = assigned.flatMap((instance): Gap[] => {
        const from = Math.max(cursors.get(instance) ?? now, now - KEPT_MS);
        return now - from > SHORTEST_MS ? [{ instance, from: from - SAMPLE_MS, to: now }] : [];
      });
      sites.delete(site);
      const totalMs = gaps.reduce((sum, { from, to }) => sum + to - from, 0);
      if (gaps.length > 0) sites.set(site, { gaps, totalMs, writing: Promise.resolve() });
    },
    goOn(site, offsetMs) {
      const catching = sites.get(site);
      const since = catching?.asked?.since ?? Number.POSITIVE_INFINITY;
      if (catching && clock.monotonic() - since > PATIENCE_MS) catching.asked = undefined;
      // Whole steps, so that each value keeps its step.
      next(site, Math.round(offsetMs / SAMPLE_MS) * SAMPLE_MS);
    },
    observed(site, { instance: { id }, essential, everyMs, at, monotonic }) {
      if (!essential) return;
      heard.set(id, { at, monotonic, everyMs });
      if (isGap(site, id)) return;
      cursors.set(id, Math.max(at, cursors.get(id) ?? 0));
      if (clock.monotonic() - saved > SAVE_MS) save();
    },
    received(site, { instance, from, stepMs, measured, isLast }) {
      const catching = sites.get(site);
      const asked = catching?.asked;
      if (!catching || asked?.instance !== instance) return 'history that nobody asked for';
      const start = from - asked.shift;
      const length = Math.max(0, ...measured.map(lengthOf));
      if (measured.length > 0 && (start < asked.from - stepMs || start + length * stepMs > asked.to + stepMs))
        return 'history of another time';
      asked.received += measured.length;
      if (asked.received > MAX_RESOURCES) return 'more history than an instance has';
      asked.since = clock.monotonic();
      const isIn = idsOf(instance, instances());
      if (!measured.every(({ id }) => isIn(id))) return 'history of a foreign entity';
      catching.writing = catching.writing
        .then(async () => {
          for (const { kind, id, mean, max } of measured) {
            const columns = (values: Measured['mean']) => columnsOf(kind, values, length);
            const samples = { from: start, stepMs, mean: columns(mean), ...(max && { max: columns(max) }) };
            await store.fill({ kind, id }, { ...samples, source: 'belfry' });
          }
          if (!isLast) return;
          await store.flush();
          filled(site, catching);
        })
        // The store says why it takes nothing, on every screen. The hour is asked again.
        .catch(() => {});
      return undefined;
    },
    isHeard(instance) {
      const last = heard.get(instance);
      return last !== undefined && clock.monotonic() - last.monotonic <= 2 * last.everyMs;
    },
    progress(site) {
      const catching = sites.get(site);
      if (!catching || !isEnabled()) return undefined;
      const left = catching.gaps.reduce((sum, { from, to }) => sum + to - from, 0);
      return Math.min(99, Math.floor(100 * (1 - left / catching.totalMs)));
    },
    close: save,
  };
}

const lengthOf = ({ mean }: Measured): number => Math.max(0, ...Object.values(mean).map((list) => list.length));

/** In the order of the catalogue. A metric that this version does not know is left out. */
const columnsOf = (kind: ResourceKind, values: Measured['mean'], length: number): Float64Array[] =>
  metricsOf(kind).map(({ id }) => Float64Array.from({ length }, (_, n) => values[id]?.[n] ?? Number.NaN));
