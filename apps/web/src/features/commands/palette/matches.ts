// Which choices a text finds, best first. A library decides what matches: parts of words in any order, one wrong letter in a
// word. The order is ours: the exact name, then names that begin with the text, then names that contain it or all of its words, then
// what contains it elsewhere.
import uFuzzy from '@leeoniya/ufuzzy';
import type { Choice, Choices } from './choice.ts';

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
const MAX_ORDERS = 4;
/** The library makes a pattern for every letter, and the patterns of a long text would fill the memory. */
const LONGEST_TEXT = 60;

/**
 * Without accents and in small letters. The length stays: the library replaces single letters, and İ, the only letter
 * that is longer when it is small, is one of them.
 */
const plain = (text: string): string => uFuzzy.latinize(text).toLowerCase();

/** All of them at once takes half the time. A text with a line break is not one line. */
function allPlain(texts: readonly string[]): string[] {
  const lines = plain(texts.join('\n')).split('\n');
  return lines.length === texts.length ? lines : texts.map(plain);
}

/** What a text finds, best first: the choices that may be shown, and the number of all. */
interface Found {
  best: Choice[];
  total: number;
}

export type Find = (text: string, most: number) => Found;

/** Prepares lists of choices for any number of searches. */
export function createFind(lists: readonly Choices[]): Find {
  const descriptions: string[] = [];
  const nameLengths: number[] = [];
  for (const list of lists)
    for (let place = 0; place < list.length; place++) {
      const { name, what, where, words } = list.describe(place);
      // the name comes first, so that it does not have to be prepared a second time
      descriptions.push(`${name} ${what} ${where} ${words}`);
      nameLengths.push(name.length);
    }
  const texts = allPlain(descriptions);
  const lengthOf = (place: number): number => nameLengths[place] ?? 0;
  return (text, most) => {
    const wanted = plain(text.trim().slice(0, LONGEST_TEXT));
    if (wanted === '') return { best: [], total: 0 };
    const words = wanted.split(/[^\p{L}\d]+/u);
    const [found] = fuzzy.search(texts, wanted, MAX_ORDERS, 0);
    // a text without letters and digits has no words
    const places = found ?? texts.flatMap((each, place) => (each.includes(wanted) ? [place] : []));
    const best = places
      .map((place) => ({ place, rank: rankOf(texts[place] ?? '', lengthOf(place), wanted, words) }))
      .sort((a, b) => a.rank - b.rank || lengthOf(a.place) - lengthOf(b.place) || a.place - b.place)
      .slice(0, most)
      .map(({ place }) => choiceAt(lists, place));
    return { best, total: places.length };
  };
}

/** `place` counts through all lists. */
function choiceAt(lists: readonly Choices[], place: number): Choice {
  let rest = place;
  for (const list of lists) {
    if (rest < list.length) return list.choice(rest);
    rest -= list.length;
  }
  throw new RangeError(`no choice ${place}`);
}

/** Small is good. `words` are those of the wanted text. */
function rankOf(text: string, nameLength: number, wanted: string, words: readonly string[]): number {
  const name = text.slice(0, nameLength);
  const at = name.indexOf(wanted);
  if (name === wanted) return 0;
  if (isNumber(text, wanted)) return 1;
  if (at === 0) return 2;
  if (at > 0) return /[\p{L}\d]/u.test(name[at - 1] ?? '') ? 4 : 3;
  if (words.every((word) => name.includes(word))) return 5;
  return text.includes(wanted) ? 6 : 7;
}

/** Whether the text contains exactly this number or address, such as a VMID. */
const isNumber = (text: string, wanted: string): boolean =>
  /^[\d.:]+$/.test(wanted) && ` ${text} `.includes(` ${wanted} `);
