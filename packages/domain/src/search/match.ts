// Turns a query into a predicate. The caller provides the values of fields: see guest.ts.
import type { Comparator, Query, Term } from './query.ts';

/** Provides the searchable values of one kind of entity. Texts may be in any case; `undefined` never matches. */
export interface Searchable<T> {
  /** The texts in which a plain word is searched. */
  words(thing: T): readonly string[];
  /** `field` is in lower case. */
  text(thing: T, field: string): string | readonly string[] | undefined;
  number(thing: T, field: string): number | undefined;
  /** Fields with a rule of their own; the rule receives the value in lower case. */
  rules?: Readonly<Record<string, (thing: T, wanted: string) => boolean>>;
}

/** Figures are equal when they differ by no more than this. */
const CLOSE = 0.01;

const COMPARE: Record<Comparator, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => Math.abs(a - b) <= CLOSE,
};

/** An empty query matches everything. */
export function matcher<T>(query: Query, how: Searchable<T>): (thing: T) => boolean {
  const chain = (links: Query['all'][number], thing: T) => {
    let matches = true;
    links.forEach(({ join, term }, i) => {
      if (i === 0) matches = termMatches(term, thing, how);
      else if (join === 'and') matches = matches && termMatches(term, thing, how);
      else matches = matches || termMatches(term, thing, how);
    });
    return matches;
  };
  return (thing) =>
    query.all.every((links) => chain(links, thing)) &&
    (query.any.length === 0 || query.any.some((links) => chain(links, thing)));
}

function termMatches<T>(term: Term, thing: T, how: Searchable<T>): boolean {
  if (term.kind === 'word') return how.words(thing).some((text) => text.toLowerCase().includes(term.text));
  if (term.kind === 'number') {
    const value = how.number(thing, term.field);
    return value !== undefined && COMPARE[term.comparator](value, term.value);
  }
  const rule = how.rules && Object.hasOwn(how.rules, term.field) ? how.rules[term.field] : undefined;
  if (rule) return term.anyOf.some((wanted) => rule(thing, wanted));
  const value = how.text(thing, term.field) ?? [];
  const texts = typeof value === 'string' ? [value] : value;
  return term.anyOf.some((wanted) => texts.some((text) => text.toLowerCase().includes(wanted)));
}
