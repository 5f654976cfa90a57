// A language in which each word of the tables is written in Greek letters: a Latin word in a text is then a name, or one that no
// language can translate.
import { english } from '@belfry/schema/languages/english';
import { sentences } from '@belfry/schema/sentences/table';
import { wordsIn } from '../sentences/words.ts';

const GREEK = 'αβγδεζηθικλμνξοπρστυφχψωϊϋό';
export const greekLetters = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => GREEK[letter.toLowerCase().charCodeAt(0) - 97] ?? letter);

/** The words outside of the places, and those within `{count:day|days}`. */
const inGreek = (template: string) =>
  template.replaceAll(/\{(\w+)(?::([^|}]*)(?:\|([^}]*))?)?\}|[^{}]+/g, (part, name, one, many) =>
    many === undefined
      ? name === undefined
        ? greekLetters(part)
        : part
      : `{${name}:${greekLetters(one)}|${greekLetters(many)}}`,
  );

export const greekWords = wordsIn({
  ...english,
  tag: 'el',
  sentences: Object.fromEntries(Object.entries(sentences).map(([id, template]) => [id, inGreek(template)])),
});
