// Why a restore test was refused, in German.
import type { DrillReason } from '../../drill/drill.ts';

export const drillReasons: Readonly<Record<DrillReason, string>> = {
  clone: 'Es ist ein Klon eines laufenden Gasts und kein Restore.',
  created: 'Der Gast wurde angelegt und nicht wiederhergestellt.',
  notRestored: 'Der Gast ist da, und sein Host hat keine Aufgabe, die ihn wiederhergestellt hat.',
  otherBackup: 'Ein anderes Backup wurde wiederhergestellt.',
  unnamedBackup: 'Das Protokoll des Restores sagt nicht, welches Backup wiederhergestellt wurde.',
  removedEarly: 'Die Kopie wurde entfernt, bevor alles gesehen wurde.',
  neverBegan: 'Es wurde kein Restore gesehen, solange die Nummer reserviert war.',
  notFinished: 'Der Restore endete nicht, solange die Nummer reserviert war.',
  restoreFailed: 'Der Restore ist fehlgeschlagen.',
  neverStarted: 'Die Kopie wurde wiederhergestellt, und niemand hat sie gestartet.',
  notRunning: 'Die Kopie wurde gestartet und lief nicht weiter.',
  agentSilent: 'Die Kopie läuft, und ihr Gast-Agent hat nie geantwortet.',
  filesUnread: 'Der Gast-Agent hat nicht gesagt, welche Dateisysteme die Kopie hat.',
  filesDiffer: 'Die Dateisysteme sind nicht so voll wie zur Zeit des Backups.',
  portsClosed: 'Ports waren nicht offen.',
  portsUnseen: 'Der Gast oder das Konto von Belfry lässt die offenen Ports nicht lesen.',
};
