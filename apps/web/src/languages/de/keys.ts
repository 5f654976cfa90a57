import type { messages } from '../../ui/screen-keys.ts';
import type { Translation } from './translation.ts';

export const keys: Translation<typeof messages> = {
  search: 'Suchen',
  escape: 'Gewählten Knoten oder Host aufheben, dann die Filter; ist nichts gesetzt, Filter zeigen oder ausblenden',
  walk: 'Durch die Zeilen einer Tabelle gehen',
  page: 'Eine Seite weiter oder zurück',
  ends: 'Erste und letzte Zeile',
  cells: 'Durch die Zellen einer Zeile gehen',
  pageOf: 'Die Seite einer Zeile öffnen',
  open: 'Details einer Zeile zeigen oder ausblenden; einen Knoten oder Host wählen',
};
