import type { messages } from '../../../../../../apps/web/src/features/settings/sites/messages.ts';
import { formatCount, plural } from '../../../../../../apps/web/src/lib/language/format.ts';
import type { Translation } from '../../translation.ts';

export const settingsSites: Translation<typeof messages> = {
  heading: 'Standorte und ihre Sammler',
  loading: 'Die Standorte werden geladen...',
  loadFailed: 'Die Liste der Standorte konnte nicht geladen werden.',
  viewer: 'Nur ein Administrator kann die Standorte ändern.',
  none: 'Keine Standorte',
  noneText:
    'Ein Standort ist eine Filiale, ein Kunde oder ein Zuhause, das dieser Server nicht erreicht, weil eine Firewall oder ein anderes Netz dazwischen liegt. Ein Sammler dort fragt die Hosts ab und verbindet sich mit diesem Server, sodass am Standort kein Port geöffnet werden muss.',
  add: 'Standort hinzufügen',

  status: {
    new: 'Noch kein Sammler',
    waiting: 'Muss angenommen werden',
    connected: 'Verbunden',
    silent: 'Meldet nichts',
    revoked: 'Widerrufen',
  },
  refusedLabel: 'Meldet nichts, weil dieser Server seinen Sammler ablehnt',
  notTakenLabel: 'Verbunden, und dieser Server nimmt nicht alles an, was er sagt',
  unheard: 'Hat noch nichts gemeldet',
  clockLabel: 'Verbunden, die Uhr geht falsch',
  newNext: 'Zurzeit gilt kein Befehl. Holen Sie einen neuen und führen Sie ihn auf einer Maschine des Standorts aus.',
  joinNext: (time) =>
    `Führen Sie den Befehl auf einer Maschine des Standorts aus. Er gilt bis ${time}. Wenn Sie ihn nicht mehr haben, holen Sie einen neuen.`,
  expiredNext:
    'Der Befehl ist abgelaufen. Holen Sie einen neuen und führen Sie ihn auf einer Maschine des Standorts aus.',
  acceptNext:
    'Ein Sammler ist beigetreten. Vergleichen Sie seinen Fingerabdruck und nehmen Sie ihn dann an. Vorher sendet er nichts.',
  startNext:
    'Der Sammler hat sich nicht gemeldet, seit dieser Server läuft. Starten Sie den Sammler auf seiner Maschine:',
  silentNext:
    'Was von den Hosts angezeigt wird, ist alt. Prüfen Sie auf der Maschine, ob der Sammler läuft und diesen Server erreicht:',
  revokedHosts:
    'Niemand fragt die Hosts ab. Holen Sie einen neuen Befehl und lassen Sie damit einen Sammler beitreten.',
  revokedNext: 'Dieser Server lehnt den Sammler ab. Mit einem neuen Befehl kann ein anderer beitreten.',
  hostsNext: 'Fügen Sie die Hosts hinzu. Das Formular eines Hosts fragt, wer ihn abfragt.',
  clockAhead: (seconds) =>
    `Die Uhr des Sammlers geht gegenüber diesem Server ${seconds} s vor. Stellen Sie die Zeit auf der Maschine.`,
  clockBehind: (seconds) =>
    `Die Uhr des Sammlers geht gegenüber diesem Server ${seconds} s nach. Stellen Sie die Zeit auf der Maschine.`,
  catchingUp: (percent) => `Verbunden, holt nach: ${percent} %`,
  spoolNext:
    'Der Datenträger des Sammlers nimmt nichts an. Was während eines Ausfalls der Leitung gemessen wird, geht verloren. Schaffen Sie Platz auf der Maschine.',
  changesDropped: (count) =>
    `Der Sammler konnte ${plural(count, 'Änderung', 'Änderungen')} der letzten Unterbrechung nicht aufheben. Im Verlauf können Alarme dieser Zeit fehlen.`,
  spoolLabel: 'Verbunden, sein Datenträger ist voll',
  spool: 'Verlauf dort',

  lastSeen: 'Zuletzt gemeldet',
  version: 'Version',
  clock: 'Uhr',
  line: 'Leitung',
  lineFigures: (bytes, roundTripMs) => (roundTripMs === undefined ? `${bytes}/s` : `${roundTripMs} ms · ${bytes}/s`),
  lineHint: (received, sent) => `In der letzten Minute: ${received}/s vom Sammler, ${sent}/s zu ihm`,
  calls: 'Abfragen von Hosts',
  callsPerMinute: (count) => `${formatCount(count)}/Min.`,
  hosts: 'Hosts',
  dockerHosts: 'Docker-Hosts',
  noHosts: 'keine',
  addHost: 'Host hinzufügen',

  scan: 'Hosts suchen',
  scanOf: (name) => `Im Netz von ${name} nach Hosts suchen`,
  scanText:
    'Der Sammler fragt jede Adresse seines Netzes, welches Produkt dort ist. Er meldet sich nirgends an und ändert nichts. Das dauert bis zu zwei Minuten.',
  subnet: 'Subnetz',
  subnetHint: 'Leer: das Netz des Rechners, auf dem der Sammler läuft. Sonst eines oder mehrere wie 192.168.1.0/24.',
  scanning: 'Der Sammler sucht nach Hosts...',
  scanIssues: 'Was die Suche nicht feststellen konnte',
  foundNone: 'Die Suche hat keinen Host gefunden, den dieser Standort noch nicht abfragt.',
  foundSome: (count) => `${plural(count, 'Host', 'Hosts')} gefunden. Wählen Sie den, der hinzukommen soll:`,
  foundMore: (count) =>
    `${plural(count, 'weiterer Host', 'weitere Hosts')} nicht gezeigt. Ein kleineres Subnetz zeigt auch diese.`,

  rename: (name) => `${name} umbenennen`,
  newCommandFor: (name) => `Neuer Befehl für ${name}`,
  revokeOf: (name) => `Sammler von ${name} widerrufen`,
  remove: (name) => `${name} entfernen`,
  compare: 'Vergleichen und annehmen',
  newCommand: 'Neuer Befehl',

  name: 'Name',
  nameHint: 'Zum Beispiel „Filiale Köln“. Er lässt sich später ändern.',
  nameRequired: 'Bitte einen Namen angeben',
  letIn: 'Wer den Sammler einlässt',
  byToken: 'Das Token lässt ihn ein',
  byTokenHint: 'Wer den Befehl hat, kann beitreten, einmal und innerhalb einer Stunde.',
  byPerson: 'Ich nehme seinen Schlüssel an',
  byPersonHint: 'Der Sammler wartet, bis Sie hier seinen Fingerabdruck verglichen haben.',
  makeCommand: 'Befehl anzeigen',
  secretsAgain: (count) =>
    count === 1
      ? 'Das Geheimnis dieses Hosts kann nur der jetzige Sammler lesen. Wenn ein anderer beigetreten ist, geben Sie es neu ein:'
      : `Die Geheimnisse dieser ${count} Hosts kann nur der jetzige Sammler lesen. Wenn ein anderer beigetreten ist, geben Sie sie neu ein:`,
  presentWorks: 'Der jetzige Sammler arbeitet, bis der andere beigetreten ist.',

  stepJoin: 'Diesen Befehl auf einer Maschine des Standorts ausführen',
  joinHint: (time) =>
    `Das Token gilt einmal, bis ${time}, und wird nur hier angezeigt. Der Sammler verbindet sich nur nach außen: Am Standort muss kein Port geöffnet werden.`,
  joinCommand: 'Befehl, mit dem der Sammler beitritt',
  stepAccept: 'Den Fingerabdruck vergleichen und dann annehmen',
  stepRun: 'Den Sammler dort starten',
  runHint: 'Er verbindet sich mit diesem Server. Dieses Fenster zeigt, wenn es so weit ist.',
  runCommand: 'Befehl, der den Sammler startet',
  statusCommand: 'Befehl, der den Status des Sammlers zeigt',
  awaited: 'Der Sammler ist noch nicht beigetreten...',
  joined: 'Der Sammler ist beigetreten. Er meldet sich noch nicht.',
  connected: (name) => `${name} ist verbunden. Fügen Sie jetzt die Hosts hinzu.`,
  expired: 'Das Token ist abgelaufen. Schließen Sie dieses Fenster und holen Sie einen neuen Befehl.',
  close: 'Schließen',
  done: 'Fertig',

  acceptTitle: (name) => `Sammler von ${name} annehmen`,
  fingerprint: 'Der Fingerabdruck seines Schlüssels, wie dieser Server ihn hat',
  compareText:
    'Er muss derselbe sein, den „belfry collector join“ am Standort ausgegeben hat. Weicht er ab, ist jemand anderes beigetreten.',
  accept: 'Annehmen',
  refuse: 'Ablehnen',
  accepted: (name) => `Der Sammler von ${name} ist angenommen`,
  refused: 'Der Sammler ist abgelehnt',

  renameAction: 'Umbenennen',
  renamed: 'Standort umbenannt',
  revokeTitle: (name) => `Sammler von ${name} widerrufen?`,
  revokeText:
    'Dieser Server beendet seine Verbindung und lehnt seinen Schlüssel ab jetzt ab. Die Hosts bleiben in der Liste, und niemand fragt sie ab, bis ein anderer Sammler beigetreten ist.',
  revoke: 'Widerrufen',
  revoked: 'Der Sammler ist widerrufen',
  removeTitle: (name) => `${name} entfernen?`,
  removeText: 'Der Sammler wird ab jetzt abgelehnt. Auf seiner Maschine ändert sich nichts.',
  removeAction: 'Standort entfernen',
  removed: 'Standort entfernt',
  removeWithHosts: (count) => `Standort und ${plural(count, 'Host', 'Hosts')} entfernen`,
  lostHosts: (count) =>
    count === 1
      ? 'Dieser Host wird auch entfernt, mit seinen Einstellungen und seinem Verlauf:'
      : `Diese ${count} Hosts werden auch entfernt, mit ihren Einstellungen und ihrem Verlauf:`,
  lostDockerHosts: (count) =>
    count === 1
      ? 'Dieser Docker-Host meldet über den Standort und wird auch entfernt. Sein Agent braucht eine andere Adresse, an die er meldet:'
      : `Diese ${count} Docker-Hosts melden über den Standort und werden auch entfernt. Ihre Agenten brauchen eine andere Adresse, an die sie melden:`,
  typedAgain:
    'Um einen Host zu behalten, wählen Sie in seinen Einstellungen, wer ihn sonst abfragt, bevor Sie den Standort entfernen. Sein Token oder Passwort müssen Sie dann neu eingeben, denn nur dieser Sammler kann es lesen.',
};
