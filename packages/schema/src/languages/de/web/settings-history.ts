import type { messages } from '../../../../../../apps/web/src/features/settings/history/messages.ts';
import { formatCount, plural } from '../../../../../../apps/web/src/lib/language/format.ts';
import type { Translation } from '../../translation.ts';

export const settingsHistory: Translation<typeof messages> = {
  loadFailed: 'Die Einstellungen konnten nicht geladen werden.',
  statusFailed: 'Was gespeichert ist, konnte nicht geladen werden.',
  saved: 'Die Einstellungen des Verlaufs sind gespeichert.',

  recording: 'Aufzeichnung',
  recordingHint: 'Alle zehn Sekunden speichert Belfry, was es ohnehin liest. Kein Host wird dafür gefragt.',
  enabled: 'Verlauf aufzeichnen',
  enabledHint:
    'Aus: Es wird nichts Neues gespeichert. Was gespeichert ist, bleibt, bis es zu alt ist, und wird weiter gezeigt.',
  kept: {
    historyFineHours: 'Werte je 10 Sekunden: Stunden',
    historyMinuteDays: 'Werte je Minute: Tage',
    historyTenMinuteDays: 'Werte je 10 Minuten: Tage',
    historyHourDays: 'Werte je Stunde: Tage',
  },
  bounds: {
    historyFineHours: '1 bis 168.',
    historyMinuteDays: '1 bis 90.',
    historyTenMinuteDays: '7 bis 730.',
    historyHourDays: '30 bis 3650.',
  },
  oldest: (ago) => `Der älteste Wert: ${ago}.`,
  nothingYet: 'Noch nichts gespeichert.',
  cap: 'Größter Platz auf dem Datenträger, Megabyte',
  capHint: 'Ab 64. Ist der Verlauf größer, werden zuerst die ältesten Werte der feinsten Auflösung entfernt.',

  stored: 'Jetzt gespeichert',
  state: 'Status',
  isRecording: 'Zeichnet auf',
  isPaused: 'Angehalten',
  isOff: 'Ausgeschaltet',
  size: 'Platz auf dem Datenträger',
  ofMost: (most) => `von höchstens ${most}`,
  oldestValue: 'Ältester Wert',
  resources: 'Ressourcen',
  damaged: 'Beschädigt',
  blocks: (count) => (count === 0 ? 'Keine' : plural(count, 'Block', 'Blöcke')),
  damagedHint: 'Beschädigte Blöcke fehlen in jeder Antwort. Ihre Zeit erscheint als Lücke.',
  paused: (ago) =>
    `Der Datenträger nimmt nichts mehr an (${ago}). Die letzten zehn Minuten bleiben im Arbeitsspeicher. Sobald Platz ist, geht die Aufzeichnung von selbst weiter.`,

  waitingSize: 'Warteschlange',
  inEngine: 'In der Datenbank',
  remote: {
    title: 'Zeitreihen-Datenbank',
    about:
      'Speichert den Verlauf in VictoriaMetrics, Prometheus oder einer kompatiblen Datenbank statt in einer Datei von Belfry.',
    enabled: 'Den Verlauf in dieser Datenbank speichern',
    queryUrl: 'Adresse für Abfragen',
    queryUrlHint: '/api/v1/query_range wird angehängt. Leer: die andere Adresse ohne /api/v1/write.',
    queryUrlRequired: 'Geben Sie sie ein: Die andere Adresse endet nicht auf /api/v1/write',
    longTermUrl: 'Adresse für Remote Write auf lange Zeit',
    longTermUrlHint:
      'Freiwillig: eine zweite Datenbank, die Werte jahrelang aufhebt. Sie bekommt für jede Stunde einen Wert und wird nach langen Zeiten gefragt. Sie hat Benutzernamen und Geheimnis der ersten.',
    longTermQueryUrl: 'Ihre Adresse für Abfragen',
    longTermWorks: 'Die Datenbank für lange Zeit nimmt Werte an und beantwortet Abfragen.',
    longTermFails: 'Die Datenbank für lange Zeit kann nicht beides.',
    labelsHint:
      'Teil jedes Werts und jeder Abfrage. Zwei Installationen von Belfry mit einer Datenbank brauchen verschiedene.',
    nothingCopied:
      'Nichts wird kopiert. Was Belfry gespeichert hat, bleibt in seiner Datei und wird wieder gezeigt, wenn dies ausgeschaltet ist. Wie lange Werte bleiben, stellen Sie in der Datenbank ein.',
    testHint: 'Schreibt einen Wert mit den eingegebenen Einstellungen und fragt die Datenbank.',
    answers: 'Die Datenbank beantwortet Abfragen.',
    silent: 'Die Datenbank beantwortet keine Abfragen.',
    saved: 'Die Datenbank des Verlaufs wurde gespeichert.',
    failed: 'Die Datenbank wurde nicht gespeichert',
  },

  imports: 'Import',
  importsHint: 'Was Proxmox selbst aufgehoben hat, mit höchstens zwei Abfragen je Sekunde.',
  noImports: 'Kein überwachter Host hebt seine Vergangenheit auf.',
  upToDate: 'Nichts zu importieren',
  calls: (done, total) => `${formatCount(done)} von ${plural(total, 'Abfrage', 'Abfragen')}`,
  complete: 'vollständig',
  failedCalls: (count) => `${formatCount(count)} ohne brauchbare Antwort`,
  waitsForPoll: 'wartet: Der Host wird zuerst abgefragt, und seine letzte Antwort fehlt oder ist verspätet',
  waitsForRecording: 'wartet: Zurzeit wird nichts aufgezeichnet',

  export: 'Export',
  exportText:
    'Jeder Wert lässt sich als CSV oder JSON lesen, mit der Anmeldung eines Browsers oder mit einem API-Token mit der Berechtigung read:',
  exportRules: [
    'ids: Ressourcen als Art/ID, durch Kommas getrennt. Arten sind guest, node, storage, datastore, docker, container und andere.',
    'metrics: ohne Angabe alle der Ressource. from und to: ohne Angabe die letzte Stunde.',
    'points: die größte Zahl der Schritte. Jeder Schritt hat Minimum, Mittel und Maximum und sagt, wer gemessen hat.',
  ],
  exportTry: 'Zum Beispiel, was Belfry selbst in der letzten Stunde gebraucht hat:',
  exportOwn: (format) => `Als ${format} herunterladen`,
};
