// The way to a host's API; app.ts gives the sources' own client, with its login, pinning and failure kinds.
import type { Result } from '@belfry/domain/result';
import type { NodeConfig } from '@belfry/schema/config/node';
import type { SourceError } from '@belfry/schema/messages/observation';

/** `path` below `/api2/json`; the value is what stands in `data`. */
export interface Api {
  get(path: string): Promise<Result<unknown, SourceError>>;
}
export interface Connection extends Api {
  close(): Promise<void>;
}
/** Opens nothing yet: the first `get` does. Calls end when `signal` does. */
export type Connect = (config: NodeConfig, signal: AbortSignal) => Connection;
