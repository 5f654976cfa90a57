// Turns a text into a query: terms joined by AND and OR, in pieces between commas.
import type { Field, Searchable } from './field.ts';
import { lex, type Word } from './lex.ts';
import type { Chain, Comparator, Link, Query, Term, Wrong } from './query.ts';

const COMPARISON = /^([a-z][\w.]*)(>=|<=|==|>|<|=)(.*)$/i;
const FIELD = /^([a-z][\w.]*):(.*)$/i;
const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+))([a-z%]*)$/i;

/** Every piece between commas must match. An incomplete filter (`cpu>`, `node:`) filters nothing. Never throws. */
export function parse<T>(text: string, { fields }: Pick<Searchable<T>, 'fields'>): Query<T> {
  return lex(text)
    .map((words) => chainOf(words, fields))
    .filter((chain) => chain.length > 0);
}

/** Words that follow each other without AND or OR are joined by AND. */
function chainOf<T>(words: readonly Word[], fields: readonly Field<T>[]): Chain<T> {
  const chain: Link<T>[] = [];
  let join: 'and' | 'or' = 'and';
  for (const { text, quoted, begins, not } of words) {
    const operator = quoted || not ? '' : text.toLowerCase();
    if (operator === 'and' || operator === 'or') join = operator;
    else {
      const term = begins ? plain<T>(text) : termOf(text, fields);
      if (term) chain.push({ join, not, term });
      join = 'and';
    }
  }
  return chain;
}

const plain = <T>(text: string): Term<T> => ({ kind: 'word', text: text.toLowerCase() });
const wrong = <T>(why: Wrong<T>): Term<T> => ({ kind: 'wrong', wrong: why });

function termOf<T>(word: string, fields: readonly Field<T>[]): Term<T> | undefined {
  const [, name = '', sign = ':', operand = ''] = COMPARISON.exec(word) ?? FIELD.exec(word)?.toSpliced(2, 0, ':') ?? [];
  if (name === '') return plain(word);
  if (operand === '') return undefined;
  const field = fields.find(({ names }) => names.includes(name.toLowerCase()));
  if (!field) return wrong({ why: 'field', term: word, given: name, fields });
  if (sign === ':') return textTerm(field, operand);
  const comparator = (sign === '==' ? '=' : sign) as Comparator;
  const value = field.number && numberOf(operand, field);
  if (value !== undefined) return { kind: 'number', field, comparator, value };
  if (comparator === '=' && (field.text || field.fits)) return textTerm(field, operand);
  return wrong(
    field.number ? { why: 'number', field, sign, given: operand } : { why: 'figure', field, given: operand },
  );
}

/** Undefined: not a number, or with a unit that the field does not have. */
function numberOf(operand: string, { units = {} }: Pick<Field<never>, 'units'>): number | undefined {
  const [, digits = '', unit = ''] = NUMBER.exec(operand) ?? [];
  if (digits === '') return undefined;
  const known = unit.toLowerCase();
  const factor = unit === '' ? 1 : Object.hasOwn(units, known) ? units[known] : undefined;
  return factor === undefined ? undefined : Number(digits) * factor;
}

function textTerm<T>(field: Field<T>, text: string): Term<T> | undefined {
  const wanted = text.toLowerCase();
  const anyOf = (field.list ? wanted.split(',') : [wanted]).filter((part) => part !== '');
  const { values } = field;
  const odd = values && anyOf.find((part) => !values.some((value) => value.includes(part)));
  if (odd !== undefined) return wrong({ why: 'value', field, given: odd });
  return anyOf.length > 0 ? { kind: 'text', field, anyOf } : undefined;
}
