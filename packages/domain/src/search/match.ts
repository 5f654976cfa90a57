// Makes a predicate of a query. Each term is prepared once, so that a row costs only the reading of its fields.
import type { Field, Searchable } from './field.ts';
import { parse } from './parse.ts';
import type { Chain, Comparator, Query, Term } from './query.ts';

/** Figures are equal when they differ by no more than this. */
const CLOSE = 0.01;

const COMPARE: Record<Comparator, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => Math.abs(a - b) <= CLOSE,
};

/** Undefined: it cannot be said, so that neither the term nor its opposite matches. */
type Test<T> = (thing: T) => boolean | undefined;

/** An empty text matches everything. */
export const matcherOf = <T>(text: string, how: Searchable<T>): ((thing: T) => boolean) =>
  matcher(parse(text, how), how);

export function matcher<T>(query: Query<T>, how: Searchable<T>): (thing: T) => boolean {
  const chains = query.map((chain) => chainTest(chain, how));
  return (thing) => chains.every((test) => test(thing));
}

function chainTest<T>(chain: Chain<T>, how: Searchable<T>): (thing: T) => boolean {
  const links = chain.map(({ join, not, term }) => {
    const test = termTest(term, how);
    return { join, matches: not ? (thing: T) => test(thing) === false : (thing: T) => test(thing) === true };
  });
  return (thing) =>
    links.reduce((before, { join, matches }, i) => {
      if (i === 0) return matches(thing);
      return join === 'and' ? before && matches(thing) : before || matches(thing);
    }, true);
}

function termTest<T>(term: Term<T>, how: Searchable<T>): Test<T> {
  switch (term.kind) {
    case 'wrong':
      return () => undefined;
    case 'word': {
      const { text } = term;
      return (thing) => contains(how.words(thing), text) || (how.kinds?.(thing).includes(text) ?? false);
    }
    case 'number': {
      const { field, comparator, value } = term;
      return (thing) => {
        const own = field.number?.(thing);
        return own === undefined ? undefined : COMPARE[comparator](own, value);
      };
    }
    case 'text':
      return textTest(term.field, term.anyOf);
  }
}

function textTest<T>({ fits, text, number }: Field<T>, anyOf: readonly string[]): Test<T> {
  if (fits) return (thing) => anyOf.some((wanted) => fits(thing, wanted));
  const read = text ?? ((thing: T) => number?.(thing)?.toString());
  return (thing) => {
    const value = read(thing) ?? [];
    const texts = typeof value === 'string' ? [value] : value;
    return anyOf.some((wanted) => contains(texts, wanted));
  };
}

const contains = (texts: readonly string[], wanted: string): boolean =>
  texts.some((text) => text.toLowerCase().includes(wanted));
