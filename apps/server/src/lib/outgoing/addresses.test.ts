import { english } from '@belfry/domain/sentences/english';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { expect, test } from 'vitest';
import { parseNetworks } from '../networks.ts';
import { canonical, kindOf } from './addresses.ts';
import { createPolicy } from './policy.ts';
import { parseUrl } from './url.ts';

test.each([
  [
    'loopback',
    ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1'],
  ],
  [
    'metadata',
    [
      '169.254.169.254',
      '::ffff:a9fe:a9fe',
      '64:ff9b::169.254.169.254',
      'fd00:ec2::254',
      'fd20:ce::254',
      '100.100.100.200',
      '192.0.0.192',
      '168.63.129.16',
    ],
  ],
  ['link-local', ['169.254.0.1', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1']],
  ['unspecified', ['0.0.0.0', '0.1.2.3', '::', '::ffff:0.0.0.0']],
  ['multicast', ['224.0.0.1', '239.255.255.250', 'ff02::1']],
  [
    'reserved',
    [
      '255.255.255.255',
      '240.0.0.1',
      '192.0.2.1',
      '198.18.0.1',
      '::127.0.0.1',
      '::8.8.8.8',
      '2002:7f00:1::',
      '2001:0:1::',
      '2001:db8::1',
      '64:ff9b:1::1',
      '64:ff9b::1',
      '100::1',
    ],
  ],
  [
    'private',
    ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', 'fc00::1', 'fdff::1', '::ffff:10.0.0.1'],
  ],
  [
    'public',
    ['1.1.1.1', '172.32.0.1', '100.128.0.1', '11.0.0.1', '2606:4700:4700::1111', '64:ff9b::101:101', '169.253.1.1'],
  ],
])('an address is %s in every notation', (kind, addresses) => {
  for (const address of addresses) expect([address, kindOf(address)]).toEqual([address, kind]);
});

test('IPv4 within IPv6 becomes IPv4', () => {
  expect(canonical('::FFFF:192.168.0.1')).toBe('192.168.0.1');
  expect(canonical('64:ff9b::c0a8:1')).toBe('192.168.0.1');
  expect(canonical('FE80:0:0::1%eth0')).toBe('fe80::1');
});

const textOf = (problem: Sentence | undefined): string => (problem ? english(problem) : '');

const networks = (list: string) => {
  const parsed = parseNetworks(list);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
};

test('a named network is allowed, also for plain connections; a metadata service never is', () => {
  const policy = createPolicy({
    allowPrivate: () => false,
    named: networks('127.0.0.0/8, ::1, 169.254.0.0/16, 10.1.0.0/16, 0.0.0.0/0'),
  });
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '169.254.1.1', '8.8.8.8'])
    expect([address, policy.problemOf('host', address, true)]).toEqual([address, undefined]);
  expect(textOf(policy.problemOf('host', '169.254.169.254', false))).toMatch(/metadata service/);
  for (const name of [
    'metadata.google.internal',
    'METADATA.google.internal.',
    'metadata',
    'instance-data.ec2.internal',
  ])
    expect(textOf(policy.problemOfName(name))).toMatch(/metadata service/);
  expect(policy.problemOfName('metadata.example.com')).toBeUndefined();
});

test('private networks follow the setting, and plain http needs one', () => {
  let isAllowed = true;
  const policy = createPolicy({ allowPrivate: () => isAllowed, named: networks('') });
  expect(policy.problemOf('nas', '192.168.1.9', true)).toBeUndefined();
  expect(textOf(policy.problemOf('example.com', '8.8.8.8', true))).toBe(
    'example.com leads to 8.8.8.8, which is in a public network, where only encrypted connections are allowed.',
  );
  expect(policy.problemOf('example.com', '8.8.8.8', false)).toBeUndefined();
  isAllowed = false;
  expect(textOf(policy.problemOf('nas', '192.168.1.9', false))).toMatch(/do not allow private networks/);
  expect(textOf(policy.problemOf('::1', '::1', false))).toBe(
    '::1 is this machine itself. If this is intended, set BELFRY_NOTIFY_ALLOWED_NETWORKS=127.0.0.0/8,::1 for the server (after a comma if it has a value) and start it again.',
  );
  const named = createPolicy({ allowPrivate: () => false, named: networks('127.0.0.0/8,::1') });
  for (const address of ['127.0.0.1', '::1']) expect(named.problemOf('localhost', address, true)).toBeUndefined();
  expect(textOf(policy.problemOf('cam', '169.254.7.7', false))).toContain('=169.254.7.7/32 ');
});

test.each([
  'http://0x7f000001/',
  'http://2130706433/',
  'http://0177.0.0.1/',
  'http://127.1/',
  'http://0x7f.1/',
  'http://①②⑦.0.0.1/',
])('an IPv4 address in another notation is refused: %s', (url) => {
  expect(parseUrl(url)).toMatchObject({ ok: false, error: { id: 'address.unusual' } });
});

test.each(['', 'ntfy.sh/x', 'ftp://example.com', 'file:///etc/passwd', 'javascript:alert(1)', 'http://', 'https://%'])(
  'what is no http address is refused: %s',
  (url) => {
    expect(parseUrl(url)).toMatchObject({ ok: false, error: { id: 'address.scheme' } });
  },
);
