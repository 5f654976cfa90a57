// The addresses that a scan may use: only addresses in the given subnets.

import type { NetworkInterfaceInfo } from 'node:os';
import { fail, ok, type Result } from '@belfry/domain/result';
import type { Sentence } from '@belfry/schema/sentences/sentence';

/** `first` and `last` are IPv4 addresses as numbers, both included. */
export interface Range {
  cidr: string;
  first: number;
  last: number;
}

/** The limit for all subnets of one scan together. */
export const MAX_ADDRESSES = 1024;

/** `192.168.1.0/24, 10.0.5.17` → ranges without network and broadcast addresses. */
export function parseSubnets(text: string): Result<Range[], Sentence> {
  const words = text.split(/[\s,]+/).filter(Boolean);
  if (words.length === 0) return fail({ id: 'subnet.none' });
  const ranges: Range[] = [];
  for (const cidr of words) {
    const range = parse(cidr);
    if (!range) return fail({ id: 'subnet.wrong', values: { given: cidr } });
    ranges.push(range);
  }
  const size = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  if (size <= MAX_ADDRESSES) return ok(ranges);
  return fail({ id: 'subnet.tooLarge', values: { subnets: words.join(', '), count: size, limit: MAX_ADDRESSES } });
}

function parse(cidr: string): Range | undefined {
  const [, address = '', bits = '32'] = /^(\d{1,3}(?:\.\d{1,3}){3})(?:\/(\d{1,2}))?$/.exec(cidr) ?? [];
  const octets = address.split('.').map(Number);
  const prefix = Number(bits);
  if (octets.length !== 4 || octets.some((octet) => octet > 255) || prefix > 32) return undefined;
  const size = 2 ** (32 - prefix);
  const number = octets.reduce((sum, octet) => sum * 256 + octet, 0);
  const base = number - (number % size);
  // A subnet of one or two addresses has neither a network nor a broadcast address.
  return size <= 2 ? { cidr, first: base, last: base + size - 1 } : { cidr, first: base + 1, last: base + size - 2 };
}

export function* addresses(ranges: readonly Range[]): Generator<string> {
  const seen = new Set<number>();
  for (const { first, last } of ranges)
    for (let n = first; n <= last; n++) {
      if (seen.has(n)) continue;
      seen.add(n);
      yield [24, 16, 8, 0].map((shift) => (n >>> shift) & 255).join('.');
    }
}

export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/** Bridges and tunnels of container and virtual machine software: there is no hypervisor behind them. */
const virtual = /^(docker|br-|veth|cni|flannel|podman|virbr|lxcbr|lxdbr|tap|tun|wg|tailscale|zt)/;
const bridge = /^172\.17\./;
/** Whether no other machine is behind this interface. */
export const isVirtual = (name: string, address: string): boolean => virtual.test(name) || bridge.test(address);

/** The /24 network of the first address that this machine has in a real network. */
export function localSubnet(interfaces: Interfaces): Result<string, Sentence> {
  for (const [name, entries = []] of Object.entries(interfaces))
    for (const { address, family, internal } of entries) {
      const usable = family === 'IPv4' && !internal && !address.startsWith('169.254.');
      if (usable && !isVirtual(name, address)) return ok(`${address.replace(/\.\d+$/, '')}.0/24`);
    }
  return fail({ id: 'subnet.unknown' });
}
