// The address of the client. What a request claims about it counts only if a trusted proxy says so.
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { isSecureScheme, listOf } from '../lib/forwarded-scheme.ts';
import type { Networks } from '../lib/networks.ts';

export interface ClientAddress {
  ip: string;
  https: boolean;
  /** The host the browser addressed, with its port where that is unusual. */
  host: string;
}

/** A name or an address, with or without a port. */
const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** `peer` and `tls` are of the connection itself. */
export interface ReceivedRequest {
  peer: string;
  tls: boolean;
  headers: IncomingHttpHeaders;
}

/**
 * Each proxy adds the address of its sender at the right end. The first address from the right that is not a trusted
 * proxy counts. The host and the scheme are those that the nearest proxy wrote, also at the right end: what is left of them came with
 * the request. A host that is none does not count.
 */
export function clientAddress({ peer, tls, headers }: ReceivedRequest, trusted: Networks): ClientAddress {
  const direct = { ip: plainAddress(peer), https: tls, host: headers.host ?? '' };
  if (!trusted.includes(direct.ip)) return direct;
  const chain = listOf(headers['x-forwarded-for'] ?? headers['x-real-ip']).map(plainAddress);
  const client = chain.findLast((ip) => !trusted.includes(ip)) ?? chain[0];
  const scheme = listOf(headers['x-forwarded-proto']).at(-1) ?? '';
  const host = listOf(headers['x-forwarded-host']).at(-1);
  return {
    ip: client !== undefined && isIP(client) !== 0 ? client : direct.ip,
    https: isSecureScheme(scheme) ?? tls,
    host: host !== undefined && HOST.test(host) ? host : direct.host,
  };
}

/** Without port, brackets and zone; an IPv4 address in the notation of IPv6 becomes IPv4. */
export function plainAddress(address: string): string {
  const bare =
    /^\[([^\]]+)\]/.exec(address)?.[1] ?? (/^[\d.]+:\d+$/.test(address) ? address.replace(/:\d+$/, '') : address);
  return (bare.split('%', 1)[0] ?? '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** The key of the limits. One client with IPv6 has 2^64 addresses, so its whole network counts as one client. */
export function networkOf(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const middle = ip.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  const groups = [...left, ...middle, ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
