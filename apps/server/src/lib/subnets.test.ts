import type { NetworkInterfaceInfo } from 'node:os';
import { english } from '@belfry/domain/sentences/english';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addresses, localSubnet, MAX_ADDRESSES, parseSubnets } from './subnets.ts';

const all = (text: string) => {
  const ranges = parseSubnets(text);
  if (!ranges.ok) throw new Error(english(ranges.error));
  return [...addresses(ranges.value)];
};

test('a subnet contains its hosts, without the network and broadcast addresses', () => {
  expect(all('192.168.7.0/29')).toEqual([1, 2, 3, 4, 5, 6].map((n) => `192.168.7.${n}`));
  expect(all('10.0.0.77/24')).toHaveLength(254);
  expect(all('10.0.0.4/31')).toEqual(['10.0.0.4', '10.0.0.5']);
  expect(all('10.0.0.9')).toEqual(['10.0.0.9']);
  expect(all('200.255.255.254/32')).toEqual(['200.255.255.254']);
});

test('several subnets are scanned together, and an address in two of them is scanned once', () => {
  expect(all('10.0.0.0/30, 10.0.0.2 10.1.0.1')).toEqual(['10.0.0.1', '10.0.0.2', '10.1.0.1']);
});

test.each(['', 'auto', '10.0.0', '10.0.0.0/33', '256.0.0.1', '10.0.0.1/', 'fd00::/64', '10.0.0.0/8', '10.0.0.1;id'])(
  '%j is refused and named',
  (text) => {
    const refused = parseSubnets(text);
    expect(refused.ok).toBe(false);
    expect(!refused.ok && english(refused.error)).toContain(text.split(';')[0]);
  },
);

test('the result contains only addresses of the subnet, and never more than the limit', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), (ip, prefix) => {
      const ranges = parseSubnets(`${ip}/${prefix}`);
      if (!ranges.ok) {
        expect(prefix).toBeLessThan(22);
        return;
      }
      const number = (text: string) => text.split('.').reduce((n, octet) => n * 256 + Number(octet), 0);
      const size = 2 ** (32 - prefix);
      const named = [...addresses(ranges.value)];
      expect(named.length).toBeLessThanOrEqual(MAX_ADDRESSES);
      expect(named.every((a) => Math.floor(number(a) / size) === Math.floor(number(ip) / size))).toBe(true);
    }),
  );
});

const card = (address: string, extra: Partial<NetworkInterfaceInfo> = {}): NetworkInterfaceInfo =>
  ({ address, family: 'IPv4', internal: false, netmask: '', mac: '', cidr: null, ...extra }) as NetworkInterfaceInfo;

test('auto means the /24 of the first physical network; loopback, link-local, bridges and tunnels are ignored', () => {
  const interfaces = {
    lo: [card('127.0.0.1', { internal: true })],
    docker0: [card('10.200.0.1')],
    'br-1a2b': [card('172.18.0.1')],
    eth1: [card('169.254.1.1')],
    wg0: [card('10.99.0.2')],
    eth0: [card('192.168.5.23')],
  };
  expect(localSubnet(interfaces)).toEqual({ ok: true, value: '192.168.5.0/24' });
});

test('in a container auto is refused with instructions, so no arbitrary network is scanned', () => {
  const refused = localSubnet({ eth0: [card('172.17.0.4')] });
  expect(!refused.ok && english(refused.error)).toContain('Enter the subnet');
});
