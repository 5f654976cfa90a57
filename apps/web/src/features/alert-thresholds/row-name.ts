// The name of a row, for its label and its buttons.
import { messages } from './messages.ts';
import type { ValueRow } from './rows.ts';
import { tableName } from './value-text.ts';

export function rowName(row: ValueRow): string {
  switch (row.kind) {
    case 'resource':
      return row.resource.name;
    case 'shared':
      return row.name;
    case 'defaults':
      return `${messages.defaults}, ${tableName(row.target.section)}`;
    case 'delays':
      return `${messages.delays}, ${tableName(row.target.section)}`;
  }
}
