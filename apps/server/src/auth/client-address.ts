// Who is at the other end of the line. What a request claims about it counts only if a proxy we trust says so.
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { Networks } from '../lib/networks.ts';

export interface Line {
  ip: string;
  https: boolean;
  /** The host the browser addressed, with its port where that is unusual. */
  host: string;
}

/** `peer` and `tls` are of the connection itself. */
export interface Connection {
  peer: string;
  tls: boolean;
  headers: IncomingHttpHeaders;
}

/** Proxies add the address they heard from at the right end, so the first from the right that is no proxy of ours counts. */
export function clientLine({ peer, tls, headers }: Connection, trusted: Networks): Line {
  const direct = { ip: plainAddress(peer), https: tls, host: headers.host ?? '' };
  if (!trusted.includes(direct.ip)) return direct;
  const chain = list(headers['x-forwarded-for'] ?? headers['x-real-ip']).map(plainAddress);
  const client = chain.findLast((ip) => !trusted.includes(ip)) ?? chain[0];
  const [proto] = list(headers['x-forwarded-proto']);
  const [host] = list(headers['x-forwarded-host']);
  return {
    ip: client !== undefined && isIP(client) !== 0 ? client : direct.ip,
    https: proto === undefined ? tls : proto.toLowerCase() === 'https',
    host: host ?? direct.host,
  };
}

const list = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Without port, brackets and zone; an IPv4 address in IPv6 clothes as IPv4. */
export function plainAddress(address: string): string {
  const bare =
    /^\[([^\]]+)\]/.exec(address)?.[1] ?? (/^[\d.]+:\d+$/.test(address) ? address.replace(/:\d+$/, '') : address);
  return (bare.split('%', 1)[0] ?? '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** What limits count by: a household with IPv6 owns 2^64 addresses, so its network is one client. */
export function networkOf(ip: string): string {
  if (isIP(ip) !== 6) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const middle = ip.includes('::') ? Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0') : [];
  const groups = [...left, ...middle, ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
