import type { messages } from '../../lib/draft/messages.ts';
import type { Translation } from './translation.ts';

export const draft: Translation<typeof messages> = {
  leaveTitle: 'Ohne Speichern verlassen?',
  leaveText: 'Ihre Änderungen sind noch nicht gespeichert. Wenn Sie jetzt gehen, sind sie verloren.',
  leave: 'Verlassen',
  stay: 'Hier bleiben',
  theirs: (value) => `Wurde inzwischen von jemand anderem geändert. Auf dem Server steht: ${value}`,
  takeTheirs: 'Diesen Wert übernehmen',
  nothing: 'nichts',
};
