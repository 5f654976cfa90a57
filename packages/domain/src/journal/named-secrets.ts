// Secrets that a text names: `password=x`, `"token": "x"`, `--secret x`. The text may come from anybody who can write the notes
// of a guest, so the time that it takes grows with its length and no faster. One pattern for the whole would take minutes for
// 4,000 letters without a blank.

const WORD = /[\w.-]+/g;
const SECRET =
  /pass(?:word|wd|phrase|wort)?|kennwort|secret|token|credentials?|(?:api|private|access|account|licen[cs]e)[-_]?keys?|(?<![a-z])keys?(?![a-z])|\bpw|\bpsk|\bpass(?![\w-])/i;
/** Follows the word. The value ends at a blank, a comma or a quote. */
const VALUE = String.raw`("[^"]*"|'[^']*'|[^\s,;"']+)`;
const ASSIGNED = new RegExp(String.raw`["']?(?:\s*[:=]\s*|\s+is\s+)${VALUE}`, 'y');
const OPTION = new RegExp(String.raw`\s+${VALUE}`, 'y');

/** Replaces the values by `instead`. */
export function withoutNamed(text: string, instead: string): string {
  let safe = '';
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (index < end) continue;
    const found = valueAfter(text, word, index + word.length);
    if (!found) continue;
    safe += text.slice(end, found.start) + instead;
    end = found.end;
  }
  return safe + text.slice(end);
}

interface Span {
  start: number;
  end: number;
}

function valueAfter(text: string, word: string, at: number): Span | undefined {
  if (SECRET.test(word)) {
    const assigned = matchAt(ASSIGNED, text, at);
    if (assigned) return assigned;
  }
  const dash = word.indexOf('-');
  return dash >= 0 && SECRET.test(word.slice(dash)) ? matchAt(OPTION, text, at) : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): Span | undefined {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match?.[1] === undefined ? undefined : { start: pattern.lastIndex - match[1].length, end: pattern.lastIndex };
}
