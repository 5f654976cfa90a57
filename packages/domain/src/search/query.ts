// The meaning of a search text: terms, chained by AND and OR.
import type { Field } from './field.ts';

export type Comparator = '>' | '<' | '>=' | '<=' | '=';

/** A `wrong` term matches nothing. */
export type Term<T> =
  | { kind: 'word'; text: string }
  | { kind: 'text'; field: Field<T>; anyOf: readonly string[] }
  | { kind: 'number'; field: Field<T>; comparator: Comparator; value: number }
  | { kind: 'wrong'; wrong: Wrong<T> };

/** Why a term cannot be understood. See wrong.ts for the words. */
export type Wrong<T> =
  | { why: 'field'; term: string; given: string; fields: readonly Field<T>[] }
  | { why: 'number'; field: Field<T>; sign: string; given: string }
  | { why: 'figure' | 'value'; field: Field<T>; given: string };

export interface Link<T> {
  join: 'and' | 'or';
  /** Finds what the term does not match. What is unknown is not found either way. */
  not: boolean;
  term: Term<T>;
}

/** Evaluated from left to right, without precedence; the operator of the first term is ignored. */
export type Chain<T> = readonly Link<T>[];

/** Matches when every chain does. */
export type Query<T> = readonly Chain<T>[];
