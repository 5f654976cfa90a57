// A table as CSV, as spreadsheets of the reader's language open it: a language with a comma before decimals has semicolons between fields.
import type { EvidenceTable } from '@belfry/schema/evidence/report';
import type { EvidenceTextId } from '@belfry/schema/evidence/texts';
import type { EvidenceWords } from './words.ts';

/** A spreadsheet runs a field that begins with one of these as a formula, so an apostrophe is put before it. */
const FORMULA = /^[=+\-@\t\r]/;

/** The texts of a table, in the order of its columns: the pages have the same. */
export function textRows({ columns, rows }: EvidenceTable, { cell }: EvidenceWords): string[][] {
  return rows.map((row) => columns.map(({ kind }, n) => safe(cell(row[n] ?? null, kind))));
}

export const headsOf = ({ columns }: EvidenceTable, { texts }: EvidenceWords): string[] =>
  columns.map(({ id }) => texts[id as EvidenceTextId] ?? id);

const safe = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

export function csvOf(table: EvidenceTable, words: EvidenceWords): string {
  const separator = words.point === ',' ? ';' : ',';
  const field = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [headsOf(table, words), ...textRows(table, words)];
  // Without this mark, Excel reads UTF-8 as another encoding.
  return `\ufeff${lines.map((line) => `${line.map(field).join(separator)}\r\n`).join('')}`;
}
