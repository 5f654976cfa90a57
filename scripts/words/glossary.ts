// The table in CONTRIBUTING.md of the words that a user reads.
import type { Spoken } from './texts.ts';

export interface Entry {
  /** The word to use, by language. */
  use: Record<Spoken, string>;
  /** The words not to use, by language. */
  not: Record<Spoken, readonly string[]>;
  /** Texts that have such a word all the same. */
  stays: readonly string[];
}

const HEADS = ['English', 'German', 'Meaning', 'Not in English', 'Not in German', 'Stays'];
const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const listed = (cell = '') => cell.split(', ').filter((word) => word !== '');

export function glossaryIn(page: string): Entry[] {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => cells(line).join() === HEADS.join());
  const end = lines.findIndex((line, i) => i > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map((line) => {
    const [english = '', german = '', , notEnglish, notGerman, stays] = cells(line);
    return {
      use: { English: english, German: german },
      not: { English: listed(notEnglish), German: listed(notGerman) },
      stays: listed(stays),
    };
  });
}

const VALUE = /\{\w+(?::[^}]*)?\}/g;

/** The refused word in a text, or undefined. English is without case; German is not, because there it tells a noun. Plurals count. */
export function refusedIn(text: string, { not, stays }: Entry, language: Spoken): string | undefined {
  const rest = stays.reduce((left, stay) => left.replaceAll(stay, ''), text).replaceAll(VALUE, '');
  const [ending, flags] = language === 'German' ? ['(?:s|es|e|en|n)?', 'u'] : ['(?:s|es)?', 'iu'];
  return not[language].find((word) =>
    new RegExp(`(?<![\\p{L}\\p{N}_])${RegExp.escape(word)}${ending}(?![\\p{L}\\p{N}_])`, flags).test(rest),
  );
}
