import type { messages } from '../../features/settings/messages.ts';
import type { Translation } from './translation.ts';

export const settings: Translation<typeof messages> = {
  label: 'Seiten der Einstellungen',
  proxmox: 'Proxmox',
  dockerGroup: 'Docker',
  administration: 'Verwaltung',
  pages: {
    urls: {
      name: 'Adressen der Gäste',
      title: 'Adressen der Gäste',
      description: 'Eigene Adressen für Gäste: Ihre Namen in der Übersicht werden zu Links.',
    },
    docker: {
      name: 'Docker-Hosts',
      title: 'Docker-Hosts',
      description: 'Hosts, deren Agent sich hier meldet, und wie Sie einen hinzufügen.',
    },
    system: {
      name: 'System',
      title: 'System',
      description: 'Design, Netzwerk, Einbettung, Netzwerksuche, Abfrage und Updates.',
    },
    updates: {
      name: 'Updates',
      title: 'Update-Verlauf',
      description: 'Die Versionen von Belfry, die hier gelaufen sind.',
    },
    security: {
      name: 'Sicherheit',
      title: 'Sicherheit',
      description: 'Wer Zugang hat: das Konto, API-Tokens, angemeldete Browser und Single Sign-on.',
    },
  },
};
