// The text that a template makes. For JSON, a value that is inserted inside of quotation marks is escaped, and a text that is inserted
// outside of them gets its own.
import { jsonOf, textOf } from './functions.ts';
import { Fault } from './position.ts';
import { Printed, type Value, Verbatim } from './values.ts';

const MAX_OUTPUT = 1 << 20;

export type Output = ReturnType<typeof createOutput>;

export function createOutput(isJson: boolean, safeCharacter?: (character: string) => string) {
  const parts: string[] = [];
  const origins: { from: number; at: number; isLiteral: boolean }[] = [];
  let size = 0;
  let isInString = false;
  let isEscaped = false;

  function add(text: string, at: number, isLiteral: boolean): void {
    origins.push({ from: size, at, isLiteral });
    parts.push(text);
    size += text.length;
    if (size > MAX_OUTPUT) throw new Fault(at, 'The result is longer than 1 MB.');
  }
  function follow(text: string): void {
    for (const character of text) {
      if (isEscaped) isEscaped = false;
      else if (character === '"') isInString = !isInString;
      else if (character === '\\' && isInString) isEscaped = true;
    }
  }
  const safe = (text: string): string => (safeCharacter ? Array.from(text, safeCharacter).join('') : text);
  function encoded(value: Value | undefined): string {
    if (isInString) return JSON.stringify(safe(textOf(value))).slice(1, -1);
    if (value instanceof Printed) return value.isJson ? value.text : JSON.stringify(value.text);
    return jsonOf(value);
  }

  return {
    literal(text: string, at: number) {
      if (isJson) follow(text);
      add(text, at, true);
    },
    insert(value: Value | undefined, at: number) {
      if (!isJson) return add(textOf(value), at, false);
      if (isEscaped) throw new Fault(at, 'A backslash must not be directly before a value.');
      if (!(value instanceof Verbatim)) return add(encoded(value), at, false);
      follow(value.text);
      add(value.text, at, false);
    },
    text: (): string => parts.join(''),
    /** The offset in the template that made this offset of the text. */
    originOf(offset: number): number {
      const origin = origins.findLast(({ from }) => from <= offset);
      if (!origin) return 0;
      return origin.isLiteral ? origin.at + offset - origin.from : origin.at;
    },
  };
}
