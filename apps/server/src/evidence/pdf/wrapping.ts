// Lines of text within a width, and the widths of the columns of a table.

/** How wide a text is, in points. */
export type Measure = (text: string) => number;

/** Breaks between words, and within a word that is too long for a line. Nothing but spaces gets lost. */
export function wrapped(text: string, width: number, measure: Measure): string[] {
  if (measure(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (measure(line) > width && line.length > 1) {
      const cut = cutOf(line, width, measure);
      lines.push(line.slice(0, cut));
      line = line.slice(cut);
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** The most characters that fit, at least one; never half of a character. */
function cutOf(word: string, width: number, measure: Measure): number {
  let [low, high] = [1, word.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(word.slice(0, middle)) <= width) low = middle;
    else high = middle - 1;
  }
  const isHalf = /[\ud800-\udbff]/.test(word[low - 1] ?? '');
  return isHalf ? (low > 1 ? low - 1 : 2) : low;
}

export const widestWord = (text: string, measure: Measure): number =>
  Math.max(...text.split(' ').map((word) => measure(word)));

/** Names and sentences get so much before they are broken into more lines, or less where there is little room. */
const SENTENCE = [72, 56, 44, 36];

/**
 * A number, a time or a word is broken between its words at most, because half of a date is read as another date. `words`: the widest word of each
 * column; `sentences`: the longest text of a column of names or sentences, 0 of every other column.
 */
export function leastWidths(words: readonly number[], sentences: readonly number[], room: number): number[] {
  const least = (most: number) => words.map((word, n) => Math.max(word, Math.min(most, sentences[n] ?? 0)));
  const fits = (most: number) => least(most).reduce((sum, each) => sum + each, 0) <= room;
  return least(SENTENCE.find(fits) ?? (SENTENCE.at(-1) as number));
}

const LEAST = 24;

/** Each column as wide as its longest text, or its share of what the shorter ones leave. */
export function columnWidths(wanted: readonly number[], least: readonly number[], width: number): number[] {
  const widths = wanted.map((want, n) => Math.max(want, least[n] ?? 0, LEAST));
  const total = widths.reduce((sum, each) => sum + each, 0);
  if (total <= width) return widths.map((each) => each + (width - total) / widths.length);
  // The widest give first: a limit for all columns at which they fit.
  let [low, high] = [LEAST, Math.max(...widths)];
  const limited = (limit: number) => widths.map((each, n) => Math.min(each, Math.max(limit, least[n] ?? 0)));
  const sum = (list: readonly number[]) => list.reduce((all, each) => all + each, 0);
  for (let n = 0; n < 30; n++) {
    const middle = (low + high) / 2;
    if (sum(limited(middle)) > width) high = middle;
    else low = middle;
  }
  const found = limited(low);
  const scale = width / sum(found);
  return scale < 1 ? found.map((each) => each * scale) : found;
}
