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
};
