// The sentences with which the server refuses something, in German. `{}` are the names and numbers, in their English order.
import type { Template } from '@belfry/schema/phrases';

export const phrases: Readonly<Record<Template, string>> = {
  '"{}" is not a time zone. Did you mean {}?': '„{}“ ist keine Zeitzone. Meinten Sie {}?',
  '"{}" is not a time zone. Use a name such as Europe/Berlin':
    '„{}“ ist keine Zeitzone. Verwenden Sie einen Namen wie Europe/Berlin',
  'Quiet hours hold back nothing: "{}" is not a time zone. Choose another one.':
    'Die Ruhezeiten halten nichts zurück: „{}“ ist keine Zeitzone. Wählen Sie eine andere.',
  'The maintenance window "{}" is never in force: "{}" is not a time zone. Choose another one.':
    'Das Wartungsfenster „{}“ gilt nie: „{}“ ist keine Zeitzone. Wählen Sie eine andere.',
  'The hours of "{}" hold back nothing: "{}" is not a time zone. Choose another one.':
    'Die Zeiten von „{}“ halten nichts zurück: „{}“ ist keine Zeitzone. Wählen Sie eine andere.',
  'The time zone of this machine does not exist: TZ is "{}". Times are those of {}.':
    'Die Zeitzone dieses Rechners gibt es nicht: TZ ist „{}“. Es gelten die Zeiten von {}.',
  'The time zone of this machine has no name (TZ), so UTC is used.':
    'Die Zeitzone dieses Rechners hat keinen Namen (TZ), deshalb gilt UTC.',
  '"{}" is not the address of a host: expected something like https://pve1.lan:{}':
    '„{}“ ist keine Adresse eines Hosts. Erwartet wird etwas wie https://pve1.lan:{}',
  'The address ends with /write?db=NAME (version 1) or /api/v2/write?org=NAME&bucket=NAME (version 2)':
    'Die Adresse endet auf /write?db=NAME (Version 1) oder /api/v2/write?org=NAME&bucket=NAME (Version 2)',
  'The address needs {}=NAME': 'In der Adresse fehlt {}=NAME',
  'Enter the user and the password in their own fields, not in the address.':
    'Geben Sie Benutzer und Passwort in ihren eigenen Feldern ein, nicht in der Adresse.',
  'The engine of the history in the file is not valid: {}': 'Die Datenbank des Verlaufs in der Datei ist ungültig: {}',
  'The exports of values in the file are not valid: {}': 'Die Exporte von Werten in der Datei sind ungültig: {}',
  'The decisions about backups in the file are not valid: {}':
    'Die Entscheidungen über Backups in der Datei sind ungültig: {}',
  '{} is the metadata service of a cloud. Belfry never sends anything there.':
    '{} ist der Metadatendienst einer Cloud. Dorthin sendet Belfry nie etwas.',
  '{} is in a private network, and the settings of notifications do not allow private networks.':
    '{} ist in einem privaten Netz, und die Einstellungen der Benachrichtigungen erlauben keine privaten Netze.',
  '{} is in a public network, where only encrypted connections are allowed.':
    '{} ist in einem öffentlichen Netz, in dem nur verschlüsselte Verbindungen erlaubt sind.',
  '{} is {}. If this is intended, name the network in BELFRY_NOTIFY_ALLOWED_NETWORKS.':
    '{} ist {}. Wenn das so sein soll, nennen Sie das Netz in BELFRY_NOTIFY_ALLOWED_NETWORKS.',
  'Enter an address that starts with https:// or http://':
    'Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt',
  'The address {} is written in an unusual notation. Write it as four numbers.':
    'Die Adresse {} ist ungewöhnlich geschrieben. Schreiben Sie sie als vier Zahlen.',
  'The answer of {} to {} has more than {} MiB, so Belfry does not read it.':
    'Die Antwort von {} auf {} hat mehr als {} MiB, daher liest Belfry sie nicht.',
  'The answer of {} to {} has more than {} values, or one that is too long, so Belfry does not read it.':
    'Die Antwort von {} auf {} hat mehr als {} Werte oder einen zu langen, daher liest Belfry sie nicht.',
  'The answer of {} to {} has more than {} lists and objects in each other, so Belfry does not read it.':
    'Die Antwort von {} auf {} hat mehr als {} ineinander geschachtelte Listen und Objekte, daher liest Belfry sie nicht.',
  'The answer of {} is larger than we read. Is this the right address?':
    'Die Antwort von {} ist zu groß. Ist das die richtige Adresse?',
  '{} is not https. Only https is spoken.': '{} ist nicht https. Belfry spricht nur https.',
  '{} did not answer in time. Check its load and the network between.':
    '{} hat nicht rechtzeitig geantwortet. Prüfen Sie die Last dort und das Netz dazwischen.',
  '{} did not answer in proper HTTP ({}). Is this the right port?':
    '{} hat nicht mit gültigem HTTP geantwortet ({}). Ist das der richtige Port?',
  'The answer of {} broke off ({}).': 'Die Antwort von {} ist abgebrochen ({}).',
  '{} cannot be reached: its name could not be resolved. Check the address and DNS. ({})':
    '{} ist nicht erreichbar: Der Name konnte nicht aufgelöst werden. Prüfen Sie die Adresse und das DNS. ({})',
  '{} cannot be reached: the connection failed. Check that the host is up and the port is right. ({})':
    '{} ist nicht erreichbar: Die Verbindung kam nicht zustande. Prüfen Sie, ob der Host läuft und der Port stimmt. ({})',
  '{} shows a certificate with the SHA-256 fingerprint {}, but its cluster names {} for this member. Another host may have taken the address. No credentials were sent.':
    '{} zeigt ein Zertifikat mit dem SHA-256-Fingerabdruck {}, aber sein Cluster nennt {} für dieses Mitglied. Vielleicht hat ein anderer Host die Adresse. Es wurden keine Zugangsdaten gesendet.',
  '{} shows a certificate with the SHA-256 fingerprint {}, but {} is trusted. If the certificate was renewed, compare the new fingerprint with the one on the host and trust it in the settings; otherwise somebody may be intercepting the connection. No credentials were sent.':
    '{} zeigt ein Zertifikat mit dem SHA-256-Fingerabdruck {}, vertraut wird aber {}. Wenn das Zertifikat erneuert wurde, vergleichen Sie den neuen Fingerabdruck mit dem auf dem Host und vertrauen Sie ihm in den Einstellungen; sonst hört vielleicht jemand die Verbindung ab. Es wurden keine Zugangsdaten gesendet.',
  'No TLS connection with {} ({}). Is this the right port?':
    'Keine TLS-Verbindung mit {} ({}). Ist das der richtige Port?',
  'The certificate of {} is not trusted ({}). Compare it with the one on the host and trust it in the settings, or install a certificate of a known authority on the host. No credentials were sent.':
    'Dem Zertifikat von {} wird nicht vertraut ({}). Vergleichen Sie es mit dem auf dem Host und vertrauen Sie ihm in den Einstellungen, oder installieren Sie auf dem Host ein Zertifikat einer bekannten Stelle. Es wurden keine Zugangsdaten gesendet.',
  'The request to {} was given up.': 'Die Anfrage an {} wurde aufgegeben.',
  '{} did not answer in time.': '{} hat nicht rechtzeitig geantwortet.',
  '{} closed the connection without a complete answer ({}).':
    '{} hat die Verbindung ohne vollständige Antwort geschlossen ({}).',
  'The name of {} could not be resolved ({}).': 'Der Name von {} konnte nicht aufgelöst werden ({}).',
  '{} cannot be reached ({}).': '{} ist nicht erreichbar ({}).',
  'No encrypted connection with {} ({}). Is this the right port?':
    'Keine verschlüsselte Verbindung mit {} ({}). Ist das der richtige Port?',
  'The certificate of {} is not trusted ({}). Nothing was sent.':
    'Dem Zertifikat von {} wird nicht vertraut ({}). Es wurde nichts gesendet.',
  'The certificate of {} is not trusted: {} ({}). Nothing was sent.':
    'Dem Zertifikat von {} wird nicht vertraut: {} ({}). Es wurde nichts gesendet.',
  '{}: the host does not accept the {}. Check id and secret.{}':
    '{}: Der Host nimmt {} nicht an. Prüfen Sie ID und Geheimnis.{}',
  '{}: the {} lacks a privilege. {}': '{}: Für {} fehlt ein Recht. {}',
  '{}: the host asks for fewer calls (429).{}': '{}: Der Host bittet um weniger Aufrufe (429).{}',
  '{}: the API service behind the web server is down.{}': '{}: Der API-Dienst hinter dem Webserver läuft nicht.{}',
  '{}: this does not exist.{}': '{}: Das gibt es nicht.{}',
  '{}: the node that should answer is out of reach ({}).':
    '{}: Der Knoten, der antworten soll, ist nicht erreichbar ({}).',
  '{}: the host answered {}.{}': '{}: Der Host hat mit {} geantwortet.{}',
  '{} accepts no API tokens. Use a user name and a password.':
    '{} nimmt keine API-Token an. Verwenden Sie Benutzername und Passwort.',
  'This cluster is already watched as "{}".': 'Dieser Cluster wird schon als „{}“ überwacht.',
  '{} is already watched as "{}".': '{} wird schon als „{}“ überwacht.',
  'Node not found': 'Der Knoten wurde nicht gefunden',
  'A node named "{}" already exists.': 'Es gibt schon einen Knoten mit dem Namen „{}“.',
  '"{}" is set by the environment (BELFRY_NODES) and can only be changed there.':
    '„{}“ ist durch die Umgebung festgelegt (BELFRY_NODES) und nur dort änderbar.',
  'Two hosts have the name "{}", the address {}, or the same id.':
    'Zwei Hosts haben den Namen „{}“, die Adresse {} oder dieselbe ID.',
  'The type of a node cannot be changed from {} to {}.':
    'Die Art eines Knotens kann nicht von {} in {} geändert werden.',
  'Token ID and token value are required': 'Token-ID und Token-Wert werden gebraucht',
  'Token ID must look like user@realm!tokenname': 'Die Token-ID hat die Form user@realm!tokenname',
  'Username and password are required': 'Benutzername und Passwort werden gebraucht',
  'Please enter the Host URL first': 'Bitte zuerst die Adresse des Hosts angeben',
  'This setup code is not valid: it was used, has expired, or is for another host. Generate a new one.':
    'Dieser Setup-Code gilt nicht: Er wurde benutzt, ist abgelaufen oder ist für einen anderen Host. Erzeugen Sie einen neuen.',
  '{} does not apply to {}.': '{} gibt es bei {} nicht.',
  'There is no setup script for {}.': 'Für {} gibt es kein Setup-Skript.',
  'A token cannot be chosen for a host: create it there and send it.':
    'Ein Token kann nicht für einen Host gewählt werden: Erzeugen Sie es dort und senden Sie es.',
  'There is no such Docker host.': 'Diesen Docker-Host gibt es nicht.',
  'Another token reports this host. Revoke that token, or remove the host in the settings, and this one takes it over.':
    'Ein anderes Token meldet diesen Host. Widerrufen Sie es oder entfernen Sie den Host in den Einstellungen, dann übernimmt dieses.',
  'Another token pushes for this instance. Revoke it first.':
    'Ein anderes Token meldet für diese Instanz. Widerrufen Sie es zuerst.',
  'No such instance is watched.': 'Eine solche Instanz wird nicht überwacht.',
  'Another token reports this node. Revoke it first.':
    'Ein anderes Token meldet diesen Knoten. Widerrufen Sie es zuerst.',
  'More than one watched node is called {}. {}': 'Mehr als ein überwachter Knoten heißt {}. {}',
  'No watched node is called {}.': 'Kein überwachter Knoten heißt {}.',
  'This server has no {}. Make it in the folder of Belfry with: npm run agents':
    'Dieser Server hat {} nicht. Bauen Sie es im Ordner von Belfry mit: npm run agents',
  'This server has no {}. It is in the folder docker of the source.':
    'Dieser Server hat {} nicht. Es liegt im Ordner docker des Quellcodes.',
  'There are agents for linux-amd64 and linux-arm64. Elsewhere run the container image.':
    'Es gibt Agenten für linux-amd64 und linux-arm64. Verwenden Sie sonst das Container-Image.',
  'This server has no install-sensor-report.sh.': 'Dieser Server hat kein install-sensor-report.sh.',
  'A scan was started a moment ago. Please wait {} s.': 'Eine Suche wurde eben erst begonnen. Bitte warten Sie {} s.',
  'The list of hosts in the file is none.': 'Die Liste der Hosts in der Datei ist keine.',
  'The file holds more than {} hosts.': 'Die Datei enthält mehr als {} Hosts.',
  'Host {} of the file{}: {}': 'Host {} der Datei{}: {}',
  'The settings in the file are not valid: {}': 'Die Einstellungen in der Datei sind nicht gültig: {}',
  'The single sign-on settings of the file are not valid. {}':
    'Die Einstellungen für Single Sign-on in der Datei sind nicht gültig. {}',
  'The configuration of alerts in the file is not valid: {}':
    'Die Einstellungen der Alarme in der Datei sind nicht gültig: {}',
  'The silences and maintenance windows in the file are not valid: {}':
    'Die Stummschaltungen und Wartungsfenster in der Datei sind nicht gültig: {}',
  'The settings of notifications in the file are not valid: {}':
    'Die Einstellungen der Benachrichtigungen in der Datei sind nicht gültig: {}',
  'The settings of e-mail in the file are not valid: {}':
    'Die Einstellungen für E-Mail in der Datei sind nicht gültig: {}',
  'The settings of MQTT in the file are not valid: {}': 'Die Einstellungen für MQTT in der Datei sind nicht gültig: {}',
  'The webhooks in the file are not valid: {}': 'Die Webhooks in der Datei sind nicht gültig: {}',
  'Webhook {}: {}': 'Webhook {}: {}',
  'What was added to guests is not valid in this file.':
    'Was zu Gästen ergänzt wurde, ist in dieser Datei nicht gültig.',
  'The file holds "{}", which this Belfry does not know.': 'Die Datei enthält „{}“, was dieses Belfry nicht kennt.',
  'The file was made by a newer Belfry. Update this one first.':
    'Die Datei stammt von einem neueren Belfry. Aktualisieren Sie zuerst dieses.',
  'This is no exported configuration, or it is damaged.':
    'Das ist keine exportierte Konfiguration, oder sie ist beschädigt.',
  'The passphrase is wrong, or the file was changed.': 'Die Passphrase ist falsch, oder die Datei wurde geändert.',
  'The configuration file is not valid.': 'Die Konfigurationsdatei ist ungültig.',
  'An export holds all secrets, and sign-in is switched off here. Send an API token with the scope admin, or switch sign-in on.':
    'Ein Export enthält alle Geheimnisse, und die Anmeldung ist hier ausgeschaltet. Senden Sie ein API-Token mit dem Bereich admin, oder schalten Sie die Anmeldung ein.',
  'What was added to {} is not valid.': 'Was zu {} ergänzt wurde, ist nicht gültig.',
  'The notes, tags and links of {} are longer than {} KiB.': 'Notizen, Tags und Links von {} sind länger als {} KiB.',
  'The limit for the notes, tags and links of guests is {}. Remove some of them first.':
    'Die Grenze für Notizen, Tags und Links von Gästen ist {}. Entfernen Sie zuerst einige.',
  'You are not signed in with a password of this instance.':
    'Sie sind nicht mit einem Passwort dieses Servers angemeldet.',
  'The password was changed by somebody else meanwhile. Sign in again.':
    'Das Passwort hat inzwischen jemand anders geändert. Melden Sie sich neu an.',
  'This is not the setup token. The right one is in the server log and in the file bootstrap-token of the data directory.':
    'Das ist nicht das Setup-Token. Das richtige steht im Protokoll des Servers und in der Datei bootstrap-token im Datenverzeichnis.',
  'Enter the current password': 'Geben Sie das aktuelle Passwort ein',
  'Account locked. Please try again in {} minute(s).':
    'Das Konto ist gesperrt. Versuchen Sie es in {} Minuten noch einmal.',
  'There is a token named {} already.': 'Es gibt schon ein Token mit dem Namen {}.',
  'There is a link named {} already.': 'Es gibt schon einen Link mit dem Namen {}.',
  'This link is not valid any more.': 'Dieser Link gilt nicht mehr.',
  'There is a view named {} already.': 'Es gibt schon eine Ansicht mit dem Namen {}.',
  'There are {} views already. Delete one first.': 'Es gibt schon {} Ansichten. Löschen Sie zuerst eine.',
  'The demo does not show this.': 'Die Demo zeigt das nicht.',
  'This is a demo: it is read-only.': 'Das ist eine Demo: Hier kann nichts geändert werden.',
  'The demo cannot be switched on or off while Belfry runs. Set or remove BELFRY_DEMO in the environment, and restart.':
    'Die Demo kann im laufenden Betrieb nicht ein- oder ausgeschaltet werden. Setzen oder entfernen Sie BELFRY_DEMO in der Umgebung und starten Sie neu.',
  'Sign-in is switched off, so Belfry answers only to known names, and "{}" is not one of them. Use the IP address, or set BELFRY_PUBLIC_URL to this name.':
    'Die Anmeldung ist ausgeschaltet, also antwortet Belfry nur unter bekannten Namen, und „{}“ ist keiner davon. Verwenden Sie die IP-Adresse, oder setzen Sie BELFRY_PUBLIC_URL auf diesen Namen.',
  'This page belongs to {}, but its request reached Belfry by {}. Is there a proxy between? Set BELFRY_TRUSTED_PROXIES or BELFRY_PUBLIC_URL.':
    'Diese Seite gehört zu {}, aber ihre Anfrage erreichte Belfry über {}. Ist ein Proxy dazwischen? Setzen Sie BELFRY_TRUSTED_PROXIES oder BELFRY_PUBLIC_URL.',
  'Set by an environment variable, and can only be changed there: {}':
    'Durch eine Umgebungsvariable festgelegt und nur dort änderbar: {}',
  'Belfry has no place for its backups. Set BELFRY_BACKUP_DIR or BELFRY_BACKUP_S3_URL, and BELFRY_BACKUP_PASSPHRASE.':
    'Belfry hat keinen Ort für seine Sicherungen. Setzen Sie BELFRY_BACKUP_DIR oder BELFRY_BACKUP_S3_URL, und BELFRY_BACKUP_PASSPHRASE.',
  'Belfry does not replace itself: get the new version the way this one was installed. The update plan lists the steps.':
    'Belfry ersetzt sich nicht selbst: Holen Sie die neue Version auf dem Weg, auf dem diese installiert wurde. Der Update-Plan nennt die Schritte.',
  'Belfry cannot install this version now: {}': 'Belfry kann diese Version jetzt nicht installieren: {}',
  'An update is running already.': 'Es läuft schon ein Update.',
  'The list of releases has no such release. Check for updates first.':
    'Die Liste der Versionen enthält diese nicht. Suchen Sie zuerst nach Updates.',
  'Version {} is not newer than {}, which runs.': 'Version {} ist nicht neuer als {}, die hier läuft.',
  'Version {} is a release candidate. Choose that channel in the settings first.':
    'Version {} ist eine Vorabversion. Wählen Sie zuerst diesen Kanal in den Einstellungen.',
  'There is no such active alert.': 'Diesen aktiven Alarm gibt es nicht.',
  'There is no such resource.': 'Diese Ressource gibt es nicht.',
  'There are {} {} already. Remove some of them first.': 'Es gibt schon {} {}. Entfernen Sie zuerst einige.',
  'E-mail is not enabled.': 'E-Mail ist nicht eingeschaltet.',
  '{} browsers receive notifications already.': '{} Browser bekommen schon Benachrichtigungen.',
  '{} of your browsers receive notifications already. Remove one first.':
    '{} Ihrer Browser bekommen schon Benachrichtigungen. Entfernen Sie zuerst einen.',
  'A token cannot receive notifications. Sign in with a browser.':
    'Ein Token kann keine Benachrichtigungen bekommen. Melden Sie sich mit einem Browser an.',
  'Choose what to test: email or webhook.': 'Wählen Sie, was getestet wird: email oder webhook.',
  '{} is sent nothing for the example.': '{} bekommt zu dem Beispiel nichts gesendet.',
  'Webhook not found': 'Der Webhook wurde nicht gefunden',
  'The address of a push service must be a public https address.':
    'Die Adresse eines Push-Dienstes muss eine öffentliche https-Adresse sein.',
  'The push service has accepted the message.': 'Der Push-Dienst hat die Nachricht angenommen.',
  'The push service has not accepted the message. An administrator can see why in the audit log.':
    'Der Push-Dienst hat die Nachricht nicht angenommen. Ein Administrator sieht den Grund im Audit-Log.',
  'Administrators see what was answered.': 'Administratoren sehen die Antwort.',
  'What was sent encrypted is not sent again without encryption.':
    'Was verschlüsselt gesendet wurde, wird nicht noch einmal unverschlüsselt gesendet.',
  '{} is not called over https at a public address, and nothing else may be called here.':
    '{} wird nicht über https an einer öffentlichen Adresse aufgerufen, und anderes darf hier nicht aufgerufen werden.',
  'Enter the secret again for another address or weaker encryption.':
    'Geben Sie das Geheimnis für eine andere Adresse oder schwächere Verschlüsselung noch einmal ein.',
  'Enter the secret parts of the URL again.': 'Geben Sie die geheimen Teile der Adresse noch einmal ein.',
  'Enter the value of the {} {} again.': 'Geben Sie den Wert von {} {} noch einmal ein.',
  'There is no webhook that is enabled.': 'Kein Webhook ist eingeschaltet.',
  'Invalid webhook URL: {}': 'Die Adresse des Webhooks ist nicht gültig: {}',
  '{} needs the custom field {} ({}).': '{} braucht das eigene Feld {} ({}).',
  'The webhook answered with the status {}: {}': 'Der Webhook hat mit dem Status {} geantwortet: {}',
  'Ask for fewer: {} series of {} points are more than {} values':
    'Fragen Sie nach weniger: {} Reihen mit {} Punkten sind mehr als {} Werte',
  'The range must begin before it ends': 'Der Zeitraum muss vor seinem Ende beginnen',
  'The range must not end in the future': 'Der Zeitraum darf nicht in der Zukunft enden',
  'The range must not be longer than 20 years': 'Der Zeitraum darf nicht länger als 20 Jahre sein',
  'Ask for at most {} resources': 'Fragen Sie nach höchstens {} Ressourcen',
  'Write a resource as kind/id, such as guest/dc-100. Kinds: {}':
    'Schreiben Sie eine Ressource als Art/ID, etwa guest/dc-100. Arten: {}',
  'No {} with this id: {}': 'Kein {} mit dieser ID: {}',
  'No metric of these resources: {}. There are: {}': 'Keine Messgröße dieser Ressourcen: {}. Es gibt: {}',
};
