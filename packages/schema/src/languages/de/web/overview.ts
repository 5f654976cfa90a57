import type { messages } from '../../../../../../apps/web/src/features/overview/messages.ts';
import { formatCount } from '../../../../../../apps/web/src/lib/language/format.ts';
import { eachFigure, fieldFigures } from '../../../figures.ts';
import type { Translation } from '../../translation.ts';
import { figures } from '../figures.ts';

export const overview: Translation<typeof messages> = {
  types: { all: 'Alle', vm: 'VMs', lxc: 'LXCs' },
  statuses: {
    all: 'Alle',
    running: 'Laufend',
    stopped: 'Gestoppt',
    paused: 'Pausiert',
    other: 'Andere',
    unknown: 'Unbekannt',
  },
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

  awaiting: 'Die Werte aller Gäste sind unterwegs. Wenn sie da sind, stimmen Filter und Reihenfolge.',

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
  legend: ({ running, stopped, paused, other, unknown }) =>
    [
      ...(running + stopped + paused + other > 0 || unknown === 0
        ? [`${formatCount(running)} laufend`, `${formatCount(stopped)} gestoppt`]
        : []),
      ...(paused > 0 ? [`${formatCount(paused)} pausiert`] : []),
      ...(other > 0 ? [`${formatCount(other)} andere`] : []),
      ...(unknown > 0 ? [`${formatCount(unknown)} unbekannt`] : []),
    ].join(', '),
  noRate: 'Für eine Rate sind zwei Messungen nötig',
  section: 'Gästetabelle',
};
