import fc from 'fast-check';
import { expect, test } from 'vitest';
import { personName } from './foreign-text.ts';

test('cleaning twice is cleaning once, and a name never ends in half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.oneof(fc.constantFrom('\n', '\u202e', '\ud83d', '😀'), fc.string()) }), (text) => {
      const name = personName(text);
      expect(personName(name)).toBe(name);
      expect(name.isWellFormed()).toBe(true);
      expect(name).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u);
    }),
  );
  expect(personName('😀'.repeat(200))).toBe('😀'.repeat(128));
});
