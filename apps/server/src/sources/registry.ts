// The list of all kinds of instances that are polled. When the schema has a new kind, the compiler requires an entry
// here.
import { ok } from '@belfry/domain/result';
import { type NodeType, nodeTypes } from '@belfry/schema/config/kinds';
import type { Identified, NodeConfig } from '@belfry/schema/config/node';
import type { Api, Connect, HostConnection, SetupScript } from '../config/host.ts';
import type { Clock } from '../lib/clock.ts';
import type { SourceKind } from './kind.ts';
import { pbs } from './pbs/kind.ts';
import { pmg } from './pmg/kind.ts';
import { createSession } from './proxmox-api/session.ts';
import { pve } from './pve/kind.ts';
import type { Source, SourceDeps } from './source.ts';

const registry: { readonly [T in NodeType]: SourceKind<T> } = { pve, pbs, pmg };

export function createSource<T extends NodeType>(config: Identified & { type: T }, deps: SourceDeps): Source {
  const kind = registry[config.type];
  return kind.createSource(config, createSession(config, kind.product, deps.clock, deps.callMs), deps);
}

/** `callMs`: how long a call may take. It is read before each call. */
export const connectBy =
  (clock: Clock, callMs?: () => number): Connect =>
  (config, signal) => {
    const session = createSession(config, registry[config.type].product, clock, callMs);
    const reader = session.read(signal);
    return connectionOver(config, { get: (path) => reader.get(path) }, session.close);
  };

/** The functions of a kind of instance over this API. */
export function connectionOver({ type, host }: NodeConfig, api: Api, close: HostConnection['close']): HostConnection {
  const { test, readCluster } = registry[type];
  return {
    ...api,
    test: (at) => test(api, host, at),
    readCluster: async (at) => readCluster?.(api, host, at) ?? ok(undefined),
    close,
  };
}

export const signs = nodeTypes.map((type) => [type, registry[type].sign] as const);
export const setupScripts: Partial<Record<NodeType, SetupScript>> = Object.fromEntries(
  nodeTypes.map((type) => [type, registry[type].setup]),
);
