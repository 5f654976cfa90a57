import type { messages } from '../../../../../../apps/cli/src/messages/noise.ts';
import type { Translation } from '../../translation.ts';

export const noise: Translation<typeof messages> = {
  none: 'Nichts löst oft Alarme aus.',
  summary: (listed, total, acknowledged) =>
    `Diese machten ${listed} von ${total === 1 ? '1 Alarm' : `${total} Alarmen`} aus, und ${acknowledged} davon wurden bestätigt.`,
  steps: (step) =>
    `Änderungen wurden an gespeicherten Werten in Schritten von ${step} erprobt; kürzere Spitzen sind darin nicht zu sehen.`,
  counts: (count, acknowledged) => `${count === 1 ? '1 Alarm' : `${count} Alarme`}, ${acknowledged} bestätigt.`,
  alone: (time) => `Die von selbst endeten, dauerten ${time}.`,
  trigger: (from, to) => `Schwellwert ${from} → ${to}`,
  delay: (from, to, of) => `Verzögerung ${from} → ${to} ${of}`,
  ofAll: {
    guest: 'für alle Gäste',
    node: 'für alle Knoten',
    storage: 'für alle Speicher',
    pbs: 'für alle Backup-Server',
  },
  would: (edit, after, before) => `${edit}: ${after} von ${before}.`,
  keeps: (kept, all) => `Behält ${kept} der ${all}, die bestätigt wurden.`,
};
