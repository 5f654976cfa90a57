// A whole answer as settings, where it is neither a row nor an object with fields: a list whose rows are parts of one thing, such as the
// interfaces of a node, and a list whose order counts, such as the rules of a firewall.
import { type RowShape, rowSettings } from './row-settings.ts';
import { type Settings, sorted } from './settings.ts';

type Raw = Readonly<Record<string, unknown>>;

/** Longer lists of rules are cut here, and their number is kept beside them. */
const LONGEST = 60_000;

const nameOf = (row: Raw, key: string): string | undefined => {
  const name = row[key];
  return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined;
};

/** The rows of one thing by their names: `vmbr0.address`. Undefined: a row has no name, so the answer is not the one we know. */
export function tableSettings(rows: readonly Raw[], key: string, shape: RowShape): Settings | undefined {
  const settings: Record<string, string> = {};
  for (const row of rows) {
    const name = nameOf(row, key);
    if (name === undefined) return undefined;
    for (const [field, value] of Object.entries(rowSettings(row, shape))) settings[`${name}.${field}`] = value;
  }
  return sorted(settings);
}

/** Rows whose order counts, as lines of one text: `in ACCEPT -proto tcp -dport 22`. `field`: its name. */
export function linesSettings(rows: readonly Raw[], field: string, shape: RowShape): Settings {
  const at = (row: Raw) => Number(row.pos ?? 0);
  const lines = rows.toSorted((a, b) => at(a) - at(b)).map((row) => lineOf(rowSettings(row, shape), shape.only ?? []));
  const text = lines.join('\n');
  const isWhole = text.length <= LONGEST;
  return {
    ...(text !== '' && { [field]: isWhole ? text : text.slice(0, LONGEST) }),
    ...(!isWhole && { [`${field} (number)`]: String(lines.length) }),
  };
}

/** The first two fields without their names: the direction of a rule and what it does. */
const lineOf = (settings: Settings, order: readonly string[]): string =>
  order
    .flatMap((name, i) => {
      const value = settings[name];
      return value === undefined ? [] : [i < 2 ? value : `-${name} ${value}`];
    })
    .join(' ');
