// What was copied in a spreadsheet, and the cells that it goes into. Pure.
import type { FieldName } from './fields.ts';
import type { Row, ValueRow } from './rows.ts';

/** Lines of cells, as spreadsheets copy them: tabs between cells. A text without tabs may have semicolons. */
export function gridOf(text: string): string[][] {
  const separator = text.includes('\t') ? '\t' : ';';
  const lines = text.replaceAll('\r', '').replace(/\n+$/, '').split('\n');
  return lines.map((line) => line.split(separator).map(unquoted));
}

const unquoted = (cell: string): string => {
  const text = cell.trim();
  return /^".*"$/s.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text;
};

export interface Pasted {
  cells: { row: ValueRow; field: FieldName; text: string }[];
  /** Names in the first column that no row has. */
  unknown: string[];
  /** Values beyond the last row or column. */
  beyond: number;
}

export interface PasteInput {
  grid: readonly string[][];
  /** The rows of the table, in their order. */
  rows: readonly Row[];
  /** The columns of the table, from the one where the paste begins. */
  fields: readonly FieldName[];
  /** The key of the row where it begins. */
  from: string;
  /** All rows that a name or a number in the first column may mean, folded or not. */
  named: readonly ValueRow[];
  /** The text above a column. */
  headOf(field: FieldName): string;
  /** All columns of the table, for a paste with a line of heads. */
  allFields: readonly FieldName[];
}

/**
 * With names in the first column, each line goes into the row with its name or its VMID; a line of heads says which columns. Without
 * names, the cells go into the rows and columns from the current cell on. One value goes into one cell.
 */
export function pasteInto(input: PasteInput): Pasted {
  const { grid, named } = input;
  const byName = namesOf(named);
  const heads = headsIn(grid[0] ?? [], input);
  const lines = heads ? grid.slice(1) : grid;
  const hasNames = lines.some((line) => line.length > 1 && byName.has((line[0] ?? '').toLowerCase()));
  return hasNames ? byNames(lines, byName, heads ?? input.fields) : byPlace(lines, heads ?? input.fields, input);
}

function namesOf(rows: readonly ValueRow[]): Map<string, ValueRow[]> {
  const names = new Map<string, ValueRow[]>();
  const add = (name: string, row: ValueRow) => names.set(name, [...(names.get(name) ?? []), row]);
  for (const row of rows)
    if (row.kind === 'resource') {
      add(row.resource.name.toLowerCase(), row);
      if (row.resource.vmid !== undefined) add(String(row.resource.vmid), row);
    }
  return names;
}

/** The columns that a line of heads names; undefined if it is no such line. */
function headsIn(line: readonly string[], { allFields, headOf }: PasteInput): (FieldName | undefined)[] | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const found = line.map((text) =>
    allFields.find(
      (field) => plain(text) !== '' && (plain(headOf(field)) === plain(text) || field.toLowerCase() === plain(text)),
    ),
  );
  if (!found.some((field) => field !== undefined)) return undefined;
  return found[0] === undefined ? found.slice(1) : found;
}

function byNames(
  lines: readonly string[][],
  byName: ReadonlyMap<string, ValueRow[]>,
  fields: readonly (FieldName | undefined)[],
): Pasted {
  const pasted: Pasted = { cells: [], unknown: [], beyond: 0 };
  for (const [name = '', ...texts] of lines) {
    const rows = byName.get(name.toLowerCase());
    if (rows) for (const row of rows) put(pasted, row, fields, texts);
    else if (name !== '') pasted.unknown.push(name);
  }
  return pasted;
}

function byPlace(
  lines: readonly string[][],
  fields: readonly (FieldName | undefined)[],
  { rows, from }: PasteInput,
): Pasted {
  const pasted: Pasted = { cells: [], unknown: [], beyond: 0 };
  const first = rows.findIndex(({ key }) => key === from);
  const below = rows.slice(first).filter((row): row is ValueRow => 'target' in row);
  for (const [at, texts] of lines.entries()) {
    const row = below[at];
    if (row) put(pasted, row, fields, texts);
    else pasted.beyond += texts.length;
  }
  return pasted;
}

/** Empty cells of a spreadsheet change nothing. */
function put(
  pasted: Pasted,
  row: ValueRow,
  fields: readonly (FieldName | undefined)[],
  texts: readonly string[],
): void {
  for (const [at, text] of texts.entries()) {
    const field = fields[at];
    if (text === '') continue;
    if (at >= fields.length) pasted.beyond++;
    else if (field) pasted.cells.push({ row, field, text });
  }
}
