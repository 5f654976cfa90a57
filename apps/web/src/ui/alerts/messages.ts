// The texts of alerts that several screens show.
import { plural } from '../../lib/language/format.ts';
import { inLanguage } from '../../lib/language/in-language.ts';

export const messages = inLanguage('alertMarks', {
  title: 'Alerts',
  levels: { critical: 'Critical', warning: 'Warning' },
  acknowledged: 'acknowledged',
  acknowledgedBy: (user: string) => `acknowledged by ${user}`,
  silenced: 'silenced',
  days: (count: number) => plural(count, 'day'),
  seconds: (count: number) => `${count}s`,
  kinds: {
    vm: 'VM',
    ct: 'LXC',
    guest: 'Guest',
    node: 'Node',
    storage: 'Storage',
    disk: 'Disk',
    cluster: 'Cluster',
    ceph: 'Ceph',
    pbs: 'PBS',
    pmg: 'PMG',
    dockerHost: 'Docker Host',
    dockerContainer: 'Docker Container',
    instance: 'Host',
    site: 'Site',
    server: 'Belfry',
    unknown: 'Unknown',
  },
  /** A container of Docker, where the whole words would cut its name. */
  docker: 'Docker',
});
