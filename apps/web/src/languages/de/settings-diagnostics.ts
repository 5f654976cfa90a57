import type { messages } from '../../features/settings/diagnostics/messages.ts';
import { formatCount, plural } from '../../lib/language/format.ts';
import type { Translation } from './translation.ts';

export const settingsDiagnostics: Translation<typeof messages> = {
  run: 'Diagnose starten',
  running: 'Läuft...',
  runFailed: 'Die Diagnose ist fehlgeschlagen',
  intro:
    'Belfry fragt jeden eingerichteten Host und zeigt, was es dort lesen kann und was nicht. Das kann bis zu einer Minute dauern.',
  adminOnly: 'Nur ein Administrator kann die Diagnose starten.',
  missing: 'Dieser Server liefert keine Diagnose.',
  checked: (ago) => `Geprüft ${ago}`,

  exportTitle: 'Export',
  exportFull: 'Vollständig exportieren',
  exportSanitized: 'Für GitHub exportieren (bereinigt)',
  exporting: 'Wird exportiert...',
  exportFailed: 'Die Diagnose konnte nicht exportiert werden',
  fullText:
    'Vollständig: mit Namen, Adressen und Fehlertexten. Geben Sie sie nur Personen, denen Sie vertrauen. Der Export steht im Audit-Log.',
  sanitizedText:
    'Bereinigt: Namen, Adressen, IDs und Texte sind ersetzt oder ausgelassen; Passwörter und Tokens stehen in keiner der Dateien. Lesen Sie die Datei, bevor Sie sie veröffentlichen.',

  system: 'Systemangaben',
  version: 'Version',
  runtime: 'Laufzeitumgebung',
  platform: 'Plattform',
  cpus: 'Prozessoren',
  uptime: 'Läuft seit',
  minutes: (count) => plural(count, 'Minute', 'Minuten'),
  memory: 'RAM',
  megabytes: (count) => `${formatCount(count)} MB`,
  realtime: 'Live-Verbindung',
  connected: 'verbunden',
  notConnected: 'nicht verbunden',

  connections: 'Verbindungen',
  connectionsOf: (connected, all) => `${formatCount(connected)} von ${formatCount(all)} verbunden`,
  noHosts: 'Es ist kein Host eingerichtet.',
  answers: 'Antwortet',
  silent: 'Antwortet nicht',
  auth: { api_token: 'API-Token', username_password: 'Benutzer und Passwort' },
  latency: (ms) => `${formatCount(ms)} ms`,
  lastPoll: (ago) => `letzte Antwort ${ago}`,
  productVersion: (version) => `Version ${version}`,
  nodes: (count) => plural(count, 'Knoten', 'Knoten'),
  datastores: (count) => plural(count, 'Datenspeicher', 'Datenspeicher'),
  dropped: (count) => `${plural(count, 'fehlerhafter Eintrag', 'fehlerhafte Einträge')} ausgelassen`,
  everythingRead: 'Alles Eingeschaltete ist lesbar.',
  gaps: 'Was nicht lesbar ist',

  vmDisks: 'Plattenbelegung der virtuellen Maschinen',
  vmDisksOf: (known, all) =>
    `${formatCount(known)} von ${plural(all, 'laufenden VM', 'laufenden VMs')} ${known === 1 ? 'meldet' : 'melden'} ihre Belegung`,
  vmAgents: (count) => `${formatCount(count)} mit Gast-Agent`,
  noVms: 'Es läuft keine virtuelle Maschine.',
  affected: (count) => plural(count, 'VM', 'VMs'),

  disks: 'Laufwerke',
  disksOff: 'Nicht gelesen. Schalten Sie „Zustand der Laufwerke (SMART)“ in den Einstellungen dieser Instanz ein.',
  disksOf: (disks, withDisks, all) =>
    `${plural(disks, 'Laufwerk', 'Laufwerke')} auf ${formatCount(withDisks)} von ${plural(all, 'Knoten', 'Knoten')}`,
  noDisks: (node) => `${node} meldet kein Laufwerk.`,

  docker: 'Docker-Hosts',
  outdated: 'Agent veraltet',
  agent: (version) => `Agent ${version}`,
  containers: (count) => plural(count, 'Container', 'Container'),
  lastReport: (ago) => `letzte Meldung ${ago}`,
  clock: (seconds) => `ihre Uhr weicht um ${plural(Math.abs(seconds), 'Sekunde', 'Sekunden')} ab`,

  defects: 'Fehler von Belfry selbst',
  times: (count, ago) => `${count}-mal, zuletzt ${ago}`,
};
