// The values that templates work with.

export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  /** Any name may be asked for: one that is not there is empty. */
  | ReadonlyMap<string, Value>
  /** Only these names exist. */
  | Fields
  | Printed
  | Verbatim;

export interface Fields {
  readonly [name: string]: Value;
}

/** A text that was made by a function. `isJson`: outside of quotation marks it is JSON by itself, such as a number. */
export class Printed {
  readonly text: string;
  readonly isJson: boolean;
  constructor(text: string, isJson: boolean) {
    this.text = text;
    this.isJson = isJson;
  }
}

/** A text that is inserted without escapes. */
export class Verbatim {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
