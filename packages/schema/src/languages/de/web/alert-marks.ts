import { plural } from '../../../../../../apps/web/src/lib/language/format.ts';
import type { messages } from '../../../../../../apps/web/src/ui/alerts/messages.ts';
import type { Translation } from '../../translation.ts';

export const alertMarks: Translation<typeof messages> = {
  title: 'Alarme',
  levels: { critical: 'Kritisch', warning: 'Warnung' },
  acknowledged: 'quittiert',
  acknowledgedBy: (user) => `quittiert von ${user}`,
  silenced: 'stumm',
  days: (count) => plural(count, 'Tag', 'Tage'),
  seconds: (count) => `${count} s`,
  kinds: {
    vm: 'VM',
    ct: 'LXC',
    guest: 'Gast',
    node: 'Knoten',
    storage: 'Speicher',
    disk: 'Platte',
    cluster: 'Cluster',
    ceph: 'Ceph',
    pbs: 'PBS',
    pmg: 'PMG',
    dockerHost: 'Docker-Host',
    dockerContainer: 'Docker-Container',
    instance: 'Host',
    site: 'Standort',
    server: 'Belfry',
    unknown: 'Unbekannt',
  },
  docker: 'Docker',
};
