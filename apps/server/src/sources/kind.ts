// The contract of `sources/<kind>/kind.ts`: what the server must know about one kind of instance. What the browser must
// know too is in `packages/schema/src/config/kinds.ts`. A kind decides itself how it speaks with its hosts.
import type { NodeType } from '@belfry/schema/config/kinds';
import type { ConfigOf, Identified } from '@belfry/schema/config/node';
import type { HostConnection, SetupScript } from '../config/host.ts';
import type { Source, SourceDeps } from './source.ts';

export interface SourceKind<T extends NodeType> {
  /** Recognises the product by the title of its page, or by the organizations of its certificate. Absent: no scan finds it. */
  sign?: RegExp;
  setup?: SetupScript;
  /** Opens nothing yet: the first call does. Calls end when `signal` does. */
  connect(config: ConfigOf<T>, signal: AbortSignal, deps: Pick<SourceDeps, 'clock' | 'callMs'>): HostConnection;
  createSource(config: Identified<ConfigOf<T>>, deps: SourceDeps): Source;
}
