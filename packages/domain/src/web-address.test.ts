import { expect, test } from 'vitest';
import { webAddress } from './web-address.ts';

test.each([
  ['pve1', 'https://pve1:8006'],
  ['https://10.0.0.1:8443/', 'https://10.0.0.1:8443'],
  ['http://pve1', 'http://pve1:8006'],
  ['pve1:443', 'https://pve1'],
  ['https://[fe80::1]', 'https://[fe80::1]:8006'],
  ['https://root:secret@pve1', 'https://pve1:8006'],
])('%s opens %s', (host, url) => {
  expect(webAddress(host, 'pve')).toBe(url);
});

test.each(['', ' ', 'javascript://alert(1)', 'data:text/html,x', 'https://'])('%j opens nothing', (host) => {
  expect(webAddress(host, 'pve')).toBeUndefined();
});

test('a backup server has another default port', () => {
  expect(webAddress('pbs', 'pbs')).toBe('https://pbs:8007');
});
