// Settings: the sentences of the English table of this name, in German.
import type { settings as english } from '../../../sentences/settings.ts';

export const settings: Readonly<Record<keyof typeof english, string>> = {
  'settings.ofEnvironment': 'Durch eine Umgebungsvariable festgelegt und nur dort änderbar: {names}',
  'update.notSelf':
    'Belfry ersetzt sich nicht selbst: Holen Sie die neue Version auf dem Weg, auf dem diese installiert wurde. Der Update-Plan nennt die Schritte.',
  'update.notNow': 'Belfry kann diese Version jetzt nicht installieren: {reason}',
  'update.running': 'Es läuft schon ein Update.',
  'update.unknown': 'Die Liste der Versionen enthält diese nicht. Suchen Sie zuerst nach Updates.',
  'update.notNewer': 'Version {version} ist nicht neuer als {own}, die hier läuft.',
  'update.candidate': 'Version {version} ist eine Vorabversion. Wählen Sie zuerst diesen Kanal in den Einstellungen.',
  'backup.givenUp': 'Das Backup von Belfry wurde abgebrochen.',
  'backup.elsewhere': '{problem} An den anderen Orten liegt {file}.',
  'backup.noPlace':
    'Belfry hat keinen Ort für seine Backups. Setzen Sie BELFRY_BACKUP_DIR oder BELFRY_BACKUP_S3_URL, und BELFRY_BACKUP_PASSPHRASE.',
  'report.tooLong': 'Der Bericht wurde abgebrochen, weil er zu lange gedauert hat.',
  'report.notMade': 'Der Bericht konnte nicht erstellt werden. {reason}',
  'report.noHistory': 'Der Verlauf antwortet nicht, also lässt sich nichts über die Vergangenheit sagen.',
  'report.noScope':
    'Es gibt {scope} nicht. Prüfen Sie den Namen des Standorts, des Clusters oder der gespeicherten Ansicht.',
  'report.noGuestsInView': 'Die gespeicherte Ansicht „{name}“ zeigt keine Gäste, also gibt es keinen Bericht darüber.',
  'report.tooMany': 'Es warten {limit} Berichte. Bestellen Sie den nächsten, wenn sie erstellt sind.',
  'report.full': 'Belfry bewahrt höchstens {limit} Berichte auf. Löschen Sie welche, oder bewahren Sie sie kürzer auf.',
  'report.mailOff': 'E-Mail ist in den Einstellungen der Benachrichtigungen ausgeschaltet.',
  'report.noPlace': 'Diesen Ort hat Belfry nicht: Setzen Sie BELFRY_REPORT_DIR oder BELFRY_BACKUP_S3_URL.',
  'report.notThere': '{place}: {reason}',
  'report.monthFailed':
    'Der Nachweisbericht für {period} konnte nicht erstellt oder verschickt werden. {reasons} Belfry versucht es jede Stunde wieder.',
  'report.beingMade': 'Dieser Bericht wird gerade erstellt. Danach kann er gelöscht werden.',
  'history.influxAddress':
    'Die Adresse endet auf /write?db=NAME (Version 1) oder /api/v2/write?org=NAME&bucket=NAME (Version 2)',
  'history.addressNeeds': 'In der Adresse fehlt {parameter}=NAME',
  'history.ownFields': 'Geben Sie Benutzer und Passwort in ihren eigenen Feldern ein, nicht in der Adresse.',
  'history.fewer': 'Fragen Sie nach weniger: {series} Reihen mit {points} Punkten sind mehr als {limit} Werte',
  'history.ownOnly':
    'Nur der Verlauf von Belfry selbst kann sagen, was Schwellen getan hätten. Die Werte sind in einem anderen System.',
  'history.off':
    'Der Verlauf ist ausgeschaltet oder nicht benutzbar, also lässt sich nichts über die Vergangenheit sagen.',
  'history.order': 'Der Zeitraum muss vor seinem Ende beginnen',
  'history.future': 'Der Zeitraum darf nicht in der Zukunft enden',
  'history.tooLong': 'Der Zeitraum darf nicht länger als 20 Jahre sein',
  'history.tooMany': 'Fragen Sie nach höchstens {limit} Ressourcen',
  'history.form': 'Schreiben Sie eine Ressource als Art/ID, etwa guest/dc-100. Arten: {kinds}',
  'history.unknown': 'Keine Ressource mit dieser ID: {kind}/{id}',
  'history.noMetric': 'Keine Messgröße dieser Ressourcen: {metrics}. Es gibt: {known}',
};
