import type { messages } from '../../../../../../apps/web/src/features/storage/messages.ts';
import { formatCount, plural } from '../../../../../../apps/web/src/lib/language/format.ts';
import type { Translation } from '../../translation.ts';

export const storage: Translation<typeof messages> = {
  shared: 'geteilt',
  onlyServers: 'Kein Speicher von Proxmox VE',
  onlyServersHint:
    'Es ist kein Knoten von Proxmox VE eingerichtet. Die Datenspeicher Ihrer Backup-Server finden Sie in der Übersicht und unter Backups.',
  heads: {
    name: 'Speicher',
    type: 'Typ',
    content: 'Inhalt',
    status: 'Status',
    shared: 'Geteilt',
    usage: 'Belegung',
    free: 'Frei',
    total: 'Größe',
  },
  diskHeads: {
    node: 'Knoten',
    device: 'Gerät',
    model: 'Modell',
    type: 'Typ',
    used: 'FS',
    health: 'SMART',
    wearout: 'SSD-Rest',
    temperature: 'Temp.',
    size: 'Größe',
  },
  serial: (serial) => `, Seriennummer ${serial}`,
  loading: 'Speicher werden geladen...',
  none: 'Kein Speicher eingerichtet',
  hidden: 'Kein Speicher sichtbar',
  noneHint:
    'Fügen Sie in den Einstellungen einen Proxmox-VE-Host oder einen Proxmox Backup Server hinzu: Seine Speicher erscheinen hier von selbst.',
  notFound: 'Kein Speicher gefunden',
  noMatch: (search) => `Kein Speicher passt zur Suche „${search}“`,
  noneHere: 'Der gewählte Knoten hat keinen Speicher.',
  views: 'Ansichten',
  tabs: { pools: 'Speicher-Pools', disks: 'Platten' },
  groupings: { node: 'Knoten', storage: 'Speicher' },
  sorts: {
    name: 'Name',
    node: 'Knoten',
    type: 'Typ',
    status: 'Status',
    usage: 'Belegung',
    free: 'Frei',
    total: 'Größe',
  },
  searchPools: 'Speicher suchen',
  searchDisks: 'Platten suchen',
  grouping: 'Gruppierung',
  nodes: (count) => plural(count, 'Knoten', 'Knoten'),
  storages: (count) => plural(count, 'Speicher', 'Speicher'),
  legend: (count, free, hidden) =>
    `${plural(count, 'Speicher', 'Speicher')}, ${free} frei${hidden === 0 ? '' : ` · ${formatCount(hidden)} von unbekannter Größe nicht gezeigt`}`,
  diskLegend: (count, unread) =>
    `${plural(count, 'Platte', 'Platten')}${unread === 0 ? '' : ` · ${formatCount(unread)} ohne SMART-Daten: abgeschaltet oder nicht lesbar`}`,
  noSmart: 'SMART ist bei dieser Platte abgeschaltet oder über ihren Controller nicht lesbar',
  ceph: { used: 'Belegt', osds: 'OSDs aktiv', placementGroups: 'Placement Groups', pools: 'Pools' },
  noPools: 'Keine Daten zu Pools',
  zfs: (pool) => `ZFS-Pool ${pool}`,
  errors: (read, write, checksum) =>
    `Fehler: ${formatCount(read)} beim Lesen, ${formatCount(write)} beim Schreiben, ${formatCount(checksum)} Prüfsummen`,
  devices: 'Betroffene Geräte:',
  section: 'Speicher',
  noDisks: (node, search) =>
    `Keine Platten gefunden${node === undefined ? '' : ` auf dem Knoten ${node}`}${search === '' ? '' : `, die zu „${search}“ passen`}`,
  poolTips: [
    ['nas', 'Name, Knoten, Typ, Inhalt oder Status enthält „nas“'],
    ['node:pve1', 'nur Speicher dieses Knotens'],
    ['site:berlin', 'nur Speicher dieses Standorts'],
    ['nfs backup', 'jedes Wort muss passen'],
    ['usage>80', 'Werte: Auslastung in Prozent'],
    ['-type:nfs', 'ohne diese; Felder: name, node, type, content, status, site'],
    ['zfs OR lvm', 'eins von beiden'],
  ],
  diskTips: [
    ['samsung', 'Modell, Gerätepfad, Seriennummer oder Knoten enthält „samsung“'],
    ['node:pve1', 'nur Platten dieses Knotens'],
    ['site:berlin', 'nur Platten dieses Standorts'],
    ['pve1 nvme0', 'jedes Wort muss passen'],
    ['-type:hdd', 'ohne diese; Felder: model, device, serial, node, type, site'],
    ['samsung OR wd', 'eins von beiden'],
  ],
};
