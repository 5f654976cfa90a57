import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneLine, personName } from './foreign-text.ts';

test('a text of somebody else is one line without characters that control or that nobody sees', () => {
  expect(oneLine('pat\r\nrole: admin')).toBe('pat role: admin');
  expect(oneLine('\u001b[31mred\u009b0m\u0000')).toBe('[31mred 0m');
  expect(oneLine('a\u202eb\u2066c\u200bd\ufeffe\u2028f\ud800g')).toBe('a b c d e f g');
  expect(oneLine('größe-東京-👩‍🚒 узел')).toBe('größe-東京-👩‍🚒 узел');
});

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
