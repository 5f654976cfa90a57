// What kind of network an IP address belongs to, whatever its notation.
import { isIPv6 } from 'node:net';
import { parseNetworks } from '../networks.ts';

/**
 * `metadata`: services of cloud providers that give credentials to everybody who asks. `reserved`: documentation, tests, and
 * forms of IPv6 that lead to an IPv4 address which cannot be read from them.
 */
export type AddressKind =
  | 'public'
  | 'private'
  | 'loopback'
  | 'link-local'
  | 'metadata'
  | 'unspecified'
  | 'multicast'
  | 'reserved';

/** The first match counts. From the special-purpose address registries of IANA (RFC 6890), and the manuals of the clouds. */
const table: readonly (readonly [AddressKind, string])[] = [
  ['metadata', '169.254.169.254 169.254.170.2 100.100.100.200 192.0.0.192 168.63.129.16 fd00:ec2::/32 fd20:ce::/32'],
  ['loopback', '127.0.0.0/8 ::1'],
  ['unspecified', '0.0.0.0/8 ::'],
  ['link-local', '169.254.0.0/16 fe80::/10 fec0::/10'],
  ['multicast', '224.0.0.0/4 ff00::/8'],
  ['private', '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 fc00::/7'],
  ['reserved', '192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4'],
  ['reserved', '::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 5f00::/16'],
];
const kinds = table.map(([kind, list]) => {
  const parsed = parseNetworks(list);
  if (!parsed.ok) throw new Error(`${parsed.error} is no network`);
  return [kind, parsed.value] as const;
});

/** IPv4 within IPv6: as a socket writes it, and as NAT64 does (RFC 6052). */
const embedded = /^(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** The address in its shortest notation; an IPv4 address that is written as IPv6 becomes IPv4. `ip` is a valid address. */
export function canonical(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [bare = ''] = ip.split('%');
  const short = URL.parse(`http://[${bare}]`)?.hostname.slice(1, -1) ?? bare;
  const [, high, low] = embedded.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const bytes = [high, low].flatMap((group) => {
    const n = Number.parseInt(group, 16);
    return [n >> 8, n & 255];
  });
  return bytes.join('.');
}

export function kindOf(ip: string): AddressKind {
  const address = canonical(ip);
  return kinds.find(([, networks]) => networks.includes(address))?.[0] ?? 'public';
}
