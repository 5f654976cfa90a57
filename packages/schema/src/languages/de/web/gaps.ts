import type { messages } from '../../../../../../apps/web/src/ui/gaps/messages.ts';
import type { Translation } from '../../translation.ts';

export const gaps: Translation<typeof messages> = {
  parts: {
    'backup jobs': 'Backup-Jobs',
    'backup tasks': 'Aufgaben der Backups',
    Ceph: 'Ceph',
    configurations: 'Konfigurationen für das Journal',
    'container addresses': 'Adressen der Container',
    disks: 'Festplatten',
    'failed tasks': 'fehlgeschlagene Aufgaben',
    'guest agents': 'Gastagenten',
    'guest memory': 'Arbeitsspeicher der Gäste',
    guests: 'Gäste',
    'high availability': 'Hochverfügbarkeit',
    'node status': 'Status der Knoten',
    'physical disks': 'Festplatten',
    services: 'Dienste',
    snapshots: 'Snapshots',
    storages: 'Speicher',
    'sync jobs': 'Sync-Jobs',
    'ZFS pools': 'ZFS-Pools',
  },
  partsOf: {
    backups: (name) => `Backups von ${name}`,
    figures: (name) => `Werte von ${name}`,
    queues: (name) => `Warteschlangen von ${name}`,
    services: (name) => `Dienste von ${name}`,
  },
};
