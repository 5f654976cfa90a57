import { growth, LINEAR } from '@belfry/domain/testing/processor-time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPrivate, parseNetworks } from '../lib/networks.ts';
import { clientAddress, networkOf } from './client-address.ts';
import { networks } from './testing/auth-server.ts';

test('networks are addresses or CIDR with any separator; invalid entries are named', () => {
  const list = networks('10.0.0.0/8, 192.0.2.1  2001:db8::/32,');
  for (const ip of ['10.255.0.1', '192.0.2.1', '2001:db8:1::5']) expect([ip, list.includes(ip)]).toEqual([ip, true]);
  for (const ip of ['11.0.0.1', '192.0.2.2', '2001:db9::1', '', 'x'])
    expect([ip, list.includes(ip)]).toEqual([ip, false]);
  for (const bad of ['10.0.0.0/33', 'host.example', '1.2.3.4/x', '1.2.3.4/8/8', '::/129']) {
    expect(parseNetworks(`10.0.0.1 ${bad}`)).toEqual({ ok: false, error: bad });
  }
});

test('a private address is recognised in every notation', () => {
  for (const ip of ['10.1.1.1', '172.31.0.1', '192.168.1.1', '127.0.0.1', '::1', 'fd12::1', 'fe80::1', '169.254.1.1']) {
    expect([ip, isPrivate(ip)]).toEqual([ip, true]);
  }
  for (const ip of ['8.8.8.8', '172.32.0.1', '2001:db8::1', '']) expect([ip, isPrivate(ip)]).toEqual([ip, false]);
});

test('the client is the first address from the right that is not a trusted proxy; ports, brackets and zones are removed', () => {
  const trusted = networks('10.0.0.0/8');
  const from = (forwarded: string, peer = '10.0.0.1') =>
    clientAddress({ peer, tls: false, headers: { 'x-forwarded-for': forwarded } }, trusted).ip;
  expect(from('1.1.1.1, 2.2.2.2, 10.9.9.9')).toBe('2.2.2.2');
  expect(from('2.2.2.2:4711')).toBe('2.2.2.2');
  expect(from('[2001:db8::1]:4711')).toBe('2001:db8::1');
  expect(from('fe80::1%eth0')).toBe('fe80::1');
  expect(from('10.1.1.1')).toBe('10.1.1.1');
  expect(from('unknown')).toBe('10.0.0.1');
  expect(from('2.2.2.2', '9.9.9.9')).toBe('9.9.9.9');
});

test('no header changes the address of an untrusted peer, and no header throws', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (forwarded, proto, host) => {
      const headers = { 'x-forwarded-for': forwarded, 'x-forwarded-proto': proto, 'x-forwarded-host': host, host: 'h' };
      expect(clientAddress({ peer: '::ffff:192.0.2.1', tls: false, headers }, networks('10.0.0.0/8'))).toEqual({
        ip: '192.0.2.1',
        https: false,
        host: 'h',
      });
      clientAddress({ peer: '10.0.0.1', tls: false, headers }, networks('10.0.0.0/8'));
    }),
  );
});

test('limits count an IPv6 network as one client in every notation', () => {
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
  expect(networkOf('2001:db8:0:1::5')).toBe('2001:db8:0:1::/64');
  expect(networkOf('2001:0db8::1:ffff:0:0:1')).toBe(networkOf('2001:db8:0:1:ffff::1'));
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
});

test('a forwarded address of any length is read in linear time', () => {
  const near = networks('10.0.0.0/8');
  const reading = (signs: number) => {
    const headers = { 'x-forwarded-for': `10.0.0.1${'%'.repeat(signs)}\n` };
    return () => clientAddress({ peer: '10.0.0.1', tls: false, headers }, near);
  };
  expect(growth(25_000, reading)).toBeLessThan(LINEAR);
});

test('the host and the scheme are those that the nearest proxy wrote; what the client claimed left of them does not count', () => {
  const seen = (host: string, proto = 'https') => {
    const headers = { host: 'inner', 'x-forwarded-host': host, 'x-forwarded-proto': proto };
    const { host: found, https } = clientAddress({ peer: '10.0.0.1', tls: false, headers }, networks('10.0.0.0/8'));
    return [found, https];
  };
  expect(seen('belfry.example')).toEqual(['belfry.example', true]);
  expect(seen('known.example, evil.example')).toEqual(['evil.example', true]);
  expect(seen('[2001:db8::1]:8443', 'https, http')).toEqual(['[2001:db8::1]:8443', false]);
  for (const doubtful of ['a b', 'user@h.example', 'h.example/x', 'h.example\\@x', 'h.example:', ',', ''])
    expect(seen(`known.example, ${doubtful}`)[0]).toBe(doubtful === ',' || doubtful === '' ? 'known.example' : 'inner');
  expect(seen('h.example', 'ftp')).toEqual(['h.example', false]);
});

test('the scheme of a socket says whether TLS was used, as that of a page does: Traefik sends it for upgrades', () => {
  const https = (proto: string, tls = false) =>
    clientAddress({ peer: '10.0.0.1', tls, headers: { 'x-forwarded-proto': proto } }, networks('10.0.0.0/8')).https;
  expect(['wss', 'WSS', 'HTTPS', 'ws, wss', 'http,https'].map((proto) => https(proto))).toEqual(Array(5).fill(true));
  expect(['ws', 'WS', 'HTTP', 'wss, ws'].map((proto) => https(proto, true))).toEqual(Array(4).fill(false));
});
