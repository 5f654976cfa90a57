// The health of one instance: the results of its polls, and since when one of them fails.
import type { Gap, Instance, InstanceError } from '@belfry/schema/entities/instance';
import type { InstanceIdentity, Observation } from '@belfry/schema/messages/observation';
import type { State } from '@belfry/schema/state';
import { iso, type Moment } from '../lib/clock.ts';

/** By the id of the instance: whether it answers. */
export const connectionHealth = ({ instances }: Pick<State, 'instances'>): State['connectionHealth'] =>
  Object.fromEntries(instances.map(({ id, health }) => [id, health !== 'error']));

interface PollHealth {
  essential: boolean;
  everyMs: number;
  dropped: number;
  gaps: readonly Gap[];
  error?: InstanceError;
}

/** Facts are stale after this many intervals without a good answer. */
const MISSES = 3;

export function createHealth({ id, kind, host, ...identity }: InstanceIdentity) {
  let { site, name } = identity;
  const polls = new Map<string, PollHealth>();
  let endpoints: Observation['endpoints'] = [];
  let version: string | undefined;
  let lastGood: (Moment & { staleAfterMs: number }) | undefined;

  return {
    take({
      poll,
      essential,
      everyMs,
      staleAfterMs = MISSES * everyMs,
      at,
      monotonic,
      dropped,
      outcome,
      ...seen
    }: Observation) {
      endpoints = seen.endpoints;
      name = seen.instance.name;
      site = seen.instance.site;
      const before = polls.get(poll);
      if (outcome.ok) {
        const { gaps = [] } = outcome.value;
        const known = new Map(before?.gaps.map((gap) => [gap.part, gap.since]));
        const dated = gaps.map((gap) => ({ ...gap, since: known.get(gap.part) ?? iso(at) }));
        polls.set(poll, { essential, everyMs, dropped, gaps: dated });
        if (essential) lastGood = { at, monotonic, staleAfterMs };
        version = outcome.value.version ?? version;
      } else {
        const { kind, message, sentence, retryAt } = outcome.error;
        const since = before?.error?.since ?? iso(at);
        const error = {
          kind,
          message,
          ...(sentence && { sentence }),
          since,
          ...(retryAt !== undefined && { retryAt: iso(retryAt) }),
        };
        polls.set(poll, { essential, everyMs, dropped: before?.dropped ?? 0, gaps: [], error });
      }
    },
    rename(next: string) {
      name = next;
    },
    /** The time of the last good essential answer (ISO) once that answer is too old, else undefined. */
    staleSince: ({ monotonic }: Moment): string | undefined =>
      lastGood && monotonic - lastGood.monotonic > lastGood.staleAfterMs ? iso(lastGood.at) : undefined,
    entity(stale: boolean): Instance {
      const failing = [...polls.values()]
        .filter((p) => p.error)
        .sort((a, b) => Number(b.essential) - Number(a.essential));
      const error = failing[0]?.error;
      // If two polls have a gap in the same part, it is listed once.
      const gaps = [...new Map([...polls.values()].flatMap((p) => p.gaps).map((gap) => [gap.part, gap])).values()];
      const isDown = stale || failing[0]?.essential === true;
      // Other gaps are calls that the host refuses or does not have.
      const hasFault = gaps.some((gap) => gap.kind === 'unreachable');
      const isDegraded =
        failing.length > 0 || hasFault || endpoints.some((e) => !e.healthy && e.unproven === undefined);
      return {
        id,
        kind,
        name,
        host,
        ...(site !== undefined && { site }),
        health: isDown ? 'error' : isDegraded ? 'degraded' : 'healthy',
        ...(error && { error }),
        ...(lastGood && { lastSeen: iso(lastGood.at) }),
        ...(version !== undefined && { version }),
        dropped: [...polls.values()].reduce((sum, p) => sum + p.dropped, 0),
        endpoints: [...endpoints],
        ...(gaps.length > 0 && { gaps }),
      };
    },
  };
}
