import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareVersions, isBetweenReleases, isCandidate } from './version.ts';

test('versions are ordered by precedence', () => {
  const ordered = [
    'nonsense',
    '0.9.9',
    '1.0.0-alpha',
    '1.0.0-rc.9',
    '1.0.0-rc.10',
    '1.0.0-rc.10-3-g1a2b3c4',
    'v1.0.0',
    '1.0.0-dirty',
    '1.0.0-4-g1a2b3c4',
    '1.0.0-4-g1a2b3c4-dirty',
    '1.0.0-12-g1a2b3c4',
    '1.0.1-rc1',
    '1.0.1',
    '1.10.0',
  ];
  for (const [i, a] of ordered.entries())
    for (const [j, b] of ordered.entries())
      expect([a, b, Math.sign(compareVersions(a, b))]).toEqual([a, b, Math.sign(i - j)]);
});

test('build metadata and a leading v do not count', () => {
  expect(compareVersions('v1.2.3+build.5', '1.2.3')).toBe(0);
});

test('swapped arguments reverse the result', () => {
  const part = fc.nat(20);
  const version = fc
    .tuple(part, part, part, fc.constantFrom('', '-rc.1', '-rc.12', '-beta', '-beta.2'))
    .map(([a, b, c, rest]) => `${a}.${b}.${c}${rest}`);
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0);
    }),
  );
});

test.each([
  ['1.2.0', false],
  ['1.2.0-rc.1', false],
  ['1.2.0-dirty', true],
  ['1.2.0-4-g1a2b3c4', true],
  ['1.2.0-rc.1-12-g1a2b3c4d-dirty', true],
])('%s: between releases, %s', (version, between) => expect(isBetweenReleases(version)).toBe(between));

test('a build after a release is no candidate, and one after a candidate is', () => {
  expect(['1.2.0-4-g1a2b3c4', '1.2.0-dirty', '1.2.0-rc.1-4-g1a2b3c4'].map(isCandidate)).toEqual([false, false, true]);
});
