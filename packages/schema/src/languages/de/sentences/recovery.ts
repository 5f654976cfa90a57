// The commands on the machine itself: the sentences of the English table of this name, in German.
import type { recovery as english } from '../../../sentences/recovery.ts';

export const recovery: Readonly<Record<keyof typeof english, string>> = {
  'recovery.usage': `Aufruf: belfry                          startet den Server
        belfry reset-password [USER]    gibt einem Konto ein neues Passwort und beendet seine Sitzungen
        belfry rotate-key               versiegelt alle Geheimnisse mit einem neuen Schlüssel (Belfry darf nicht laufen)
        belfry migrate --to postgres://…  kopiert die Daten in eine leere Datenbank von PostgreSQL (Belfry darf nicht laufen)
        belfry migrate --to files       kopiert sie zurück, aus der Datenbank in BELFRY_DATABASE_URL
        belfry ha status|switch|drill   zwei Server mit einer Datenbank: wer aktiv ist, und die Arbeit dem anderen geben
        {restore}
                                        stellt ein Backup in einem leeren Datenverzeichnis wieder her, oder an Stelle der jetzigen Daten`,
  'recovery.keyInVariable':
    'Der Schlüssel kommt aus BELFRY_ENCRYPTION_KEY, wo kein Befehl ihn ändern kann. Schreiben Sie seinen Wert in keys/belfry.key im Datenverzeichnis, entfernen Sie die Variable, und tauschen Sie ihn dann aus.',
  'recovery.secondKey': '\nAuch ein zweiter Server braucht den neuen Schlüssel, am selben Ort.',
  'recovery.rotated':
    '{secrets:Geheimnis ist|Geheimnisse sind} mit einem neuen Schlüssel versiegelt, in {keyFile}. Ältere Kopien der Datenbank öffnet nur der alte, er liegt in {oldFile}: Löschen Sie beide, wenn Sie sie nicht mehr brauchen.{second}',
  'recovery.noAccount': 'Es gibt kein Konto „{name}“. Es gibt: {names}.',
  'recovery.notHashed': 'Das Passwort konnte nicht gehasht werden. Versuchen Sie es noch einmal.',
  'recovery.password': `Benutzer: {user}
Passwort: {password}
Melden Sie sich an und ändern Sie es. Beendete Sitzungen: {ended}. Eine Sperre nach falschen Passwörtern ist aufgehoben.`,
  'recovery.restoreUsage': 'Aufruf: {restore}',
  'recovery.noPassphrase':
    'Geben Sie die Passphrase des Backups in BELFRY_BACKUP_PASSPHRASE an, oder eine Datei mit ihr in BELFRY_BACKUP_PASSPHRASE_FILE.',
  'recovery.hasDatabase':
    '{folder} hat eine Datenbank. Mit --replace tritt das Backup an ihre Stelle, und die alten Daten bleiben daneben.',
  'recovery.inUse': 'Belfry läuft mit {folder}. Halten Sie es zuerst an. Nichts wurde geändert.',
  'recovery.noStore': 'Geben Sie den Speicher in den Variablen BELFRY_BACKUP_S3_… an, wie Belfry selbst sie hat.',
  'recovery.noFile': 'Es gibt keine Datei {file}.',
  'recovery.restored': `Wiederhergestellt: Das Backup von {at} aus Belfry {version} liegt in {folder}.{before}{key}
Starten Sie Belfry. Alle melden sich neu an; Messwerte sind nicht in einem Backup.`,
  'recovery.restoredToServer': `Wiederhergestellt: Das Backup von {at} aus Belfry {version} ist in der Datenbank {database} ({rows:Zeile|Zeilen}). Seine Schlüssel liegen in {folder}.{before}{key}
Starten Sie Belfry. Alle melden sich neu an; Messwerte sind nicht in einem Backup. Ein zweiter Server braucht denselben Schlüssel.`,
  'recovery.before': '\nDie Daten von vorher liegen in {folder}.',
  'recovery.otherKey':
    '\nSein Schlüssel liegt in keys/belfry.key. BELFRY_ENCRYPTION_KEY ist gesetzt: Es muss derselbe Schlüssel sein, oder die Variable muss weg.',
  'recovery.notRestored': '{file} wurde nicht wiederhergestellt: {reason}\nNichts wurde geändert.',
  'recovery.notInStore': '{store} hat kein solches Backup. Es gibt keines.',
  'recovery.othersInStore': '{store} hat kein solches Backup. Die neuesten sind:\n  {files}',
};
