import type { messages } from '../../../../../../apps/web/src/ui/table/messages.ts';
import type { Translation } from '../../translation.ts';

export const table: Translation<typeof messages> = {
  columns: 'Spalten',
  columnsOf: (name) => `Spalten der Tabelle: ${name}`,
  auto: 'automatisch',
  autoHint: 'Automatische Spalten richten sich nach der Breite des Fensters.',
  allAuto: 'Alle automatisch',
};
