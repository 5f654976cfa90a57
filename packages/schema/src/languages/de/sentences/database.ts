// A database of PostgreSQL: the sentences of the English table of this name, in German.
import type { database as english } from '../../../sentences/database.ts';

export const database: Readonly<Record<keyof typeof english, string>> = {
  'database.noStart': 'Belfry startet nicht: {reason}',
  'database.noAnswer': 'sie antwortet nicht ({words})',
  'database.full': 'ihr Datenträger ist voll',
  'database.busy': 'sie ist ausgelastet ({words})',
  'database.readOnly': 'sie kann nur gelesen werden',
  'database.noRight': 'dem Benutzer von Belfry fehlt ein Recht ({words})',
  'database.signIn': 'sie lehnt die Verbindung ab ({words})',
  'database.notHolder': 'vielleicht ist ein anderer Server aktiv, denn dieser hat die Übernahme nicht inne',
  'database.unwritable': 'Belfry kann nicht in seine Datenbank {database} schreiben: {reason}.',
  'database.slow': 'Die Datenbank {database} antwortet langsam: Eine Antwort dauerte {seconds} s.',
  'database.unusable':
    'Die Datenbank {database} ist nicht benutzbar: {reason}. Prüfen Sie BELFRY_DATABASE_URL und die Datenbank. Nichts wurde geändert.',
  'database.tooOld':
    'Die Datenbank {database} ist PostgreSQL {version}. Belfry braucht PostgreSQL {oldest} oder neuer. Nichts wurde geändert.',
  'database.newer':
    'Ein neueres Belfry hat die Datenbank {database} geschrieben: Ihr Schema ist {found}, dieses Belfry kennt {known}. Starten Sie das neuere, oder stellen Sie eine frühere Kopie der Datenbank wieder her. Nichts wurde geändert.',
  'database.half':
    'Die Datenbank {database} ist halb umgestellt oder halb wiederhergestellt: {missing}. Stellen Sie sie aus einem Backup von PostgreSQL wieder her, oder nennen Sie eine leere Datenbank. Nichts wurde geändert.',
  'database.lacks': '{column} fehlt',
  'database.replica':
    'Die Datenbank {database} ist eine Replik und nimmt nichts an. Nennen Sie die primäre in BELFRY_DATABASE_URL. Nichts wurde geändert.',
  'database.isReadOnly':
    'Die Datenbank {database} kann dieser Benutzer nur lesen (default_transaction_read_only). Belfry muss in sie schreiben. Nichts wurde geändert.',
  'database.noTable':
    'Der Benutzer {user} darf die Tabelle {table} der Datenbank {database} nicht benutzen. Machen Sie ihn zum Eigentümer der Datenbank, oder erlauben Sie ihm SELECT, INSERT, UPDATE und DELETE für alle ihre Tabellen.',
  'database.keyMissing':
    'Der Schlüssel fehlt: Die Datenbank {database} enthält Geheimnisse, und {file} gibt es auf dieser Maschine nicht. {origin} Legen Sie ihn dorthin, nur für Belfry lesbar, oder setzen Sie BELFRY_ENCRYPTION_KEY auf seinen Inhalt, und starten Sie noch einmal. Nichts wurde geändert.',
  'database.keyWrong':
    'Der Schlüssel in {where} gehört nicht zur Datenbank {database}. {origin} Nichts wurde geändert.',
  'database.keyOrigin': 'Der Schlüssel wurde auf der Maschine {host} als {file} gemacht.',
  'database.keyOfVariable': 'Der erste Server hatte ihn in BELFRY_ENCRYPTION_KEY.',
  'migrate.target':
    'Das ist kein Ort für die Daten: {found}. Erwartet wird postgres://USER:PASSWORD@HOST:5432/DATABASE, oder files.',
  'migrate.noFiles': '{folder} hat keine Datenbank von Belfry. Setzen Sie BELFRY_DATA_DIR auf das Datenverzeichnis.',
  'migrate.noSource':
    'BELFRY_DATABASE_URL ist nicht gesetzt, also sind die Daten schon in Dateien. Setzen Sie die Variable auf die Adresse der Datenbank, aus der kopiert wird.',
  'migrate.notEmpty':
    'Die Datenbank {database} ist nicht leer: Ihre Tabelle {table} hat Zeilen. Nennen Sie eine leere Datenbank. Nichts wurde geändert.',
  'migrate.inUse':
    'Ein Belfry ist mit der Datenbank {database} verbunden, von: {places}. Halten Sie es zuerst an. Nichts wurde geändert.',
  'migrate.differs':
    'Nach der Kopie sind diese Tabellen nicht auf beiden Seiten gleich: {tables}. Die Kopie wurde zurückgenommen, nichts wurde geändert.',
  'migrate.failed': 'Die Daten wurden nicht kopiert: {reason} Nichts wurde geändert.',
  'migrate.table': '{table} {rows}',
  'migrate.kept': '\nDie früheren Dateien sind in {folder}.',
  'migrate.toServer': `{rows:Zeile wurde|Zeilen wurden} in die Datenbank {database} kopiert und verglichen: Beide Seiten sind gleich.
Nach Tabelle: {tables}.
Die Dateien in {folder} bleiben, wie sie waren. Als Nächstes:
  1. Setzen Sie BELFRY_DATABASE_URL auf diese Adresse, und lassen Sie BELFRY_DATA_DIR, wie es ist: Der Schlüssel und die Messwerte bleiben dort.
  2. Starten Sie Belfry und sehen Sie nach Ihren Alarmen.
  3. Sichern Sie die Datenbank mit pg_dump, und bewahren Sie eine Kopie von keys/belfry.key auf.`,
  'migrate.toFiles': `{rows:Zeile wurde|Zeilen wurden} aus der Datenbank {database} kopiert und verglichen: Beide Seiten sind gleich.
Nach Tabelle: {tables}.{before}
Die Datenbank bleibt, wie sie war. Als Nächstes: Entfernen Sie BELFRY_DATABASE_URL und starten Sie Belfry mit {folder}.`,
};
