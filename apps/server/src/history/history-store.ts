// The values of the past, over any engine: the embedded database, or a server for time series.

import type { ExportStatus } from '@belfry/schema/history/exports';
import type { Resource } from '@belfry/schema/history/metrics';
import type { State } from '@belfry/schema/state';
import type { HistoryLimits } from './tiers.ts';

/** One reading of a resource: a value for each metric of its kind, in the order of the catalogue. NaN: not measured. */
export interface Sample extends Resource {
  readonly values: ArrayLike<number>;
}

/** Who measured a value: Belfry, or Proxmox in its own history (`rrddata`). */
export type Source = 'belfry' | 'proxmox';

/**
 * What a host, or a collector of Belfry, has measured. The first value stands for `from` (epoch ms) until `from + stepMs`. `mean` has one
 * column for each metric of the kind, in the order of the catalogue, and NaN where nothing is known. `max` has the same shape; without it
 * the largest value is the mean. `source`: without it a host has measured them.
 */
export interface ForeignSamples {
  readonly source?: Source;
  readonly from: number;
  readonly stepMs: number;
  readonly mean: readonly Float64Array[];
  readonly max?: readonly Float64Array[] | undefined;
}

/** `from` (included) and `to` (not included) are epoch ms. There may be gaps within it that are shorter than a block. */
export interface StoredSpan {
  readonly source: Source;
  readonly stepMs: number;
  readonly from: number;
  readonly to: number;
}

/** A metric that the kind of a resource does not have is left out. At most `points` steps are wanted for the range. */
export interface SeriesQuery {
  readonly resources: readonly Resource[];
  readonly metrics: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly points: number;
}

/** The value at index n stands for `from + n * stepMs` until one step later. NaN is a gap. `parts` says who measured what. */
export interface Series {
  readonly resource: Resource;
  readonly metric: string;
  readonly from: number;
  readonly stepMs: number;
  readonly min: Float64Array;
  readonly mean: Float64Array;
  readonly max: Float64Array;
  readonly parts: readonly { readonly source: Source; readonly from: number; readonly to: number }[];
}

/** As a query of series, without metrics. */
type CountsQuery = Pick<SeriesQuery, 'resources' | 'from' | 'to' | 'points'>;

/** How many readings of 10 s Belfry has of a resource in each step. The number at index n stands for `from + n * stepMs`. */
export interface Counts {
  readonly resource: Resource;
  readonly from: number;
  readonly stepMs: number;
  readonly readings: Uint16Array;
}

/** Times are epoch ms. `oldest` is the start of the oldest block of a tier. */
export interface HistoryStatus {
  readonly sizeBytes: number;
  readonly resources: number;
  readonly tiers: readonly { readonly stepMs: number; readonly retentionMs: number; readonly oldest?: number }[];
  /** Blocks that could not be read since the start. They are left out of every answer. */
  readonly damagedBlocks: number;
  /** The disk accepts nothing since then. */
  readonly pausedSince?: number;
  /** What goes to another engine. `sizeBytes` is then what waits here. */
  readonly remote?: ExportStatus;
}

/** The history cannot answer at present. The message is for an administrator. */
export class HistoryUnavailable extends Error {}

export interface HistoryStore {
  /**
   * One reading of everything at `at` (epoch ms). Of each resource, the first reading in a step of 10 s is kept. Returns at once
   * and never throws. The arrays belong to the store from then on. Many samples come in parts: `part` is its number, and the same part has
   * the same resources most of the time.
   */
  record(at: number, samples: readonly Sample[], part?: number): void;
  /** Adds values that another has measured. They are shown where Belfry itself has none. */
  fill(resource: Resource, samples: ForeignSamples): Promise<void>;
  /** What is stored of a resource, in the order of the tiers and then of time. */
  known(resource: Resource): Promise<readonly StoredSpan[]>;
  /** In the order of the resources, then of the metrics. */
  series(query: SeriesQuery): Promise<readonly Series[]>;
  /** In the order of the resources. Empty where the store does not know it. */
  counts(query: CountsQuery): Promise<readonly Counts[]>;
  status(): Promise<HistoryStatus>;
  /** Why values are not stored at present. */
  problems(): State['serverProblems'];
  /** Other limits, from now on. */
  configure(limits: HistoryLimits): void;
  /** The resources are gone for good: they are no longer answered, and their blocks go when they are due. */
  forget(resources: readonly Resource[]): Promise<void>;
  /** Resolves when everything recorded until now is on the disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
