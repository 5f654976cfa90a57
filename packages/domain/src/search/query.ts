// The meaning of a search text: terms, chained by AND and OR.

export type Comparator = '>' | '<' | '>=' | '<=' | '=';

export type Term =
  | { kind: 'word'; text: string }
  | { kind: 'text'; field: string; anyOf: string[] }
  | { kind: 'number'; field: string; comparator: Comparator; value: number };

/** Evaluated from left to right, without precedence; the operator of the first term is ignored. */
export type Chain = readonly { join: 'and' | 'or'; term: Term }[];

/** Matches when every chain of `all` does and, unless it is empty, one of `any`. */
export interface Query {
  all: Chain[];
  any: Chain[];
}
