import type { messages } from '../../features/alerts/messages.ts';
import { plural } from '../../lib/language/format.ts';
import type { Translation } from './translation.ts';

export const alerts: Translation<typeof messages> = {
  pagesLabel: 'Seiten der Alarme',
  status: 'Status',
  configuration: 'Einstellungen',
  pages: {
    overview: {
      name: 'Übersicht',
      title: 'Alarme im Überblick',
      description: 'Was gerade nicht stimmt, seit wann, und wer davon weiß.',
    },
    history: {
      name: 'Verlauf',
      title: 'Verlauf der Alarme',
      description: 'Was nicht stimmte, wie lange, und wer sich darum gekümmert hat.',
    },
    thresholds: {
      name: 'Schwellwerte',
      title: 'Schwellwerte der Alarme',
      description: 'Ab welchem Wert etwas einen Alarm auslöst.',
    },
    destinations: {
      name: 'Benachrichtigungen',
      title: 'Ziele der Benachrichtigungen',
      description: 'Wer auf welchem Weg benachrichtigt wird, und ob es ankam.',
    },
    schedule: {
      name: 'Zeitplan',
      title: 'Wartung und Zeiten',
      description: 'Wann Alarme gemeldet, zurückgehalten, wiederholt und weitergegeben werden.',
    },
  },
  kinds: {
    vm: 'VM',
    ct: 'CT',
    guest: 'Gast',
    node: 'Knoten',
    storage: 'Speicher',
    disk: 'Festplatte',
    cluster: 'Cluster',
    ceph: 'Ceph',
    pbs: 'PBS',
    pmg: 'PMG',
    dockerHost: 'Docker-Host',
    dockerContainer: 'Docker-Container',
    instance: 'Host',
    server: 'Belfry',
    unknown: 'Unbekannt',
  },
  loading: 'Alarme werden geladen...',
  days: (count) => plural(count, 'Tag', 'Tage'),
  seconds: (count) => `${count} s`,
  acknowledging: {
    one: 'Alarm quittiert',
    many: (count) => `${plural(count, 'Alarm', 'Alarme')} quittiert`,
    oneFailed: 'Der Alarm konnte nicht quittiert werden',
    manyFailed: (count) => `${plural(count, 'Alarm konnte', 'Alarme konnten')} nicht quittiert werden`,
    allFailed: 'Die Alarme konnten nicht quittiert werden',
  },
  restoring: {
    one: 'Quittierung aufgehoben',
    many: (count) => `${plural(count, 'Quittierung', 'Quittierungen')} aufgehoben`,
    oneFailed: 'Die Quittierung konnte nicht aufgehoben werden',
    manyFailed: (count) => `${plural(count, 'Quittierung konnte', 'Quittierungen konnten')} nicht aufgehoben werden`,
    allFailed: 'Die Quittierungen konnten nicht aufgehoben werden',
  },
  undo: 'Rückgängig',
  notConfirmed: 'Der Server hat die Quittierung nicht rechtzeitig bestätigt. Die Daten werden neu geladen.',
};
