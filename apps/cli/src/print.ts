// What is printed: tables for people, JSON for programs. Names come from hosts, so nothing in them reaches the terminal as a command.

export interface Output {
  write(text: string): void;
  isJson: boolean;
  /** The width of the terminal. */
  columns: number;
}

/** Control characters, also those of the second set, and those that turn the direction of the text. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
export const printable = (text: string): string => text.replace(unprintable, '�');

export type Cell = string | number | undefined;

/** Columns as wide as their longest value; numbers are aligned to the right. Without rows: `empty`. */
export function table(heads: readonly string[], rows: readonly (readonly Cell[])[], empty: string): string {
  if (rows.length === 0) return `${empty}\n`;
  const texts = [heads, ...rows].map((row) => row.map((cell) => printable(`${cell ?? '-'}`)));
  const widths = heads.map((_, i) => Math.max(...texts.map((row) => [...(row[i] ?? '')].length)));
  const isNumber = heads.map((_, i) => rows.every((row) => typeof row[i] !== 'string'));
  return texts
    .map((row) => {
      const cells = row.map((cell, i) => {
        const space = ' '.repeat((widths[i] ?? 0) - [...cell].length);
        return isNumber[i] ? space + cell : cell + space;
      });
      return `${cells.join('  ').trimEnd()}\n`;
    })
    .join('');
}

/** Lines of at most this many characters, broken between words; a longer word is broken too. */
export function wrapped(text: string, width: number): string[] {
  const room = Math.max(1, width);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/).flatMap((whole) => piecesOf(whole, room))) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

const piecesOf = (word: string, length: number): string[] =>
  word.length <= length ? [word] : [word.slice(0, length), ...piecesOf(word.slice(length), length)];

/** `value` as JSON, or else the text for people. */
export function show(output: Output, value: unknown, text: () => string): void {
  output.write(output.isJson ? `${JSON.stringify(value, null, 2)}\n` : text());
}
