import { expect, test } from 'vitest';
import { serverAddress } from './server-address.ts';

test.each(['https://belfry.lan:7655', 'http://10.0.0.1:7655/', 'http://[fd00::1]:7655'])('%s is an address', (text) => {
  expect(serverAddress(text)).toEqual({ ok: true, value: text.replace(/\/$/, '') });
});

test.each([
  '',
  'belfry.lan',
  'ftp://belfry.lan',
  'https://u:p@belfry.lan',
  'https://belfry.lan/path',
  'https://belfry.lan?x=1',
  'https://belfry.lan#x',
  "https://$(id)'",
  'javascript:alert(1)',
])('%j is refused', (text) => {
  expect(serverAddress(text).ok).toBe(false);
});
