// The pair of servers, as the app of the active one sees it.
import type { Servers } from '@belfry/schema/http/servers';
import type { State } from '@belfry/schema/state';
import type { Fence } from '../db/postgres/fence.ts';

export interface Pair {
  fence: Fence;
  /** False: this server does not hold the lease, or does not know whether it does. */
  isReady(): boolean;
  /** The same object while nothing changes. */
  problems(): State['serverProblems'];
  shown(): Servers;
}

/** The app from its start to its end. */
export interface Turn {
  /** Serves. Returns what went wrong; then `stop` ends the rest. */
  start(): Promise<string | undefined>;
  stop(): Promise<void>;
}
