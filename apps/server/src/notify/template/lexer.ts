// Splits a template into text and actions, and an action into tokens.
import { Fault } from './position.ts';

/** `at` is the offset in the template. `tokens` of an action in braces. */
export type Piece = { text: string; at: number } | { tokens: readonly Token[]; at: number; end: number };

/** `symbol`: one of `( ) | , :=`. `path` begins with a dot or a variable: `.Node`, `$item.Node`, `.`. */
export interface Token {
  is: 'word' | 'path' | 'text' | 'number' | 'symbol';
  text: string;
  at: number;
}

export function piecesOf(source: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let trimNext = false;
  while (from <= source.length) {
    const open = source.indexOf('{{', from);
    let text = source.slice(from, open < 0 ? source.length : open);
    let at = from;
    if (trimNext) {
      at += text.length - text.trimStart().length;
      text = text.trimStart();
    }
    if (open < 0) {
      if (text) pieces.push({ text, at });
      break;
    }
    const trimsBefore = /^\{\{-\s/.test(source.slice(open, open + 4));
    if (trimsBefore) text = text.trimEnd();
    if (text) pieces.push({ text, at });
    const { tokens, end, trimsAfter } = actionAt(source, open + (trimsBefore ? 3 : 2), open);
    if (tokens.length > 0) pieces.push({ tokens, at: open, end });
    from = end;
    trimNext = trimsAfter;
  }
  return pieces;
}

const TOKEN =
  /\s+|\/\*[\s\S]*?\*\/|(?<word>[A-Za-z_]\w*)|(?<path>(?:\$\w*)?(?:\.[A-Za-z_][\w-]*)+|\$\w*|\.)|(?<number>-?\d+(?:\.\d+)?)|(?<text>"(?:[^"\\\n]|\\.)*"|`[^`]*`)|(?<symbol>[()|,]|:=|=)/y;

function actionAt(source: string, from: number, open: number) {
  const tokens: Token[] = [];
  let at = from;
  for (;;) {
    const close = /^(\s-)?\}\}/.exec(source.slice(at, at + 4));
    if (close) return { tokens, end: at + close[0].length, trimsAfter: close[1] !== undefined };
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(source);
    if (!found) {
      if (at >= source.length) throw new Fault(open, 'This action has no end: }} is missing.');
      throw new Fault(at, `${JSON.stringify(source.charAt(at))} is not expected here.`);
    }
    const [kind, text] = Object.entries(found.groups ?? {}).find(([, value]) => value !== undefined) ?? [];
    if (isKind(kind) && text !== undefined) tokens.push({ is: kind, text, at });
    at += found[0].length;
  }
}

const kinds: ReadonlySet<string> = new Set(['word', 'path', 'text', 'number', 'symbol']);
const isKind = (kind: string | undefined): kind is Token['is'] => kind !== undefined && kinds.has(kind);
