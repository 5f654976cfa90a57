import type { messages } from '../../../../../../apps/web/src/features/settings/own-backups/messages.ts';
import { plural } from '../../../../../../apps/web/src/lib/language/format.ts';
import type { Translation } from '../../translation.ts';

export const ownBackups: Translation<typeof messages> = {
  title: 'Geplante Backups von Belfry',
  hint: 'Der Server schreibt Kopien von allem, auch Konten und Tokens.',
  adminOnly: 'Nur ein Administrator kann Backups von Belfry sehen und anlegen.',
  loadFailed: 'Die Backups konnten nicht geladen werden.',
  outdated: (ago) => `Der Server antwortet nicht. Das ist sein Stand ${ago}.`,

  off: 'Keine geplanten Backups',
  offText:
    'Setzen Sie diese zwei Variablen in der Umgebung von Belfry und starten Sie es neu. Ein S3-kompatibler Speicher braucht BELFRY_BACKUP_S3_URL und seine Schlüssel.',
  offLocal:
    'Den Ordner muss es geben. Bewahren Sie die Passphrase an einem anderen Ort auf als die Backups: Ohne sie kann niemand sie öffnen.',
  variables: 'Die Variablen',

  now: 'Jetzt sichern',
  working: 'Wird gesichert...',
  made: (file, size) => `Belfry hat ${file} angelegt (${size}).`,
  notMade: 'Das Backup wurde nicht angelegt.',

  good: (ago) => `Letztes gutes Backup: ${ago}.`,
  none: 'Es gibt noch kein Backup.',
  failed: 'Der letzte Versuch ist fehlgeschlagen.',
  failedBut: (ago) => `Der letzte Versuch ist fehlgeschlagen. Letztes gutes Backup: ${ago}.`,
  wrongSchedule: 'Der Zeitplan ist nicht gültig.',
  since: (moment) => `Seit ${moment}.`,
  triedAgain: 'Belfry versucht es jede Stunde wieder.',
  causes: {
    missing: ({ path = '' }) => [
      `${path} gibt es nicht.`,
      'Hängen Sie den Datenträger ein, oder legen Sie den Ordner an. Belfry legt ihn nicht an: Sonst fiele ein fehlender Datenträger nicht auf.',
    ],
    forbidden: ({ path = '' }) => [
      `Belfry darf nicht in ${path} schreiben.`,
      'Geben Sie den Ordner dem Benutzer, unter dem Belfry läuft. Ein Dienst von systemd braucht ReadWritePaths= mit dem Ordner, ein Container braucht ihn als Volume.',
    ],
    'read-only': ({ path = '' }) => [
      `${path} ist schreibgeschützt.`,
      'Hängen Sie den Datenträger so ein, dass Belfry darauf schreiben kann.',
    ],
    full: ({ path = '' }) => [
      `Der Datenträger ist voll: ${path}.`,
      'Schaffen Sie Platz, oder verringern Sie BELFRY_BACKUP_KEEP.',
    ],
    schedule: ({ schedule = '' }) => [
      `BELFRY_BACKUP_SCHEDULE ist „${schedule}“, und diese Zeit kommt nie.`,
      'Schreiben Sie ihn wie 03:30, mon..fri 22:00 oder *-*-01 04:00 und starten Sie Belfry neu. Bis dahin sichert Belfry nicht von selbst.',
    ],
  },

  next: 'Nächste',
  noNext: 'Keine',
  schedule: 'Zeitplan',
  place: 'Ort',
  held: (count) => plural(count, 'Backup', 'Backups'),
  placeFailed: 'fehlgeschlagen',
  keeps: 'Behalten',
  keep: (count) => (count === 1 ? 'Die neueste' : `Die neuesten ${count}`),

  list: 'Backups von Belfry',
  at: 'Angelegt',
  version: 'Version',
  size: 'Größe',
  file: 'Datei',
  all: (count) => `Alle ${count} anzeigen`,
  fewer: 'Weniger anzeigen',

  restore:
    'Wiederhergestellt wird auf dem Rechner von Belfry, während Belfry nicht läuft, mit der Passphrase in BELFRY_BACKUP_PASSPHRASE_FILE:',
  command: 'Der Befehl',
};
