// Sites: the sentences of the English table of this name, in German.
import type { sites as english } from '../../../sentences/sites.ts';

export const sites: Readonly<Record<keyof typeof english, string>> = {
  'site.silent': 'Der Standort „{name}“ meldet nichts. Was von seinen Hosts angezeigt wird, ist alt.',
  'site.collector': 'dem Sammler des Standorts „{name}“',
  'site.nameTaken': 'Es gibt schon einen Standort mit dem Namen „{name}“.',
  'site.unknown': 'Es gibt keinen Standort mit der ID {id}.',
  'site.hasHosts':
    'Diese Hosts gehören zum Standort: {hosts}. Entfernen Sie sie zuerst oder geben Sie ihnen einen anderen Standort.',
  'site.tokenUsed': 'Dieses Token wurde schon benutzt. Holen Sie einen neuen Befehl für den Standort „{name}“.',
  'site.tokenExpired': 'Dieses Token ist seit {at} abgelaufen. Holen Sie einen neuen Befehl für den Standort „{name}“.',
  'site.tokenUnknown': 'Das ist kein Token eines Standorts dieses Servers.',
  'site.otherKey':
    'Der wartende Sammler hat jetzt einen anderen Schlüssel: {fingerprint}. Vergleichen Sie ihn mit der Ausgabe des Sammlers.',
  'site.badKey': 'Der Sammler hat etwas gesendet, das kein Schlüssel ist.',
  'site.noKey': 'Für den Standort „{name}“ wartet kein Sammler.',
  'site.notJoined':
    'Dem Standort „{name}“ ist noch kein Sammler beigetreten. Führen Sie zuerst seinen Befehl auf einer Maschine dort aus.',
  'site.notAccepted':
    'Der Sammler des Standorts „{name}“ ist beigetreten, aber sein Schlüssel ist noch nicht angenommen. Nehmen Sie ihn zuerst an.',
  'site.revoked': 'Der Sammler des Standorts „{name}“ wurde widerrufen. Lassen Sie zuerst einen anderen beitreten.',
  'site.unreadable':
    'Der Sammler dieses Standorts kann das Geheimnis des Hosts nicht lesen. Geben Sie es in den Einstellungen noch einmal ein.',
  'site.noLine': 'Der Sammler des Standorts „{name}“ ist nicht verbunden.',
  'site.wrongAnswer': 'Der Sammler des Standorts „{name}“ hat eine unlesbare Antwort gesendet.',
  'site.noAnswer': 'Der Sammler des Standorts „{name}“ hat nicht innerhalb von {seconds} s geantwortet.',
  'site.oldCollector': 'Der Sammler des Standorts „{name}“ ist zu alt dafür. Aktualisieren Sie ihn zuerst.',
  'site.scanning': 'Der Sammler durchsucht das Netz schon. Versuchen Sie es nach dem Ende dieser Suche wieder.',
  'site.noSites':
    'Es gibt keinen Standort mit dem Namen „{name}“. Legen Sie ihn zuerst unter Einstellungen → Standorte an.',
  'site.otherNames': 'Es gibt keinen Standort mit dem Namen „{name}“. Es gibt: {names}.',
  'site.noHost': 'Das ist keine Adresse eines Hosts.',
  'site.clockAhead':
    'Das Zertifikat von {host} wird nicht angenommen ({code}), aber die Uhr des Sammlers des Standorts „{name}“ geht {time} vor. Stellen Sie zuerst die Zeit auf seiner Maschine.',
  'site.clockBehind':
    'Das Zertifikat von {host} wird nicht angenommen ({code}), aber die Uhr des Sammlers des Standorts „{name}“ geht {time} nach. Stellen Sie zuerst die Zeit auf seiner Maschine.',
  'site.noPort':
    'Der Sammler des Standorts „{name}“ hat keinen Port für Hosts. Starten Sie ihn mit --listen 0.0.0.0:7657 oder fügen Sie den Host mit einem Token hinzu.',
  'docker.otherPlace':
    'Der Docker-Host „{host}“ meldet {place}. Entfernen Sie ihn dort zuerst oder geben Sie seinem Agenten ein eigenes Token.',
  'docker.placeHere': 'an den Server selbst',
  'docker.placeSite': 'über den Standort „{name}“',
  'collect.wrongProof': 'Der Sammler hat nicht den Schlüssel, der diesem Standort beigetreten ist.',
  'collect.unknownSite': 'Diesen Standort gibt es auf diesem Server nicht. Er wurde vielleicht entfernt.',
  'collect.waiting': 'Ein Administrator muss den Schlüssel dieses Sammlers annehmen: {fingerprint}',
  'collect.revoked': 'Der Schlüssel dieses Sammlers wurde widerrufen.',
  'collect.tooOld':
    'Dieser Sammler ist zu alt für den Server: Er spricht Version {version}, der Server braucht {oldest} oder neuer. Aktualisieren Sie den Sammler.',
  'collect.tooNew':
    'Dieser Sammler ist neuer als der Server: Er spricht Version {version}, der Server {newest}. Aktualisieren Sie zuerst den Server.',
  'collect.tooLarge': 'Sie ist größer als {limit:bytes}.',
  'collect.noJson': 'Sie ist kein komprimiertes JSON.',
  'collect.lost': 'Sie setzt fort, was dieser Server nicht gelesen hat.',
  'collect.repeated': 'Sie wiederholt, was dieser Server gelesen hat.',
  'collect.frame': 'Eine Nachricht des Sammlers war nicht lesbar: {reason}',
  'collect.notAssigned': 'Der Sammler meldet den Host „{host}“, der ihm nicht zugeteilt ist.',
  'collect.claimed':
    'Der Sammler meldet den Host „{host}“, {place}. Was er über diesen Host sagt, wird nicht angenommen. Wenn er nicht aufhört, widerrufen Sie seinen Schlüssel.',
  'collect.claimedHere': 'den dieser Server selbst abfragt',
  'collect.claimedSite': 'der zum Standort „{name}“ gehört',
  'collect.oldAssignment': 'Der Sammler meldet den Host „{host}“ so, wie er ihm früher zugeteilt war.',
  'collect.foreign': 'Der Sammler meldet etwas als Teil des Hosts „{host}“, das nicht zu ihm gehört.',
  'collect.otherKind': 'Der Sammler meldet über den Host „{host}“, was ein Host dieser Art nicht hat.',
  'collect.tooMuch': 'Der Sammler meldet über den Host „{host}“ mehr, als ein Host hat.',
  'collect.unasked': 'Der Sammler antwortet über den Host „{host}“, was niemand gefragt hat.',
  'collect.otherTime': 'Der Sammler sendet, was er zu einer anderen Zeit als der gefragten gemessen hat.',
  'collect.stopping': 'Der Server wird beendet.',
  'collect.twice':
    'Zwei Programme haben den Schlüssel dieses Sammlers und nehmen einander die Leitung weg. Beenden Sie eines davon.',
  'collect.replaced': 'Ein anderer Lauf dieses Sammlers hat sich verbunden.',
};
