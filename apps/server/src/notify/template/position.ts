// Where something is in a template, and what is wrong there.

export interface TemplateError {
  /** "Line 2, column 14: There is no variable .Foo." */
  message: string;
  /** Both from 1. */
  line: number;
  column: number;
}

/** Thrown inside this folder only. `at` is an offset in the template. */
export class Fault extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

export function errorAt(source: string, at: number, problem: string): TemplateError {
  const before = source.slice(0, at).split('\n');
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { message: `Line ${line}, column ${column}: ${problem}`, line, column };
}
