// The texts of every table.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('table', {
  columns: 'Columns',
  columnsOf: (table: string) => `Columns of the table: ${table}`,
  auto: 'automatic',
  autoHint: 'Automatic columns come and go with the width of the window.',
  allAuto: 'All automatic',
});
