// The texts of the alerts area that several of its pages use.
import { plural } from '../../lib/language/format.ts';
import { inLanguage } from '../../lib/language/in-language.ts';
export const messages = inLanguage('alerts', {
  pagesLabel: 'Alert pages',
  status: 'Status',
  configuration: 'Configuration',
  pages: {
    overview: {
      name: 'Overview',
      title: 'Alerts Overview',
      description: 'What is wrong now, since when, and who takes care of it.',
    },
    history: {
      name: 'History',
      title: 'Alert History',
      description: 'What was wrong, for how long, and who took care of it.',
    },
    thresholds: {
      name: 'Thresholds',
      title: 'Alert Thresholds',
      description: 'The values at which alerts are raised.',
    },
    destinations: {
      name: 'Notifications',
      title: 'Notification Destinations',
      description: 'Who is notified, how, and whether it arrived.',
    },
    schedule: {
      name: 'Schedule',
      title: 'Maintenance Schedule',
      description: 'When alerts are sent, held back, repeated and passed on.',
    },
  },
  days: (count: number) => plural(count, 'day'),
  seconds: (count: number) => `${count}s`,
  kinds: {
    vm: 'VM',
    ct: 'CT',
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
    server: 'Belfry',
    unknown: 'Unknown',
  },
  loading: 'Loading alerts...',
  acknowledging: {
    one: 'Alert acknowledged',
    many: (count: number) => `Acknowledged ${plural(count, 'alert')}`,
    oneFailed: 'Failed to acknowledge alert',
    manyFailed: (count: number) => `Failed to acknowledge ${plural(count, 'alert')}`,
    allFailed: 'Failed to acknowledge alerts',
  },
  restoring: {
    one: 'Alert restored',
    many: (count: number) => `Restored ${plural(count, 'alert')}`,
    oneFailed: 'Failed to restore alert',
    manyFailed: (count: number) => `Failed to restore ${plural(count, 'alert')}`,
    allFailed: 'Failed to restore alerts',
  },
  undo: 'Undo',
  notConfirmed: 'Server did not confirm the alert acknowledgment in time. Re-syncing from latest data.',
});
