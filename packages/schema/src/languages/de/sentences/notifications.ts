// Notifications: the sentences of the English table of this name, in German.
import type { notifications as english } from '../../../sentences/notifications.ts';

export const notifications: Readonly<Record<keyof typeof english, string>> = {
  'alert.notActive': 'Diesen aktiven Alarm gibt es nicht.',
  'resource.unknown': 'Diese Ressource gibt es nicht.',
  'list.full': 'Es gibt schon {limit} {things}. Entfernen Sie zuerst einige.',
  'list.silences': 'Stummschaltungen',
  'list.windows': 'Wartungsfenster',
  'list.webhooks': 'Webhooks',
  'list.exclusions': 'Ausnahmen',
  'list.assignments': 'Zuordnungen',
  'list.restoreTests': 'Wiederherstellungstests',
  'email.off': 'E-Mail ist nicht eingeschaltet.',
  'browser.tooMany': '{limit} Browser bekommen schon Benachrichtigungen.',
  'browser.tooManyOwn': '{limit} Ihrer Browser bekommen schon Benachrichtigungen. Entfernen Sie zuerst einen.',
  'browser.token': 'Ein Token kann keine Benachrichtigungen bekommen. Melden Sie sich mit einem Browser an.',
  'browser.notPublic': 'Die Adresse eines Push-Dienstes muss eine öffentliche https-Adresse sein.',
  'browser.ended': 'Der Browser hat seine Anmeldung beendet.',
  'browser.secretsLost':
    'Die Anmeldung dieses Browsers ist nicht lesbar, weil Belfry einen anderen Schlüssel hat. Melden Sie ihn neu an.',
  'browser.arrived': 'Der Push-Dienst hat die Nachricht angenommen.',
  'browser.failed':
    'Der Push-Dienst hat die Nachricht nicht angenommen. Ein Administrator sieht den Grund im Audit-Log.',
  'test.choose': 'Wählen Sie, was getestet wird: email oder webhook.',
  'webhook.noExample': 'Belfry sendet zu dem Beispiel nichts an {service}.',
  'webhook.notFound': 'Der Webhook wurde nicht gefunden',
  'webhook.secretParts': 'Geben Sie die geheimen Teile der Adresse noch einmal ein.',
  'webhook.valueAgain': 'Geben Sie den Wert von {kind} {name} noch einmal ein.',
  'webhook.header': 'der Kopfzeile',
  'webhook.field': 'dem eigenen Feld',
  'webhook.noneEnabled': 'Kein Webhook ist eingeschaltet.',
  'webhook.url': 'Die Adresse des Webhooks ist nicht gültig: {problem}',
  'webhook.needsField': '{service} braucht das eigene Feld {field} ({example}).',
  'webhook.answered': 'Der Webhook hat mit dem Status {status} geantwortet: {words}',
  'delivery.tooMany': 'Mehr als {limit} Nachrichten haben gewartet.',
  'delivery.ended': 'Der Alarm war vorbei, bevor die Nachricht gesendet wurde.',
  'delivery.lost': 'Die Antwort ging verloren: Der Server wurde angehalten, während er auf sie wartete.',
  'delivery.removed': 'Das Ziel wurde entfernt.',
  'delivery.disabled': 'Das Ziel wurde ausgeschaltet.',
  'delivery.unknownService': 'Belfry kennt keinen Dienst „{service}“.',
  'delivery.noAnswer': 'Innerhalb von {seconds} s kam keine Antwort.',
  'delivery.nonsense': 'Der Dienst hat ein Ergebnis geliefert, das Belfry nicht versteht.',
  'delivery.rest': '{done} von {all} Ereignissen wurden angenommen. Die anderen folgen.',
  'delivery.noConfiguration':
    'Apprise hat keine Konfiguration zum Schlüssel in der Adresse (HTTP 204), es wurde also nichts gesendet. Prüfen Sie den Schlüssel am Ende der URL.',
  'delivery.moved':
    'Die Gruppe ist eine Supergruppe mit der ID {address} geworden. Die Nachricht wurde dorthin gesendet, und Belfry verwendet diese ID von nun an.',
  'delivery.movedTrial':
    'Die Gruppe ist eine Supergruppe mit der ID {address} geworden. Die Nachricht wurde dorthin gesendet. Tragen Sie diese ID als chat_id ein.',
  'delivery.standIn': 'Die Nachricht wurde anstelle dieses Ziels an {name} gesendet. {words}',
  'delivery.standInKnows': '{name} vertritt dieses Ziel und wurde selbst benachrichtigt. {words}',
  'standIn.unknown': 'Ein solches Ziel, das vertreten könnte, gibt es nicht.',
  'standIn.itself': 'Ein Ziel kann sich nicht selbst vertreten.',
  'delivery.administrators': 'Administratoren sehen die Antwort.',
  'delivery.notPlain': 'Belfry sendet eine verschlüsselte Nachricht nicht noch einmal unverschlüsselt.',
  'secret.again':
    'Die Adresse ist eine andere, oder die Verschlüsselung ist schwächer. Geben Sie das Geheimnis noch einmal ein.',
};
