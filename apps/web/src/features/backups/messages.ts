// What the backups screen says. The requirement fixes most of these texts.
import { formatCount, plural } from '@belfry/domain/format';

export const messages = {
  loading: 'Loading backup data...',
  loadingNote: 'This may take up to 20 seconds on the first load.',
  noSources: 'No backup sources configured',
  noSourcesHint: 'Add a Proxmox VE or Proxmox Backup Server node in Settings to see its backups here.',
  noMatch: 'No backups match your filters',
  noData: 'No backup data',
  noDataHint: 'The monitored nodes have neither snapshots nor backups yet, or they have not been listed yet.',
  reset: 'Reset',
  search: 'Search backups',
  mode: 'Kind of backup',
  guestType: 'Kind of guest',
  grouping: 'Grouping',
  relative: 'Relative times',
  clearDay: 'Clear filter',
  day: (day: string) => `Day: ${day}`,
  list: 'Backups',
  chart: 'Backups per day',
  range: 'Range of the chart',
  dedup: (factor: string) => `Deduplication ${factor}x`,
  days: (count: number) => `${count}d`,
  total: (count: number) => plural(count, 'backup'),
  inRange: (count: number, range: number) => `${formatCount(count)} in ${range} days`,
  verified: 'verified',
  unverified: 'unverified',
  failed: 'verification failed',
  protected: 'protected',
  encrypted: 'encrypted',
  summary: (count: number, size: string) => `${plural(count, 'backup')}, ${size}`,
  section: 'backup list',
  chartSection: 'backup chart',
};

export const backupTips = [
  ['web', 'VMID, name, node, backup, notes, storage, datastore or namespace contains "web"'],
  ['node:pve1', 'a node; the name of a backup server shows its backups'],
  ['pbs:main:store:/prod', 'a backup server, its datastore, its namespace (/ is the root)'],
  ['size>20', 'larger than 20 GB'],
  ['owner:root', 'a field contains a text: name, vmid, storage, owner, type, …'],
  ['node:pve1, size>5', 'commas: every filter must hold'],
] as const;
