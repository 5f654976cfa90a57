// What can be searched for in one kind of thing. The parser, the help and the messages about wrong searches read it.

/** Texts may be in any case; `undefined` never matches. */
export type Texts = string | readonly string[] | undefined;

export interface Field<T> {
  /** In lower case. The help shows the first. */
  names: readonly [string, ...string[]];
  /** Absent for a field that is only a number: its digits are the text. */
  text?(thing: T): Texts;
  /** Undefined: unknown. It is neither above nor below any number. */
  number?(thing: T): number | undefined;
  /** What may follow a number, in lower case, and the factor it stands for. */
  units?: Readonly<Record<string, number>>;
  /** The only texts there are, in lower case. */
  values?: readonly string[];
  /** Replaces the comparison of `text`; `wanted` is in lower case. */
  fits?(thing: T, wanted: string): boolean;
  /** Changes with most polls. */
  isFigure?: boolean;
  /** Commas without a space separate alternatives. */
  list?: true;
}

export interface Searchable<T> {
  /** The texts in which a plain word is searched. */
  words(thing: T): readonly string[];
  /** A search for one of these whole words finds the thing too. Lower case. */
  kinds?(thing: T): readonly string[];
  fields: readonly Field<T>[];
}

export const PERCENT = { '%': 1 } as const;
export const TIME = { s: 1, m: 60, min: 60, h: 3600, d: 86_400, w: 7 * 86_400 } as const;
export const BYTES = { k: 1024, kb: 1024, m: 1024 ** 2, mb: 1024 ** 2, g: 1024 ** 3, gb: 1024 ** 3 } as const;
