import { expect, test } from 'vitest';
import { shortNames } from './short-names.ts';

test('names lose the beginning that all share, up to a separator', () => {
  expect(shortNames(['pve-south-01', 'pve-south-02'])).toEqual(['01', '02']);
  expect(shortNames(['pve-south', 'pve-north'])).toEqual(['south', 'north']);
  expect(shortNames(['alpha', 'alps'])).toEqual(['alpha', 'alps']);
});

test('a single name loses only what its cluster is called, and no name becomes empty', () => {
  expect(shortNames(['pve1'])).toEqual(['pve1']);
  expect(shortNames(['south-01'], 'south')).toEqual(['01']);
  expect(shortNames(['a-', 'a-b'])).toEqual(['a-', 'a-b']);
  expect(shortNames([])).toEqual([]);
});
