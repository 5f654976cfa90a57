// The contract between a host that is watched and the rest: a source is a list of polls, a poll yields findings.
import type { Result } from '@belfry/domain/result';
import type { EndpointStatus } from '@belfry/schema/entities/instance';
import type { Calls, Findings, InstanceIdentity, Observation, SourceError } from '@belfry/schema/messages/observation';
import type { ClusterMemory } from '../config/host.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';

export interface Poll {
  name: string;
  everyMs: number;
  /** Deadline of one run; the signal given to `run` aborts then. */
  timeoutMs: number;
  /** When it fails, the whole instance fails. */
  essential: boolean;
  /** Settles soon after the signal aborts. It may throw what nobody expects; an expected failure is a value. */
  run(signal: AbortSignal): Promise<Result<Findings, SourceError>>;
}

/** What a source emits. It is numbered on its way to the state: `numbering.ts`. */
export type Emitted = Omit<Observation, 'run' | 'sequence'>;
export type Observe = (emitted: Emitted) => void;

/** The data that a source keeps over a restart. `recall` may give anything: an older version may have written it. */
export interface SourceMemory {
  recall(): unknown;
  keep(value: unknown): void;
}

/** What a source is given besides its configuration. */
export interface SourceDeps {
  clock: Clock;
  log: Logger;
  /** 0 ≤ x < 1, to spread what need not happen at once. */
  random: () => number;
  /** Of a clustered instance. */
  cluster?: ClusterMemory;
  /** Milliseconds an ordinary call may take; asked before each call. */
  callMs?: () => number;
}

/** One instance that is polled. */
export interface Source {
  readonly instance: InstanceIdentity;
  /** Everything it emits from now on has the new name. */
  rename(name: string): void;
  polls: readonly Poll[];
  /** Calls of the run with this signal, which is over; without a signal, calls of no run. Each call is counted once. */
  calls(run?: AbortSignal): Calls;
  endpoints(): readonly EndpointStatus[];
  close(): Promise<void>;
}
