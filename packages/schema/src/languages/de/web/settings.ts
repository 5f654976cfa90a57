import type { messages } from '../../../../../../apps/web/src/features/settings/messages.ts';
import type { Translation } from '../../translation.ts';
import { kinds } from './kinds.ts';

export const settings: Translation<typeof messages> = {
  kinds: kinds.pages,
  label: 'Seiten der Einstellungen',
  proxmox: 'Proxmox',
  others: 'Andere Hypervisoren',
  dockerGroup: 'Docker',
  places: 'Wo es läuft',
  administration: 'Verwaltung',
  pages: {
    diagnostics: {
      name: 'Diagnose',
      title: 'Diagnose',
      description: 'Was jeder Host jetzt antwortet, was nicht lesbar ist, und eine Datei für einen Fehlerbericht.',
    },
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
    sites: {
      name: 'Standorte',
      title: 'Standorte',
      description: 'Sammler, die Hosts in anderen Netzen abfragen und sich mit diesem Server verbinden.',
    },
    system: {
      name: 'System',
      title: 'System',
      description: 'Design, Netzwerk, Einbettung, Netzwerksuche, Abfrage und Updates.',
    },
    history: {
      name: 'Verlauf',
      title: 'Verlauf',
      description: 'Was aufgezeichnet wird und wie lange, der Platz dafür, Import und Export.',
    },
    updates: {
      name: 'Updates',
      title: 'Update-Verlauf',
      description: 'Die Versionen von Belfry, die hier gelaufen sind.',
    },
    exports: {
      name: 'Exporte',
      title: 'Exporte',
      description: 'Werte für Prometheus, Grafana und InfluxDB: zum Abholen, oder von hier gesendet.',
    },
    security: {
      name: 'Sicherheit',
      title: 'Sicherheit',
      description: 'Wer Zugang hat: das Konto, API-Tokens, angemeldete Browser und Single Sign-on.',
    },
  },
};
