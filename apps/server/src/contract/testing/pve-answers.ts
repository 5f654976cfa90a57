// The answers of a Proxmox VE host without any problem, and of one with every possible problem.

/** `bad` is a warning where there are two levels, `worse` is critical. `silent`: every call fails. */
export type Mood = 'well' | 'bad' | 'worse' | 'silent';

const GiB = 1024 ** 3;
const DAY_S = 86_400;

type Row = Record<string, unknown>;
export type Levels<T> = readonly [well: T, bad: T, worse: T];

export interface World {
  isNodeLost: boolean;
  /** The storage on a backup server: how full it is in percent, undefined while that server does not answer. */
  vault: number | undefined;
  /** Epoch seconds. */
  now: number;
  /** The value for the mood. */
  of<T>(...levels: Levels<T>): T;
  /** Bytes that a counter has counted with this rate in MB/s. */
  counted(...rates: Levels<number>): number;
}

const node = (name: string, fields: Row = {}): Row => ({
  type: 'node',
  id: `node/${name}`,
  node: name,
  status: 'online',
  uptime: 1_000_000,
  cpu: 0.1,
  maxcpu: 8,
  mem: 8 * GiB,
  maxmem: 64 * GiB,
  disk: 10 * GiB,
  maxdisk: 100 * GiB,
  ...fields,
});

/** A node that is offline has no figures. */
const offline = (name: string): Row => ({ type: 'node', id: `node/${name}`, node: name, status: 'offline', maxcpu: 8 });

const guest = (type: 'qemu' | 'lxc', vmid: number, fields: Row = {}): Row => ({
  type,
  id: `${type}/${vmid}`,
  vmid,
  node: 'pve1',
  name: `guest${vmid}`,
  status: 'running',
  uptime: 500_000,
  cpu: 0.1,
  maxcpu: 2,
  mem: GiB,
  maxmem: 4 * GiB,
  disk: 0,
  maxdisk: 32 * GiB,
  netin: 0,
  netout: 0,
  diskread: 0,
  diskwrite: 0,
  ...fields,
});

const storage = (name: string, plugintype: string, fields: Row = {}): Row => ({
  type: 'storage',
  id: `storage/pve1/${name}`,
  storage: name,
  node: 'pve1',
  status: 'available',
  plugintype,
  content: plugintype === 'dir' ? 'backup' : 'images',
  shared: 0,
  disk: 100 * GiB,
  maxdisk: 1000 * GiB,
  ...fields,
});

/** The guests, each with one thing that can be wrong. */
const FIGURES = 100;
const OFF = 101;
const AGENT = 102;
const HA = 103;
const REPLICATED = 104;
const BACKED_UP = 105;
const SNAPPED = 106;
/** Meant to be off. */
const SPARE = 107;
/** On another node. */
export const ELSEWHERE = 108;
/** HA manages it, and there are times at which no other node has the memory for it. */
const LARGE = 109;

const resources = ({ of, counted, isNodeLost, vault }: World): Row[] => [
  node('pve1', { cpu: of(0.1, 0.85, 0.95), mem: of(8, 56, 62) * GiB, disk: of(10, 93, 99) * GiB }),
  isNodeLost ? offline('pve2') : node('pve2'),
  node('pve3'),
  guest('qemu', FIGURES, {
    cpu: of(0.1, 0.85, 0.95),
    netin: counted(1, 12, 20),
    netout: counted(1, 12, 20),
    diskread: counted(1, 12, 20),
    diskwrite: counted(1, 12, 20),
  }),
  guest('lxc', OFF, { status: of('running', 'stopped', 'stopped'), disk: GiB }),
  guest('qemu', AGENT),
  guest('lxc', HA, { disk: GiB, hastate: of('started', 'error', 'error') }),
  guest('lxc', REPLICATED, { disk: GiB }),
  guest('lxc', BACKED_UP, { disk: GiB }),
  guest('lxc', SNAPPED, { disk: GiB }),
  guest('lxc', SPARE, { status: 'stopped', uptime: 0 }),
  guest('lxc', LARGE, { disk: GiB, maxmem: of(4, 200, 200) * GiB, hastate: 'started' }),
  guest('lxc', ELSEWHERE, { node: 'pve2', disk: GiB }),
  storage('data', 'dir', { disk: of(100, 880, 970) * GiB }),
  storage('lost', 'lvmthin'),
  storage('tank', 'zfspool'),
  storage('pool', 'rbd', { shared: 1 }),
  storage('vault', 'pbs', { shared: 1, content: 'backup', disk: (vault ?? 0) * 10 * GiB }),
];

const isActive = ({ of, vault }: World, name: unknown): boolean =>
  name === 'lost' ? of(true, false, false) : name !== 'vault' || vault !== undefined;

const storages = (world: World): Row[] =>
  resources({ ...world, counted: () => 0 })
    .filter(({ type }) => type === 'storage')
    .map(({ storage: name, plugintype, shared, disk, maxdisk, content }) => {
      const [active, total, used] = isActive(world, name) ? [1, Number(maxdisk), Number(disk)] : [0, 0, 0];
      return { storage: name, type: plugintype, content, shared, enabled: 1, active, total, used, avail: total - used };
    });

const pool = ({ of }: World): Row => {
  const device = (name: string, state: string, read: number) => ({ name, state, read, write: 0, cksum: 0, leaf: 1 });
  return {
    name: 'tank',
    state: of('ONLINE', 'DEGRADED', 'FAULTED'),
    errors: 'No known data errors',
    children: [
      {
        name: 'mirror-0',
        state: of('ONLINE', 'DEGRADED', 'FAULTED'),
        read: 0,
        write: 0,
        cksum: 0,
        children: [device('sda', 'ONLINE', 0), device('sdb', of('ONLINE', 'DEGRADED', 'FAULTED'), of(0, 3, 9))],
      },
    ],
  };
};

const ceph = ({ of }: World): Row => ({
  fsid: 'f1',
  health: {
    status: of('HEALTH_OK', 'HEALTH_WARN', 'HEALTH_ERR'),
    checks: of({}, { RECENT_CRASH: { summary: { message: '1 daemon has crashed' } } }, { X_Y: {} }),
  },
  osdmap: { num_osds: 4, num_up_osds: of(4, 3, 3), num_in_osds: 4 },
  pgmap: { bytes_total: 1000, bytes_used: of(100, 880, 970), bytes_avail: of(900, 120, 30), num_pgs: 1 },
});

const days = (world: World, ...levels: Levels<number>): number => world.now - world.of(...levels) * DAY_S;

/** By path without its query. A path that is not here is not known to the host. */
export const answers: Record<string, (world: World) => unknown> = {
  '/version': () => ({ version: '9.2.0' }),
  '/cluster/resources': resources,
  '/cluster/status': ({ of }) => [
    { type: 'cluster', name: 'home', quorate: of(1, 1, 0), nodes: 3 },
    ...['pve1', 'pve2', 'pve3'].map((name, i) => ({ type: 'node', name, nodeid: i + 1, ip: '', online: 1, local: 0 })),
  ],
  '/nodes/pve1/qemu': (world) => {
    const { of } = world;
    return resources(world)
      .filter(({ type }) => type === 'qemu')
      .map((row) => ({
        ...row,
        ballooninfo: { total_mem: 100 * GiB, free_mem: (row.vmid === FIGURES ? of(80, 12, 3) : 80) * GiB },
      }));
  },
  '/nodes/pve1/lxc': () => [],
  '/storage': () => [
    { storage: 'tank', type: 'zfspool', pool: 'tank' },
    { storage: 'pool', type: 'rbd' },
    // The backup server of a test has this address.
    { storage: 'vault', type: 'pbs', server: '127.0.0.1', datastore: 'full' },
  ],
  '/nodes/pve1/storage': storages,
  '/nodes/pve1/disks/zfs': ({ of }) => [{ name: 'tank', health: of('ONLINE', 'DEGRADED', 'FAULTED') }],
  '/nodes/pve1/disks/zfs/tank': pool,
  '/nodes/pve1/disks/list': () =>
    ['/dev/sda', '/dev/sdb'].map((devpath) => ({
      devpath,
      model: 'Disk',
      type: 'ssd',
      health: 'UNKNOWN',
      wearout: 'N/A',
    })),
  '/nodes/pve1/disks/smart': ({ of }) => ({
    health: of('PASSED', 'FAILED!', 'FAILED!'),
    attributes: [{ name: 'Media_Wearout_Indicator', value: of('97', '5', '0') }],
  }),
  '/cluster/ceph/status': ceph,
  '/nodes/pve1/ceph/pool': () => [],
  '/nodes/pve1/tasks': ({ now, of }) =>
    // They run every ten minutes. The second one is a task of several guests.
    [String(BACKED_UP), ''].map((id) => {
      const starttime = now - (now % 600) - 60;
      const upid = `UPID:pve1:${starttime}:vzdump:${id}`;
      const status = of('OK', 'job errors', 'job errors');
      return { upid, node: 'pve1', type: 'vzdump', id, starttime, endtime: starttime + 9, status };
    }),
  '/nodes/pve1/storage/data/content': (world) => [
    {
      volid: 'data:backup/vzdump-lxc-105.tar.zst',
      content: 'backup',
      vmid: BACKED_UP,
      ctime: days(world, 1, 9, 16),
      size: GiB,
      format: 'tar.zst',
    },
  ],
  [`/nodes/pve1/lxc/${SNAPPED}/snapshot`]: (world) => [
    { name: 'before-upgrade', snaptime: days(world, 3, 40, 200) },
    { name: 'current' },
  ],
  '/cluster/replication': () => [{ id: `${REPLICATED}-0`, guest: REPLICATED, target: 'pve3', schedule: '*/15' }],
  '/nodes/pve1/replication': ({ now, of }) => [
    { id: `${REPLICATED}-0`, guest: REPLICATED, target: 'pve3', last_sync: now - 60, fail_count: of(0, 1, 3) },
  ],
  '/cluster/backup-info/not-backed-up': () => [],
  '/cluster/ha/status/current': () => [],
  // Larger than the free memory of each other node when something is wrong.
  '/cluster/ha/resources': () => [HA, LARGE].map((vmid) => ({ sid: `ct:${vmid}`, type: 'ct', state: 'started' })),
  '/cluster/ha/rules': () => [],
  [`/nodes/pve1/lxc/${HA}/config`]: () => ({ hostname: 'managed' }),
  [`/nodes/pve1/lxc/${LARGE}/config`]: () => ({ hostname: 'large' }),
  [`/nodes/pve1/lxc/${OFF}/config`]: () => ({ onboot: 1 }),
  [`/nodes/pve1/lxc/${SPARE}/config`]: () => ({ hostname: 'spare' }),
};
const EPOCH_S = 1_780_000_000;
export const START_MS = (EPOCH_S + 86_400) * 1000;

/** The agents of two VMs. That of one can be silent. */
export function agentAnswer(
  path: string,
  { of }: World,
): { data: unknown; status?: number; reason?: string } | undefined {
  const [, vmid, question] = /^\/nodes\/pve1\/qemu\/(\d+)\/(.+)$/.exec(path) ?? [];
  if (question === 'status/current') return { data: { agent: 1 } };
  if (!question?.startsWith('agent/')) return undefined;
  if (Number(vmid) === AGENT && of(false, true, true))
    return { data: null, status: 500, reason: 'QEMU guest agent is not running' };
  if (question !== 'agent/get-fsinfo') return { data: { result: question.endsWith('interfaces') ? [] : {} } };
  const used = (Number(vmid) === FIGURES ? of(20, 93, 99) : 20) * GiB;
  const disk = { name: 'sda1', type: 'ext4', mountpoint: '/var', disk: [{ dev: '/dev/sda1' }] };
  return { data: { result: [{ ...disk, 'total-bytes': 100 * GiB, 'used-bytes': used }] } };
}
