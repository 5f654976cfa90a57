// Hosts: the sentences of the English table of this name, in German.
import type { hosts as english } from '../../../sentences/hosts.ts';

export const hosts: Readonly<Record<keyof typeof english, string>> = {
  'node.noTokens': '{kind} nimmt keine API-Token an. Verwenden Sie Benutzername und Passwort.',
  'node.clusterWatched': 'Dieser Cluster wird schon als „{name}“ überwacht.',
  'node.addressWatched': '{host} wird schon als „{name}“ überwacht.',
  'node.notFound': 'Der Knoten wurde nicht gefunden',
  'node.nameTaken': 'Es gibt schon einen Knoten mit dem Namen „{name}“.',
  'node.ofEnvironment': '„{name}“ ist durch die Umgebung festgelegt (BELFRY_NODES) und nur dort änderbar.',
  'node.twice': 'Zwei Hosts haben den Namen „{name}“, die Adresse {host} oder dieselbe ID.',
  'node.otherType': 'Die Art eines Knotens kann nicht von {from} in {to} geändert werden.',
  'node.tokenRequired': 'Token-ID und Token-Wert werden gebraucht',
  'node.tokenForm': 'Die Token-ID hat die Form user@realm!tokenname',
  'node.keyRequired': 'Ein Schlüssel wird gebraucht',
  'node.passwordRequired': 'Benutzername und Passwort werden gebraucht',
  'node.hostRequired': 'Bitte zuerst die Adresse des Hosts angeben',
  'setup.code':
    'Dieser Setup-Code gilt nicht: Er wurde benutzt, ist abgelaufen oder ist für einen anderen Host. Erzeugen Sie einen neuen.',
  'setup.address': 'pulse_url muss die Adresse dieses Servers sein, etwa https://belfry.lan:7655',
  'setup.foreignFlag': '{flag} gibt es bei {kind} nicht.',
  'setup.noScript': 'Für {kind} gibt es kein Setup-Skript.',
  'setup.noChosenToken': 'Ein Token kann nicht für einen Host gewählt werden: Erzeugen Sie es dort und senden Sie es.',
  'docker.noHost': 'Diesen Docker-Host gibt es nicht.',
  'docker.tooMany':
    'Die Grenze von {limit} Docker-Hosts ist erreicht. Entfernen Sie zuerst einige in den Einstellungen.',
  'docker.tooManyOwn':
    'Die Grenze von {limit} Docker-Hosts für ein Token ist erreicht. Entfernen Sie zuerst einige in den Einstellungen.',
  'docker.tooLarge':
    'Die Grenze von {limit} für die Berichte aller Docker-Hosts ist erreicht. Entfernen Sie zuerst einige in den Einstellungen.',
  'docker.tooLargeOwn':
    'Die Grenze von {limit} für die Berichte eines Tokens ist erreicht. Entfernen Sie zuerst einige in den Einstellungen.',
  'docker.otherToken':
    'Ein anderes Token meldet diesen Host. Widerrufen Sie es oder entfernen Sie den Host in den Einstellungen, dann übernimmt dieses.',
  'push.otherToken': 'Ein anderes Token meldet für diese Instanz. Widerrufen Sie es zuerst.',
  'push.noInstance': 'Eine solche Instanz wird nicht überwacht.',
  'sensors.otherToken': 'Ein anderes Token meldet diesen Knoten. Widerrufen Sie es zuerst.',
  'sensors.ambiguous':
    'Mehr als ein überwachter Knoten heißt {name}. Nennen Sie die Verbindung in den Einstellungen, die ihn überwacht: --instance NAME.',
  'sensors.noNode': 'Kein überwachter Knoten heißt {name}.',
  'sensors.noNodeAt': 'Kein überwachter Knoten bei {instance} heißt {name}.',
  'sensors.noNodeIn': 'Kein überwachter Knoten im Cluster {cluster} heißt {name}.',
  'artefact.notBuilt': 'Dieser Server hat {file} nicht. Bauen Sie es im Ordner von Belfry mit: npm run agents',
  'artefact.noBuilder':
    'Dieser Server kann seine Agenten nicht bauen. Bauen Sie sie im Ordner von Belfry mit: npm run agents',
  'artefact.notInstalled': 'Dieser Server hat {file} nicht. Es liegt im Ordner docker des Quellcodes.',
  'artefact.platforms': 'Es gibt Agenten für linux-amd64 und linux-arm64. Verwenden Sie sonst das Container-Image.',
  'artefact.unknown': 'Belfry hat keine solche Datei. Sein Docker-Agent ist unter /download/belfry-docker-agent.',
  'artefact.noSensorReport': 'Dieser Server hat kein install-sensor-report.sh.',
  'subnet.none': 'Es ist kein Subnetz angegeben. Erwartet wird etwas wie 192.168.1.0/24',
  'subnet.wrong': '„{given}“ ist kein IPv4-Subnetz. Erwartet wird etwas wie 192.168.1.0/24',
  'subnet.tooLarge': '{subnets}: {count} Adressen sind zu viele für eine Suche, höchstens {limit} werden versucht',
  'subnet.unknown':
    'Das lokale Netz ist von hier aus nicht zu erkennen (in einem Container ist nur dessen eigene Bridge zu sehen). Tragen Sie das Subnetz Ihrer Hosts in den Einstellungen der Suche ein, zum Beispiel 192.168.1.0/24.',
  'discovery.tooSoon': 'Eine Suche wurde eben erst begonnen. Bitte warten Sie {seconds} s.',
};
