import { texts as translations } from '@belfry/schema/languages/de/web/texts';
import { afterEach, expect, test } from 'vitest';
import { english, speak } from '../lib/language/in-language.ts';

afterEach(() => speak(english));

/** Every module of the client that has texts. */
const modules = import.meta.glob<Record<string, unknown>>([
  '../**/*messages.ts',
  '../ui/screen-keys.ts',
  '../ui/missing-selection.tsx',
]);

/** The English texts by feature: read in a language that notes what it is asked for. */
async function everyText(): Promise<Map<string, object>> {
  const found = new Map<string, object>();
  const loaded = await Promise.all(Object.values(modules).map((load) => load()));
  speak({
    tag: 'en',
    texts(feature, texts) {
      found.set(feature, texts);
      return texts;
    },
    words: (_sentence, english) => english,
  });
  for (const each of loaded) {
    const { messages } = each;
    if (typeof messages === 'object' && messages !== null) Reflect.get(messages, 'any');
  }
  return found;
}

const isTexts = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function missing(texts: object, translation: unknown, path: string): string[] {
  if (!isTexts(translation)) return [path];
  return Object.entries(texts).flatMap(([name, text]) => {
    const own: unknown = Object.hasOwn(translation, name) ? Reflect.get(translation, name) : undefined;
    if (own === undefined) return [`${path}.${name}`];
    if (isTexts(text)) return missing(text, own, `${path}.${name}`);
    if (Array.isArray(text) && Array.isArray(own) && text.length !== own.length) return [`${path}.${name} (length)`];
    return [];
  });
}

test('German has every text', async () => {
  const texts = await everyText();
  expect(texts.size).toBeGreaterThan(20);
  expect([...texts].flatMap(([feature, each]) => missing(each, translations[feature], feature))).toEqual([]);
});

const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true });
/** Attributes and contents that a user reads. What is in a placeholder is an example of a value. */
const LITERAL =
  /\s(?:aria-label|title|label|hint|name|alt)="(?:[A-Z][^"]*|[^"]* [^"]*)"|>\s*[A-Za-z][a-z]+(?: [a-z]+)*\s*<\//g;

test('no component has a text of its own, also where no journey looks: in errors, in names of sections', () => {
  const own = Object.entries(sources).flatMap(([file, text]) =>
    file.endsWith('.test.tsx') ? [] : [...text.matchAll(LITERAL)].map(([found]) => `${file}: ${found.trim()}`),
  );
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  expect(own).toEqual([]);
});

test('German has no text of a feature that does not exist', async () => {
  const texts = await everyText();
  expect(Object.keys(translations).filter((feature) => !texts.has(feature))).toEqual([]);
});
