import type { messages } from '../../../../../../apps/web/src/alert-config/messages.ts';
import { plural } from '../../../../../../apps/web/src/lib/language/format.ts';
import type { Translation } from '../../translation.ts';

export const alertConfig: Translation<typeof messages> = {
  loadFailed: 'Die Alarmkonfiguration konnte nicht geladen werden.',
  savedToast: 'Konfiguration gespeichert',
  saveFailed: 'Die Konfiguration konnte nicht gespeichert werden',
  discarded: 'Änderungen verworfen',
  reloadFailed: 'Die Konfiguration konnte nicht neu geladen werden',
  overtaken:
    'Jemand anderes hat gerade einen Wert geändert, den auch Sie geändert haben. Es ist nichts gespeichert. Sehen Sie sich beide Werte an und speichern Sie dann noch einmal.',
  notSaved: (count) => `Nicht gespeichert: ${plural(count, 'Änderung', 'Änderungen')}`,
  change: (name, before, after) => `${name} ${before} → ${after}`,
  nothing: 'nicht gesetzt',
  more: (count) => `und ${count} weitere`,
  showAll: 'Alle zeigen',
  showFewer: 'Weniger zeigen',
  refused: (count) =>
    count === 1
      ? 'Ein Wert ist ungültig und wird nicht gespeichert'
      : `${count} Werte sind ungültig und werden nicht gespeichert`,
  others: 'Inzwischen von jemand anderem gespeichert:',
  yoursDiffers: 'Ihr Wert ist ein anderer',
  on: 'ein',
  off: 'aus',
};
