import type { messages } from '../../../../../../apps/cli/src/messages/drill.ts';
import type { Translation } from '../../translation.ts';
import { drillReasons } from '../drill-reasons.ts';

export const drill: Translation<typeof messages> = {
  heads: ['GAST', 'VMID', 'STATUS', 'ZURÜCK NACH', 'AUSGEGEBEN', 'ID'],
  none: 'Noch keine Restore-Tests.',
  noGuest: (given) =>
    `Es gibt keinen Gast „${given}“, oder es gibt mehrere. Geben Sie seine ID an, wie in belfry guests --json.`,
  took: (seconds) => `${seconds} s`,
  handedOut: (name, backup, vmid, node, until) =>
    `Restore-Test von ${name} aus ${backup}, als Nummer ${vmid} auf ${node}. Reserviert bis ${until}.`,
  restore: 'Wiederherstellen und starten, in der Shell des Knotens:',
  remove: 'Entfernen, wenn alles gesehen wurde:',
  status: (id) => `Was Belfry gesehen hat: belfry drill status ${id}`,
  states: {
    waiting: 'wartet auf die Wiederherstellung',
    restoring: 'wird wiederhergestellt',
    restored: 'wiederhergestellt, nicht gestartet',
    running: 'gestartet, noch nicht alles gesehen',
    passed: 'bestanden, die Kopie ist noch da',
    done: 'bestanden',
    refused: 'abgelehnt',
    aborted: 'von Hand beendet',
  },
  steps: {
    handedOut: 'ausgegeben',
    restoreBegan: 'Wiederherstellung begann',
    restoreEnded: 'Wiederherstellung endete',
    started: 'gestartet',
    agentAnswered: 'Gast-Agent antwortete',
    filesRead: 'Dateisysteme gelesen',
    portsOpen: 'Ports offen',
    removed: 'entfernt',
  },
  reasons: drillReasons,
  planHeads: ['PLAN', 'GRUPPE', 'STATUS', 'GETESTET', 'ALS NÄCHSTES', 'BIS'],
  noPlans: 'Es gibt keine Pläne für Restore-Tests.',
  groups: { done: 'erledigt', open: 'offen', due: 'fällig', overdue: 'überfällig', none: 'kein Backup' },
};
