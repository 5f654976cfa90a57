// The columns of a table: where each begins and how wide it is.
import type { EvidenceTable } from '@belfry/schema/evidence/report';
import { MARGIN } from './page.ts';
import { columnWidths, leastWidths, type Measure, widestWord } from './wrapping.ts';

export interface Column {
  x: number;
  width: number;
  isNumber: boolean;
}

/**
 * Between columns, in points. `wide`: between a number, which stands at the right of its column, and a text, which begins at the left of the
 * next one. The smaller ones are for tables with little room.
 */
const GAPS = [
  { usual: 7, wide: 12 },
  { usual: 5, wide: 9 },
] as const;
const SENTENCES: ReadonlySet<string> = new Set(['name', 'text', 'notes']);
const NUMBERS: ReadonlySet<string> = new Set(['count', 'percent', 'duration', 'bytes']);
/** The longest word of a sentence gets so much before it is broken, in points. */
const MOST_WORD = 64;

/** `columns`, `heads` and the texts of `rows` belong to each other. */
export function columnsOf(
  columns: EvidenceTable['columns'],
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  { plain, bold, width }: { plain: Measure; bold: Measure; width: number },
): Column[] {
  const isSentence = (n: number) => SENTENCES.has(columns[n]?.kind ?? '');
  const isNumber = (n: number) => NUMBERS.has(columns[n]?.kind ?? '');
  const longest = heads.map((_, n) => Math.max(0, ...rows.map((row) => plain(row[n] ?? ''))));
  const widest = heads.map((_, n) => Math.max(0, ...rows.map((row) => widestWord(row[n] ?? '', plain))));
  const ofWords = (n: number) => (isSentence(n) ? 0 : (widest[n] ?? 0));
  const withSentences = (n: number) => (isSentence(n) ? Math.min(widest[n] ?? 0, MOST_WORD) : ofWords(n));
  const withTimes = (n: number) => (columns[n]?.kind === 'time' ? (longest[n] ?? 0) : withSentences(n));
  const tryOf = ({ usual, wide }: (typeof GAPS)[number], cell: (n: number) => number) => {
    const gaps = columns.map((_, n) => (n + 1 === columns.length ? 0 : isNumber(n) && !isNumber(n + 1) ? wide : usual));
    const room = width - sum(gaps);
    const words = heads.map((head, n) => Math.max(widestWord(head, bold), cell(n)));
    const sentences = longest.map((each, n) => (isSentence(n) ? each : 0));
    const least = leastWidths(words, sentences, room);
    return { gaps, room, least, fits: sum(least) <= room };
  };
  // A time in one line and no broken words where there is room for both, else what is in fewer pieces.
  const [usual, small] = GAPS;
  const tries = [
    tryOf(usual, withTimes),
    tryOf(small, withTimes),
    tryOf(small, withSentences),
    tryOf(small, ofWords),
  ] as const;
  const { gaps, room, least } = tries.find(({ fits }) => fits) ?? tries[3];
  const widths = columnWidths(longest, least, room);
  let x = MARGIN;
  return columns.map((_, n) => {
    const column = { x, width: widths[n] ?? 0, isNumber: isNumber(n) };
    x += column.width + (gaps[n] ?? 0);
    return column;
  });
}

const sum = (list: readonly number[]): number => list.reduce((all, each) => all + each, 0);
