import type { messages } from '../../../../../../apps/web/src/features/settings/system/messages.ts';
import type { Translation } from '../../translation.ts';

export const settingsSystem: Translation<typeof messages> = {
  noFeed:
    'Es ist keine Liste der Versionen festgelegt (BELFRY_UPDATE_FEED), darum sucht Belfry nicht nach neuen Versionen, was immer hier gewählt ist.',
  allDismissed: 'Neue Versionen werden in diesem Browser nicht gemeldet.',
  dismissed: (version) => `Belfry ${version} wird in diesem Browser nicht gemeldet.`,
  announceAgain: 'Wieder melden',
  loadFailed: 'Die Einstellungen konnten nicht geladen werden.',
  priority:
    'Gespeicherte Änderungen gelten sofort und auch nach einem Neustart. Eine Einstellung aus einer Umgebungsvariablen wird hier gezeigt, lässt sich aber nur dort ändern.',
  adminOnly: 'Nur ein Administrator kann diese Einstellungen ändern.',
  locked: 'Durch eine Umgebungsvariable festgelegt',
  on: 'ein',
  off: 'aus',
  unsaved: 'Sie haben ungespeicherte Änderungen',
  saved: 'Einstellungen gespeichert. Ein neuer Port gilt erst nach einem Neustart.',
  failed: 'Die Einstellungen konnten nicht gespeichert werden',

  appearance: 'Erscheinungsbild',
  theme: 'Standard-Design',
  themeHint: 'Für jeden Browser, der kein eigenes gewählt hat.',
  themes: { '': 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  own: 'In diesem Browser',
  owns: { system: 'Standard', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache in diesem Browser',
  languageHint: 'Was Hosts selbst melden, bleibt in ihrer Sprache.',
  ofBrowser: 'Wie der Browser',

  network: 'Netzwerk',
  origins: 'Erlaubte CORS-Ursprünge',
  originsHint:
    'Andere Seiten, die die API und die Live-Verbindung nutzen dürfen. * erlaubt alle, aber nur mit einem API-Token, nie mit der Anmeldung eines Browsers; leer erlaubt nur die eigene Seite.',
  originsExample: 'https://home.example, https://wall.example:8443',
  ports: 'Den Port legt BELFRY_PORT fest; eine Änderung braucht einen Neustart.',

  embedding: 'Einbettung',
  allowEmbedding: 'Andere Seiten dürfen Belfry in einem Frame zeigen',
  allowEmbeddingHint: 'Für Dashboards wie Home Assistant. Ausgeschaltet weigern sich Browser.',
  embedOrigins: 'Seiten, die einbetten dürfen',
  embedOriginsHint: 'Durch Kommas getrennt. Leer erlaubt jede Seite.',

  discovery: 'Netzwerksuche',
  discoveryHint: 'Findet Proxmox-Hosts im Netzwerk.',
  discoveryEnabled: 'Netzwerk nach Hosts durchsuchen',
  discoveryEnabledHint: 'Alle fünf Minuten fragt Belfry jede Adresse des Subnetzes, was sie ist.',
  subnet: 'Subnetz',
  subnetHint: 'auto ist das Netz dieses Rechners; sonst eines oder mehrere wie 192.168.1.0/24.',

  polling: 'Abfrage',
  pollingHint: 'Sekunden zwischen zwei Abfragen der laufenden Werte, 10 bis 3600.',

  updates: 'Updates',
  version: (version) => `Belfry ${version}`,
  history: 'Update-Verlauf',
  check: 'Nach Updates suchen',
  checking: 'Wird gesucht...',
  checkFailed: 'Die Suche nach Updates ist fehlgeschlagen',
  latest: 'Sie haben die neueste Version',
  available: (version) => `Belfry ${version} ist verfügbar.`,
  auto: 'Automatisch nach neuen Versionen suchen',
  install: 'Installieren...',
  autoHint: 'Belfry meldet eine neue Version und wie Sie sie erhalten. Es installiert sie nie von selbst.',
  channel: 'Kanal',
  channels: { stable: 'Stabil', rc: 'Release Candidates' },
  every: 'Abstand der Suchen',
  interval: (hours) => (hours === '24' ? 'Täglich' : hours === '168' ? 'Wöchentlich' : `Alle ${hours} Stunden`),
  time: 'Uhrzeit',
  docker:
    'Ein Container erhält neue Versionen mit einem neuen Image: Laden Sie das neueste Image und starten Sie den Container neu.',
};
