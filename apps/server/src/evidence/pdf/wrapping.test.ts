import { expect, test } from 'vitest';
import { columnWidths, leastWidths, widestWord, wrapped } from './wrapping.ts';

/** Each character is 5 wide. */
const measure = (text: string) => text.length * 5;

test('half of a date is read as another date, so a date is broken between its words only, and long sentences beside it give room', () => {
  const [date, sentence] = ['2026-10-31 00:00', 'left out until the customer has ordered a larger disk '.repeat(9)];
  const longest = [measure(date), measure(sentence), measure(sentence)];
  for (const room of [300, 200, 150, 130]) {
    const least = leastWidths([widestWord(date, measure), 40, 40], [0, ...longest.slice(1)], room);
    const widths = columnWidths(longest, least, room);
    expect(widths.reduce((sum, each) => sum + each, 0)).toBeCloseTo(room);
    expect(wrapped(date, (widths[0] ?? 0) + 0.01, measure).join(' '), `in ${room}`).toBe(date);
  }
});
