// The texts of the storage screen.
import { formatCount, plural } from '../../lib/language/format.ts';
import { inLanguage } from '../../lib/language/in-language.ts';
import type { Tip } from '../../ui/search-tip.ts';

export const messages = inLanguage('storage', {
  loading: 'Loading storage data...',
  none: 'No storage configured',
  hidden: 'No storage can be seen',
  noneHint: 'Add a Proxmox VE host or a Proxmox Backup Server in Settings: its storages appear here by themselves.',
  onlyServers: 'No storage of Proxmox VE',
  onlyServersHint:
    'No Proxmox VE node is configured. The datastores of your backup servers are on the Overview and under Backups.',
  notFound: 'No storage found',
  noMatch: (search: string) => `No storage matches your search "${search}"`,
  noneHere: 'The selected node has no storage to show.',
  views: 'Storage views',
  tabs: { pools: 'Storage Pools', disks: 'Physical Disks' },
  groupings: { node: 'By Node', storage: 'By Storage' },
  sorts: {
    name: 'Name',
    node: 'Node',
    type: 'Type',
    status: 'Status',
    usage: 'Usage',
    free: 'Free',
    total: 'Total',
  },
  heads: {
    name: 'Storage',
    type: 'Type',
    content: 'Content',
    status: 'Status',
    shared: 'Shared',
    usage: 'Usage',
    free: 'Free',
    total: 'Total',
  },
  diskHeads: {
    node: 'Node',
    device: 'Device',
    model: 'Model',
    type: 'Type',
    used: 'FS',
    health: 'Health',
    wearout: 'SSD Life',
    temperature: 'Temp',
    size: 'Size',
  },
  searchPools: 'Search storage',
  searchDisks: 'Search disks',
  grouping: 'Grouping',
  shared: 'shared',
  nodes: (count: number) => plural(count, 'node'),
  storages: (count: number) => plural(count, 'storage'),
  legend: (count: number, free: string, hidden: number) =>
    `${plural(count, 'storage')}, ${free} free${hidden === 0 ? '' : ` · ${formatCount(hidden)} of unknown size not shown`}`,
  diskLegend: (count: number, unread: number) =>
    `${plural(count, 'disk')}${unread === 0 ? '' : ` · ${formatCount(unread)} without SMART data: it is off, or cannot be read`}`,
  /** After the model of a disk. */
  serial: (serial: string) => `, serial ${serial}`,
  noSmart: 'SMART is off on this disk, or cannot be read through its controller',
  ceph: { used: 'Used', osds: 'OSDs up', placementGroups: 'Placement groups', pools: 'Pools' },
  noPools: 'No pool data available',
  zfs: (pool: string) => `ZFS pool ${pool}`,
  errors: (read: number, write: number, checksum: number) =>
    `Errors: ${formatCount(read)} read, ${formatCount(write)} write, ${formatCount(checksum)} checksum`,
  devices: 'Affected devices:',
  section: 'storage',
  /** "No physical disks found for node X matching "term"", with the parts that are set. */
  noDisks: (node: string | undefined, search: string) =>
    `No physical disks found${node === undefined ? '' : ` for node ${node}`}${search === '' ? '' : ` matching "${search}"`}`,
  poolTips: [
    ['nas', 'name, node, type, content or status contains "nas"'],
    ['node:pve1', 'only storages of that node'],
    ['site:berlin', 'only storages of that site'],
    ['nfs backup', 'every word must match'],
    ['usage>80', 'figures: usage in percent'],
    ['-type:nfs', 'without these; fields: name, node, type, content, status, site'],
    ['zfs OR lvm', 'either'],
  ] as readonly Tip[],
  diskTips: [
    ['samsung', 'model, device path, serial or node contains "samsung"'],
    ['node:pve1', 'only disks of that node'],
    ['site:berlin', 'only disks of that site'],
    ['pve1 nvme0', 'every word must match'],
    ['-type:hdd', 'without these; fields: model, device, serial, node, type, site'],
    ['samsung OR wd', 'either'],
  ] as readonly Tip[],
});
