import type { messages } from '../../../../../../apps/web/src/features/gate/messages.ts';
import type { Translation } from '../../translation.ts';

export const gate: Translation<typeof messages> = {
  connecting: 'Verbindung zum Server wird aufgebaut',
  reconnecting: 'Verbindung zum Server wird wiederhergestellt…',
  lost: 'Verbindung verloren',
  lostRetrying: 'Verbindung wird wiederhergestellt…',
  lostForGood: 'Der Server ist nicht erreichbar',
  reconnect: 'Jetzt verbinden',
  unreadable: 'Es können keine Daten gezeigt werden',
};
