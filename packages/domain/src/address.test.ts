import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostOf, isOnlyHere, originOf } from './address.ts';

test.each([
  ['pve1.lan', 'https://pve1.lan:8006'],
  [' 10.0.0.1 ', 'https://10.0.0.1:8006'],
  ['pve1:443', 'https://pve1:443'],
  ['https://PVE1.lan:8006/#v1:0:18', 'https://pve1.lan:8006'],
  ['fd00::1', 'https://[fd00::1]:8006'],
  ['https://[fd00::1]:9000/', 'https://[fd00::1]:9000'],
  ['my_host', 'https://my_host:8006'],
])('%s becomes %s', (typed, origin) => {
  expect(originOf(typed, 8006)).toEqual({ ok: true, value: origin });
});

test.each([
  'http://pve1.lan',
  'ftp://pve1',
  '',
  'https://',
  'user:secret@pve1',
  '$(reboot)',
  "pve1';reboot;'",
  '`id`',
  'a b',
  'pve1:99999',
])('%j is refused', (typed) => {
  expect(originOf(typed, 8006).ok).toBe(false);
});

test('an address is its own normal form, and holds nothing a shell would act on', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webAuthority(), fc.ipV6(), fc.domain()), (typed) => {
      const first = originOf(typed, 8007);
      if (!first.ok) return;
      expect(first.value).toMatch(/^https:\/\/[a-z0-9._:[\]-]+$/);
      expect(originOf(first.value, 8006)).toEqual(first);
      expect(hostOf(first.value)).not.toContain('[');
    }),
  );
});

test.each([
  ['http://localhost:7655', true],
  ['https://belfry.localhost', true],
  ['http://127.0.0.1:7655', true],
  ['http://127.9.9.9', true],
  ['http://[::1]:7655', true],
  ['http://[::ffff:127.0.0.1]', true],
  ['http://0.0.0.0:7655', true],
  ['http://[::]:7655', true],
  ['http://169.254.1.1', true],
  ['http://[fe80::1]', true],
  ['http://192.168.1.5:7655', false],
  ['http://[fd00::1]', false],
  ['https://localhost.example', false],
  ['https://belfry.lan', false],
  ['no address', false],
])('other machines cannot reach %s: %j', (address, onlyHere) => {
  expect(isOnlyHere(address)).toBe(onlyHere);
});

test('a path behind the host is refused with the address without it; what a browser adds is not a path', () => {
  expect(originOf('https://proxy.lan/pve', 8006)).toEqual({
    ok: false,
    error: {
      id: 'address.hasPath',
      values: { given: 'https://proxy.lan/pve', path: '/pve', origin: 'https://proxy.lan:8006' },
    },
  });
  expect(originOf('pve1.lan:8443/api2/json/', 8006).ok).toBe(false);
  for (const copied of [
    'https://pve1.lan:8006/',
    'https://pve1.lan:8006/#v1:0:18',
    'https://pve1.lan:8006/?console=kvm',
  ])
    expect(originOf(copied, 8006)).toEqual({ ok: true, value: 'https://pve1.lan:8006' });
});
