import { expect, test } from 'vitest';
import { isForeign } from './origin.ts';

const own = { https: false, host: 'belfry:7655' };
const secure = { https: true, host: 'Belfry.lan' };

test.for<[origin: string | undefined, reached: typeof own, publicUrl: string, foreign: boolean]>([
  [undefined, own, '', false],
  ['http://belfry:7655', own, '', false],
  ['http://[::1]:7655', { https: false, host: '[::1]:7655' }, '', false],
  ['https://belfry.lan', secure, '', false],
  ['https://belfry.lan:443', secure, '', false],
  ['http://belfry.lan', secure, '', true],
  ['https://belfry:7655', own, '', true],
  ['https://belfry.lan', { https: false, host: 'belfry.lan' }, '', true],
  ['https://belfry.lan', { https: false, host: 'belfry.lan' }, 'https://belfry.lan/', false],
  ['http://evil.example', own, 'https://belfry.lan', true],
  ['http://belfry:80', own, '', true],
  ['http://127.0.0.1:7655', own, '', true],
  ['null', own, '', true],
  ['file://', { https: false, host: '' }, '', true],
])('a page of origin %s, reaching %j, public address "%s": foreign is %s', ([origin, reached, publicUrl, foreign]) => {
  expect(isForeign({ origin }, reached, publicUrl)).toBe(foreign);
});

test.for([
  ['same-origin', false],
  ['same-site', true],
  ['cross-site', true],
  ['none', false],
] as const)('without an Origin header, the Sec-Fetch-Site header decides: %s', ([site, foreign]) => {
  expect(isForeign({ 'sec-fetch-site': site }, own)).toBe(foreign);
});

test('behind an unknown proxy the header of the browser decides, because the browser knows the address in use', () => {
  expect(isForeign({ 'sec-fetch-site': 'same-origin', origin: 'https://belfry.lan' }, own)).toBe(false);
  expect(isForeign({ 'sec-fetch-site': 'cross-site', origin: 'http://evil.example' }, own)).toBe(true);
});

test.for(['wss', 'HTTPS', 'WSS', 'https, http', 'http,https'])('an unknown proxy that says %s says HTTPS', (proto) => {
  const headers = { 'x-forwarded-proto': proto, origin: 'https://belfry.lan' };
  expect(isForeign(headers, { https: false, host: 'belfry.lan' })).toBe(false);
});

test('an unknown proxy may report that the browser used HTTPS: a page with HTTPS is then our own, and one without TLS is foreign', () => {
  const headers = { 'x-forwarded-proto': 'https' };
  const reached = { https: false, host: 'belfry.lan' };
  expect(isForeign({ ...headers, origin: 'https://belfry.lan' }, reached)).toBe(false);
  expect(isForeign({ ...headers, origin: 'http://belfry.lan' }, reached)).toBe(true);
  expect(isForeign({ ...headers, origin: 'https://evil.example' }, reached)).toBe(true);
});
