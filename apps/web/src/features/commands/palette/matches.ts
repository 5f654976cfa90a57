// Which choices a text finds, best first. A library decides what matches: parts of words in any order, one wrong letter in a
// word. The order is ours: the exact name, then names that begin with the text, then what contains it.
import uFuzzy from '@leeoniya/ufuzzy';
import type { Choice } from './choice.ts';

/** Letters of every script; one error in a word, but none in a number. */
const fuzzy = new uFuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  intraMode: 1,
});
/** Words may be in any order, as long as there are few of them: each order is a search. */
const MOST_ORDERS = 4;
/** The library makes a pattern for every letter, and the patterns of a long text would fill the memory. */
const LONGEST_TEXT = 60;

/** Without accents and in small letters. */
const plain = (text: string): string => uFuzzy.latinize(text).toLowerCase();

interface Entry {
  choice: Choice;
  /** The name without accents and in small letters. */
  name: string;
}

export type Find = (text: string) => Choice[];

/** Prepares choices for any number of searches. */
export function createFind(choices: readonly Choice[]): Find {
  const entries = choices.map((choice): Entry => ({ choice, name: plain(choice.name) }));
  const texts = choices.map(({ name, what, where, words }) => plain(`${name} ${what} ${where} ${words}`));
  return (text) => {
    const wanted = plain(text.trim().slice(0, LONGEST_TEXT));
    if (wanted === '') return [];
    const [found] = fuzzy.search(texts, wanted, MOST_ORDERS, 0);
    // a text without letters and digits has no words
    const places = found ?? texts.flatMap((each, place) => (each.includes(wanted) ? [place] : []));
    return places
      .map((place) => ({ place, rank: rankOf(entries[place] as Entry, texts[place] as string, wanted) }))
      .sort((a, b) => a.rank - b.rank || lengthOf(entries, a.place) - lengthOf(entries, b.place) || a.place - b.place)
      .map(({ place }) => (entries[place] as Entry).choice);
  };
}

const lengthOf = (entries: readonly Entry[], place: number): number => entries[place]?.name.length ?? 0;

/** Small is good. */
function rankOf({ name }: Entry, text: string, wanted: string): number {
  const at = name.indexOf(wanted);
  if (name === wanted) return 0;
  if (isNumber(text, wanted)) return 1;
  if (at === 0) return 2;
  if (at > 0) return /[\p{L}\d]/u.test(name[at - 1] ?? '') ? 4 : 3;
  return text.includes(wanted) ? 5 : 6;
}

/** Whether the text contains exactly this number or address, such as a VMID. */
const isNumber = (text: string, wanted: string): boolean =>
  /^[\d.:]+$/.test(wanted) && ` ${text} `.includes(` ${wanted} `);
