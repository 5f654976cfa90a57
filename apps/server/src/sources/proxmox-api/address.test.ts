import { expect, test } from 'vitest';
import { originOf, siblingOf } from './address.ts';

test.each([
  ['pve1.lan', 'https://pve1.lan:8006'],
  ['  PVE1.lan:9000 ', 'https://pve1.lan:9000'],
  ['https://pve1.lan', 'https://pve1.lan:8006'],
  ['https://pve1.lan:8006/', 'https://pve1.lan:8006'],
  ['HTTPS://pve1.lan:443/#v1', 'https://pve1.lan'],
  ['10.0.0.1', 'https://10.0.0.1:8006'],
  ['fd00::1', 'https://[fd00::1]:8006'],
  ['[fd00::1]:9000', 'https://[fd00::1]:9000'],
])('%j is %s', (host, origin) => {
  expect(originOf(host, 8006)).toEqual({ ok: true, value: origin });
});

test.each(['', 'http://pve1', 'ftp://pve1', 'pve1:99999', 'user:pw@pve1', 'pve 1', 'https://'])(
  '%j is no address',
  (host) => {
    expect(originOf(host, 8006)).toMatchObject({ ok: false });
  },
);

test('members listen on the port of the main host, or on their own behind a proxy on 443', () => {
  expect(siblingOf('https://pve1.lan:9000', '10.0.0.2', 8006)).toBe('https://10.0.0.2:9000');
  expect(siblingOf('https://pve.example', '10.0.0.2', 8006)).toBe('https://10.0.0.2:8006');
  expect(siblingOf('https://pve1.lan:8006', 'fd00::2', 8006)).toBe('https://[fd00::2]:8006');
});
