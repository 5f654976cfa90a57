// The general text of each error, in German, by its code.
import type { errors as english } from '../../../errors.ts';

export const errors: Readonly<Record<keyof typeof english, string>> = {
  bad_request: 'Die Anfrage ist nicht gültig.',
  invalid_json: 'Die Anfrage ist kein gültiges JSON.',
  validation_error: 'Die Anfrage enthält ungültige Felder.',
  oidc_disabled: 'Single Sign-on ist nicht eingeschaltet.',
  unauthorized: 'Bitte anmelden',
  invalid_credentials: 'Benutzername oder Passwort ist falsch',
  wrong_password: 'Das aktuelle Passwort ist falsch',
  account_locked: 'Das Konto ist nach zu vielen Fehlversuchen vorübergehend gesperrt.',
  bootstrap_token_required:
    'Geben Sie das einmalige Setup-Token ein: Es steht im Protokoll des Servers und in der Datei bootstrap-token im Datenverzeichnis.',
  forbidden: 'Dafür fehlt die Berechtigung.',
  csrf_failed: 'Das CSRF-Token fehlt oder ist ungültig.',
  origin_refused: 'Dieser Ursprung darf sich nicht verbinden.',
  host_refused: 'Dieser Server antwortet nicht unter diesem Namen.',
  not_found: 'Nicht gefunden',
  storage_not_found: 'Speicher nicht gefunden',
  method_not_allowed: 'Diese Methode ist nicht erlaubt',
  conflict: 'Das widerspricht dem, was es schon gibt.',
  changed_meanwhile: 'Das hat inzwischen jemand anders geändert, also wurde nichts gespeichert.',
  setup_required: 'Belfry ist noch nicht eingerichtet. Schließen Sie zuerst die Einrichtung ab.',
  oidc_locked: 'Single Sign-on ist durch Umgebungsvariablen festgelegt und kann hier nicht geändert werden.',
  too_large: 'Die Anfrage ist zu groß.',
  too_complex: 'Die Anfrage hat zu viele Werte oder zu tief geschachtelte Klammern.',
  unsupported_media_type: 'Der Server nimmt nur application/json an.',
  rate_limited: 'Zu viele Anfragen. Bitte warten Sie einen Moment und versuchen Sie es noch einmal.',
  internal_error: 'Interner Fehler des Servers',
  oidc_init_failed: 'Single Sign-on konnte nicht begonnen werden. Bitte versuchen Sie es noch einmal.',
  disk_unwritable:
    'Belfry kann nicht auf seinen Datenträger schreiben, also wurde nichts gespeichert. Schaffen Sie Platz und versuchen Sie es noch einmal.',
  database_unavailable:
    'Die Datenbank von Belfry antwortet nicht oder nimmt nichts an. Nichts wurde geändert. Versuchen Sie es bald noch einmal.',
  standby: 'Dieser Server ist ein Ersatzserver. Ein anderer ist aktiv.',
  unavailable: 'Zurzeit nicht verfügbar.',
};
