import type { messages } from '../../../../../../apps/web/src/lib/draft/messages.ts';
import type { Translation } from '../../translation.ts';

export const draft: Translation<typeof messages> = {
  leaveTitle: 'Ohne Speichern verlassen?',
  leaveText: 'Ihre Änderungen sind noch nicht gespeichert. Wenn Sie jetzt gehen, sind sie verloren.',
  leave: 'Verlassen',
  stay: 'Hier bleiben',
  theirs: (value) => `Wurde inzwischen von jemand anderem geändert. Auf dem Server steht: ${value}`,
  takeTheirs: 'Diesen Wert übernehmen',
  overtaken:
    'Jemand anders hat das inzwischen gespeichert, darum ist es noch nicht gespeichert. Ihre Eingaben sind noch da: Sehen Sie nach, was sich geändert hat, und speichern Sie dann noch einmal.',
  others: (fields) => `Jemand anders hat inzwischen gespeichert: ${fields}.`,
  yours: (fields) => `Das haben auch Sie geändert: ${fields}. Ihre Eingabe bleibt.`,
  takeAll: 'Den Stand des Servers übernehmen',
  nothing: 'nichts',
};
