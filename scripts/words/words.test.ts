// One word for one thing in all that a user reads: the table is in CONTRIBUTING.md.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type Entry, glossaryIn, refusedIn } from './glossary.ts';
import { type Spoken, textsIn, textsOf } from './texts.ts';

const root = path.resolve(import.meta.dirname, '../..');
const glossary = glossaryIn(readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8'));

test.for<Spoken>(['English', 'German'])('no text in %s has a word that the glossary refuses', (language) => {
  const texts = textsOf(root, language);
  expect(texts.length).toBeGreaterThan(1500);
  const wrong = texts.flatMap(({ place, text }) =>
    glossary.flatMap((entry) => {
      const word = refusedIn(text, entry, language);
      return word === undefined ? [] : [`${place}: "${word}" is "${entry.use[language]}" in: ${text}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('each word of the glossary is used', () => {
  expect(glossary.length).toBeGreaterThan(5);
  const said = (language: Spoken) =>
    textsOf(root, language)
      .map(({ text }) => text.toLowerCase())
      .join('\n');
  const [english, german] = [said('English'), said('German')];
  const unused = glossary.filter(
    ({ use }) => !english.includes(use.English.toLowerCase()) || !german.includes(use.German.toLowerCase()),
  );
  expect(unused.map(({ use }) => use.English)).toEqual([]);
});

test('a text is what is in quotes, also within a function; a name, a type and a comparison are none', () => {
  const source = `import x from 'state';
    export const messages = { 'state': 'One', at: (a: 'state') => (a === 'state' ? \`Two \${a} three\` : ['Four'][0]) };`;
  expect(textsIn('a.ts', source).map(({ text }) => text)).toEqual(['One', 'Two … three', 'Four']);
});

test('a refused word is found in the plural too, and not within another word or a text that stays', () => {
  const entry: Entry = {
    use: { English: 'status', German: 'Backup' },
    not: { English: ['state'], German: ['Sicherung'] },
    stays: ['state of the art'],
  };
  for (const text of ['State', 'all states', 'the state of it'])
    expect(refusedIn(text, entry, 'English')).toBe('state');
  for (const text of ['Statement', 'estate', 'state of the art', '{pool} is {state}.'])
    expect(refusedIn(text, entry, 'English')).toBeUndefined();
  expect(refusedIn('Die Sicherungen', entry, 'German')).toBe('Sicherung');
  expect(refusedIn('Absicherung', entry, 'German')).toBeUndefined();
});
