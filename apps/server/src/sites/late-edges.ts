// After an outage of the line: asks the collector what changed meanwhile, and gives what began and ended then to the history of alerts.
// Nobody is notified of it.
import type { CollectDown } from '@belfry/schema/collect/down';
import type { Edge } from '@belfry/schema/collect/edges';
import { EDGES_PROTOCOL } from '@belfry/schema/collect/protocol';
import type { CollectUp } from '@belfry/schema/collect/up';
import { FAST_POLL_MS } from '@belfry/schema/defaults';
import type { Observation } from '@belfry/schema/messages/observation';
import type { State } from '@belfry/schema/state';
import * as z from 'zod';
import type { Clock } from '../lib/clock.ts';
import type { GuardedTask } from '../lib/parts.ts';
import { idsOf } from './admission.ts';
import type { Refused } from './refusals.ts';
import { type LateOccurrence, type ReplayDeps, replay } from './replay.ts';
import { stoodStill } from './standstill.ts';

type EdgesPart = Extract<CollectUp, { type: 'edges' }>;

export interface LateEdgesDeps {
  memory: { recall(): unknown; keep(value: unknown): void };
  state(): State;
  config(): ReplayDeps['config'];
  /** Those that are not in the history of alerts yet are added to it. */
  record(occurrences: readonly LateOccurrence[]): Promise<void>;
  send(site: string, message: Extract<CollectDown, { type: 'edges' }>): void;
  guardedTask: GuardedTask;
  clock: Clock;
}

export interface LateEdges {
  /** A line was opened to the collector that polls these instances. */
  opened(site: string, instances: readonly string[], protocol: number): void;
  /** The collector polls this one too: after a start, a line may be open before all is assigned. */
  assigned(site: string, instance: string): void;
  /** The clock of the collector was read. True: it has still to say what changed. */
  goOn(site: string, offsetMs: number): boolean;
  observed(
    site: string,
    observation: Pick<Observation, 'instance' | 'essential' | 'everyMs' | 'at' | 'tookMs' | 'outcome'>,
  ): void;
  /** Returns why it, or a part of it, is refused. */
  received(site: string, part: EdgesPart): Refused | undefined;
  /** How many changes its collector had dropped when it was last asked. */
  dropped(site: string): number;
  close(): void;
}

interface Gap {
  instance: string;
  from: number;
}

/** `shift`: what was added for the clock of the collector. `since`: when it last said something, on the monotonic clock. */
interface Asked extends Gap {
  shift: number;
  since: number;
  tries: number;
  edges: Edge[];
  misplaced: number;
}

interface Catching {
  gaps: Gap[];
  asked?: Asked | undefined;
  dropped: number;
  /** An older collector does not know the question. */
  isAsked: boolean;
}

/** How long an observation stands. */
const SHORTEST_MS = 20_000;
const KEPT_MS = 7 * 86_400_000;
/** What was not confirmed when the line was cut began before that. */
const BEFORE_MS = 300_000;
const PATIENCE_MS = 120_000;
const TRIES = 3;
const MOST = 20_000;
const SAVE_MS = 60_000;
const Cursors = z.record(z.string(), z.number());

export function createLateEdges(deps: LateEdgesDeps): LateEdges {
  const { memory, state, config, record, send, guardedTask, clock } = deps;
  /** Since when nothing is known about an instance. Epoch ms. */
  const cursors = new Map(Object.entries(Cursors.safeParse(memory.recall()).data ?? {}));
  const everyMs = new Map<string, number>();
  /** When each was last observed on its present line, epoch ms. */
  const heard = new Map<string, number>();
  const sites = new Map<string, Catching>();
  let saved = Number.NEGATIVE_INFINITY;
  /** Those of which something is kept. */
  let kept = new Set<string>();

  const save = () => {
    saved = clock.monotonic();
    kept = new Set(cursors.keys());
    memory.keep(Object.fromEntries(cursors));
  };
  const isGap = (id: string) =>
    sites.values().some(({ gaps, asked }) => asked?.instance === id || gaps.some(({ instance }) => instance === id));

  function add(site: string, gap: Gap): void {
    const catching = sites.get(site);
    if (catching?.isAsked) catching.gaps.push(gap);
  }

  /** What is not known until now. */
  function miss(site: string, instance: string): void {
    const now = clock.now();
    // From now on it is heard on another line.
    heard.delete(instance);
    const from = Math.max(cursors.get(instance) ?? now, now - KEPT_MS);
    if (now - from > SHORTEST_MS) add(site, { instance, from });
  }

  function done(site: string, instance: string): void {
    cursors.set(instance, clock.now());
    save();
    const catching = sites.get(site);
    if (catching?.asked?.instance !== instance) return;
    const { shift } = catching.asked;
    catching.asked = undefined;
    goOn(site, shift);
  }

  function goOn(site: string, shift: number): boolean {
    const catching = sites.get(site);
    if (!catching) return false;
    const { asked } = catching;
    if (asked && clock.monotonic() - asked.since < PATIENCE_MS) return true;
    const gap = asked && asked.tries < TRIES ? asked : catching.gaps.shift();
    if (asked && gap !== asked) cursors.set(asked.instance, clock.now());
    const tries = gap && gap === asked ? asked.tries + 1 : 1;
    catching.asked = gap && { ...gap, shift, since: clock.monotonic(), tries, edges: [], misplaced: 0 };
    if (gap) send(site, { type: 'edges', instance: gap.instance, from: gap.from - BEFORE_MS + shift });
    return gap !== undefined;
  }

  async function evaluate(site: string, { instance: id, from, edges }: Asked): Promise<void> {
    try {
      const present = state();
      const instance = present.instances.find((each) => each.id === id);
      if (!instance || edges.length === 0) return;
      const oldestFirst = edges.toSorted((a, b) => a.at - b.at);
      const past = { edges: oldestFirst, from, to: clock.now(), everyMs: everyMs.get(id) ?? FAST_POLL_MS };
      await record(await replay({ instance, state: present, config: config(), ...past, clock }));
    } finally {
      done(site, id);
    }
  }

  return {
    opened(site, instances, protocol) {
      sites.set(site, { gaps: [], dropped: 0, isAsked: protocol >= EDGES_PROTOCOL });
      for (const instance of instances) miss(site, instance);
    },
    assigned: miss,
    goOn,
    observed(site, observation) {
      const { instance, essential, at } = observation;
      const { id } = instance;
      if (!essential) return;
      everyMs.set(id, observation.everyMs);
      const last = heard.get(id);
      heard.set(id, at);
      if (last !== undefined && stoodStill(last, observation))
        add(site, { instance: id, from: Math.max(last, at - KEPT_MS) });
      if (isGap(id)) return;
      cursors.set(id, Math.max(at, cursors.get(id) ?? 0));
      if (!kept.has(id) || clock.monotonic() - saved > SAVE_MS) save();
    },
    received(site, { instance, edges, dropped, isLast }) {
      const catching = sites.get(site);
      const asked = catching?.asked;
      if (!catching || asked?.instance !== instance) return 'changes that nobody asked for';
      if (asked.edges.length + edges.length > MOST) return 'more changes than a collector keeps';
      const isOwn = idsOf(
        instance,
        state().instances.map(({ id }) => id),
      );
      if (!edges.every(({ id }) => isOwn(id))) return 'a change of a foreign entity';
      const moved = edges.map((edge) => ({ ...edge, at: edge.at - asked.shift }));
      const [least, latest] = [asked.from - 2 * BEFORE_MS, clock.now() + BEFORE_MS];
      // The clock of the collector was set during the outage: nobody knows when these were. The others are true.
      const placed = moved.filter(({ at }) => at >= least && at <= latest);
      const misplaced = moved.length - placed.length;
      asked.edges.push(...placed);
      asked.misplaced += misplaced;
      catching.dropped = Math.max(catching.dropped, dropped + asked.misplaced);
      asked.since = isLast ? Number.POSITIVE_INFINITY : clock.monotonic();
      if (isLast) void guardedTask('the alerts of an outage of a site', () => evaluate(site, asked), undefined);
      return misplaced > 0 ? 'a change of another time' : undefined;
    },
    dropped: (site) => sites.get(site)?.dropped ?? 0,
    close: save,
  };
}
