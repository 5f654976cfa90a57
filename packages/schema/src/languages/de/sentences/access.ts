// Access: the sentences of the English table of this name, in German.
import type { access as english } from '../../../sentences/access.ts';

export const access: Readonly<Record<keyof typeof english, string>> = {
  'guest.notValid': 'Was zu {guest} ergänzt wurde, ist nicht gültig.',
  'guest.otherId': 'Das ist der Eintrag von {guest}, nicht von {other}',
  'guest.tooLong': 'Notizen, Tags und Links von {guest} sind länger als {limit} KiB.',
  'guest.tooMany': 'Die Grenze für Notizen, Tags und Links von Gästen ist {limit}. Entfernen Sie zuerst einige.',
  'password.notHere': 'Sie sind nicht mit einem Passwort dieses Servers angemeldet.',
  'password.changed': 'Das Passwort hat inzwischen jemand anders geändert. Melden Sie sich neu an.',
  'password.current': 'Geben Sie das aktuelle Passwort ein',
  'setup.token':
    'Das ist nicht das Setup-Token. Das richtige steht im Protokoll des Servers und in der Datei bootstrap-token im Datenverzeichnis.',
  'login.locked': 'Das Konto ist gesperrt. Versuchen Sie es in {minutes} Minuten noch einmal.',
  'token.nameTaken': 'Es gibt schon ein Token mit dem Namen {name}.',
  'link.nameTaken': 'Es gibt schon einen Link mit dem Namen {name}.',
  'link.ended': 'Dieser Link gilt nicht mehr.',
  'view.nameTaken': 'Es gibt schon eine Ansicht mit dem Namen {name}.',
  'view.tooMany': 'Es gibt schon {limit} Ansichten. Löschen Sie zuerst eine.',
  'demo.notShown': 'Die Demo zeigt das nicht.',
  'demo.readOnly': 'Das ist eine Demo: Hier kann nichts geändert werden.',
  'demo.notHere':
    'Die Demo kann im laufenden Betrieb nicht ein- oder ausgeschaltet werden. Setzen oder entfernen Sie BELFRY_DEMO in der Umgebung und starten Sie neu.',
  'origin.name':
    'Die Anmeldung ist ausgeschaltet, also antwortet Belfry nur unter bekannten Namen, und „{name}“ ist keiner davon. Verwenden Sie die IP-Adresse, oder setzen Sie BELFRY_PUBLIC_URL auf diesen Namen.',
  'origin.scheme':
    'Diese Seite gehört zu {page}, aber ihre Anfrage erreichte Belfry über {scheme}. Ist ein Proxy dazwischen? Setzen Sie BELFRY_TRUSTED_PROXIES oder BELFRY_PUBLIC_URL.',
  'origin.host':
    'Diese Seite gehört zu {page}, aber ihre Anfrage erreichte Belfry unter dem Namen {host}. Wenn {page} dieses Belfry hinter einem Proxy ist, setzen Sie BELFRY_PUBLIC_URL auf {page}, oder lassen Sie den Proxy den Namen in der Kopfzeile Host weitergeben.',
  'socket.noUpgrade':
    'Eine Anfrage nach der Live-Verbindung kam ohne ihr Upgrade an. Der Proxy vor Belfry gibt WebSockets nicht weiter: Lassen Sie ihn HTTP/1.1 verwenden und die Kopfzeilen Upgrade und Connection weitergeben.',
};
