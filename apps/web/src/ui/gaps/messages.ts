// The names of what a host does not show. The server says them in English.
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('gaps', {
  parts: {
    'backup jobs': 'backup jobs',
    'backup tasks': 'backup tasks',
    Ceph: 'Ceph',
    configurations: 'configurations for the journal',
    'container addresses': 'container addresses',
    disks: 'disks',
    'failed tasks': 'failed tasks',
    'guest agents': 'guest agents',
    'guest memory': 'guest memory',
    guests: 'guests',
    'high availability': 'high availability',
    'node status': 'node status',
    'physical disks': 'physical disks',
    services: 'services',
    snapshots: 'snapshots',
    storages: 'storages',
    'sync jobs': 'sync jobs',
    'ZFS pools': 'ZFS pools',
  },
  /** Of a node or a datastore. */
  partsOf: {
    backups: (name: string) => `backups of ${name}`,
    figures: (name: string) => `figures of ${name}`,
    queues: (name: string) => `queues of ${name}`,
    services: (name: string) => `services of ${name}`,
  },
});
