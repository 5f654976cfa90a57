// Where requests of notifications may go. An administrator types these addresses, so they could lead to services that trust
// this machine: its own, or the one where a cloud hands out credentials.

import { isIP } from 'node:net';
import type { Phrase } from '@belfry/schema/phrases';
import type { Networks } from '../networks.ts';
import { type AddressKind, canonical, kindOf } from './addresses.ts';

export interface Policy {
  /** Why a name may not be asked for at all, as a sentence. */
  problemOfName(host: string): Phrase | undefined;
  /**
   * Why `address`, to which `host` leads, may not be connected to, as a sentence. `plain`: what is sent is not encrypted, so that it
   * must not leave networks that the administrator controls. `only`: besides public addresses only these networks may be called,
   * whatever else is allowed; without encryption nothing may.
   */
  problemOf(host: string, address: string, plain: boolean, only?: Networks): Phrase | undefined;
}

export interface PolicyDeps {
  /** The setting, asked at each connection. */
  allowPrivate(): boolean;
  /** BELFRY_NOTIFY_ALLOWED_NETWORKS. */
  named: Networks;
}

const words = {
  loopback: 'this machine itself',
  'link-local': 'a link-local address',
  metadata: 'the metadata service of a cloud',
  unspecified: 'no particular machine',
  multicast: 'a multicast address',
  reserved: 'a reserved address',
} as const satisfies Record<Exclude<AddressKind, 'public' | 'private'>, string>;
const NAME_IT = 'If this is intended, name the network in BELFRY_NOTIFY_ALLOWED_NETWORKS.';
const metadataNames: ReadonlySet<string> = new Set([
  ...['metadata', 'metadata.google.internal', 'metadata.goog', 'metadata.azure.internal'],
  ...['instance-data', 'instance-data.ec2.internal'],
]);

export function createPolicy({ allowPrivate, named }: PolicyDeps): Policy {
  return {
    problemOfName(host) {
      const name = host.toLowerCase().replace(/\.+$/, '');
      if (metadataNames.has(name)) return `${host} is ${words.metadata}. Belfry never sends anything there.`;
      return undefined;
    },
    problemOf(host, address, plain, only) {
      const kind = kindOf(address);
      const what = host === address ? host : `${host} leads to ${address}, which`;
      if (kind === 'metadata') return `${what} is ${words.metadata}. Belfry never sends anything there.`;
      if (only && (plain || (kind !== 'public' && !only.includes(canonical(address)))))
        return `${what} is not called over https at a public address, and nothing else may be called here.`;
      if (only || named.includes(canonical(address))) return undefined;
      if (kind === 'private') {
        if (allowPrivate()) return undefined;
        return `${what} is in a private network, and the settings of notifications do not allow private networks.`;
      }
      if (kind !== 'public') return `${what} is ${words[kind]}. ${NAME_IT}`;
      if (plain) return `${what} is in a public network, where only encrypted connections are allowed.`;
      return undefined;
    },
  };
}

/** `[::1]` → `::1`; undefined for a name. */
export const literalOf = (host: string): string | undefined => {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? undefined : bare;
};
