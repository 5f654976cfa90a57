import { german } from '@belfry/schema/languages/de/german';
import { sentences } from '@belfry/schema/sentences/table';
import { expect, test } from 'vitest';
import { english, otherWords } from './english.ts';
import { wordsOf } from './wording.ts';
import { wordsIn } from './words.ts';

test('a sentence has its values in their places, and a sentence in a sentence', () => {
  expect(
    english({
      id: 'file.webhook',
      values: { name: 'ops', problem: { id: 'webhook.url', values: { problem: otherWords('a: b') } } },
    }),
  ).toBe('Webhook ops: Invalid webhook URL: a: b');
});

test('a number has the form of the noun that fits', () => {
  const atLeast = (limit: number) => english({ id: 'field.text.atLeast', values: { limit } });
  expect([atLeast(1), atLeast(20)]).toEqual(['must have at least 1 character', 'must have at least 20 characters']);
});

test('figures in a sentence have the decimals and thousands of its language; a number of a guest has none', () => {
  const { say, count } = wordsIn(german);
  expect(say({ id: 'why.percent', values: { value: 97.5 } })).toBe('97,5 %');
  expect(say({ id: 'why.seconds', values: { value: 12.5 } })).toBe('12,5 Sekunden');
  expect(say({ id: 'name.storage', values: { name: 12345 } })).toBe('Speicher 12345');
  expect(count(1234)).toBe('1.234');
  expect(english({ id: 'why.rate', values: { value: 97.5 } })).toBe('97.5 MB/s');
});

test.for(['{name}', '$& $1 $`', '{limit:a|b}', '{"id":"node.notFound"}', '__proto__'])(
  'a value is never read as a template: %s',
  (name) => expect(english({ id: 'view.nameTaken', values: { name } })).toBe(`There is a view named ${name} already.`),
);

test('a sentence that a table lacks has no words there, also within another one', () => {
  const formats = { bytes: String, count: String, percent: String, figure: String };
  const wording = { table: { outer: 'outer {inner}', known: 'known' }, plural: () => '', formats };
  expect(wordsOf({ id: 'outer', values: { inner: { id: 'known' } } }, wording)).toBe('outer known');
  expect(wordsOf({ id: 'outer', values: { inner: { id: 'toString' } } }, wording)).toBeUndefined();
  expect(wordsOf({ id: 'outer', values: { inner: ['a', { id: 'known' }, 7] } }, wording)).toBe('outer a, known, 7');
  expect(wordsOf({ id: 'outer', values: { inner: ['a', { id: 'toString' }] } }, wording)).toBeUndefined();
  expect(wordsOf({ id: 'outer' }, wording)).toBeUndefined();
  expect(wordsOf({ id: 'constructor' }, wording)).toBeUndefined();
});

test('no template has a brace that is not the place of a value', () => {
  const wrong = Object.values(sentences).filter((text) =>
    /[{}]/.test(text.replaceAll(/\{\w+(:(bytes|count|percent|[^{}|]+\|[^{}|]+))?\}/g, '')),
  );
  expect(wrong).toEqual([]);
});
