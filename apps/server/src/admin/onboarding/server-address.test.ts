import { expect, test } from 'vitest';
import { ownAddress, serverAddress } from './server-address.ts';

test.each([
  'https://belfry.lan:7655',
  'https://x.lan/belfry/',
  'https://x.lan/a/b-1',
  'http://10.0.0.1:7655/',
  'http://[fd00::1]:7655',
])('%s is an address', (text) => {
  expect(serverAddress(text)).toEqual({ ok: true, value: text.replace(/\/$/, '') });
});

test.each([
  '',
  'belfry.lan',
  'ftp://belfry.lan',
  'https://u:p@belfry.lan',
  "https://belfry.lan/'$(id)",
  'https://belfry.lan/a;b',
  'https://belfry.lan/%24(id)',
  'https://belfry.lan/a//b',
  'https://belfry.lan?x=1',
  'https://belfry.lan#x',
  "https://$(id)'",
  'javascript:alert(1)',
])('%j is refused', (text) => {
  expect(serverAddress(text).ok).toBe(false);
});

test('an address below another path of our host is not ours', () => {
  const ours = ['https://x.lan/belfry', 'http://10.0.0.1:7655'] as const;
  const used = (asked: string) => ownAddress(asked, [...ours]);
  for (const mine of ['https://x.lan/belfry/', ...ours])
    expect(used(mine)).toEqual({ ok: true, value: mine.replace(/\/$/, '') });
  for (const other of ['https://x.lan', 'https://x.lan/evil', 'http://10.0.0.1:7655/evil'])
    expect(used(other)).toEqual({ ok: true, value: ours[0] });
});
