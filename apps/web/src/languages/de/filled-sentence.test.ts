import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findValues } from './filled-sentence.ts';

test('a sentence that was filled has its values, or others that give the same sentence', () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom('a', ' ', '{', '.') }), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(words, words, (fixed, values) => {
      const template = fixed.join('{}').replaceAll(/\{(?!\})/g, '(');
      const holes = template.split('{}').length - 1;
      const fill = (names: readonly string[]) =>
        template.split('{}').reduce((rest, part, i) => rest + (names[i - 1] ?? '') + part);
      const text = fill(Array.from({ length: holes }, (_, i) => values[i] ?? ''));
      const found = findValues(template)(text);
      expect(found).toHaveLength(holes);
      expect(fill(found ?? [])).toBe(text);
    }),
  );
});

test('another sentence has none, also where its fixed parts would overlap', () => {
  expect(findValues('No {} of {}.')('No a of b')).toBeUndefined();
  expect(findValues('ab{}bc')('abc')).toBeUndefined();
  expect(findValues('{} ab {}')(' ab')).toBeUndefined();
  expect(findValues('Not found')('Not found.')).toBeUndefined();
});

test('a text that has the fixed parts again and again is read once: a pattern that goes back would never end', () => {
  const template = '{} shows {}, but {} is trusted. {}!';
  const text = ' shows , but '.repeat(100_000);
  expect(findValues(template)(text)).toBeUndefined();
  expect(findValues(template)(`${text} is trusted. !`)).toHaveLength(4);
});
