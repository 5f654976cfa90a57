// The texts of the backups screen.
import { formatCount, plural } from '../../lib/language/format.ts';
import { inLanguage } from '../../lib/language/in-language.ts';
import { ordinal } from '../../lib/language/ordinal.ts';
import { monthOf } from '../../lib/moment.ts';
import type { Tip } from '../../ui/search-tip.ts';

export const messages = inLanguage('backups', {
  loading: 'Loading backup data...',
  loadingNote: 'This may take up to 20 seconds on the first load.',
  noSources: 'No backup sources configured',
  noSourcesHint: 'Add a Proxmox VE host or a Proxmox Backup Server in Settings to see its backups here.',
  noMatch: 'No backups match your filters',
  noData: 'No backup data',
  noDataHint: 'The monitored nodes have neither snapshots nor backups yet, or they have not been listed yet.',
  reset: 'Reset',
  search: 'Search backups',
  mode: 'Kind of backup',
  guestType: 'Kind of guest',
  grouping: 'Grouping',
  modes: { all: 'All', snapshot: 'Snapshots', local: 'PVE', remote: 'PBS' },
  types: { all: 'All Types', VM: 'VM', LXC: 'LXC', Host: 'PMG/Host' },
  groupings: { date: 'By Date', guest: 'By Guest' },
  sorts: {
    backupTime: 'Time',
    name: 'Name',
    node: 'Node',
    vmid: 'VMID',
    backupType: 'Backup type',
    size: 'Size',
    storage: 'Location',
    verified: 'Verified',
    type: 'Type',
    owner: 'Owner',
  },
  kinds: { snapshot: 'Snapshot', local: 'PVE', remote: 'PBS' },
  /** What the colours of the bars mean. */
  perDay: { few: 'up to 5 a day', some: 'up to 10', many: 'more' },
  relative: 'Relative times',
  clearDay: 'Clear filter',
  day: (day: string) => `Day: ${day}`,
  today: 'Today',
  yesterday: 'Yesterday',
  /** "November 19th" or "November 19th, 2026". */
  date: (ms: number, withYear: boolean) => {
    const date = new Date(ms);
    return `${monthOf(ms)} ${ordinal(date.getDate())}${withYear ? `, ${date.getFullYear()}` : ''}`;
  },
  list: 'Backups',
  /** In the place of a node. */
  shared: 'shared',
  heads: {
    backupType: 'Kind',
    type: 'Type',
    name: 'Name',
    vmid: 'VMID',
    vmidOrHost: 'VMID/Host',
    node: 'Node',
    time: 'Time',
    backup: 'Backup',
    details: 'Details',
    owner: 'Owner',
    size: 'Size',
    location: 'Location',
    verified: 'Verified',
  },
  chart: 'Backups per day',
  range: 'Range of the chart',
  dedup: (factor: string) => `Deduplication ${factor}×`,
  days: (count: number) => `${count}d`,
  total: (count: number) => plural(count, 'backup'),
  listed: (count: number, unfinished: number) =>
    [plural(count, 'backup'), ...(unfinished > 0 ? [`${formatCount(unfinished)} unfinished`] : [])].join(', '),
  inRange: (count: number, range: number) => `${formatCount(count)} in ${range} days`,
  verified: 'verified',
  unverified: 'unverified',
  failed: 'verification failed',
  unfinished: 'unfinished',
  unfinishedMeaning: 'It is still running, or it broke off',
  protected: 'protected',
  encrypted: 'encrypted',
  /** `remote`: some are on backup servers, which tell only the size before deduplication. */
  summary: (listed: string, size: string | undefined, remote: boolean) =>
    [listed, ...(size === undefined ? [] : [remote ? `${size} before deduplication` : size])].join(', '),
  undeduplicated: 'The size of the guest. The backup server stores data that is the same only once, so it needs less.',
  faults: {
    backup: (count: number) => `${plural(count, 'backup task')} failed`,
    'server-job': (count: number) => `${plural(count, 'job')} of backup servers failed`,
    replication: (count: number) => `${plural(count, 'replication job')} failing`,
    availability: (count: number) => `${plural(count, 'guest')} in an HA error`,
    late: (count: number) => `${plural(count, 'job')} late`,
  },
  /** Used where the host gives no reason. */
  noReason: {
    backup: 'the backup failed',
    'server-job': 'the job failed',
    replication: 'the replication failed',
    availability: 'high availability gave it up',
    late: 'it did not run when it was due',
  },
  faultsSection: 'failed jobs',
  section: 'backup list',
  chartSection: 'backup chart',
  searchTips: [
    ['web', 'VMID, name, node, backup, notes, storage, datastore or namespace contains "web"'],
    ['node:pve1', 'a node; the name of a backup server shows its backups'],
    ['pbs:main:store:/prod', 'a backup server, its datastore, its namespace (/ is the root)'],
    ['size>20', 'larger than 20 GB'],
    ['owner:root', 'a field contains a text: name, vmid, storage, owner, type, …'],
    ['node:pve1, size>5', 'commas: every filter must hold'],
  ] as readonly Tip[],
});
