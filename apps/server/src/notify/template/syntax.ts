// A parsed template. `at` is an offset in the source.

export type Node =
  | { is: 'text'; text: string; at: number }
  | { is: 'insert'; value: Expression; at: number }
  | { is: 'if'; branches: readonly Branch[]; otherwise: readonly Node[]; at: number }
  | {
      is: 'range';
      over: Expression;
      names: readonly string[];
      body: readonly Node[];
      otherwise: readonly Node[];
      at: number;
    };

export interface Branch {
  test: Expression;
  body: readonly Node[];
}

/** `base`: `.` is the present item, `$` the whole data, others are variables such as `$item`. */
export type Expression =
  | { is: 'literal'; value: string | number | boolean; at: number }
  | { is: 'path'; base: string; names: readonly string[]; at: number }
  | { is: 'call'; name: string; values: readonly Expression[]; at: number };

export interface Template {
  source: string;
  nodes: readonly Node[];
}
