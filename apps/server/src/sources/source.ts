// The contract between whatever is watched and the rest: a source is a list of polls, a poll yields an observation.
import type { Result } from '@belfry/domain/result';
import type { EndpointStatus, Gap, InstanceKind, SourceErrorKind } from '@belfry/schema/entities/instance';
import type { Temperature } from '@belfry/schema/entities/node';
import type { EntityOf, ListName } from '@belfry/schema/state';
import type { Calls } from '../lib/call-counts.ts';
import type { Clock, Moment } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';

/**
 * What went wrong on the far side. `message` is for an administrator; `status` is the HTTP status where there was one.
 * `retryAt` (epoch ms): nothing is asked before that time. `isMissing`: the host says that the thing is not there.
 */
export interface SourceError {
  kind: SourceErrorKind;
  message: string;
  status?: number;
  retryAt?: number;
  isMissing?: true;
}

/** The configured connection an observation speaks of. `id` stays the same when `name` changes. */
export interface InstanceIdentity {
  id: string;
  kind: InstanceKind;
  name: string;
  host: string;
}

/**
 * Bytes since the guest started; a counter that was not given is absent. `sampledAt` (epoch ms on the host's clock) is
 * when the host read them, where it says so: equal times are one sample, however often it is fetched. The next reading
 * of the same guest may come without it, and its time is then the observation's; the two clocks must not be mixed.
 */
export interface Counters {
  sampledAt?: number;
  networkIn?: number;
  networkOut?: number;
  diskRead?: number;
  diskWrite?: number;
}

/** Entities of this instance, complete for each list named: what is not in a named list is gone. */
export type Slices = { [L in ListName]?: readonly EntityOf<L>[] };

/**
 * What one poll learned. Guests come with null rates; their counters come beside them by guest id, and the state turns
 * them into rates. `temperatures` are of nodes another poll lists, by node id. `dropped` counts items too malformed to keep and values that cannot be; `gaps` says
 * what could not be had while the rest could.
 */
export interface Reading {
  slices: Slices;
  counters?: ReadonlyMap<string, Counters>;
  temperatures?: ReadonlyMap<string, Temperature>;
  version?: string;
  dropped: number;
  gaps?: readonly Gap[];
}

/**
 * The moment is that of the answer, on our clock; `calls` those this poll made; `essential` failures make the whole instance fail.
 * `everyMs` is how often the poll means to answer: after three of those without a good answer its facts are stale, or
 * after `staleAfterMs` where it is given.
 */
export interface Observation extends Moment {
  instance: InstanceIdentity;
  poll: string;
  essential: boolean;
  everyMs: number;
  staleAfterMs?: number;
  tookMs: number;
  calls: Calls;
  endpoints: readonly EndpointStatus[];
  outcome: Result<Reading, SourceError>;
}

export interface Poll {
  name: string;
  everyMs: number;
  /** Deadline of one run; the signal given to `run` aborts then. */
  timeoutMs: number;
  essential: boolean;
  /** Settles soon after the signal aborts. A surprise may throw; what can be expected is a value. */
  run(signal: AbortSignal): Promise<Result<Reading, SourceError>>;
}

/** What a source wants to know again after a restart. What is recalled may be anything: it was written by an older version. */
export interface SourceMemory {
  recall(): unknown;
  keep(value: unknown): void;
}

/** What a source is given besides its configuration. */
export interface SourceDeps {
  clock: Clock;
  log: Logger;
  /** 0–1, for spreading what need not happen at once. */
  random: () => number;
  memory?: SourceMemory;
  /** Milliseconds an ordinary call may take, asked for with each. */
  callMs?: () => number;
}

/** One watched instance. */
export interface Source {
  readonly instance: InstanceIdentity;
  /** Everything it tells from now on has the new name. */
  rename(name: string): void;
  polls: readonly Poll[];
  /** Calls of the run with this signal, which is over; without one, those of no run. Each is told once. */
  calls(run?: AbortSignal): Calls;
  endpoints(): readonly EndpointStatus[];
  close(): Promise<void>;
}
