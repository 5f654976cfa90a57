// Texts that fit into the limits of a service.

const ELLIPSIS = '…';
const unchanged = (character: string): string => character;

export interface CutOptions {
  /** Makes one character safe for the markup of the service. It is applied to the whole text, so the result is never cut inside an escape. */
  escape?: (character: string) => string;
  /** How the service counts. Default: UTF-16 units, which are never fewer than characters. */
  size?: (text: string) => number;
}

export const utf8Size = (text: string): number => Buffer.byteLength(text);

/** The text, escaped, with at most `most` units. What does not fit is replaced by "…". No character is cut in two. */
export function cut(text: string, most: number, options: CutOptions = {}): string {
  const { escape: safe = unchanged, size = (piece) => piece.length } = options;
  const room = most - size(ELLIPSIS);
  let whole = '';
  let wholeSize = 0;
  let kept = '';
  for (const { segment } of characters.segment(printable(text))) {
    const escaped = Array.from(segment, safe).join('');
    wholeSize += size(escaped);
    if (wholeSize > most) return most < size(ELLIPSIS) ? '' : `${kept}${ELLIPSIS}`;
    whole += escaped;
    if (wholeSize <= room) kept = whole;
  }
  return whole;
}

/** Some services refuse control characters and lone halves of a surrogate pair. Line breaks and tabs stay. */
const printable = (text: string): string => text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, ' ');

/** What a person takes for one character: an emoji of several code points is cut as a whole. */
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** As many of the lines as fit, with "\n" between them, and how many were left out. */
export function fitLines(
  lines: readonly string[],
  most: number,
  size: (text: string) => number = (text) => text.length,
): { text: string; left: number } {
  let used = 0;
  let count = 0;
  for (const line of lines) {
    used += size(line) + (count > 0 ? 1 : 0);
    if (used > most) break;
    count++;
  }
  return { text: lines.slice(0, count).join('\n'), left: lines.length - count };
}
