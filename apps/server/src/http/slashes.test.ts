import { endpoints } from '@belfry/schema/http/endpoints';
import { expect, test } from 'vitest';
import { encodeSlashes } from './slashes.ts';

const encode = encodeSlashes(endpoints);

test.each([
  ['/api/alerts/docker:h/c-cpu/acknowledge', '/api/alerts/docker:h%2Fc-cpu/acknowledge'],
  ['/api/alerts//a//b//unacknowledge/?x=/y', '/api/alerts/%2Fa%2F%2Fb%2F/unacknowledge?x=/y'],
  ['/api/alerts/silences/x/explain', '/api/alerts/silences%2Fx/explain'],
])('slashes in an id are encoded: %s', (given, expected) => {
  expect(encode(given)).toBe(expected);
});

test.each([
  '/api/alerts/dc-100-cpu/acknowledge',
  '/api/alerts/bulk/acknowledge',
  '/api/alerts/a%2Fb/clear',
  '/api/alerts/acknowledge',
  '/api/alerts/history?resource=a/b/acknowledge',
  '/api/config/nodes/a/b',
])('any other path is not changed: %s', (url) => {
  expect(encode(url)).toBe(url);
});
