// What hosts of Proxmox VE answer, in the shapes of several releases. All names, addresses and numbers are our own. For tests only.

const onDisk = (dev: string) => [{ 'bus-type': 'scsi', bus: 0, unit: 0, target: 0, dev, serial: 'drive-scsi0' }];

export const linux = {
  result: [
    {
      name: 'sda1',
      mountpoint: '/',
      type: 'ext4',
      'used-bytes': 1_000_000_000,
      'total-bytes': 50_000_000_000,
      disk: onDisk('/dev/sda1'),
    },
  ],
};
/** A loop device of snap is always full. */
export const linuxWithSnap = {
  result: [
    {
      name: 'loop7',
      mountpoint: '/snap/editor/12',
      type: 'squashfs',
      'used-bytes': 99_000_000,
      'total-bytes': 99_000_000,
      disk: [],
    },
    {
      name: 'sda2',
      mountpoint: '/boot',
      type: 'ext4',
      'used-bytes': 200_000_000,
      'total-bytes': 1_900_000_000,
      disk: onDisk('/dev/sda2'),
    },
  ],
};
/** The system volume of Windows has neither a letter nor sizes. */
export const windows = {
  result: [
    {
      name: '\\\\?\\Volume{00000000-0000-4000-8000-000000000001}\\',
      mountpoint: 'System Reserved',
      type: 'FAT32',
      disk: onDisk('\\\\.\\PhysicalDrive0'),
    },
  ],
};

export const interfaces = {
  result: [
    { name: 'lo', 'hardware-address': '00:00:00:00:00:00', 'ip-addresses': [] },
    {
      ...{ name: 'ens18', 'hardware-address': 'BC:24:11:00:00:0A' },
      'ip-addresses': [{ 'ip-address': '192.0.2.20', 'ip-address-type': 'ipv4', prefix: 24 }],
    },
  ],
};
export const lxcInterfaces = [
  { name: 'lo', hwaddr: '00:00:00:00:00:00', inet: '127.0.0.1/8', inet6: '::1/128' },
  { name: 'eth0', hwaddr: 'bc:24:11:00:00:0b', inet: '192.0.2.21/24', inet6: 'fe80::be24:11ff:fe00:b/64' },
];
export const system = {
  result: {
    id: 'debian',
    name: 'Debian GNU/Linux',
    'pretty-name': 'Debian GNU/Linux 12 (bookworm)',
    version: '12 (bookworm)',
    'version-id': '12',
    machine: 'x86_64',
  },
};

const disk = (devpath: string, type: string, rest: object) => ({
  ...{
    devpath,
    type,
    serial: `OWN-${devpath.slice(-4)}`,
    vendor: 'ATA',
    model: 'OWN_DISK',
    rpm: type === 'hdd' ? 7200 : 0,
    gpt: 1,
  },
  ...{ size: 512_000, wwn: '0x5000000000000001', osdid: -1, 'osdid-list': null },
  ...rest,
});

/** The life that is left is a text, a number or `N/A`. */
export const disks = [
  disk('/dev/sda', 'ssd', { wearout: '97', health: 'PASSED' }),
  disk('/dev/sdb', 'hdd', { wearout: 'N/A', health: 'PASSED' }),
  disk('/dev/sdc', 'ssd', { wearout: 100, health: 'OK', by_id_link: '/dev/disk/by-id/scsi-1' }),
  disk('/dev/nvme0n1', 'nvme', { wearout: 69, health: 'PASSED', serial: 'unknown', wwn: 'unknown', gpt: 0 }),
  disk('/dev/sdd', 'unknown', { wearout: 'N/A', health: 'UNKNOWN', rpm: -1 }),
];

const attribute = (id: string, name: string, value: number, raw: string) => ({
  ...{ id, name, value, normalized: value, worst: value, threshold: 0, fail: '-', flags: '-O--CK', raw },
});
const nvmeText = [
  ...['', 'SMART/Health Information (NVMe Log 0x02, NSID 0xffffffff)', 'Critical Warning:                   0x00'],
  ...['Temperature:                        32 Celsius', 'Percentage Used:                    31%', ''],
].join('\n');
const sasText = '\nPercentage used endurance indicator: 0%\nCurrent Drive Temperature:     20 C\n';

/** What `/disks/smart` says of the disks above. Only solid-state disks have a life left. */
export const smart: Readonly<Record<string, object>> = {
  '/dev/sda': {
    type: 'ata',
    health: 'PASSED',
    wearout: '97',
    attributes: [attribute('9', 'Power_On_Hours', 100, '1300'), attribute('202', 'Percent_Lifetime_Used', 97, '3')],
  },
  '/dev/sdb': { type: 'ata', health: 'PASSED', attributes: [attribute('9', 'Power_On_Hours', 92, '6200')] },
  '/dev/sdc': { type: 'text', health: 'OK', wearout: 100, text: sasText },
  '/dev/nvme0n1': { type: 'text', health: 'PASSED', wearout: 69, text: nvmeText },
};

const leaf = (name: string) => ({ name, state: 'ONLINE', read: 0, write: 0, cksum: 0, msg: '', leaf: 1 });
export const pool = {
  ...{ name: 'tank', state: 'ONLINE', leaf: 0, errors: 'No known data errors' },
  scan: 'scrub repaired 0B in 0 days 01:00:00 with 0 errors on Sun May  3 02:20:30 2026',
  children: [
    {
      name: 'mirror-0',
      state: 'ONLINE',
      read: 0,
      write: 0,
      cksum: 0,
      msg: '',
      leaf: 0,
      children: [leaf('/dev/sdb2'), leaf('/dev/sdc2')],
    },
  ],
};

const monitors = ['a', 'b', 'c'];
const mon = (name: string, rank: number) => ({
  name,
  rank,
  addr: `192.0.2.3${rank}:6789/0`,
  public_addr: `192.0.2.3${rank}:6789/0`,
});
const fsid = '00000000-0000-4000-8000-000000000002';

/** Reef counts the OSDs in the map itself. */
export const cephReef = {
  ...{ fsid, quorum: [0, 1, 2], quorum_names: monitors, health: { status: 'HEALTH_OK', checks: {} } },
  monmap: { epoch: 4, fsid, mons: monitors.map(mon) },
  osdmap: { epoch: 99, num_osds: 12, num_up_osds: 11, num_in_osds: 12, num_remapped_pgs: 0 },
  pgmap: {
    num_pgs: 97,
    num_pools: 2,
    bytes_total: 40_000_000_000_000,
    bytes_used: 9_000_000_000_000,
    bytes_avail: 31_000_000_000_000,
  },
  mgrmap: { available: true, active_name: 'a', standbys: [{ name: 'b' }, { name: 'c' }] },
  fsmap: { up: 1, in: 1, max: 1, 'up:standby': 2, by_rank: [{ rank: 0, name: 'c', status: 'up:active' }] },
};
/** Luminous has a map in the map. */
export const cephLuminous = (counts: object) => ({
  ...{ fsid, quorum: [0, 1, 2], quorum_names: monitors, health: { status: 'HEALTH_OK', checks: {} } },
  monmap: { epoch: 3, fsid, mons: monitors.map(mon) },
  osdmap: { osdmap: { epoch: 784, ...counts } },
});

/** Release 6 compressed with lzo. */
export const backups = [
  {
    volid: 'local:backup/vzdump-lxc-100-2021_02_03-04_05_06.tar.lzo',
    content: 'backup',
    format: 'tar.lzo',
    vmid: 100,
    ctime: 1_612_321_506,
    size: 4_500_000,
  },
];
export const snapshots = [
  { name: 'before', description: 'Before the update', vmstate: 0, snaptime: 1_683_810_191 },
  { name: 'current', description: 'You are here!', running: 0, parent: 'before', digest: '0'.repeat(40) },
];
export const tasks = [
  {
    upid: 'UPID:alpha:00010506:001EA0A4:645CDD7B:qmdestroy:101:root@pam:',
    node: 'alpha',
    id: '101',
    type: 'qmdestroy',
    user: 'root@pam',
    starttime: 1_683_807_611,
    endtime: 1_683_807_612,
    status: 'OK',
  },
  {
    upid: 'UPID:alpha:00010507:001EA0A5:645CDD7C:vzdump:101:root@pam:',
    node: 'alpha',
    id: '101',
    type: 'vzdump',
    user: 'root@pam',
    starttime: 1_683_807_700,
    endtime: 1_683_807_900,
    status: 'job errors',
  },
];

export const clusterStatus = [
  { type: 'cluster', id: 'cluster', name: 'own', version: 4, quorate: 1, nodes: 3 },
  ...['beta', 'alpha', 'gamma'].map((name, i) => ({
    ...{ type: 'node', id: `node/${name}`, name, nodeid: i + 1, ip: `192.0.2.${i + 1}`, level: '' },
    ...{ online: name === 'gamma' ? 0 : 1, local: name === 'alpha' ? 1 : 0 },
  })),
];

export const replication = [
  {
    id: '100-0',
    type: 'local',
    guest: 100,
    jobnum: 0,
    source: 'alpha',
    target: 'beta',
    last_sync: 1_715_500_000,
    next_sync: 1_715_501_000,
    state: 'idle',
  },
];

export const qemuConfig = {
  ide2: 'none,media=cdrom',
  virtio0: 'local:100/vm-100-disk-0.raw,backup=0,replicate=0,size=2G',
  serial0: 'socket',
  unused0: 'local-lvm:vm-100-disk-0',
  ostype: 'l26',
};
export const lxcConfig = {
  rootfs: 'fast:subvol-101-disk-0,size=8G',
  mp0: '/mnt/films,mp=/films',
  hostname: 'films',
  lxc: [['lxc.mount.entry', '/dev/dri dev/dri none bind,optional']],
};

/** Release 6 sends numbers of containers as texts. */
export const oldContainers = [
  {
    vmid: '101',
    type: 'lxc',
    name: 'films',
    status: 'running',
    disk: '1500000000',
    maxdisk: '8000000000',
    cpu: 0.01,
    mem: 1,
    maxmem: 2,
    uptime: 60,
  },
  {
    vmid: '102',
    type: 'lxc',
    name: 'news',
    status: 'stopped',
    disk: '0',
    maxdisk: '4000000000',
    cpu: 0,
    mem: 0,
    maxmem: 2,
    uptime: 0,
  },
];

const minutes = (row: object) => [0, 1, 2].map((i) => ({ time: 1_755_964_320 + i * 60, ...row }));
const guest = {
  cpu: 0.25,
  maxcpu: 2,
  mem: 2_000_000_000,
  maxmem: 8_000_000_000,
  disk: 0,
  maxdisk: 10_000_000_000,
  netin: 316,
  netout: 0,
};
const node = {
  cpu: 0.02,
  maxcpu: 4,
  loadavg: 0.5,
  memtotal: 16_000_000_000,
  memused: 4_000_000_000,
  roottotal: 20_000_000_000,
  rootused: 9_000_000_000,
};

/** By release and kind: 6 begins with minutes without figures, 9 adds pressure. A guest that did not run has only sizes. */
export const rrd: readonly (readonly [kind: 'node' | 'qemu' | 'lxc', title: string, rows: object[]])[] = [
  ['node', '6', [...[1, 2].map((i) => ({ time: 1_755_964_320 - i * 60 })).reverse(), ...minutes(node)]],
  ['qemu', '7, stopped', minutes({ maxcpu: 4, maxmem: 16_000_000_000, maxdisk: 68_000_000_000, disk: 0 })],
  ['qemu', '8', minutes(guest)],
  ['node', '8', minutes({ ...node, iowait: 0.5, swaptotal: 0, swapused: 0 })],
  ['lxc', '9', minutes({ ...guest, disk: 9_000_000_000, pressurecpusome: 0, pressureiofull: 0 })],
  ['node', '9', minutes({ ...node, arcsize: 1_600_000_000, memavailable: 12_000_000_000, pressurecpusome: 1.9 })],
  ['qemu', '9', minutes({ ...guest, memhost: 1_400_000_000, pressureiosome: 0.3 })],
];
