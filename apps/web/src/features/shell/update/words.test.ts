import { updating } from '@belfry/schema/sentences/updating';
import { afterEach, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { german } from '../../../lib/language/testing/german.ts';
import { allWords, wordsOf } from './words.ts';

afterEach(() => speak(english));

const named = { id: 'autoDownload', values: { version: '1.3.0' } };

test('a step with a name is shown in the language of the user, with its values', () => {
  speak(german);
  expect(wordsOf('Belfry downloads version 1.3.0 ...', named)).toBe(
    'Belfry lädt die Version 1.3.0 herunter und prüft ihre Signatur und ihre Prüfsumme',
  );
});

test('a step without a name, or with one that this client does not know, shows the text of the server', () => {
  const texts = ['first', 'second', 'third', 'fourth'];
  const names = [
    { id: 'of a newer server', values: {} },
    { id: 'toString', values: {} },
    { id: '', values: {} },
  ];
  for (const language of [english, german]) {
    speak(language);
    expect(allWords(texts, names)).toEqual(texts);
    expect(allWords(texts, undefined)).toEqual(texts);
  }
});

const sources = import.meta.glob<string>(
  ['../../../../../server/src/admin/updates/*.ts', '../../../../../cli/src/updater/*.ts'],
  { query: '?raw', import: 'default', eager: true },
);

test('every name that the server and the updater give to a text has words here, and no other has', () => {
  const names = Object.values(sources).flatMap((text) =>
    [...text.matchAll(/\bupdateText\(\s*'(\w+)'/g)].map(([, id]) => id),
  );
  expect(names.length).toBeGreaterThan(40);
  const texts = Object.keys(updating).map((id) => id.replace('updating.', ''));
  expect(texts.toSorted()).toEqual([...new Set(names)].toSorted());
});
