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
    'Jemand anderes hat gerade einen Wert geändert, den auch Sie geändert haben. Es wurde nichts gespeichert. Sehen Sie sich beide Werte an und speichern Sie dann noch einmal.',
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
  backtest: {
    ask: 'Was hätte das bewirkt?',
    days: (days) => `Letzte ${days} Tage`,
    busy: 'Die Vergangenheit wird gelesen …',
    cancel: 'Abbrechen',
    nothing: 'Durch diese Änderungen wird kein Messwert anders verglichen.',
    quietAnyway: 'Es hätte keinen Alarm gegeben, und es gab keinen.',
    noValues: 'Über die Vergangenheit dieser Werte ist nichts bekannt.',
    alerts: (after, before) => `${plural(after, 'Alarm', 'Alarme')} statt ${before},`,
    length: (after, before) => `zusammen ${after} statt ${before} aktiv.`,
    most: (list) => `Am meisten: ${list}.`,
    night: (count) => `${count} begannen zwischen 0:00 und 6:00.`,
    quiet: (trigger, aYear) => `Ruhig mit höchstens ${aYear} im Jahr: ${trigger}. Alarme im Jahr je Schwelle:`,
    neverQuiet: (aYear) => `Keine Schwelle ist ruhig mit höchstens ${aYear} im Jahr. Alarme im Jahr je Schwelle:`,
    tried: (trigger, count, lasting) => `${trigger}: ${count}${lasting ? ' (einer die meiste Zeit da)' : ''}`,
    coarse: (step, days) =>
      `Aus ${plural(days, 'Tag', 'Tagen')} des Verlaufs, in Schritten von ${step}: Kürzere Spitzen sieht man nicht.`,
    unknown: (count, all) => `${count} von ${all} haben keine Werte.`,
  },
  yoursDiffers: 'Ihr Wert ist ein anderer',
  on: 'ein',
  off: 'aus',
};
