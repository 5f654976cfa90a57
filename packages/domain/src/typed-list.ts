// A list that a person types in one line: into a form, or into a variable of the environment.

const SEPARATORS = /[\s,]/;
/** A name in quotes that ends before a separator; a quote in it is doubled. */
const QUOTED = /^"((?:[^"]|"")*)"(?=[\s,]|$)|^'([^']*)'(?=[\s,]|$)/;

/** Split at commas and whitespace; empty parts are dropped. A name in quotes stays whole: `"Domain Admins", ops`. */
export function typedList(text: string): string[] {
  const found: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const quoted = QUOTED.exec(rest);
    const end = quoted ? quoted[0].length : rest.search(SEPARATORS);
    const length = end === -1 ? rest.length : end;
    found.push(quoted ? (quoted[1]?.replaceAll('""', '"') ?? quoted[2] ?? '') : rest.slice(0, length));
    rest = rest.slice(length).replace(/^[\s,]+/, '');
  }
  return found.map((name) => name.trim()).filter((name) => name !== '');
}

/** The text that gives this list: names with separators or quotes are quoted. */
export const typedText = (list: readonly string[], separator = ', '): string =>
  list.map((name) => (/[\s,"']/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(separator);
