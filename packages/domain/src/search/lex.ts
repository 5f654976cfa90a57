// Search text → pieces between commas → words. A quoted part keeps its spaces and commas.

/** One word of the text. `quoted` words are never operators. */
export interface Word {
  text: string;
  quoted: boolean;
}

const SPACES_AROUND_COMPARATOR = /\s*(>=|<=|==|>|<|=)\s*/g;
// a comma with no space after it continues the alternatives of `tags:a,b`
const TAG_LIST = /^tags?:[^\s,]*(?:,[^\s,:<>=]+)*$/i;

/** Never throws, whatever the text; an unclosed quote runs to the end. */
export function lex(text: string): Word[][] {
  const pieces: Word[][] = [[]];
  let word = '';
  let quoted = false;
  let open = false;
  const endWord = () => {
    if (word !== '') (pieces.at(-1) as Word[]).push({ text: word, quoted });
    word = '';
    quoted = false;
  };
  const tight = tighten(text);
  for (let i = 0; i < tight.length; i++) {
    const c = tight[i] as string;
    if (c === '"') {
      open = !open;
      quoted = true;
    } else if (open) word += c;
    else if (/\s/.test(c)) endWord();
    else if (c === ',' && !(TAG_LIST.test(word) && /^[^\s,:<>=]+(?=[\s,]|$)/.test(tight.slice(i + 1)))) {
      endWord();
      pieces.push([]);
    } else word += c;
  }
  endWord();
  return pieces.filter((piece) => piece.length > 0);
}

/** "cpu > 80" is one word as "cpu>80" is; quoted parts are left alone. */
function tighten(text: string): string {
  return text
    .split('"')
    .map((part, i) => (i % 2 === 0 ? part.replace(SPACES_AROUND_COMPARATOR, '$1') : part))
    .join('"');
}
