import { english } from '@belfry/domain/sentences/english';
import { german as germanWords } from '@belfry/schema/languages/de/german';
import { sentences } from '@belfry/schema/sentences/table';
import { afterEach, expect, test } from 'vitest';
import { english as englishLanguage, speak } from '../lib/language/in-language.ts';
import { serverWords } from '../lib/language/server-words.ts';
import { german } from '../lib/language/testing/german.ts';
import { translated } from '../lib/language/translated.ts';

afterEach(() => speak(englishLanguage));

const placesIn = (template: string): string[] =>
  [...new Set(template.matchAll(/\{(\w+)/g).map(([, name = '']) => name))].sort();

test.for(Object.entries(sentences))('German has "%s" with the same values', ([id, template]) => {
  expect(placesIn(germanWords.sentences[id as keyof typeof sentences] ?? '')).toEqual(placesIn(template));
});

test('a sentence of the server is in the language of the user, also within another one', () => {
  speak(german);
  const problem = { id: 'link.nameTaken', values: { name: '$& {name} (.*)' } } as const;
  expect(serverWords(problem, english(problem))).toBe('Es gibt schon einen Link mit dem Namen $& {name} (.*).');
  expect(serverWords({ id: 'file.webhook', values: { name: 'ops', problem } }, '')).toBe(
    'Webhook ops: Es gibt schon einen Link mit dem Namen $& {name} (.*).',
  );
});

test('words of somebody else, and of a newer server, stay as they are', () => {
  speak(german);
  expect(serverWords({ id: 'words', values: { words: '535 bad password' } }, '535 bad password')).toBe(
    '535 bad password',
  );
  expect(serverWords({ id: 'node.tomorrow' }, 'Tomorrow')).toBe('Tomorrow');
  expect(serverWords(undefined, 'Node not found')).toBe('Node not found');
});

test('a language that has some of the sentences says the others in English', () => {
  speak(translated({ ...germanWords, tag: 'fr', sentences: { 'node.notFound': 'Nœud introuvable' } }, {}));
  expect(serverWords({ id: 'node.notFound' }, 'Node not found')).toBe('Nœud introuvable');
  expect(serverWords({ id: 'link.ended' }, 'This link is not valid any more.')).toBe(
    'This link is not valid any more.',
  );
});
