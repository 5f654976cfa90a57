// Where requests of notifications may go. An administrator types these addresses, so they could lead to services that trust
// this machine: its own, or the one where a cloud hands out credentials.

import { isIP } from 'node:net';
import type { Sentence, Value } from '@belfry/schema/sentences/sentence';
import type { Networks } from '../networks.ts';
import { type AddressKind, canonical, kindOf } from './addresses.ts';

export type Policy = ReturnType<typeof createPolicy>;

export interface PolicyDeps {
  /** The setting, asked at each connection. */
  allowPrivate(): boolean;
  /** BELFRY_NOTIFY_ALLOWED_NETWORKS. */
  named: Networks;
}

const metadataNames: ReadonlySet<string> = new Set([
  ...['metadata', 'metadata.google.internal', 'metadata.goog', 'metadata.azure.internal'],
  ...['instance-data', 'instance-data.ec2.internal'],
]);

export function createPolicy({ allowPrivate, named }: PolicyDeps) {
  return {
    /** Why a name may not be asked for at all, as a sentence. */
    problemOfName(host: string): Sentence | undefined {
      const name = host.toLowerCase().replace(/\.+$/, '');
      if (metadataNames.has(name)) return { id: 'address.metadata', values: { host } };
      return undefined;
    },
    /**
     * Why `address`, to which `host` leads, may not be connected to, as a sentence. `plain`: what is sent is not encrypted, so that it
     * must not leave networks that the administrator controls. `only`: besides public addresses only these networks may be called,
     * whatever else is allowed; without encryption nothing may.
     */
    problemOf(host: string, address: string, plain: boolean, only?: Networks): Sentence | undefined {
      const kind = kindOf(address);
      const what: Value = host === address ? host : { id: 'address.leadsTo', values: { host, address } };
      if (kind === 'metadata') return { id: 'address.metadata', values: { host: what } };
      if (only && (plain || (kind !== 'public' && !only.includes(canonical(address)))))
        return { id: 'address.onlyPublic', values: { host: what } };
      if (only || named.includes(canonical(address))) return undefined;
      if (kind === 'private') {
        if (allowPrivate()) return undefined;
        return { id: 'address.private', values: { host: what } };
      }
      if (kind !== 'public')
        return {
          id: 'address.notAllowed',
          values: { host: what, kind: { id: `address.${kind}` }, network: networkFor(kind, canonical(address)) },
        };
      if (plain) return { id: 'address.publicPlain', values: { host: what } };
      return undefined;
    },
  };
}

/** What allows the address. A name of this machine leads to both notations. */
const networkFor = (kind: AddressKind, address: string): string =>
  kind === 'loopback' ? '127.0.0.0/8,::1' : `${address}/${isIP(address) === 6 ? 128 : 32}`;

/** `[::1]` → `::1`; undefined for a name. */
export const literalOf = (host: string): string | undefined => {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? undefined : bare;
};
