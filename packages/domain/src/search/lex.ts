// Search text → pieces between commas → words. A quoted part keeps its spaces and commas.

/** One word of the text. `quoted` words are never operators, and one that `begins` with a quote is never a filter. */
export interface Word {
  text: string;
  quoted: boolean;
  begins: boolean;
  /** It had a minus sign in front of it. */
  not: boolean;
}

const COMPARATOR = /(>=|<=|==|>|<|=)/;
// a comma with no space after it continues the alternatives of `tags:a,b`
const TAG_LIST = /^tags?:[^\s,]*(?:,[^\s,:<>=]+)*$/i;
const MORE_TAGS = /^[^\s,:<>=]+(?:,[^\s,:<>=]+)*$/;
const ONE_MORE_TAG = /[^\s,:<>=]+(?=[\s,]|$)/y;

/** Never throws. An unclosed quote runs to the end. */
export function lex(text: string): Word[][] {
  const pieces: Word[][] = [[]];
  // A word is kept in two parts, up to its last comma and the rest, so that each character is read once.
  let tags = '';
  let word = '';
  const fresh = { quoted: false, begins: false, not: false };
  let marks = fresh;
  let open = false;
  const endWord = () => {
    if (tags + word !== '') (pieces.at(-1) as Word[]).push({ text: tags + word, ...marks });
    tags = '';
    word = '';
    marks = fresh;
  };
  const tight = tighten(text);
  const tagFollows = (at: number): boolean => {
    ONE_MORE_TAG.lastIndex = at;
    return ONE_MORE_TAG.test(tight);
  };
  for (let i = 0; i < tight.length; i++) {
    const c = tight[i] as string;
    if (c === '"') {
      open = !open;
      marks = { ...marks, quoted: true, begins: marks.begins || tags + word === '' };
    } else if (open) word += c;
    else if (c === '-' && tags + word === '' && !marks.not && !marks.quoted) marks = { ...marks, not: true };
    else if (/\s/.test(c)) endWord();
    else if (c !== ',') word += c;
    else if ((tags === '' ? TAG_LIST : MORE_TAGS).test(word) && tagFollows(i + 1)) {
      tags += `${word},`;
      word = '';
    } else {
      endWord();
      pieces.push([]);
    }
  }
  endWord();
  return pieces.filter((piece) => piece.length > 0);
}

/** "cpu > 80" becomes one word like "cpu>80"; quoted parts do not change. */
function tighten(text: string): string {
  return text
    .split('"')
    .map((part, i) => (i % 2 === 0 ? withoutSpacesAroundComparators(part) : part))
    .join('"');
}

function withoutSpacesAroundComparators(text: string): string {
  const parts = text.split(COMPARATOR);
  const last = parts.length - 1;
  return parts
    .map((part, i) => (i > 0 ? part.trimStart() : part))
    .map((part, i) => (i < last ? part.trimEnd() : part))
    .join('');
}
