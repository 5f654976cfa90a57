// For tests: reads lists and objects from answers of any type.

export type Row = Record<string, unknown>;
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
export const rows = (data: unknown): Row[] => (Array.isArray(data) ? data.filter(isRow) : []);
export const row = (data: unknown): Row => (isRow(data) ? data : {});
/** The names under `key` in every row. */
export const names = (data: unknown, key: string): unknown[] => rows(data).map((each) => each[key]);
