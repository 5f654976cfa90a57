import type { messages } from '../../features/backups/messages.ts';
import { formatCount, plural } from '../../lib/language/format.ts';
import type { Translation } from './translation.ts';

const days = new Intl.DateTimeFormat('de', { month: 'long', day: 'numeric' });
const dates = new Intl.DateTimeFormat('de', { month: 'long', day: 'numeric', year: 'numeric' });

export const backups: Translation<typeof messages> = {
  loading: 'Backups werden geladen...',
  loadingNote: 'Beim ersten Mal kann das bis zu 20 Sekunden dauern.',
  noSources: 'Keine Quellen für Backups eingerichtet',
  noSourcesHint:
    'Fügen Sie in den Einstellungen einen Proxmox-VE-Host oder einen Proxmox Backup Server hinzu, um hier seine Backups zu sehen.',
  noMatch: 'Kein Backup passt zu den Filtern',
  noData: 'Keine Backups',
  noDataHint: 'Die überwachten Knoten haben noch keine Snapshots oder Backups, oder sie wurden noch nicht aufgelistet.',
  reset: 'Zurücksetzen',
  search: 'Backups suchen',
  mode: 'Art des Backups',
  guestType: 'Art des Gasts',
  grouping: 'Gruppierung',
  relative: 'Relative Zeiten',
  clearDay: 'Filter entfernen',
  day: (day) => `Tag: ${day}`,
  today: 'Heute',
  yesterday: 'Gestern',
  date: (ms, withYear) => (withYear ? dates : days).format(ms),
  list: 'Backups',
  chart: 'Backups pro Tag',
  range: 'Zeitraum des Diagramms',
  dedup: (factor) => `Deduplizierung ${factor}x`,
  days: (count) => `${count} T`,
  total: (count) => plural(count, 'Backup', 'Backups'),
  inRange: (count, range) => `${formatCount(count)} in ${range} Tagen`,
  verified: 'verifiziert',
  unverified: 'nicht verifiziert',
  failed: 'Verifizierung fehlgeschlagen',
  unfinished: 'unvollständig',
  unfinishedMeaning: 'Es läuft noch, oder es ist abgebrochen',
  protected: 'geschützt',
  encrypted: 'verschlüsselt',
  summary: (count, size) => `${plural(count, 'Backup', 'Backups')}, ${size}`,
  faults: {
    backup: (count) => `${plural(count, 'Backup', 'Backups')} fehlgeschlagen`,
    'server-job': (count) => `${plural(count, 'Job', 'Jobs')} auf Backup-Servern fehlgeschlagen`,
    replication: (count) => `${plural(count, 'Replikation schlägt', 'Replikationen schlagen')} fehl`,
    availability: (count) => `${plural(count, 'Gast', 'Gäste')} mit HA-Fehler`,
  },
  noReason: {
    backup: 'das Backup ist fehlgeschlagen',
    'server-job': 'der Job ist fehlgeschlagen',
    replication: 'die Replikation ist fehlgeschlagen',
    availability: 'die Hochverfügbarkeit hat aufgegeben',
  },
  faultsSection: 'fehlgeschlagene Jobs',
  section: 'Liste der Backups',
  chartSection: 'Diagramm der Backups',
  searchTips: [
    ['web', 'VMID, Name, Knoten, Backup, Notizen, Speicher, Datenspeicher oder Namespace enthält „web“'],
    ['node:pve1', 'ein Knoten; der Name eines Backup-Servers zeigt dessen Backups'],
    ['pbs:main:store:/prod', 'ein Backup-Server, sein Datenspeicher, sein Namespace (/ ist der oberste)'],
    ['size>20', 'größer als 20 GB'],
    ['owner:root', 'ein Feld enthält einen Text: name, vmid, storage, owner, type, …'],
    ['node:pve1, size>5', 'Kommas: Jeder Filter muss zutreffen'],
  ],
};
