// A collector: the sentences of the English table of this name, in German.
import type { collector as english } from '../../../sentences/collector.ts';

export const collector: Readonly<Record<keyof typeof english, string>> = {
  'collector.noLine':
    'Der Sammler des Standorts „{name}“ erreicht den Server zurzeit nicht und kann das nicht weitergeben.',
  'collector.full':
    'Der Sammler des Standorts „{name}“ erreicht den Server zurzeit nicht und bewahrt schon so viele Meldungen auf, wie er kann.',
  'collector.noAnswer':
    'Der Server hat dem Sammler des Standorts „{name}“ nicht innerhalb von {seconds} s geantwortet.',
  'collector.busy':
    'Der Sammler beantwortet schon {questions:Frage|Fragen}. Versuchen Sie es in einigen Sekunden noch einmal.',
  'collector.usage': `Aufruf: belfry collector join ADRESSE TOKEN [--data-dir ORDNER] [--replace]
        belfry collector run [--data-dir ORDNER] [--status-port PORT] [--listen HOST:PORT [--tls]]
        belfry collector status [--data-dir ORDNER]
        belfry collector leave [--data-dir ORDNER]`,
  'collector.wrongOption': '{reason}\n{usage}',
  'collector.notJoined':
    'Der Ordner {folder} gehört zu keinem Standort. Legen Sie unter Einstellungen → Standorte einen an und führen Sie den angezeigten Befehl aus.',
  'collector.noAddress': '„{url}“ ist keine Adresse. Sie muss mit http:// oder https:// beginnen.',
  'collector.noToken':
    'Das ist kein Token eines Standorts. Es beginnt mit bfs_ und wird angezeigt, wenn ein Standort angelegt wird.',
  'collector.hasSite':
    'Dieser Ordner gehört schon zum Standort „{name}“. Nehmen Sie einen anderen oder geben Sie ihn mit --replace auf.',
  'collector.refused': '{server} hat abgelehnt: {reason}',
  'collector.notBelfry': 'die Antwort war {status} und kommt nicht von Belfry',
  'collector.unreachable': '{server} ist nicht erreichbar: {reason}',
  'collector.unwritable': 'In den Ordner {folder} kann nicht geschrieben werden: {reason}',
  'collector.stillRuns': 'Mit dem Ordner {folder} läuft ein Sammler. Beenden Sie ihn zuerst und treten Sie dann bei.',
  'collector.joined':
    'Dieser Sammler ist dem Standort „{name}“ von {server} beigetreten.\nSchlüssel: {fingerprint}\n{next}',
  'collector.accepted': 'Er fragt die Hosts ab, sobald er läuft: belfry collector run --data-dir {folder}',
  'collector.notAccepted':
    'Zuerst muss ein Administrator diesen Schlüssel unter Einstellungen → Standorte annehmen. Sein Fingerabdruck: {fingerprint}',
  'collector.noListening': 'Der Sammler lauscht nicht an {address}: {reason}',
  'collector.noPlace': '„{address}“ ist keine Adresse zum Lauschen. Geben Sie HOST:PORT an, etwa 0.0.0.0:7657.',
  'collector.stopped': 'Der Sammler ist beendet.',
  'collector.neverRan': 'Dieser Sammler lief noch nicht: belfry collector run',
  'collector.runs':
    'Mit dem Ordner {folder} läuft ein Sammler. Beenden Sie ihn zuerst und verlassen Sie dann den Standort.',
  'collector.left':
    'Die Schlüssel dieses Sammlers sind gelöscht. Widerrufen Sie ihn auch unter Einstellungen → Standorte: Der Standort „{name}“ meldet ab jetzt nichts mehr.',
  'collector.status':
    'Standort: {site}\nServer: {line}{refusal}{notTaken}\nHosts: {hosts}\nWartend: {waiting}\nVerlauf: {history}{problem}{dropped}{changes}{kept}{old}',
  'collector.connected': '{server}, verbunden seit {at}',
  'collector.notConnected': '{server}, nicht verbunden seit {at}',
  'collector.statusNotTaken': '\nDer Server hat eine Nachricht nicht angenommen: {reason}',
  'collector.statusRefused': '\nDer Server hat abgelehnt: {reason}',
  'collector.noHosts': 'keine',
  'collector.history': '{size:bytes}',
  'collector.catchingUp': '{size:bytes}; die Messwerte eines Ausfalls werden gerade gesendet',
  'collector.historyProblem': '\nDer Verlauf kann nicht geschrieben werden: {reason}',
  'collector.historyDamaged': '\nDer Verlauf hat Werte verloren: {reason}',
  'collector.changesDropped': '\nÄnderungen des Standorts, die verworfen wurden, weil es zu viele waren: {count}',
  'collector.changesProblem': '\nÄnderungen des Standorts können nicht gespeichert werden: {reason}',
  'collector.kept': '\nAufbewahrte Berichte von Agenten: {kept}',
  'collector.notRunning': '\nEr läuft nicht. Dieser Stand ist von {at}.',
};
