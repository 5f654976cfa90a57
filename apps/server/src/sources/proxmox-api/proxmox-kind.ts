// The kinds of instance that are reached through a session of the Proxmox API: for the connection test and for the polls.
import { fail, ok, type Result } from '@belfry/domain/result';
import type { NodeType } from '@belfry/schema/config/kinds';
import type { ConfigOf, Identified, NodeConfig } from '@belfry/schema/config/node';
import type { DrillLook, DrillQuestion } from '@belfry/schema/drill/look';
import type { SourceError } from '@belfry/schema/messages/observation';
import type { Cluster, HostConnection, SetupScript, Tested } from '../../config/host.ts';
import type { SourceKind } from '../kind.ts';
import type { Source, SourceDeps } from '../source.ts';
import type { Product } from './product.ts';
import { createSession, type Session } from './session.ts';

/** `path` below `/api2/json`; the value is what stands in `data`. */
export interface Api {
  get(path: string): Promise<Result<unknown, SourceError>>;
}

export interface ProxmoxKind<T extends NodeType> {
  product: Product;
  sign: RegExp;
  setup?: SetupScript;
  /** The connection test. `at` ISO. */
  test(api: Api, host: string, at: string): Promise<Result<Tested, SourceError>>;
  /** Only for a kind that is `clustered`. Undefined: the host is not in a cluster. `at` ISO. */
  readCluster?(api: Api, host: string, at: string): Promise<Result<Cluster | undefined, SourceError>>;
  /** Only for a kind that has guests. `now`: epoch ms. */
  drill?(api: Api, question: DrillQuestion, now: number): Promise<Result<DrillLook, SourceError>>;
  source(config: Identified<ConfigOf<T>>, session: Session, deps: SourceDeps): Source;
}

export const proxmoxKind = <T extends NodeType>(kind: ProxmoxKind<T>): SourceKind<T> & ProxmoxKind<T> => ({
  ...kind,
  connect(config, signal, { clock, callMs }) {
    const session = createSession(config, kind.product, clock, callMs);
    const reader = session.read(signal);
    return connectionOver(kind, config, { get: (path) => reader.get(path) }, session.close);
  },
  createSource: (config, deps) =>
    kind.source(config, createSession(config, kind.product, deps.clock, deps.callMs), deps),
});

export const connectionOver = (
  { test, readCluster, drill }: Pick<ProxmoxKind<NodeType>, 'test' | 'readCluster' | 'drill'>,
  { host }: Pick<NodeConfig, 'host'>,
  api: Api,
  close: HostConnection['close'],
): HostConnection => ({
  test: (at) => test(api, host, at),
  readCluster: async (at) => readCluster?.(api, host, at) ?? ok(undefined),
  drill: async (question, now) =>
    drill?.(api, question, now) ?? fail({ kind: 'bad-payload', message: 'This kind of host has no guests.' }),
  close,
});
