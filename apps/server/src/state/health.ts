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

/** An instance counts as down after this many failed polls in a row, or intervals without a good answer. */
const MISSES = 3;
/** What stands in the place of all polls of an instance until the first of them is heard. */
export const SUBSTITUTE_POLL = 'line';
/** A refusal is an answer, and Belfry then makes no call for some minutes. */
const isRefusal = ({ kind }: Pick<InstanceError, 'kind'>): boolean => kind === 'auth' || kind === 'forbidden';

export function createHealth({ id, kind, host, ...identity }: InstanceIdentity) {
  let { site, name } = identity;
  const polls = new Map<string, PollHealth>();
  let endpoints: Observation['endpoints'] = [];
  let version: string | undefined;
  let lastGood: (Moment & { staleAfterMs: number }) | undefined;
  /** Of the essential poll, since its last good answer. `at` is monotonic: the same failure once more is none. */
  let failures = { count: 0, at: -1, isRefusal: false };

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
      if (poll !== SUBSTITUTE_POLL) polls.delete(SUBSTITUTE_POLL);
      endpoints = seen.endpoints;
      name = seen.instance.name;
      site = seen.instance.site;
      const before = polls.get(poll);
      if (outcome.ok) {
        const { gaps = [] } = outcome.value;
        const known = new Map(before?.gaps.map((gap) => [gap.part, gap.since]));
        const dated = gaps.map((gap) => ({ ...gap, since: known.get(gap.part) ?? iso(at) }));
        polls.set(poll, { essential, everyMs, dropped, gaps: dated });
        if (essential) {
          lastGood = { at, monotonic, staleAfterMs };
          failures = { count: 0, at: -1, isRefusal: false };
        }
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
        if (essential && monotonic > failures.at)
          failures = { count: failures.count + 1, at: monotonic, isRefusal: isRefusal(error) };
      }
    },
    rename(next: string) {
      name = next;
    },
    /** The time of the last good essential answer (ISO) once the instance counts as down, else undefined. */
    staleSince({ monotonic }: Moment): string | undefined {
      if (!lastGood) return undefined;
      const isOld = monotonic - lastGood.monotonic > lastGood.staleAfterMs;
      return isOld || failures.isRefusal || failures.count >= MISSES ? iso(lastGood.at) : undefined;
    },
    /** `downSince` is `staleSince` above. */
    entity(downSince: string | undefined): Instance {
      const failing = [...polls.values()]
        .filter((p) => p.error)
        .sort((a, b) => Number(b.essential) - Number(a.essential));
      const error = failing[0]?.error;
      // If two polls have a gap in the same part, it is listed once.
      const gaps = [...new Map([...polls.values()].flatMap((p) => p.gaps).map((gap) => [gap.part, gap])).values()];
      const hasFailed = downSince !== undefined || failing[0]?.essential === true;
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
        health: hasFailed ? 'error' : isDegraded ? 'degraded' : 'healthy',
        ...(error && { error }),
        ...(lastGood && { lastSeen: iso(lastGood.at) }),
        ...(downSince !== undefined && { downSince }),
        ...(version !== undefined && { version }),
        dropped: [...polls.values()].reduce((sum, p) => sum + p.dropped, 0),
        endpoints: [...endpoints],
        ...(gaps.length > 0 && { gaps }),
      };
    },
  };
}
