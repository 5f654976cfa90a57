// What is wrong with a search, with the nearest term that is right.
import type { Sentence } from '@belfry/schema/sentences/sentence';
import { nearest } from '../nearest.ts';
import type { Field, Searchable } from './field.ts';
import { parse } from './parse.ts';
import type { Wrong } from './query.ts';

/** The first thing that is wrong with a text. Its search finds less, and never something else. */
export function problemOf<T>(text: string, how: Pick<Searchable<T>, 'fields'>): Sentence | undefined {
  for (const { term } of parse(text, how).flat()) if (term.kind === 'wrong') return sentenceOf(term.wrong);
  return undefined;
}

function sentenceOf<T>(wrong: Wrong<T>): Sentence {
  const { given } = wrong;
  if (wrong.why === 'field') return noField(wrong.term, given, wrong.fields);
  const {
    names: [name],
    values = [],
  } = wrong.field;
  switch (wrong.why) {
    case 'number':
      // one with too much behind it keeps its digits
      return {
        id: 'search.noNumber',
        values: { given, nearest: `${name}${wrong.sign}${/^\d+/.exec(given)?.[0] ?? 80}` },
      };
    case 'figure':
      return { id: 'search.noFigure', values: { field: name, nearest: `${name}:${given}` } };
    case 'value':
      return {
        id: 'search.noValue',
        values: { field: name, given, nearest: `${name}:${nearest(given, values) ?? values[0]}` },
      };
  }
}

/** A name with one letter too many, such as `nodes`, is near too. */
function noField<T>(term: string, given: string, fields: readonly Field<T>[]): Sentence {
  const name = given.toLowerCase();
  const all = fields.flatMap(({ names }) => names);
  const near = all.find((each) => name.startsWith(each) && name.length - each.length < 2) ?? nearest(name, all);
  if (near === undefined)
    return { id: 'search.noField', values: { given, fields: fields.map(({ names }) => names[0]) } };
  return { id: 'search.otherField', values: { given, nearest: near + term.slice(given.length) } };
}
