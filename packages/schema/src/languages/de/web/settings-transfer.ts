import type { messages } from '../../../../../../apps/web/src/features/settings/transfer/messages.ts';
import type { Translation } from '../../translation.ts';

export const settingsTransfer: Translation<typeof messages> = {
  title: 'Export und Wiederherstellung der Konfiguration',
  text: 'Eine Sicherung ist eine verschlüsselte Datei mit der ganzen Konfiguration: Instanzen mit ihren Zugangsdaten, Einstellungen, Adressen der Gäste, Alarmregeln und Benachrichtigungen.',
  notes: [
    'Konten, API-Tokens und angemeldete Browser sind nicht enthalten.',
    'Die Sicherung lässt sich nur mit ihrer Passphrase öffnen. Eine verlorene Passphrase kann niemand wiederherstellen.',
    'Die Wiederherstellung ersetzt die jetzige Konfiguration: alles aus der Datei oder nichts.',
  ],
  exportAction: 'Sicherung exportieren',
  importAction: 'Sicherung einspielen',
  adminOnly: 'Nur ein Administrator kann Sicherungen exportieren oder einspielen.',
  close: 'Schließen',

  exportTitle: 'Konfiguration exportieren',
  exportText: 'Die Datei enthält Passwörter und Tokens. Sie wird mit dem verschlüsselt, was Sie hier eingeben.',
  protectWith: 'Schutz der Datei',
  protections: { password: 'Mein Anmeldepasswort', passphrase: 'Eine andere Passphrase' },
  password: 'Anmeldepasswort',
  passwordHint: 'Zum Einspielen brauchen Sie dieses Passwort, auch wenn Sie es hier inzwischen geändert haben.',
  passphrase: 'Passphrase',
  passphraseHint: (least) => `Mindestens ${least} Zeichen. Sie brauchen sie zum Einspielen.`,
  show: 'Eingabe anzeigen',
  passphraseRequired: 'Geben Sie eine Passphrase ein',
  passwordRequired: 'Geben Sie Ihr Passwort ein',
  passphraseShort: (least) => `Die Passphrase braucht mindestens ${least} Zeichen`,
  passwordShort: (least) =>
    `Eine Sicherung braucht mindestens ${least} Zeichen, dieses Passwort ist kürzer. Wählen Sie eine andere Passphrase.`,
  exporting: 'Wird exportiert...',
  exported: 'Konfiguration exportiert',
  exportNeedsSignIn: 'Zum Exportieren müssen Sie angemeldet sein',
  exportFailed: 'Die Konfiguration konnte nicht exportiert werden',

  importTitle: 'Konfiguration einspielen',
  importText:
    'Alles aus der Datei ersetzt, was hier jetzt eingerichtet ist. Konten und API-Tokens bleiben, wie sie sind.',
  file: 'Sicherungsdatei',
  fileHint: 'Die .json-Datei eines Exports, auch eines von Pulse 4.',
  importPassphrase: 'Passwort oder Passphrase der Datei',
  importPassphraseRequired: 'Geben Sie das Passwort ein',
  fileRequired: 'Wählen Sie eine Datei aus',
  fileInvalid: 'Die Datei ist kein gültiges JSON',
  fileLarge: 'Die Datei ist zu groß für eine Sicherung von Belfry',
  importing: 'Wird eingespielt...',
  imported: 'Konfiguration eingespielt. Die Seite wird neu geladen...',
  importedMostly: 'Die Konfiguration ist eingespielt, bis auf das, was hier steht.',
  importedOpen: 'Die Konfiguration ist eingespielt.',
  leftTitle: (count) => `Nicht übernommen: ${count}`,
  reload: 'Seite neu laden',
  importNeedsSignIn: 'Zum Einspielen müssen Sie angemeldet sein',
  importFailed: 'Die Konfiguration konnte nicht eingespielt werden',

  tokenTitle: 'API-Token nötig',
  tokenText:
    'Die Anmeldung ist hier ausgeschaltet, und eine Sicherung enthält alle Geheimnisse. Geben Sie ein API-Token mit vollem Zugriff ein; dieser Browser behält es, bis der Tab geschlossen wird.',
  token: 'API-Token',
  tokenInvalid: 'Das API-Token ist ungültig oder abgelaufen. Geben Sie es erneut ein.',
  tokenSave: 'Speichern und fortfahren',
  tokenWhere: 'Ein Token erzeugen Sie auf der Seite Sicherheit.',
};
