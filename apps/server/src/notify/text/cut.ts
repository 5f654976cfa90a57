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
  const shown = printable(text);
  const whole = Array.from(shown, safe).join('');
  if (size(whole) <= most) return whole;
  const room = most - size(ELLIPSIS);
  if (room < 0) return '';
  let kept = '';
  let used = 0;
  for (const character of charactersOf(shown)) {
    const escaped = Array.from(character, safe).join('');
    used += size(escaped);
    if (used > room) break;
    kept += escaped;
  }
  return `${kept}${ELLIPSIS}`;
}

/** Some services refuse control characters and lone halves of a surrogate pair. Line breaks and tabs stay. */
const printable = (text: string): string => text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, ' ');

/**
 * What a person takes for one character: an emoji of several code points is cut as a whole. Few texts are cut, so the data of Intl is
 * loaded late.
 */
function* charactersOf(text: string): Iterable<string> {
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) yield segment;
}
