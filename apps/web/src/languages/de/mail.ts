import type { messages } from '../../features/mail/messages.ts';
import type { Translation } from './translation.ts';

export const mail: Translation<typeof messages> = {
  heads: {
    name: 'Name',
    role: 'Rolle',
    status: 'Status',
    uptime: 'Laufzeit',
    load: 'Last (Mittel)',
    queue: 'Warteschlange',
    oldest: 'Älteste Mail',
  },
  loading: 'Daten der Mail Gateways werden geladen...',
  disconnected: 'Keine Verbindung zum Server',
  none: 'Keine Mail Gateways eingerichtet',
  noneHint: 'Fügen Sie unter Einstellungen → Mail Gateway ein Proxmox Mail Gateway hinzu.',
  updated: (ago) => `Stand ${ago}`,
  neverUpdated: 'noch keine Daten',
  version: (version) => `PMG ${version}`,
  flow: 'Mails (24 h)',
  volume: 'Datenmenge',
  threat: 'Bedrohungen und Quarantäne',
  delivery: 'Zustellung',
  spam: 'Verteilung der Spam-Punkte',
  noSpam: 'Keine Bewertungen in den letzten 24 Stunden',
  nodes: 'Knoten des Clusters',
  noNodes: 'Noch kein Knoten dieses Gateways hat geantwortet.',
  debug: 'Antwort des Gateways',
  section: (name) => `Mail Gateway ${name}`,
};
