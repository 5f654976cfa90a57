// What the palette lists for a text: groups in the order of their best results.
import { type Choice, type Group, groups } from './choice.ts';
import type { Find } from './matches.ts';

export interface ResultGroup {
  value: Group;
  items: Choice[];
}

export interface Results {
  groups: ResultGroup[];
  /** How many results are not listed. */
  more: number;
}

/** More are of no use to a reader. */
export const MAX_RESULTS = 40;

/** The first results, in their groups. */
export function firstOf(all: readonly ResultGroup[], most: number): ResultGroup[] {
  let rest = most;
  return all.flatMap(({ value, items }) => {
    const first = items.slice(0, Math.max(0, rest));
    rest -= items.length;
    return first.length > 0 ? [{ value, items: first }] : [];
  });
}

/** Without a text: what was chosen last, and every command. */
export function suggestions(commands: readonly Choice[], recent: readonly Choice[]): Results {
  const rest = commands.filter((choice) => !recent.includes(choice));
  return {
    groups: [
      { value: 'recent' as const, items: [...recent] },
      ...groups.map((value) => ({ value, items: rest.filter(({ group }) => group === value) })),
    ].filter(({ items }) => items.length > 0),
    more: 0,
  };
}

export function resultsOf(find: Find, text: string): Results {
  const { best, total } = find(text, MAX_RESULTS);
  const order = [...new Set(best.map(({ group }) => group))];
  return {
    groups: order.map((value) => ({ value, items: best.filter(({ group }) => group === value) })),
    more: total - best.length,
  };
}
