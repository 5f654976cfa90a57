// The contract between a source and the rest of the server. A source is a list of polls, and a poll returns findings.
import type { Result } from '@belfry/domain/result';
import type { EndpointStatus } from '@belfry/schema/entities/instance';
import type { Calls, Findings, InstanceIdentity, Observation, SourceError } from '@belfry/schema/messages/observation';
import type { ClusterMemory } from '../config/host.ts';
import type { Past } from '../config/past.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';

export interface Poll {
  name: string;
  everyMs: number;
  /** The deadline of one run. The signal of `run` then aborts. */
  timeoutMs: number;
  /** When it fails, the whole instance fails. */
  essential: boolean;
  /** It runs at once when the host pushes a notification of one of these types. */
  pushedBy?: readonly string[];
  /** Settles soon after the signal aborts. An expected failure is a value. It throws only for unexpected errors. */
  run(signal: AbortSignal): Promise<Result<Findings, SourceError>>;
}

/** The observations of a source. `numbering.ts` adds a number before they reach the state. */
export type Emitted = Omit<Observation, 'epoch' | 'run' | 'sequence'>;
export type Observe = (emitted: Emitted) => void;

/**
 * The data that a source keeps across a restart. `recall` may return anything, because an older version may have
 * written it.
 */
export interface SourceMemory {
  recall(): unknown;
  keep(value: unknown): void;
}

/** What a source receives besides its configuration. */
export interface SourceDeps {
  clock: Clock;
  log: Logger;
  /** 0 ≤ x < 1, to spread calls over time. */
  random: () => number;
  /** Only for a clustered instance. */
  cluster?: ClusterMemory;
  /** What is known of the guests of the instance. */
  guests?: SourceMemory;
  /** How many milliseconds an ordinary call may take. It is read before each call. */
  callMs?: () => number;
}

/** One instance that is polled. */
export interface Source {
  readonly instance: InstanceIdentity;
  /** Changes the name in all later observations. */
  rename(name: string): void;
  polls: readonly Poll[];
  /** The calls of the finished run with this signal, or the calls outside of runs. Each call is counted once. */
  calls(run?: AbortSignal): Calls;
  endpoints(): readonly EndpointStatus[];
  /** What the host has kept of its past, if it keeps one. */
  past?: Past;
  close(): Promise<void>;
}
