// What the sources and the history share about the past that a host itself has kept (`rrddata`).
import type { Result } from '@belfry/domain/result';
import type { Resource } from '@belfry/schema/history/metrics';
import type { SourceError } from '@belfry/schema/messages/observation';

/** A time frame of the host's own history, with the name of its API: `name` covers the last `spanMs`, in steps of `stepMs`. */
export interface Frame {
  readonly name: string;
  readonly spanMs: number;
  readonly stepMs: number;
}

/** How the host joined its samples into steps. */
export type Consolidation = 'AVERAGE' | 'MAX';

/**
 * The first value stands for `from` (epoch ms) until `from + stepMs`. One column for each metric of the kind, in the order of the
 * catalogue; NaN where the host has nothing. The step may differ from that of the frame.
 */
export interface KeptColumns {
  readonly from: number;
  readonly stepMs: number;
  readonly columns: readonly Float64Array[];
}

/** A resource of which the host keeps a past. Undefined: the answer has no values. */
export interface Subject {
  readonly resource: Resource;
  read(frame: Frame, how: Consolidation, signal: AbortSignal): Promise<Result<KeptColumns | undefined, SourceError>>;
}

/** Samples of one resource as its host has taken them. The columns are as above. */
export interface RecentSamples {
  readonly resource: Resource;
  readonly samples: KeptColumns;
}

/** A call for all samples after `since` (epoch ms) of some resources. Undefined: the answer is none. */
export interface RecentCall {
  read(since: number, signal: AbortSignal): Promise<Result<readonly RecentSamples[] | undefined, SourceError>>;
}

/** What the hosts still have of the last `spanMs` in the finest step. No calls: they have nothing. */
export interface Recent {
  readonly spanMs: number;
  calls(): readonly RecentCall[];
}

/** The past of one instance. Both lists are empty before the first answer of the essential poll. */
export interface Past {
  /** From the newest to the one that reaches back furthest. */
  frames(): readonly Frame[];
  subjects(): readonly Subject[];
  readonly recent?: Recent;
}
