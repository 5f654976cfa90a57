// The contract of `sources/<kind>/kind.ts`: what the server must know about one kind of instance. What the browser must
// know too is in `packages/schema/src/config/kinds.ts`.
import type { Result } from '@belfry/domain/result';
import type { NodeType } from '@belfry/schema/config/kinds';
import type { Identified } from '@belfry/schema/config/node';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Api, Cluster, SetupScript, Tested } from '../config/host.ts';
import type { Product } from './proxmox-api/product.ts';
import type { Session } from './proxmox-api/session.ts';
import type { Source, SourceDeps } from './source.ts';

export interface SourceKind<T extends NodeType> {
  product: Product;
  /** Recognises the product by the title of its page, or by the organizations of its certificate. */
  sign: RegExp;
  /** The connection test. `at` ISO. */
  test(api: Api, host: string, at: string): Promise<Result<Tested, SourceError>>;
  /** Only for a kind that is `clustered`. Undefined: the host is not in a cluster. `at` ISO. */
  readCluster?(api: Api, host: string, at: string): Promise<Result<Cluster | undefined, SourceError>>;
  setup?: SetupScript;
  createSource(config: Identified & { type: T }, session: Session, deps: SourceDeps): Source;
}
