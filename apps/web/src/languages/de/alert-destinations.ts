import type { messages } from '../../features/alerts/destinations/messages.ts';
import { plural } from '../../lib/language/format.ts';
import type { Translation } from './translation.ts';

export const alertDestinations: Translation<typeof messages> = {
  saved: 'Die Einstellungen wurden gespeichert.',
  saveFailed: 'Die Einstellungen konnten nicht gespeichert werden',
  discarded: 'Die Änderungen wurden verworfen.',
  reloadFailed: 'Die Einstellungen konnten nicht neu geladen werden',
  unsaved: (what) => `Noch nicht gespeichert: ${what}`,
  enabled: 'Eingeschaltet',
  disabled: 'Ausgeschaltet',
  loadFailed: (what) => `Das konnte nicht geladen werden: ${what}`,

  standing: {
    states: {
      queued: 'Wartet',
      sending: 'Wird gesendet',
      sent: 'Zugestellt',
      failed: 'Fehlgeschlagen',
      'given-up': 'Aufgegeben',
    },
    never: 'Noch keine Nachricht',
    disabled: 'Ausgeschaltet',
    before: (title, when) => `zuletzt: ${title}, ${when}`,
    attempts: (count) => plural(count, 'Versuch', 'Versuche'),
    lost: (count) => `${plural(count, 'Antwort', 'Antworten')} verloren`,
    again: (time) => `wieder um ${time}`,
  },
  gets: {
    levels: { warning: 'Warnungen und kritische', critical: 'Nur kritische' },
    types: (count) => plural(count, 'Art', 'Arten'),
    instances: (count) => plural(count, 'Instanz', 'Instanzen'),
    nodes: (count) => plural(count, 'Knoten', 'Knoten'),
    tag: (tag) => `Tag ${tag}`,
    all: 'alle Ressourcen',
    noEnds: 'keine Enden',
  },

  email: {
    title: 'E-Mail-Benachrichtigungen',
  },

  webhooks: {
    title: 'Webhooks',
    count: (count, enabled) =>
      count === 0
        ? 'keiner eingerichtet'
        : `${plural(count, 'Webhook', 'Webhooks')} eingerichtet, ${enabled} eingeschaltet`,
    enableAll: 'Alle einschalten',
    disableAll: 'Alle ausschalten',
    list: 'Webhooks',
    name: 'Name',
    gets: 'Erhält',
    last: 'Letzte Zustellung',
    enable: (name) => `${name} ist eingeschaltet`,
    none: 'Keine Webhooks eingerichtet',
    noneHint: 'Ein Webhook sendet Alarme an einen Chat, ein Telefon oder einen eigenen Dienst.',
    updateFailed: 'Der Webhook konnte nicht geändert werden',
  },
};
