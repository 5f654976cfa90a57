import type { messages } from '../../../../../../apps/web/src/api/messages.ts';
import type { Translation } from '../../translation.ts';

export const api: Translation<typeof messages> = {
  noAnswer: 'Der Server hat nicht rechtzeitig geantwortet.',
  noConnection: 'Keine Verbindung zum Server',
  notJson: 'Der Server hat kein gültiges JSON geantwortet',
  failed: (status) => `Die Anfrage ist fehlgeschlagen (Status ${status})`,
  registered: (kind, name) => `${kind}: „${name}“ hat sich angemeldet und wird jetzt überwacht!`,
};
