// Calls: the sentences of the English table of this name, in German.
import type { calls as english } from '../../../sentences/calls.ts';

export const calls: Readonly<Record<keyof typeof english, string>> = {
  'address.ofHost': '„{given}“ ist keine Adresse eines Hosts. Erwartet wird etwas wie https://pve1.lan:{port}',
  'address.hasPath': '„{given}“ hat den Pfad {path}. Belfry ruft einen Host ohne Pfad auf: {origin}',
  'address.metadata': '{host} ist der Metadatendienst einer Cloud. Dorthin sendet Belfry nie etwas.',
  'address.private':
    '{host} ist in einem privaten Netz, und die Einstellungen der Benachrichtigungen erlauben keine privaten Netze.',
  'address.publicPlain': '{host} ist in einem öffentlichen Netz, in dem nur verschlüsselte Verbindungen erlaubt sind.',
  'address.notAllowed':
    '{host} ist {kind}. Wenn das so sein soll, setzen Sie für den Server BELFRY_NOTIFY_ALLOWED_NETWORKS={network} (nach einem Komma, wenn schon etwas dasteht) und starten Sie ihn neu.',
  'address.onlyPublic':
    '{host} wird nicht über https an einer öffentlichen Adresse aufgerufen, und anderes darf hier nicht aufgerufen werden.',
  'address.leadsTo': '{host} führt zu {address}, und diese Adresse',
  'address.loopback': 'dieser Rechner selbst',
  'address.link-local': 'eine link-lokale Adresse',
  'address.unspecified': 'kein bestimmter Rechner',
  'address.multicast': 'eine Multicast-Adresse',
  'address.reserved': 'eine reservierte Adresse',
  'address.scheme': 'Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt',
  'address.unusual': 'Die Adresse {host} ist ungewöhnlich geschrieben. Schreiben Sie sie als vier Zahlen.',
  'call.tooLarge': 'Die Antwort von {host} ist zu groß. Ist das die richtige Adresse?',
  'call.bytes': 'Die Antwort von {host} auf {path} hat mehr als {limit} MiB, daher liest Belfry sie nicht.',
  'call.values':
    'Die Antwort von {host} auf {path} hat mehr als {limit} Werte oder einen zu langen, daher liest Belfry sie nicht.',
  'call.depth':
    'Die Antwort von {host} auf {path} hat mehr als {limit} ineinander geschachtelte Listen und Objekte, daher liest Belfry sie nicht.',
  'call.notHttps': '{host} ist nicht https. Belfry spricht nur https.',
  'call.slow': '{host} hat nicht rechtzeitig geantwortet. Prüfen Sie die Last dort und das Netz dazwischen.',
  'call.notHttp': '{host} hat nicht mit gültigem HTTP geantwortet ({code}). Ist das der richtige Port?',
  'call.brokeOff': 'Die Antwort von {host} ist abgebrochen ({code}).',
  'call.unresolved':
    '{host} ist nicht erreichbar: Der Name konnte nicht aufgelöst werden. Prüfen Sie die Adresse und das DNS. ({code})',
  'call.unreachable':
    '{host} ist nicht erreichbar: Die Verbindung kam nicht zustande. Prüfen Sie, ob der Host läuft und der Port stimmt. ({code})',
  'member.unproven': 'Kein Failover auf {host}: {reason}',
  'member.notReadYet': 'Die Zertifikate des Clusters sind noch nicht bekannt.',
  'member.noCertificate': 'Der Cluster nennt kein Zertifikat dafür.',
  'member.unreadable': 'Die Zertifikate des Clusters sind nicht lesbar; das braucht Sys.Audit auf /. {problem}',
  'call.otherMember':
    '{host} zeigt ein Zertifikat mit dem SHA-256-Fingerabdruck {seen}, aber sein Cluster nennt {expected} für dieses Mitglied. Vielleicht hat ein anderer Host die Adresse. Es wurden keine Zugangsdaten gesendet.',
  'call.otherCertificate':
    '{host} zeigt ein Zertifikat mit dem SHA-256-Fingerabdruck {seen}, vertraut wird aber {expected}. Wenn das Zertifikat erneuert wurde, vergleichen Sie den neuen Fingerabdruck mit dem auf dem Host und vertrauen Sie ihm in den Einstellungen; sonst hört vielleicht jemand die Verbindung ab. Es wurden keine Zugangsdaten gesendet.',
  'call.noTls': 'Keine TLS-Verbindung mit {host} ({code}). Ist das der richtige Port?',
  'call.untrusted':
    'Dem Zertifikat von {host} wird nicht vertraut ({code}). Vergleichen Sie es mit dem auf dem Host und vertrauen Sie ihm in den Einstellungen, oder installieren Sie auf dem Host ein Zertifikat einer bekannten Stelle. Es wurden keine Zugangsdaten gesendet.',
  'send.givenUp': 'Die Anfrage an {host} wurde aufgegeben.',
  'send.slow': '{host} hat nicht rechtzeitig geantwortet.',
  'send.redirect': '{host} antwortet mit einer Weiterleitung. {problem}',
  'send.elsewhere':
    'Sie führt zu {address}, und Belfry folgt ihr nicht zu einem anderen Rechner. Ist das die neue Adresse, tragen Sie diese ein. Ist es eine Anmeldung, lassen Sie Belfry ohne sie durch.',
  'send.page':
    '{host} hat mit einer Webseite geantwortet{title}, wie es kein Dienst tut. Steht eine Anmeldung davor, oder ist die Adresse eine andere?',
  'send.noReceipt': '{service} bestätigt eine Nachricht mit {receipt}. {host} hat geantwortet: {words}',
  'send.redirects': '{host} leitet mehr als {limit}-mal weiter.',
  'send.closed': '{host} hat die Verbindung ohne vollständige Antwort geschlossen ({code}).',
  'send.unresolved': 'Der Name von {host} konnte nicht aufgelöst werden ({code}).',
  'send.unreachable': '{host} ist nicht erreichbar ({code}).',
  'send.noTls': 'Keine verschlüsselte Verbindung mit {host} ({code}). Ist das der richtige Port?',
  'send.untrusted': 'Dem Zertifikat von {host} wird nicht vertraut ({code}). Es wurde nichts gesendet.',
  'send.untrustedFor': 'Dem Zertifikat von {host} wird nicht vertraut: {reason} ({code}). Es wurde nichts gesendet.',
  'send.trustable':
    '{problem} Es hat den SHA-256-Fingerabdruck {seen}. Wenn das der Fingerabdruck auf Ihrem Server ist, vertrauen Sie dem Zertifikat in den Einstellungen.',
  'send.otherCertificate':
    '{host} zeigt ein Zertifikat mit dem SHA-256-Fingerabdruck {seen}, vertraut wird aber {expected}. Es wurde nichts gesendet. Wurde das Zertifikat erneuert, vergleichen Sie es mit dem auf dem Server und vertrauen Sie ihm; sonst hört vielleicht jemand die Verbindung ab.',
  'call.throughMember': '{host}, gefragt über ein Mitglied seines Clusters: {problem}',
  'api.payload': '{call}: {problem}',
  'api.noVersion': 'die Antwort enthält keine Version.',
  'api.notJson':
    'die Antwort ist kein JSON{type}. Ist das die Adresse der API und nicht die eines Proxys oder einer Webseite?',
  'api.emptyAnswer': 'die Antwort ist leer{type}.',
  'api.damaged': 'die Antwort ist beschädigt: Sie beginnt als JSON{type} und ist nicht lesbar.',
  'api.incomplete': 'die Antwort ist unvollständig: Ihr JSON{type} endet mittendrin.',
  'api.nullData': 'die Antwort ist leer: Ihr „data“ ist null.',
  'api.noData': 'die Antwort enthält kein „data“. Ist das die Adresse eines Proxmox-Hosts?',
  'certificate.otherName': 'Es gilt für einen anderen Namen',
  'certificate.expired': 'Es ist abgelaufen',
  'certificate.notYet': 'Es gilt noch nicht',
  'certificate.selfSigned': 'Es ist nur von sich selbst signiert',
  'certificate.unknownAuthority': 'Es stammt von einer Zertifizierungsstelle, die dieser Rechner nicht kennt',
  'api.credentials': '{call}: Der Host nimmt {login} nicht an. Prüfen Sie ID und Geheimnis.{answer}',
  'api.privilege': '{call}: {login} fehlt ein Recht. {rights}{answer}',
  'api.tokenPrivilege':
    '{call}: {login} fehlt ein Recht. {rights} Ein Token mit getrennten Rechten braucht es ebenso wie sein Benutzer.{answer}',
  'api.fewerCalls': '{call}: Der Host bittet um weniger Aufrufe (429).{answer}',
  'api.noDaemon': '{call}: Der API-Dienst hinter dem Webserver läuft nicht.{answer}',
  'api.missing': '{call}: Das gibt es nicht.{answer}',
  'api.noNode': '{call}: Der Knoten, der antworten soll, oder sein API-Dienst antwortet nicht ({status}).{answer}',
  'api.noFigures': '{node} sendet keine Werte, obwohl die API antwortet. Der Dienst pvestatd hängt oder läuft nicht.',
  'api.redirected':
    '{call}: Der Host leitet an {address} weiter ({status}). Geben Sie die Adresse des Hosts selbst ein. Steht eine Anmeldung davor, lassen Sie Belfry ohne sie durch.',
  'api.status': '{call}: Der Host hat mit {status} geantwortet.{answer}',
  'api.answer': ' Er sagt: {words}',
};
