// Where a template has an error: the line, what stands before the place, and the place as a position in the whole text.

export interface TemplatePlace {
  offset: number;
  before: string;
  after: string;
}

/** `line` and `column` count from 1. A place beyond the end is the end. */
export function placeIn(source: string, line: number, column: number): TemplatePlace {
  const lines = source.split('\n');
  const at = Math.min(Math.max(line, 1), lines.length) - 1;
  const text = lines[at] ?? '';
  const within = Math.min(Math.max(column - 1, 0), text.length);
  const start = lines.slice(0, at).reduce((length, each) => length + each.length + 1, 0);
  return { offset: start + within, before: text.slice(0, within), after: text.slice(within) };
}
