import type { messages } from '../../../../../../apps/web/src/ui/screen-keys.ts';
import type { Translation } from '../../translation.ts';

export const keys: Translation<typeof messages> = {
  search: 'Suchen',
  rows: 'In die Zeilen der Tabelle, auch aus dem Suchfeld',
  escape: 'Gewählten Knoten oder Host aufheben, dann die Filter; ist nichts gesetzt, Filter zeigen oder ausblenden',
  walk: 'Durch die Zeilen einer Tabelle gehen',
  page: 'Eine Seite weiter oder zurück',
  ends: 'Erste und letzte Zeile',
  cells: 'Durch die Zellen einer Zeile gehen',
  open: 'Eine Zeile auf- oder zuklappen; einen Knoten oder Host wählen; die Seite einer Zeile, die beides nicht hat',
  pageOf: 'Die Seite einer Zeile neben der Tabelle; noch einmal: anstelle der Tabelle',
};
