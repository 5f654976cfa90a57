import type { messages } from '../../../../../../apps/web/src/features/notifications/destinations/messages.ts';
import { plural } from '../../../../../../apps/web/src/lib/language/format.ts';
import type { Translation } from '../../translation.ts';

export const alertDestinations: Translation<typeof messages> = {
  saved: 'Die Einstellungen wurden gespeichert.',
  saveFailed: 'Die Einstellungen konnten nicht gespeichert werden',
  discarded: 'Die Änderungen wurden verworfen.',
  reloadFailed: 'Die Einstellungen konnten nicht neu geladen werden',
  unsaved: (what) => `Noch nicht gespeichert: ${what}`,
  enabled: 'Eingeschaltet',
  disabled: 'Ausgeschaltet',
  loadFailed: (what) => `Das konnte nicht geladen werden: ${what}`,

  instructions: {
    generic:
      'Belfry sendet JSON mit POST, PUT oder PATCH an jede Adresse. Ohne Vorlage enthält die Nachricht alle Daten; eine Vorlage ergibt das JSON, das der Empfänger erwartet.',
    discord:
      'In Discord die Einstellungen des Kanals öffnen, dann Integrationen und Webhooks. Dort einen Webhook anlegen und seine URL kopieren.',
    slack:
      'In Slack eine App anlegen, „Incoming Webhooks“ einschalten, einem Kanal einen Webhook hinzufügen und seine URL kopieren.',
    telegram:
      'Mit @BotFather einen Bot anlegen und sein Token in die URL setzen. chat_id ist die Nummer eines Chats oder der @Name eines Kanals. Der Bot muss dort Mitglied sein.',
    teams:
      'In Teams die Konnektoren des Kanals öffnen, „Incoming Webhook“ hinzufügen und seine URL kopieren. Wo Microsoft stattdessen Workflows anbietet, den Dienst „Microsoft Teams (Adaptive Card)“ wählen.',
    'teams-adaptive':
      'In Teams dem Kanal den Workflow „Post to a channel when a webhook request is received“ hinzufügen und seine URL kopieren. URLs von „Incoming Webhooks“ gehen auch.',
    pagerduty:
      'In PagerDuty dem Dienst die Integration „Events API V2“ hinzufügen und ihren Integrationsschlüssel in das eigene Feld routing_key setzen. Ein Test öffnet einen Vorfall und schließt ihn gleich wieder.',
    pushover:
      'Auf pushover.net eine Anwendung anlegen. Ihr Token kommt in app_token, der Schlüssel des Benutzers oder der Gruppe in user_token. Weitere eigene Felder: priority (2 wiederholt kritische Alarme, bis jemand sie bestätigt, mit retry und expire in Sekunden), sound, device.',
    gotify:
      'In Gotify eine Anwendung anlegen und ihr Token in die URL setzen, oder in einen Header namens X-Gotify-Key.',
    ntfy: 'Die Adresse des Servers und ein Thema, das niemand erraten kann, in die URL setzen. Ein geschütztes Thema braucht einen Header namens Authorization mit „Bearer“ und einem Zugriffstoken. Der Text einer Vorlage wird als Nachricht gesendet.',
    apprise:
      'Die URL endet mit dem Schlüssel einer Konfiguration von Apprise. Weitere eigene Felder: tag (wer benachrichtigt wird), urls (Adressen von Apprise, wenn die URL keinen Schlüssel hat).',
    alertmanager:
      'Belfry zeigt dem Alertmanager alle aktiven Alarme, und dieser entscheidet über Stummschaltungen, Wege und Gruppen. Ruhezeiten, Filter und Vorlagen von Belfry wirken dort nicht.',
    journal:
      'Belfry sendet die neuen Einträge des Journals der Änderungen als JSON, der Reihe nach, jeden mindestens einmal. Vorlagen, Ruhezeiten und Filter wirken dort nicht.',
    'Gmail / Google Workspace':
      'Für das Konto die Bestätigung in zwei Schritten einschalten, unter Sicherheit ein App-Passwort anlegen und es hier mit der ganzen Adresse als Benutzername eingeben. Das übliche Passwort wird abgelehnt. Der Absender muss dasselbe Konto sein.',
    SendGrid:
      'Einen API-Schlüssel anlegen, der Mail senden darf, und als Passwort eingeben. Der Benutzername ist immer „apikey“ und kann leer bleiben. Der Absender muss bei SendGrid bestätigt sein.',
    Mailgun:
      'Die SMTP-Zugangsdaten der Domain benutzen, von der gesendet wird, zum Beispiel postmaster@mg.example.com. Für eine Domain in der europäischen Region ist der Server smtp.eu.mailgun.org.',
    'Amazon SES (US East)':
      'In der Konsole von SES SMTP-Zugangsdaten anlegen; die Schlüssel eines AWS-Kontos gehen nicht. Für eine andere Region den Namen des Servers ändern. Der Absender muss bestätigt sein, in der Sandbox auch die Empfänger.',
    'Microsoft 365 / Outlook':
      'Für das Postfach authentifiziertes SMTP erlauben. Wo die Organisation Passwörter ablehnt, XOAUTH2 wählen und eine Anwendung mit der Berechtigung SMTP.Send registrieren. Der Absender muss das Postfach sein oder eines, in dessen Namen es senden darf.',
    Brevo:
      'Unter „SMTP & API“ einen SMTP-Schlüssel anlegen und als Passwort eingeben, mit dem dort gezeigten Login als Benutzername. Der Absender muss bestätigt sein.',
    Postmark:
      'Das Server-API-Token als Passwort eingeben. Es ist auch der Benutzername, der leer bleiben kann. Der Absender muss eine bestätigte Signatur oder Domain sein.',
    SparkPost:
      'Einen API-Schlüssel mit der Berechtigung „Send via SMTP“ anlegen und als Passwort eingeben. Der Benutzername ist immer „SMTP_Injection“ und kann leer bleiben. Für ein Konto in Europa ist der Server smtp.eu.sparkpostmail.com.',
    Resend:
      'Einen API-Schlüssel anlegen und als Passwort eingeben. Der Benutzername ist immer „resend“ und kann leer bleiben. Die Domain des Absenders muss bestätigt sein.',
    SMTP2GO:
      'In den Einstellungen von SMTP2GO einen SMTP-Benutzer anlegen und seinen Namen und sein Passwort eingeben. Port 2525 geht, wo 587 gesperrt ist. Der Absender muss bestätigt sein.',
    Custom:
      'Den Namen des eigenen Mailservers eingeben. Üblich ist Port 587 mit STARTTLS; Port 465 ist von Anfang an verschlüsselt, und Port 25 ist für Relays im eigenen Netz. Ein Relay, das diese Maschine kennt, braucht keinen Benutzernamen.',
  },

  standing: {
    states: {
      queued: 'Wartet',
      sending: 'Wird gesendet',
      sent: 'Zugestellt',
      failed: 'Fehlgeschlagen',
      'given-up': 'Aufgegeben',
    },
    never: 'Noch keine Nachricht',
    disabled: 'Ausgeschaltet',
    before: (title, when) => `zuletzt: ${title}, ${when}`,
    attempts: (count) => plural(count, 'Versuch', 'Versuche'),
    lost: (count) => `${plural(count, 'Antwort', 'Antworten')} verloren`,
    again: (time) => `wieder um ${time}`,
  },
  standIn: {
    label: 'Bei Ausfall gehen Meldungen an',
    hint: 'Sie sagen, warum sie dorthin gehen. Was dort gesendet wurde, wird hier nicht noch einmal gesendet.',
    none: 'Kein anderes Ziel',
    gone: 'Ein Ziel, das entfernt wurde',
    after: 'Nach einem Ausfall von',
    atOnce: 'dem ersten Fehler an',
  },
  gets: {
    levels: { warning: 'Alle Stufen', critical: 'Nur kritische' },
    types: (count) => plural(count, 'Art', 'Arten'),
    sites: (count) => plural(count, 'Standort', 'Standorte'),
    instances: (count) => plural(count, 'Instanz', 'Instanzen'),
    nodes: (count) => plural(count, 'Knoten', 'Knoten'),
    tag: (tag) => `Tag ${tag}`,
    all: 'alle Ressourcen',
    noEnds: 'keine Enden',
  },

  cancel: 'Abbrechen',
  closeForm: 'Formular schließen',
  on: 'an',
  off: 'aus',
  testing: 'Wird getestet...',
  testAccepted: 'Angenommen',
  testRefused: 'Nicht angenommen',
  unknownError: 'Unbekannter Fehler',

  email: {
    title: 'E-Mail-Benachrichtigungen',
    short: 'E-Mail',
    checkFields: 'Einige Felder sind noch nicht gültig.',
    fields: {
      enabled: 'Eingeschaltet',
      provider: 'Anbieter',
      server: 'SMTP-Server',
      port: 'Port',
      from: 'Absender',
      replyTo: 'Antwort an',
      username: 'Benutzername',
      password: 'Passwort oder API-Schlüssel',
      to: 'Empfänger (einer je Zeile)',
      tls: 'TLS',
      startTLS: 'StartTLS',
      fingerprint: 'Fingerabdruck des Zertifikats (SHA-256)',
      greeting: 'Name in der Begrüßung (EHLO)',
      auth: 'Anmeldung',
      tokenUrl: 'Adresse für Token',
      grant: 'Token für',
      clientId: 'Client-ID',
      clientSecret: 'Client-Geheimnis',
      scope: 'Scope',
      refreshToken: 'Refresh-Token',
      rateLimit: 'Nachrichten je Minute',
      maxRetries: 'Wiederholungen',
      retryDelay: 'Abstand (s)',
      routing: 'welche Alarme hierher gehen',
      resolutions: 'Enden von Alarmen',
      standIn: 'wohin Meldungen bei Ausfall gehen',
      language: 'Sprache der Nachrichten',
    },
    auths: { password: 'Passwort', xoauth2: 'OAuth 2 (XOAUTH2)' },
    grants: { refreshToken: 'Eine Person (Refresh-Token)', clientCredentials: 'Einen Dienst (Client Credentials)' },
    mailboxHint: 'Das Postfach. Leer: das des Absenders.',
    serviceHint:
      'Hier gibt es ein Access-Token für den Client, zum Beispiel https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token.',
    scopeHint:
      'Leer: der Anbieter entscheidet. Ein Dienst bei Microsoft 365 braucht https://outlook.office365.com/.default.',
    ownServer: 'Ein eigener Server',
    asFrom: 'wie Absender',
    kept: 'bleibt; zum Ersetzen tippen',
    accessToken: 'Access-Token',
    tokenHint:
      'Hier wird ein Refresh-Token gegen ein Access-Token getauscht, zum Beispiel https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token. Ohne diese Adresse gilt das Access-Token.',
    recipientsHint: 'Ohne Empfänger gehen Nachrichten an den Absender.',
    advanced: 'Erweitert',
    fingerprintHint:
      'Für ein Zertifikat, das keine Stelle unterschrieben hat: Dieses und kein anderes wird akzeptiert. Ein Test zeigt ihn. Leer: Zertifizierungsstellen entscheiden.',
    greetingHint:
      'Mit diesem Namen stellt sich Belfry dem Mailserver vor. Leer: die öffentliche Adresse von Belfry, der Name dieser Maschine oder die Domain des Absenders, je nachdem, was ein vollständiger Name ist.',
    greetingUnset: 'wählt Belfry',
    summary: (encryption, rate, retries, delay) =>
      `${encryption} · ${rate} je Minute · ${retries} Wiederholungen im Abstand von ${delay} s`,
    encryption: {
      implicit: 'TLS',
      required: 'STARTTLS',
      offered: 'STARTTLS, wenn angeboten',
      none: 'ohne Verschlüsselung',
    },
    encryptions: {
      implicit: 'Port 465 ist von Anfang an verschlüsselt, was auch immer die Schalter sagen.',
      required: 'STARTTLS ist Pflicht. Ohne STARTTLS wird nichts gesendet.',
      offered: 'STARTTLS wird verwendet, wenn der Server es anbietet, und ist für ein Passwort Pflicht.',
      none: 'Nichts wird verschlüsselt. Ein Passwort geht nur in private oder erlaubte Netze.',
    },
    test: 'Test-E-Mail senden',
    offHint:
      'E-Mail ist ausgeschaltet. Schalten Sie sie oben ein, um das Formular auszufüllen und einen Test zu senden.',
    testHint: 'An die Empfänger oben, mit den Werten, wie sie hier stehen.',
    testSent: 'Die Test-E-Mail wurde gesendet.',
    checkInbox: 'Sehen Sie in Ihrem Postfach nach.',
    testFailed: 'Die Test-E-Mail konnte nicht gesendet werden',
  },

  webhooks: {
    title: 'Webhooks',
    count: (count, enabled) =>
      count === 0
        ? 'keiner eingerichtet'
        : `${plural(count, 'Webhook', 'Webhooks')} eingerichtet, ${enabled} eingeschaltet`,
    enableAll: 'Alle einschalten',
    disableAll: 'Alle ausschalten',
    list: 'Webhooks',
    name: 'Name',
    gets: 'Erhält',
    last: 'Letzte Zustellung',
    enable: (name) => `${name} ist eingeschaltet`,
    none: 'Keine Webhooks eingerichtet',
    noneHint: 'Ein Webhook sendet Alarme an einen Chat, ein Telefon oder einen eigenen Dienst.',
    add: 'Webhook hinzufügen',
    update: 'Webhook ändern',
    added: 'Der Webhook wurde hinzugefügt.',
    updated: 'Der Webhook wurde geändert.',
    deleted: 'Der Webhook wurde gelöscht.',
    addFailed: 'Der Webhook konnte nicht hinzugefügt werden',
    updateFailed: 'Der Webhook konnte nicht geändert werden',
    deleteFailed: 'Der Webhook konnte nicht gelöscht werden',
    addTitle: 'Webhook hinzufügen',
    editTitle: (name) => `${name} bearbeiten`,
    edit: (name) => `${name} bearbeiten`,
    delete: (name) => `${name} löschen`,
    deleteTitle: 'Diesen Webhook löschen?',
    deleteText: (name) =>
      `${name} wird nicht mehr benachrichtigt, und seine Einstellungen und Geheimnisse werden entfernt.`,
    deleteAction: 'Löschen',
    test: 'Testen',
    testOf: (name) => `${name} testen`,
    testSent: 'Der Test-Webhook wurde gesendet.',
    testFailed: 'Der Test-Webhook konnte nicht gesendet werden',
    service: 'Dienst',
    url: 'URL',
    urlHint: 'Verborgene Teile bleiben, wie sie gespeichert sind.',
    method: 'Methode',
    headers: 'Header',
    header: 'Header',
    customFields: 'Eigene Felder',
    customField: 'eigenes Feld',
    addOne: 'Hinzufügen',
    addEntry: (one) => `${one} hinzufügen`,
    entryName: (one, number) => `Name: ${one} ${number}`,
    entryValue: (name, number) => `Wert: ${name} (${number})`,
    removeEntry: (name) => `${name} entfernen`,
    twice: (name) => `${name} kommt zweimal vor`,
    preview: 'Was gesendet wird',
    sent: 'Inhalt des Beispiels',
    body: 'Nachricht',
    builtIn: 'Eingebaut',
    ownTemplate: 'Eigene Vorlage',
    template: 'Vorlage der Nachricht',
    variables:
      'Variablen: {{.ID}}, Level, Type, ResourceName, Node, Site, Message, Value, Threshold, Duration, Timestamp, {{.CustomFields.name}}.',
    example: 'Ausgefüllt mit einem Beispiel.',
    showPlace: 'Stelle zeigen',
    routing: 'Welche Alarme hierher gehen',
    fields: {
      name: 'Name',
      url: 'URL',
      method: 'Methode',
      enabled: 'ob er eingeschaltet ist',
      service: 'Dienst',
      template: 'Vorlage',
      isOwn: 'Vorlage',
      headers: 'Header',
      customFields: 'eigene Felder',
      routing: 'welche Alarme hierher gehen',
      resolutions: 'Enden von Alarmen',
      standIn: 'wohin Meldungen bei Ausfall gehen',
      language: 'Sprache der Nachrichten',
    },
  },
};
