import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { listensOnlyHere, ownAddresses, reachableFirst } from './own-addresses.ts';

const at = (address: string, internal = false): NetworkInterfaceInfo => ({
  ...{ address, internal, netmask: '', mac: '', cidr: null },
  ...(address.includes(':') ? { family: 'IPv6', scopeid: 0 } : { family: 'IPv4' }),
});
const interfaces = {
  lo: [at('127.0.0.1', true), at('::1', true)],
  docker0: [at('172.17.0.1')],
  'br-0a1b': [at('172.18.0.1')],
  vmbr0: [at('fd00::5'), at('192.168.1.5'), at('fe80::1')],
  eth1: [at('169.254.3.4'), at('10.0.0.5')],
};
const listening = { host: '0.0.0.0', port: 7655, isHttps: false, isDocker: false };

test('the addresses of real interfaces, without loopback, link-local and the bridges of container software', () => {
  expect(ownAddresses(listening, interfaces)).toEqual(['http://192.168.1.5:7655', 'http://10.0.0.5:7655']);
  expect(ownAddresses({ ...listening, host: '::' }, interfaces)).toEqual([
    'http://192.168.1.5:7655',
    'http://10.0.0.5:7655',
    'http://[fd00::5]:7655',
  ]);
});

test.each([
  ['127.0.0.1', true, []],
  ['::1', true, []],
  ['localhost', true, []],
  ['10.0.0.5', false, ['http://10.0.0.5:7655']],
  ['belfry.lan', false, ['http://belfry.lan:7655']],
])('a server that listens at %s only: %j %j', (host, onlyHere, expected) => {
  expect(ownAddresses({ ...listening, host }, interfaces)).toEqual(expected);
  expect(listensOnlyHere(host)).toBe(onlyHere);
});

test('in a container the addresses of the machine are not known', () => {
  expect(ownAddresses({ ...listening, isDocker: true }, interfaces)).toEqual([]);
  expect(listensOnlyHere('0.0.0.0')).toBe(false);
});

test('an address that leads other machines to themselves is not the first, where there is another one', () => {
  const own: [string, ...string[]] = [
    'http://localhost:7655',
    'https://[::1]',
    'http://127.0.0.1:7655',
    'http://10.0.0.5:7655',
  ];
  expect(reachableFirst(own)).toEqual([own[3], own[0], own[1], own[2]]);
  expect(reachableFirst(['http://localhost:7655'])).toEqual(['http://localhost:7655']);
});
