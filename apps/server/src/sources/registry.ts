// The list of all kinds of instances that are polled. When the schema has a new kind, the compiler requires an entry
// here.
import { kinds, type NodeType, nodeTypes } from '@belfry/schema/config/kinds';
import type { ConfigOf, Identified } from '@belfry/schema/config/node';
import type { Connect, SetupScript } from '../config/host.ts';
import type { Clock } from '../lib/clock.ts';
import type { SourceKind } from './kind.ts';
import { pbs } from './pbs/kind.ts';
import { pmg } from './pmg/kind.ts';
import { pve } from './pve/kind.ts';
import type { Source, SourceDeps } from './source.ts';

const registry: { readonly [T in NodeType]: SourceKind<T> } = { pve, pbs, pmg };
const kindOf = <T extends NodeType>(type: T): SourceKind<T> => registry[type];

export const createSource = <T extends NodeType>(config: Identified<ConfigOf<T>>, deps: SourceDeps): Source =>
  kindOf<T>(config.type).createSource(config, deps);

/** `callMs`: how long a call may take. It is read before each call. */
export const connectBy =
  (clock: Clock, callMs?: () => number): Connect =>
  (config, signal) =>
    kindOf(config.type).connect(config, signal, { clock, ...(callMs && { callMs }) });

/** The kinds that a scan of the network can recognise. */
export const signs = nodeTypes.flatMap((type) => {
  const { sign } = kindOf(type);
  return sign ? [[type, sign] as const] : [];
});
export const signPorts = [...new Set(signs.map(([type]) => kinds[type].port))];
export const setupScripts: Partial<Record<NodeType, SetupScript>> = Object.fromEntries(
  nodeTypes.map((type) => [type, kindOf(type).setup]),
);
