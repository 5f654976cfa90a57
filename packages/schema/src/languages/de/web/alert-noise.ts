import type { messages } from '../../../../../../apps/web/src/features/alert-noise/messages.ts';
import type { Translation } from '../../translation.ts';

const days = (count: number): string => (count === 1 ? '1 Tag' : `${count} Tage`);

export const alertNoise: Translation<typeof messages> = {
  failed: 'Der Bericht konnte nicht erstellt werden.',
  loading: 'Zählt die Alarme und erprobt Änderungen an der Vergangenheit …',
  none: 'Nichts löst oft Alarme aus',
  noneHint: (count) =>
    count === 1
      ? 'Für den letzten Tag steht kein Alarm in dieser Liste.'
      : `Für die letzten ${count} Tage steht kein Alarm in dieser Liste.`,
  order: 'Reihenfolge',
  orders: { most: 'Meiste Alarme', unheeded: 'Am wenigsten quittiert', alone: 'Am schnellsten von selbst zu Ende' },
  span: 'Zeit',
  days,
  summary: (listed, total, acknowledged) =>
    `Diese machten ${listed} von ${total === 1 ? '1 Alarm' : `${total} Alarmen`} aus, und ${acknowledged} davon wurden quittiert.`,
  edits: (count, all) => `Für ${count} von ${all} gibt es eine Änderung, die sie halbiert hätte.`,
  table: 'Häufigste Alarme',
  heads: {
    alert: 'Alarm',
    alerts: 'Alarme',
    acknowledged: 'Quittiert',
    alone: 'Endet von selbst in',
    hours: 'Stunden, 0–24',
    edit: 'Änderung, die ihn halbiert hätte',
    would: 'Wären',
  },
  hours: (counts) => `Alarme nach Stunde: ${counts}`,
  trigger: (from, to) => `Schwellwert ${from} → ${to}`,
  delay: (from, to) => `Verzögerung ${from} → ${to}`,
  delayOfAll: {
    guest: 'für alle Gäste',
    node: 'für alle Knoten',
    storage: 'für alle Speicher',
    pbs: 'für alle Backup-Server',
  },
  or: (edit) => `oder ${edit}`,
  keeps: (kept, all) =>
    all === 0 ? 'Niemand hat einen quittiert.' : `Behält ${kept} der ${all}, die quittiert wurden.`,
  would: (after, before) => `${after} von ${before}`,
  wouldHint: (step) => `Nach gespeicherten Werten in Schritten von ${step}; kürzere Spitzen sind darin nicht zu sehen.`,
  tryEdit: 'Erproben',
  tryHint: (name) => `Die Änderung für ${name} in die Schwellwerte eintragen. Noch wird nichts gespeichert.`,
};
