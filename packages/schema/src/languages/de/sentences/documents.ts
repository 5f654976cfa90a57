// Configuration files and variables: the sentences of the English table of this name, in German.
import type { documents as english } from '../../../sentences/documents.ts';

export const documents: Readonly<Record<keyof typeof english, string>> = {
  'yaml.ALIAS_PROPS': 'Ein Alias (*Name) kann weder Anker noch Tag haben',
  'yaml.BAD_ALIAS':
    'Der Name dieses Ankers oder Alias ist nicht gültig. Ein Text, der mit * oder & beginnt, braucht Anführungszeichen',
  'yaml.BAD_INDENT': 'Die Einrückung stimmt hier nicht',
  'yaml.BLOCK_AS_IMPLICIT_KEY':
    'Hier kann keine Liste oder Zuordnung beginnen. Stimmt die Einrückung, oder fehlt ein Leerzeichen nach einem Doppelpunkt?',
  'yaml.BLOCK_IN_FLOW': 'Innerhalb von eckigen oder geschweiften Klammern kann keine Zeile mit einem Strich beginnen',
  'yaml.MISSING_CHAR':
    'Hier fehlt ein Zeichen: eine schließende Klammer, ein Anführungszeichen, ein Doppelpunkt oder ein Leerzeichen danach',
  'yaml.MULTILINE_IMPLICIT_KEY': 'Ein Schlüssel muss in einer Zeile stehen, mit einem Doppelpunkt danach',
  'yaml.MULTIPLE_ANCHORS': 'Ein Wert kann nur einen Anker haben',
  'yaml.MULTIPLE_DOCS': 'Eine Konfigurationsdatei hat ein Dokument: Entfernen Sie die Zeile ---',
  'yaml.NON_STRING_KEY': 'Ein Schlüssel muss ein Text sein',
  'yaml.TAB_AS_INDENT': 'Rücken Sie mit Leerzeichen ein, nicht mit Tabulatoren',
  'yaml.TAG_RESOLVE_FAILED': 'Dieses Tag (!…) ist hier nicht bekannt',
  'yaml.UNEXPECTED_TOKEN': 'Das wird hier nicht erwartet',
  'yaml.BAD_DQ_ESCAPE': 'Nach \\ in "…" folgt etwas Unbekanntes. In einfachen Anführungszeichen hat \\ keine Bedeutung',
  'yaml.BAD_SCALAR_START': 'Ein Text, der mit diesem Zeichen beginnt, braucht Anführungszeichen',
  'yaml.notValid': 'Das ist kein gültiges YAML',
  'document.tooLarge': 'Die Datei ist größer als {mebibytes} MiB',
  'document.fileTooDeep': 'Die Datei ist zu tief verschachtelt',
  'document.tooDeep': 'ist zu tief verschachtelt',
  'document.noAnchor': 'ist ein Alias ohne einen Anker davor',
  'document.tooMany': 'Die Datei hat mehr als {limit} Werte; die der Aliasse zählen mit',
  'document.keyNoText': 'hat einen Schlüssel, der kein Text ist',
  'document.twice': 'gibt es zweimal',
  'document.unknownKey': 'ist ein unbekannter Schlüssel. Hier bekannt: {known}',
  'document.misspeltKey': 'ist ein unbekannter Schlüssel. Ist {meant} gemeint? Hier bekannt: {known}',
  'document.path': 'muss der Pfad einer Datei sein',
  'document.emptySecret': '{file} ist leer',
  'document.largeSecret': '{file} ist zu groß für ein Geheimnis',
  'document.unreadable': '{file} kann nicht gelesen werden ({code})',
  'document.beside': 'steht neben {name}: Verwenden Sie nur eines davon',
  'variable.unknown': '{name} ist keine Variable von Belfry und hat keine Wirkung.',
  'variable.misspelt': '{name} ist keine Variable von Belfry und hat keine Wirkung. Ist {meant} gemeint?',
};
