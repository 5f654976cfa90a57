// Finds the names and numbers in a sentence whose fixed parts are known, in time that grows with its length only: each fixed part is
// looked for once, from the left.

/** What stands at each `{}` of a template, in order. Undefined: the text is another sentence. */
export type FindValues = (text: string) => string[] | undefined;

export function findValues(template: string): FindValues {
  const [start = '', ...parts] = template.split('{}');
  const end = parts.pop();
  return (text) => {
    if (end === undefined) return text === start ? [] : undefined;
    if (!text.startsWith(start) || !text.endsWith(end)) return undefined;
    const values: string[] = [];
    const last = text.length - end.length;
    let from = start.length;
    for (const part of parts) {
      const at = text.indexOf(part, from);
      if (at < 0 || at + part.length > last) return undefined;
      values.push(text.slice(from, at));
      from = at + part.length;
    }
    return from > last ? undefined : [...values, text.slice(from, last)];
  };
}
