import { expect, test } from 'vitest';
import { Name } from './config/node.ts';
import { oneLine } from './one-line.ts';

test('a text of somebody else is one line without characters that control or that nobody sees', () => {
  expect(oneLine('pat\r\nrole: admin')).toBe('pat role: admin');
  expect(oneLine('\u001b[31mred\u009b0m\u0000')).toBe('[31mred 0m');
  expect(oneLine('a\u202eb\u2066c\u200bd\ufeffe\u2028f\ud800g')).toBe('a b c d e f g');
  expect(oneLine('größe-東京-👩‍🚒 узел')).toBe('größe-東京-👩‍🚒 узел');
});

test('a name in Arabic stays, and one that turns the rest of a sentence around does not', () => {
  expect(Name.parse('مكتب-1')).toBe('مكتب-1');
  expect(Name.parse('\u202eengoloc')).toBe('engoloc');
  expect(Name.min(1).safeParse('\u200b').success).toBe(false);
});
