import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

test.each([
  ['system', ['de-AT', 'en'], 'de'],
  ['system', ['zz', 'DE'], 'de'],
  ['system', ['en-GB', 'de'], 'en'],
  ['system', ['zz', 'constructor', 'test-x'], 'en'],
  ['system', [], 'en'],
  ['en', ['de'], 'en'],
  ['de', ['en'], 'de'],
] as const)('the choice %s in a browser that wants %j is %s', (own, wanted, tag) =>
  expect(languageOf(own, wanted)).toBe(tag),
);
