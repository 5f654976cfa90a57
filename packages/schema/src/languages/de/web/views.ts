import type { messages } from '../../../../../../apps/web/src/features/shell/views/messages.ts';
import type { Translation } from '../../translation.ts';

export const views: Translation<typeof messages> = {
  views: 'Gespeicherte Ansichten',
  none: 'Noch keine gespeicherten Ansichten. Stellen Sie Suche, Filter und Reihenfolge ein, und speichern Sie die Ansicht unter einem Namen.',
  failed: 'Die gespeicherten Ansichten konnten nicht geladen werden.',
  name: 'Name',
  nameRequired: 'Geben Sie einen Namen ein',
  save: 'Diese Ansicht speichern',
  saved: (name) => `Ansicht ${name} gespeichert`,
  rename: (name) => `${name} umbenennen`,
  newName: (name) => `Neuer Name für ${name}`,
  remove: (name) => `${name} löschen`,
  link: 'Link für einen Wandbildschirm erzeugen',
  expiry: 'Der Link für einen Wandbildschirm endet',
  saveCommand: 'Diese Ansicht speichern oder einen Link dazu erzeugen',
  linkHint:
    'Wer diesen Link hat, sieht ohne Anmeldung die laufenden Daten aller Hosts, aber keine Einstellungen, und kann nichts ändern. Er wird nur jetzt angezeigt. Widerrufen können Sie ihn unter Einstellungen, Sicherheit.',
  linkOf: (name) => `Link zu ${name}`,
  kiosk: 'Ohne Tabs und Filter zeigen',
  word: 'ansicht',
};
