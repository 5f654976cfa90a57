// Search: the sentences of the English table of this name, in German.
import type { search as english } from '../../../sentences/search.ts';

export const search: Readonly<Record<keyof typeof english, string>> = {
  'search.noField':
    'Es gibt kein Feld „{given}“. Die Felder sind {fields}. Ein Text in Anführungszeichen wird gesucht, wie er ist.',
  'search.otherField':
    'Es gibt kein Feld „{given}“. Meinten Sie {nearest}? Ein Text in Anführungszeichen wird gesucht, wie er ist.',
  'search.noNumber': '„{given}“ ist keine Zahl. Schreiben Sie es wie {nearest}.',
  'search.noFigure': '{field} ist ein Text, der nicht verglichen wird. Schreiben Sie {nearest}.',
  'search.noValue': '{field} ist nie „{given}“. Schreiben Sie {nearest}.',
  'search.guest.word': 'Name, VMID, Knoten, Status oder Tag enthält „web“',
  'search.guest.type': 'nur Linux-Container; „vm“ findet virtuelle Maschinen',
  'search.guest.figure': 'cpu, memory oder disk in Prozent; ein unbekannter Wert wird nicht gefunden',
  'search.guest.uptime': 'Laufzeit in s, m, h oder d',
  'search.guest.rate': 'eine Rate: diskread, diskwrite, netin, netout',
  'search.guest.field': 'ein Feld enthält einen Text: name, node, vmid, os, ip, pool, …',
  'search.guest.cluster': 'ein Cluster; „standalone“ findet die Knoten außerhalb von Clustern',
  'search.guest.site': 'der Standort, dessen Sammler den Gast abfragt, mit seinem Namen',
  'search.guest.status': 'ein Status: running, stopped, paused, unreachable, … oder als was er zählt: other, unknown',
  'search.guest.tags': 'einer dieser Tags, ohne Leerzeichen nach dem Komma',
  'search.guest.not': 'ohne diesen Tag; ein Minuszeichen kehrt jeden Teil um',
  'search.guest.or': 'eines von beiden; AND, OR und Leerzeichen (= AND) gelten von links nach rechts',
  'search.guest.comma': 'beides: Was zwischen Kommas steht, muss alles zutreffen',
  'search.guest.groups': 'eines der beiden ersten, und über 50 Prozent',
  'search.guest.quotes': 'genau dieser Text, mit seinen Leerzeichen und Zeichen',
};
