// Fills the gaps of an outage: asks a collector for what it measured meanwhile, oldest first, one hour of one instance after the other.
// How far it is, is kept over a restart. It reaches the history only: no state, no alert and no message comes of it.

import type { CollectDown } from '@belfry/schema/collect/down';
import type { CollectUp, Measured } from '@belfry/schema/collect/up';
import { metricsOf, type ResourceKind } from '@belfry/schema/history/metrics';
import type { Observation } from '@belfry/schema/messages/observation';
import * as z from 'zod';
import type { HistoryStore } from '../history/history-store.ts';
import { SAMPLE_MS, slotStart } from '../history/tiers.ts';
import type { Clock } from '../lib/clock.ts';
import { idsOf } from './admission.ts';
import type { Refused } from './refusals.ts';
import { stoodStill } from './standstill.ts';

type HistoryPart = Extract<CollectUp, { type: 'history' }>;

export interface BackFillDeps {
  store: Pick<HistoryStore, 'fill' | 'flush'>;
  /** Whether values are recorded at present. */
  isEnabled(): boolean;
  memory: { recall(): unknown; keep(value: unknown): void };
  /** The ids of all instances that were observed, also of other sites. */
  instances(): readonly string[];
  /** The ids of all that are configured, also while nothing is known about them. */
  configured(): readonly string[];
  send(site: string, message: Extract<CollectDown, { type: 'history' }>): void;
  clock: Clock;
}

export interface BackFill {
  /** A line was opened to the collector that polls these instances. */
  opened(site: string, instances: readonly string[]): void;
  /** The collector polls this one too: after a start, a line may be open before all is assigned. */
  assigned(site: string, instance: string): void;
  /** It is being asked, one question after the other. */
  isAsking(site: string): boolean;
  /** The clock of the collector was read, which happens every 15 s. */
  goOn(site: string, offsetMs: number): void;
  observed(
    site: string,
    observation: Pick<Observation, 'instance' | 'essential' | 'everyMs' | 'at' | 'monotonic' | 'tookMs' | 'outcome'>,
  ): void;
  /** Returns why it is refused. */
  received(site: string, part: HistoryPart): Refused | undefined;
  /** Whether the instance was observed just now. The history takes no sample of older values. */
  isHeard(instance: string): boolean;
  /** Percent of what was missing when the line was opened; undefined if nothing is. */
  progress(site: string): number | undefined;
  close(): void;
}

/** The history before this time was never missing, or is filled, and is on the disk. Epoch ms, by instance. */
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
/** A sample needs a moment until it is in the block of its ten minutes. */
const UNWRITTEN_MS = 2 * SAMPLE_MS;
/** Of one hour. More is not what an instance has. */
const MAX_RESOURCES = 50_000;

export function createBackFill(deps: BackFillDeps): BackFill {
  const { store, isEnabled, memory, instances, configured, send, clock } = deps;
  const cursors = new Map<string, number>(Object.entries(Cursors.safeParse(memory.recall()).data ?? {}));
  /** What was filled is on the disk. */
  const written = new Map(cursors);
  const heard = new Map<string, { at: number; monotonic: number; everyMs: number }>();
  const sites = new Map<string, Catching>();
  let saved = Number.NEGATIVE_INFINITY;
  /** Those of which something is kept. */
  let kept = new Set<string>();

  const tidy = () => {
    const present = new Set(configured());
    for (const id of cursors.keys()) if (!present.has(id)) cursors.delete(id);
  };
  /** The history has its last minutes in memory only: a server that is killed asks for them too. */
  const save = () => {
    saved = clock.monotonic();
    tidy();
    const safe = [...cursors].map(([id, at]): [string, number] => {
      const closed = slotStart(0, at - UNWRITTEN_MS);
      return [id, Math.min(at, Math.max(written.get(id) ?? closed, closed))];
    });
    kept = new Set(cursors.keys());
    memory.keep(Object.fromEntries(safe));
  };
  const isGap = (site: string, instance: string) => sites.get(site)?.gaps.some((gap) => gap.instance === instance);

  function add(site: string, gap: Gap): void {
    const catching = sites.get(site) ?? { gaps: [], totalMs: 0, writing: Promise.resolve() };
    sites.set(site, catching);
    catching.gaps.push(gap);
    catching.totalMs += gap.to - gap.from;
  }

  /** What is missing until now. */
  function miss(site: string, instance: string): void {
    const now = clock.now();
    // From now on it is heard on another line.
    heard.delete(instance);
    const from = Math.max(cursors.get(instance) ?? now, now - KEPT_MS);
    if (now - from > SHORTEST_MS) add(site, { instance, from: from - SAMPLE_MS, to: now + SAMPLE_MS });
  }

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
    // This server has taken no sample of the step in which the line was opened. The collector has, when it is over.
    if (to > clock.now() - SAMPLE_MS) return;
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
    written.set(instance, to);
    cursors.set(instance, isGap(site, instance) ? to : Math.max(to, heard.get(instance)?.at ?? 0));
    save();
    next(site, shift);
  }

  return {
    opened(site, assigned) {
      sites.delete(site);
      for (const instance of assigned) miss(site, instance);
    },
    assigned: miss,
    isAsking: (site) => sites.get(site)?.asked !== undefined,
    goOn(site, offsetMs) {
      const catching = sites.get(site);
      const since = catching?.asked?.since ?? Number.POSITIVE_INFINITY;
      if (catching && clock.monotonic() - since > PATIENCE_MS) catching.asked = undefined;
      // Whole steps, so that each value keeps its step.
      next(site, Math.round(offsetMs / SAMPLE_MS) * SAMPLE_MS);
    },
    observed(site, observation) {
      const { instance, essential, everyMs, at, monotonic } = observation;
      const { id } = instance;
      if (!essential) return;
      const last = heard.get(id)?.at;
      heard.set(id, { at, monotonic, everyMs });
      if (last !== undefined && stoodStill(last, observation))
        add(site, { instance: id, from: Math.max(last, at - KEPT_MS) - SAMPLE_MS, to: at + SAMPLE_MS });
      if (isGap(site, id)) return;
      cursors.set(id, Math.max(at, cursors.get(id) ?? 0));
      if (!kept.has(id) || clock.monotonic() - saved > SAVE_MS) save();
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
    /** The history is closed after this, and writes what it has. */
    close() {
      tidy();
      memory.keep(Object.fromEntries(cursors));
    },
  };
}

const lengthOf = ({ mean }: Measured): number => Math.max(0, ...Object.values(mean).map((list) => list.length));

/** In the order of the catalogue. A metric that this version does not know is left out. */
const columnsOf = (kind: ResourceKind, values: Measured['mean'], length: number): Float64Array[] =>
  metricsOf(kind).map(({ id }) => Float64Array.from({ length }, (_, n) => values[id]?.[n] ?? Number.NaN));
