import type { messages } from '../../../../../../apps/web/src/features/nodes/messages.ts';
import { formatCount, plural } from '../../../../../../apps/web/src/lib/language/format.ts';
import type { Translation } from '../../translation.ts';

const COUNT_WORDS = {
  vms: ['VM', 'VMs'],
  containers: ['Container', 'Container'],
  storage: ['Speicher', 'Speicher'],
  disks: ['Platte', 'Platten'],
  backups: ['Backup', 'Backups'],
} as const;

export const nodes: Translation<typeof messages> = {
  pbs: {
    datastores: (name) => `Datenspeicher ${name}`,
    full: (name) => `Datenspeicher ${name} ist voll`,
    syncJobs: (name) => `Sync-Job ${name}`,
    verifyJobs: (name) => `Verify-Job ${name}`,
    pruneJobs: (name) => `Prune-Job ${name}`,
    tapeJobs: (name) => `Band-Job ${name}`,
    garbageJobs: (name) => `Garbage Collection von ${name}`,
  },
  section: 'Übersicht der Knoten',
  table: 'Knoten',
  missing: (id) => `Den gewählten Knoten oder Backup-Server gibt es nicht mehr (${id}). Alles wird gezeigt.`,
  all: ({ nodes, servers, offline, unreachable, marked }) =>
    [
      plural(nodes, 'Knoten', 'Knoten'),
      ...(servers > 0 ? [`${servers} PBS`] : []),
      ...(offline > 0 ? [`${offline} offline`] : []),
      ...(unreachable > 0 ? [`${unreachable} nicht erreicht`] : []),
      ...(marked > 0 ? [`${marked} mit Alarmen`] : []),
    ].join(' · '),
  node: 'Knoten',
  cluster: 'Cluster',
  guests: 'Gäste',
  ran: ({ running, all }) => `${formatCount(running)} von ${formatCount(all)} laufen`,
  unknownGuests: (count) => `${formatCount(count)} unbekannt`,
  answer: (answer, all) => `${formatCount(answer)} von ${formatCount(all)} antworten`,
  fullest: 'Vollster Speicher',
  worst: 'Schlimmstes',
  servers: (count) => plural(count, 'Backup-Server', 'Backup-Server'),
  otherNodes: (count) => plural(count, 'anderer Knoten', 'andere Knoten'),
  otherServers: (count) => plural(count, 'anderer Server', 'andere Server'),
  byCluster: 'Eine Zeile je Cluster zeigen',
  byNode: 'Eine Zeile je Knoten zeigen',
  allNodes: 'Alle Knoten',
  nodeButtons: 'Nur einen Knoten zeigen',
  countOf: (key, count) => plural(count, COUNT_WORDS[key][0], COUNT_WORDS[key][1]),
  nodeOrPbs: 'Knoten / PBS',
  uptime: 'Laufzeit',
  cpu: 'CPU',
  memory: 'RAM',
  disk: 'Platte',
  storageOrDisk: 'Speicher / Platte',
  temperature: 'Temp.',
  counts: { vms: 'VMs', containers: 'Container', storage: 'Speicher', disks: 'Platten', backups: 'Backups' },
  cores: (count) => plural(count, 'Kern', 'Kerne'),
  problems: (count) => plural(count, 'Problem', 'Probleme'),
  limited: (count) => `${count} eingeschränkt`,
  noQuorum: 'Kein Quorum',
  noQuorumMeaning: (online, all) =>
    `${online} von ${all} Knoten online: Gäste laufen weiter, können aber nicht gestartet, verschoben oder geändert werden`,
  datastoreIs: (name, status) => `${name}: ${status}`,
  datastoreRemoved: (name) => `${name} wird gelöscht`,
  haTrouble: 'Hochverfügbarkeit',
  quorumDevice: 'Quorum-Gerät',
  quorumDeviceMeaning: (state) => `stimmt nicht ab (${state})`,
};
