// What backup servers answer, in the shapes of the releases 3.2 and 4.2. All names and numbers are our own. For tests only.

const disk = { total: 4_000_000_000_000, used: 1_900_000_000_000, avail: 2_100_000_000_000 };

/** Release 3.2. The broken datastore has sizes of 0, and the estimate of one lies in 2025. */
export const release3 = {
  usage: [
    {
      store: 'vault',
      ...disk,
      history: [0.47, null, 0.48],
      'history-start': 1_700_000_000,
      'estimated-full-date': 1_750_000_000,
    },
    {
      store: 'stick',
      error: 'unable to open chunk store \'stick\' at "/mnt/stick/.chunks"',
      total: 0,
      used: 0,
      avail: 0,
      'estimated-full-date': -1,
    },
    { store: 'attic', total: 1000, used: 300, avail: 700, 'estimated-full-date': -1 },
  ],
  status: {
    ...{ cpu: 0.0134, wait: 0.0002, uptime: 1_234_567, loadavg: [0.12, 0.3, 0.4], kversion: 'Linux 6.8.12-2-pve' },
    memory: { total: 16_000_000_000, used: 4_000_000_000, free: 12_000_000_000 },
    swap: { total: 8_000_000_000, used: 0, free: 8_000_000_000 },
    root: { total: 100_000_000_000, used: 12_000_000_000, avail: 83_000_000_000 },
  },
  version: { version: '3.2', release: '7', repoid: '0123abcd' },
  sync: [
    {
      ...{
        id: 's-far',
        store: 'attic',
        schedule: 'daily',
        comment: 'over the river',
        remote: 'far',
        'remote-store': 'attic',
      },
      'last-run-state': 'TASK ERROR: sync failed: connection refused',
      'last-run-endtime': 1_789_455_200,
    },
    {
      id: 's-near',
      store: 'vault',
      disable: true,
      schedule: 'weekly',
      'last-run-state': 'WARNINGS: 2',
      'last-run-endtime': 1_789_400_000,
    },
    { id: 's-new', store: 'vault', remote: 'far', 'remote-store': 'vault', schedule: 'hourly' },
  ],
  prune: [
    {
      id: 'p-day',
      store: 'vault',
      schedule: 'daily',
      'keep-daily': 7,
      'last-run-state': 'OK',
      'last-run-endtime': 1_789_437_660,
    },
    {
      id: 'p-week',
      store: 'attic',
      schedule: 'weekly',
      'keep-weekly': 8,
      'last-run-state': 'OK',
      'last-run-endtime': 1_789_437_660,
    },
  ],
  gc: {
    upid: 'UPID:vault1:00001234:0000ABCD:00000001:6543F1A0:garbage_collection:vault:root@pam:',
    ...{ 'index-data-bytes': 8_000_000_000, 'disk-bytes': 2_000_000_000, 'disk-chunks': 50_000 },
    ...{ 'removed-bytes': 123_456, 'pending-bytes': 7890, 'removed-bad': 0, 'still-bad': 0 },
  },
  services: [
    { desc: 'Proxmox Backup API Server', service: 'proxmox-backup', state: 'running', 'unit-state': 'enabled' },
    {
      desc: 'Proxmox Backup API Proxy Server',
      service: 'proxmox-backup-proxy',
      state: 'dead',
      'unit-state': 'enabled',
    },
  ],
  tasks: [
    task('backup', 'vault:vm/101', 'backup failed: connection reset'),
    task('syncjob', 'attic:s-far', 'sync failed: connection refused'),
    task('verificationjob', 'vault:v-week', 'WARNINGS: 1'),
  ],
  snapshots: [
    snapshot(100, 1_742_550_846, { state: 'ok', upid: 'UPID:x' }, 'none'),
    snapshot(100, 1_742_464_446, { state: 'failed', upid: 'UPID:x' }, 'none'),
    snapshot(101, 1_742_550_900, undefined, 'encrypt'),
  ],
};

function task(type: string, id: string, status: string) {
  const times = { starttime: 1_789_437_000, endtime: 1_789_437_060 };
  return {
    upid: `UPID:vault1:00000001:00000002:00000003:6AA8A6A0:${type}:x:root@pam:`,
    node: 'vault1',
    ...times,
    worker_type: type,
    worker_id: id,
    user: 'root@pam',
    status,
  };
}

function snapshot(id: number, time: number, verification: object | undefined, crypt: string) {
  const files = ['qemu-server.conf.blob', 'drive-scsi0.img.fidx', 'index.json.blob'];
  return {
    ...{
      'backup-type': 'vm',
      'backup-id': String(id),
      'backup-time': time,
      owner: 'belfry@pbs!vm',
      comment: `web${id}`,
    },
    ...{ size: 34_359_739_000, protected: false, ...(verification && { verification }) },
    files: files.map((filename) => ({ filename, 'crypt-mode': crypt, size: 4096 })),
  };
}

const shared = { total: 500_000_000_000, used: 50_000_000_000, avail: 450_000_000_000, 'backend-type': 'filesystem' };

/** Release 4.2: two datastores on one file system, one that is broken, and one whose disk is not connected. */
export const release4 = {
  usage: [
    { store: 'near', ...shared, 'mount-status': 'nonremovable' },
    { store: 'gone', error: 'unable to open chunk store', total: 0, used: 0, avail: 0, 'mount-status': 'nonremovable' },
    { store: 'nearer', ...shared, 'mount-status': 'nonremovable' },
    { store: 'tray', 'mount-status': 'notmounted', 'backend-type': 'filesystem' },
  ],
  status: {
    ...{
      cpu: 0.17,
      wait: 0.00125,
      uptime: 7002,
      loadavg: [0.18, 0.9, 2.2],
      cpuinfo: { cpus: 2, model: 'Own', sockets: 1 },
    },
    'current-kernel': { machine: 'x86_64', release: '6.17.2-1-pve', sysname: 'Linux' },
    memory: { total: 25_000_000_000, used: 900_000_000, free: 8_600_000_000 },
    swap: { free: 0, total: 0, used: 0 },
    root: { total: 270_000_000_000, used: 25_000_000_000, avail: 72_000_000_000 },
  },
  permissions: {
    '/': { 'Datastore.Audit': true, 'Sys.Audit': true },
    '/datastore/near': { 'Datastore.Audit': true },
    '/remote': { 'Remote.Audit': true },
  },
  sync: [
    {
      id: 's-in',
      store: 'nearer',
      'remote-store': 'near',
      schedule: 'monthly',
      'last-run-state': 'OK',
      'last-run-endtime': 1_795_313_911,
    },
    {
      id: 's-get',
      store: 'nearer',
      remote: 'far',
      'remote-store': 'near',
      schedule: 'hourly',
      'last-run-state': 'unknown',
      'last-run-endtime': 1_795_315_002,
    },
    {
      id: 's-put',
      store: 'near',
      remote: 'far',
      'remote-store': 'near',
      'sync-direction': 'push',
      schedule: 'mon 01:00',
      'last-run-state': 'WARNINGS: 6',
      'last-run-endtime': 1_795_313_913,
    },
  ],
  verify: [
    {
      id: 'v-all',
      store: 'near',
      schedule: 'daily',
      'last-run-state': 'verification failed - please check the log for details',
      'last-run-endtime': 1_795_314_832,
    },
    {
      id: 'v-part',
      store: 'near',
      ns: 'prod',
      schedule: 'sat 03:30',
      'last-run-state': 'OK',
      'last-run-endtime': 1_795_313_909,
    },
  ],
  groups: [
    { 'backup-type': 'vm', 'backup-id': '103', 'backup-count': 0, 'last-backup': 0, files: [], owner: 'a@pbs' },
    {
      'backup-type': 'vm',
      'backup-id': '104',
      'backup-count': 1,
      'last-backup': 1_795_314_000,
      files: [],
      owner: 'a@pbs',
    },
  ],
};
