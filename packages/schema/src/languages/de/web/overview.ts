import type { messages } from '../../../../../../apps/web/src/features/overview/messages.ts';
import { formatCount } from '../../../../../../apps/web/src/lib/language/format.ts';
import { eachFigure, fieldFigures } from '../../../figures.ts';
import type { Translation } from '../../translation.ts';
import { figures } from '../figures.ts';

export const overview: Translation<typeof messages> = {
  types: { all: 'Alle', vm: 'VMs', lxc: 'LXCs' },
  statuses: { all: 'Alle', running: 'Laufend', stopped: 'Gestoppt', other: 'Andere' },
  trends: { now: 'Jetzt', hour: 'Verlauf 1 h' },
  showTrend: 'Verlauf der letzten Stunde zeigen',
  hideTrend: 'Verlauf der letzten Stunde ausblenden',
  trendWords: 'strip sparkline history graph trend cpu ram',
  historyOff: 'Die Aufzeichnung ist ausgeschaltet',
  groupings: { grouped: 'Gruppiert', flat: 'Liste' },
  heads: {
    name: 'Name',
    type: 'Typ',
    vmid: 'VMID',
    uptime: 'Laufzeit',
    cpu: 'CPU',
    memory: 'RAM',
    disk: 'Platte',
    ...eachFigure(fieldFigures, (_, name) => figures[name].head),
  },
  loading: 'Übersicht wird geladen...',
  noNodes: 'Keine Hypervisor-Knoten eingerichtet',
  noNodesHint:
    'Fügen Sie in den Einstellungen einen Proxmox-VE-Host hinzu: Seine Knoten und Gäste erscheinen hier von selbst.',
  waiting: 'Warten auf die erste Antwort',
  waitingHint: 'Diese Hosts sind eingerichtet, aber noch keiner hat geantwortet:',
  noGuests: 'Keine Gäste gefunden',
  noMatch: (search) => `Kein Gast passt zur Suche „${search}“`,
  noMatchFilters: 'Kein Gast passt zu den gesetzten Filtern',
  noGuestsYet: 'Die überwachten Knoten haben noch keine Gäste.',

  searchName: 'Gäste suchen',
  type: 'Typ',
  status: 'Status',
  grouping: 'Gruppierung',
  trend: 'Gezeigte Zeit',

  table: 'Gäste',
  locked: 'gesperrt:',
  ownAddress: 'öffnet die eigene Adresse',
  running: 'laufend',
  stopped: 'gestoppt',
  legend: ({ running, stopped, other, unknown }) =>
    [
      ...(running + stopped + other > 0 || unknown === 0
        ? [`${formatCount(running)} laufend`, `${formatCount(stopped)} gestoppt`]
        : []),
      ...(other > 0 ? [`${formatCount(other)} andere`] : []),
      ...(unknown > 0 ? [`${formatCount(unknown)} unbekannt`] : []),
    ].join(', '),
  noRate: 'Für eine Rate sind zwei Messungen nötig',
  section: 'Gästetabelle',

  searchTips: [
    ['web', 'Name, VMID, Knoten, Status oder Tag enthält „web“'],
    ['cpu>80', 'ein Wert: cpu, memory, disk (Prozent), uptime (s), …'],
    ['node:pve1', 'ein Feld enthält einen Text: name, node, vmid, os, ip, …'],
    ['tags:prod,web', 'einer dieser Tags'],
    ['cpu>80 OR memory>90', 'eines von beiden; AND, OR und Leerzeichen (= AND) gelten von links nach rechts'],
    ['node:pve1, cpu>50', 'Kommas: Jeder Filter muss zutreffen'],
    ['db, mail', 'Kommas zwischen einfachen Wörtern: eines davon'],
  ],
};
