import type { messages } from '../../../../../../apps/web/src/features/login/messages.ts';
import { plural } from '../../../../../../apps/web/src/lib/language/format.ts';
import type { Translation } from '../../translation.ts';

export const login: Translation<typeof messages> = {
  bootstrapLinked: 'Aus dem Link übernommen, den Belfry beim Start ausgegeben hat.',
  doneSignedIn: 'Sie sind angemeldet. Diese Angaben werden nur jetzt angezeigt: Speichern Sie sie.',
  open: 'Belfry öffnen',
  title: 'Willkommen bei Belfry',
  subtitle: 'Melden Sie sich an, um fortzufahren',
  username: 'Benutzername',
  password: 'Passwort',
  submit: 'Bei Belfry anmelden',
  submitting: 'Anmeldung läuft...',
  ended: 'Ihre Sitzung ist beendet. Bitte melden Sie sich erneut an.',
  sso: 'Weiter mit Single Sign-on',
  redirecting: 'Weiterleitung…',
  ssoFailed: 'Single Sign-on konnte nicht gestartet werden. Bitte versuchen Sie es erneut.',
  or: 'oder',
  ssoHint: 'Oder melden Sie sich unten mit dem Administratorkonto an.',
  required: { username: 'Geben Sie den Benutzernamen ein', password: 'Geben Sie das Passwort ein' },
  lockoutNote:
    'Eine Sperre endet nach der angegebenen Zeit von selbst. Brauchen Sie sofort Zugang, fragen Sie Ihren Administrator.',

  setupTitle: 'Belfry einrichten',
  setupSubtitle: 'Noch kann sich niemand anmelden. Legen Sie den Administrator an.',
  bootstrap: 'Einrichtungs-Token',
  bootstrapHint:
    'Belfry hat es beim Start in sein Protokoll und in die Datei bootstrap-token in seinem Datenverzeichnis geschrieben. Mit Docker Compose: docker compose exec belfry cat /data/bootstrap-token, mit docker run: docker exec belfry cat /data/bootstrap-token.',
  passwordMode: 'Passwort des Administrators',
  generateHint: 'Ein Passwort mit 16 Zeichen wird erzeugt und auf der nächsten Seite einmal angezeigt.',
  confirm: 'Passwort wiederholen',
  setup: 'Belfry einrichten',
  settingUp: 'Wird eingerichtet...',
  setupFailed: (error) => `Die Einrichtung ist fehlgeschlagen: ${error}`,
  doneTitle: 'Belfry ist eingerichtet',
  doneHint: 'Diese Angaben werden nur jetzt angezeigt. Speichern Sie sie, und melden Sie sich damit an.',
  generated: 'Zugangsdaten erzeugt. Speichern Sie sie, bevor Sie fortfahren.',
  configured: 'Zugang eingerichtet. Speichern Sie Ihre Zugangsdaten, bevor Sie fortfahren.',
  done: 'Fertig',

  locked: 'Das Konto ist nach zu vielen Fehlversuchen vorübergehend gesperrt.',
  noConnection: 'Keine Verbindung zum Server',
  lockedFor: (minutes) => `Das Konto ist gesperrt. Versuchen Sie es in ${plural(minutes, 'Minute', 'Minuten')} erneut.`,
  tooMany: 'Zu viele Versuche. Bitte warten Sie einen Moment.',
  wrongAndLocked: 'Benutzername oder Passwort ist falsch. Das Konto ist jetzt gesperrt.',
  wrong: 'Benutzername oder Passwort ist falsch',
  remaining: (text, attempts) => `${text} (noch ${plural(attempts, 'Versuch', 'Versuche')})`,
  serverError: 'Fehler des Servers. Bitte versuchen Sie es erneut.',
  ssoErrors: {
    email_restricted: 'Mit Ihrer E-Mail-Adresse haben Sie keinen Zugang zu Belfry.',
    domain_restricted: 'Ihre E-Mail-Domain ist nicht zugelassen.',
    group_restricted: 'Ihr Konto gehört zu keiner Gruppe, die Belfry nutzen darf.',
    invalid_state: 'Der Anmeldeversuch ist abgelaufen. Bitte versuchen Sie es erneut.',
    client_refused:
      'Ihr Anbieter akzeptiert dieses Belfry nicht: Ein Administrator muss die Client-ID und das Client-Secret prüfen.',
    code_refused:
      'Ihr Anbieter hat die Anmeldung nicht angenommen, weil sie zu lange dauerte oder schon benutzt wurde. Versuchen Sie es erneut.',
    wrong_clock:
      'Die Uhren von Belfry und von Ihrem Anbieter gehen verschieden, deshalb gilt die Anmeldung nicht. Ein Administrator muss sie richtig stellen.',
    user_info_failed:
      'Ihr Anbieter hat nicht gesagt, wer Sie sind oder zu welchen Gruppen Sie gehören: Sein Benutzer-Endpunkt hat nicht geantwortet. Versuchen Sie es erneut, oder fragen Sie einen Administrator.',
    exchange_failed: 'Die Anmeldung konnte nicht abgeschlossen werden. Bitte versuchen Sie es gleich noch einmal.',
    session_failed:
      'Die Anmeldung war erfolgreich, aber es konnte keine Sitzung angelegt werden. Versuchen Sie es erneut.',
    invalid_id_token:
      'Das ID-Token Ihres Anbieters konnte nicht geprüft werden. Die Issuer-URL in den Einstellungen für Single Sign-on muss genau die sein, die Ihr Anbieter angibt.',
    invalid_signature_alg:
      'Ihr Anbieter stellt HS256-Tokens aus. Richten Sie ihn so ein, dass er ID-Tokens mit RS256 signiert.',
    invalid_nonce: 'Die Sicherheitsprüfung ist fehlgeschlagen (Nonce). Bitte versuchen Sie es erneut.',
  },
  ssoError: 'Single Sign-on ist fehlgeschlagen. Versuchen Sie es erneut, oder fragen Sie einen Administrator.',
};
