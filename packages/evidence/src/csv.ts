// A table as CSV, as spreadsheets of the reader's language open it: a language with a comma before decimals has semicolons between fields.
import { plainField, quotedField } from '@belfry/domain/csv';
import type { EvidenceTable } from '@belfry/schema/evidence/report';
import type { EvidenceTextId } from '@belfry/schema/evidence/texts';
import type { EvidenceWords } from './words.ts';

/** The texts of a table, in the order of its columns: the pages have the same. */
export function textRows({ columns, rows }: EvidenceTable, { cell }: EvidenceWords): string[][] {
  return rows.map((row) => columns.map(({ kind }, n) => plainField(cell(row[n] ?? null, kind))));
}

export const headsOf = ({ columns }: EvidenceTable, { texts }: EvidenceWords): string[] =>
  columns.map(({ id }) => texts[id as EvidenceTextId] ?? id);

export function csvOf(table: EvidenceTable, words: EvidenceWords): string {
  const separator = words.point === ',' ? ';' : ',';
  const lines = [headsOf(table, words), ...textRows(table, words)];
  // Without this mark, Excel reads UTF-8 as another encoding.
  return `\ufeff${lines.map((line) => `${line.map(quotedField).join(separator)}\r\n`).join('')}`;
}
