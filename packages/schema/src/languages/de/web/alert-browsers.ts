import type { messages } from '../../../../../../apps/web/src/features/notifications/browsers/messages.ts';
import { plural } from '../../../../../../apps/web/src/lib/language/format.ts';
import type { Translation } from '../../translation.ts';

export const alertBrowsers: Translation<typeof messages> = {
  title: 'Browser',
  count: (count) =>
    count === 0 ? 'keiner wird benachrichtigt' : `${plural(count, 'Browser', 'Browser')} benachrichtigt`,
  loadFailed: (why) => `Die Browser konnten nicht geladen werden: ${why}`,
  about:
    'Ein Browser zeigt Alarme auch, wenn keine Seite von Belfry offen ist. Sein Hersteller leitet weiter, was er nicht lesen kann.',
  support: {
    insecure:
      'Dieser Browser kann nicht benachrichtigt werden, weil die Seite über einfaches http kam. Öffnen Sie Belfry mit https, oder auf seinem eigenen Rechner als http://localhost.',
    unsupported: 'Dieser Browser kann keine Benachrichtigungen von Websites anzeigen.',
    blocked:
      'Dieser Browser blockiert Benachrichtigungen dieser Website. Erlauben Sie sie in den Einstellungen der Website neben ihrer Adresse und versuchen Sie es erneut.',
    asks: 'Dieser Browser wird noch nicht benachrichtigt. Er wird Sie um Erlaubnis bitten.',
    allowed: 'Dieser Browser wird noch nicht benachrichtigt. Er hat Ihre Erlaubnis.',
  },
  isNotified: 'Dieser Browser wird benachrichtigt.',
  ended: 'Dieser Browser wurde benachrichtigt, und sein Abonnement ist beendet.',
  notAnswered: 'Der Browser bekam keine Erlaubnis, also wurde nichts geändert.',
  notSubscribed: (why) => `Der Browser konnte sich bei seinem Push-Dienst nicht anmelden: ${why}`,
  notify: 'Diesen Browser benachrichtigen',
  notifyTitle: 'Diesen Browser benachrichtigen',
  editTitle: (name) => `${name} bearbeiten`,
  name: 'Name dieses Browsers',
  nameRequired: 'Geben Sie einen Namen ein',
  enabled: 'Eingeschaltet',
  save: 'Speichern',
  saving: 'Wird gespeichert…',
  failed: (why) => `Es wurde nicht gespeichert: ${why}`,
  list: 'Browser, die benachrichtigt werden',
  heads: { name: 'Browser', user: 'Benutzer', gets: 'Erhält', last: 'Letzte Zustellung' },
  here: 'dieser',
  via: (service) => `über ${service}`,
  isEnabled: (name) => `${name} ist eingeschaltet`,
  test: 'Testen',
  testOf: (name) => `${name} testen`,
  edit: (name) => `${name} bearbeiten`,
  remove: (name) => `${name} entfernen`,
  removeTitle: (name) => `${name} entfernen?`,
  removeText:
    'Dieser Browser wird nicht mehr benachrichtigt. Er kann jederzeit wieder hinzugefügt werden, aber nur in ihm selbst.',
  removeAction: 'Entfernen',
  added: 'Dieser Browser wird ab jetzt benachrichtigt',
  updated: 'Browser geändert',
  removed: 'Browser entfernt',
  updateFailed: 'Der Browser konnte nicht geändert werden',
};
