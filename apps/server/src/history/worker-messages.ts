// What the server and the worker of the history say to each other.
import type { Resource } from '@belfry/schema/history/metrics';
import type { State } from '@belfry/schema/state';
import type { Engine } from './engine.ts';
import type { HistoryLimits } from './tiers.ts';

/** The calls that have an answer. */
export type Call = 'fill' | 'known' | 'series' | 'counts' | 'status' | 'forget' | 'flush' | 'close';

export type CallMessage = { [Name in Call]: { call: Name; id: number; args: Parameters<Engine[Name]> } }[Call];

export type ToWorker =
  | CallMessage
  /** Without `resources`: those of the message before with the same `part`. */
  | { call: 'record'; at: number; part: number; resources?: readonly Resource[]; values: Float64Array<ArrayBuffer> }
  | { call: 'configure'; limits: HistoryLimits };

export type FromWorker =
  | { kind: 'ready' }
  /** The file cannot be used, and a new start does not help. */
  | { kind: 'refused'; message: string }
  | { kind: 'answer'; id: number; value: unknown }
  /** One more `record` is done, the oldest that was not. */
  | { kind: 'recorded' }
  | { kind: 'failure'; id: number; message: string }
  | { kind: 'problems'; problems: State['serverProblems'] }
  | { kind: 'error'; message: string; stack?: string | undefined };

export interface WorkerOptions {
  dataDir: string;
  limits: HistoryLimits;
}
