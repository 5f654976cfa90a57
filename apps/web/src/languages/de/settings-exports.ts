import type { messages } from '../../features/settings/exports/messages.ts';
import { formatBytes, formatCount, plural } from '../../lib/language/format.ts';
import type { Translation } from './translation.ts';

export const settingsExports: Translation<typeof messages> = {
  loadFailed: 'Die Einstellungen konnten nicht geladen werden.',
  adminOnly: 'Nur ein Administrator kann diese Einstellungen ändern.',
  metrics: {
    title: 'Metriken für Prometheus',
    about:
      'Prometheus und andere lesen die jetzigen Werte von allem, was hier überwacht wird. Dafür brauchen sie einen API-Token mit dem Zugriff „Nur Metriken“.',
    address: 'Adresse',
  },
  titles: { prometheus: 'Remote Write', influxdb: 'InfluxDB' },
  about: {
    prometheus: 'Sendet dieselben Werte an Prometheus, VictoriaMetrics, Mimir, Thanos oder etwas anderes Kompatibles.',
    influxdb: 'Sendet dieselben Werte als Zeilen an InfluxDB, Version 1 oder 2.',
  },
  examples: {
    prometheus: 'https://tsdb.example/api/v1/write',
    influxdb: 'https://influx.example/api/v2/write?org=home&bucket=belfry',
  },
  enabled: 'Aktiviert',
  url: 'Adresse',
  urlHint: { prometheus: '', influxdb: 'Version 1: https://influx.example/write?db=belfry' },
  urlRequired: 'Geben Sie die Adresse ein, an die Werte geschrieben werden',
  username: 'Benutzer',
  secret: 'Passwort oder Token',
  secretHint: 'Ohne Benutzer ist es ein Token.',
  secretKept: 'Gespeichert; zum Ersetzen eintippen',
  labels: 'Zusätzliche Labels',
  labelsHint: 'Jeder Wert bekommt sie, zum Beispiel site=home, room=keller',
  labelsWrong: 'Schreiben Sie Labels als name=wert, durch Kommas getrennt',
  intervalSeconds: 'Abstand in Sekunden',
  maxQueueMegabytes: 'Warteschlange, höchstens MB',
  maxQueueHours: 'Warteschlange, höchstens Stunden',
  queueHint: 'Solange die Gegenseite nicht antwortet, warten Werte auf der Festplatte.',
  outOfRange: (least, most) => `Geben Sie eine ganze Zahl von ${least} bis ${formatCount(most)} ein`,
  save: 'Speichern',
  saving: 'Wird gespeichert…',
  discard: 'Verwerfen',
  saved: 'Der Export wurde gespeichert.',
  failed: 'Der Export wurde nicht gespeichert',
  test: 'Testen',
  testing: 'Wird getestet…',
  testHint: 'Schreibt einige Werte mit den Einstellungen, wie sie hier stehen.',
  accepted: 'Die Gegenseite hat die Werte angenommen.',
  refused: 'Die Gegenseite hat die Werte nicht angenommen.',
  noAnswer: 'Keine Antwort',
  http: (status) => `HTTP ${status}`,
  states: {
    off: 'Deaktiviert',
    none: 'Nicht eingerichtet',
    waits: 'Noch nichts gesendet',
    sent: (ago) => `Gesendet ${ago}`,
    waiting: (values, bytes) => `${plural(values, 'Wert wartet', 'Werte warten')}, ${formatBytes(bytes)}`,
    dropped: (values, reason) => `${plural(values, 'Wert', 'Werte')} verworfen: ${reason}`,
  },
};
