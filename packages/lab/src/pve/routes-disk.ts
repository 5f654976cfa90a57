// Physical disks, SMART, ZFS pools; and Ceph, where it is installed.
import { ok, type Reply, refuse } from '../answer.ts';
import { isYes } from '../router.ts';
import { type Ceph, cephPoolsOf, cephStatus } from '../world/ceph.ts';
import { type Disk, disksOf } from '../world/disk.ts';
import { lastRound, type Node } from '../world/node.ts';
import { walk } from '../world/walk.ts';
import { type Call, nodeOf, type PveRoute } from './call.ts';

/** Life left: text for an ATA disk, a number for the others. */
const wearout = (disk: Disk) => (disk.life === undefined ? 'N/A' : disk.bus === 'ata' ? String(disk.life) : disk.life);

/** Without a look at SMART data nothing is known of health and wear. */
const row = (disk: Disk, isSmart: boolean) => ({
  devpath: disk.devpath,
  by_id_link: `/dev/disk/by-id/${disk.type === 'nvme' ? 'nvme' : 'ata'}-${disk.model.replaceAll(' ', '_')}_${disk.serial}`,
  type: disk.type,
  model: disk.model,
  serial: disk.serial,
  vendor: disk.bus === 'ata' ? 'ATA     ' : 'unknown',
  wwn: 'unknown',
  size: disk.size,
  gpt: 1,
  mounted: 0,
  rpm: disk.type === 'hdd' ? 7200 : disk.type === 'unknown' ? -1 : 0,
  health: isSmart ? health(disk) : 'UNKNOWN',
  wearout: isSmart ? wearout(disk) : 'N/A',
  used: disk.used,
  osdid: -1,
  'osdid-list': null,
});

function health({ bus, failed }: Disk): string {
  if (bus === 'raid') return 'UNKNOWN';
  if (failed) return bus === 'sas' ? 'FAILED: HARDWARE IMPENDING FAILURE' : 'FAILED';
  return bus === 'sas' ? 'OK' : 'PASSED';
}

/** ATA disks give a table of attributes, the others smartctl's text. */
function smart(disk: Disk) {
  if (disk.bus === 'sas') {
    const lines = [
      `SMART Health Status: ${health(disk)}`,
      ...(disk.life === undefined ? [] : [`Percentage used endurance indicator: ${100 - disk.life}%`]),
      `Current Drive Temperature:     ${disk.celsius} C`,
      'Drive Trip Temperature:        60 C',
    ];
    const wear = disk.life !== undefined && { wearout: disk.life };
    return { type: 'text', health: health(disk), ...wear, text: `\n${lines.join('\n')}\n` };
  }
  if (disk.type === 'nvme') {
    const lines = [
      'SMART/Health Information (NVMe Log 0x02, NSID 0xffffffff)',
      `Critical Warning:                   ${disk.failed ? '0x04' : '0x00'}`,
      `Temperature:                        ${disk.celsius} Celsius`,
      'Available Spare:                    100%',
      'Available Spare Threshold:          10%',
      `Percentage Used:                    ${100 - (disk.life ?? 100)}%`,
      `Power On Hours:                     ${disk.hours.toLocaleString('en-US')}`,
      'Media and Data Integrity Errors:    0',
    ];
    return { type: 'text', health: health(disk), wearout: disk.life, text: `\n${lines.join('\n')}\n` };
  }
  const attribute = (id: number, name: string, value: number, raw: number) => ({
    id: String(id).padStart(3),
    name,
    flags: '-O--CK',
    value,
    normalized: value,
    worst: value,
    threshold: 0,
    fail: '-',
    raw: String(raw),
  });
  return {
    type: 'ata',
    health: health(disk),
    attributes: [
      attribute(5, 'Reallocated_Sector_Ct', disk.failed ? 1 : 100, disk.failed ? 1960 : 0),
      attribute(9, 'Power_On_Hours', 97, disk.hours),
      attribute(194, 'Temperature_Celsius', 100 - disk.celsius, disk.celsius),
      ...(disk.life === undefined ? [] : [attribute(177, 'Wear_Leveling_Count', disk.life, 100 - disk.life)]),
    ],
  };
}

const poolSize = 3_840_755_982_336;
const degraded = (node: Node) => node.pool === 'DEGRADED';

function pool(node: Node, t: number) {
  const alloc = Math.floor(poolSize * (0.4 + 0.02 * walk(node.seed + 8, t, 14_400)));
  return {
    name: 'rpool',
    health: degraded(node) ? 'DEGRADED' : 'ONLINE',
    size: poolSize,
    alloc,
    free: poolSize - alloc,
    frag: 17,
    dedup: 1,
  };
}

function poolDetail(node: Node) {
  const bad = degraded(node);
  const leaf = (name: string, state: string, read: number) => ({
    name,
    state,
    leaf: 1,
    read,
    write: 0,
    cksum: 0,
    msg: '',
  });
  const second = bad ? leaf('nvme1n1p3', 'FAULTED', 37) : leaf('nvme1n1p3', 'ONLINE', 0);
  const mirror = {
    name: 'mirror-0',
    state: bad ? 'DEGRADED' : 'ONLINE',
    leaf: 0,
    read: 0,
    write: 0,
    cksum: 0,
    msg: '',
    children: [leaf('nvme0n1p3', 'ONLINE', 0), second],
  };
  return {
    name: 'rpool',
    state: bad ? 'DEGRADED' : 'ONLINE',
    leaf: 0,
    scan: 'scrub repaired 0B in 00:41:07 with 0 errors on Sun Nov  9 01:05:08 2025',
    errors: 'No known data errors',
    ...(bad && {
      status: 'One or more devices are faulted in response to persistent errors.',
      action: 'Replace the faulted device.',
    }),
    children: [
      {
        name: 'rpool',
        state: bad ? 'DEGRADED' : 'ONLINE',
        leaf: 0,
        read: 0,
        write: 0,
        cksum: 0,
        msg: '',
        children: [mirror],
      },
    ],
  };
}

/** Answers with what Ceph says, or as a node does that has none. */
function withCeph(call: Call, answer: (ceph: Ceph) => unknown): Reply {
  const { ceph } = call.cluster;
  return ceph ? ok(answer(ceph)) : refuse(500, 'binary not installed: /usr/bin/ceph-mon');
}

export const diskRoutes: PveRoute[] = [
  {
    path: '/nodes/{node}/disks/list',
    params: {
      'include-partitions': { rule: 'boolean' },
      skipsmart: { rule: 'boolean' },
      type: { rule: ['unused', 'journal_disks'] },
    },
    needs: ['/nodes/{node}', 'Sys.Audit'],
    answer: (call, params) => ok(disksOf(nodeOf(call)).map((disk) => row(disk, !isYes(params.skipsmart)))),
  },
  {
    path: '/nodes/{node}/disks/smart',
    needs: ['/', 'Sys.Audit'],
    params: { disk: { rule: 'string', required: true }, healthonly: { rule: 'boolean' } },
    answer(call, params) {
      const disk = disksOf(nodeOf(call)).find((d) => d.devpath === params.disk);
      if (!disk) return refuse(500, `unable to find device node for ${params.disk}`);
      if (disk.bus === 'raid') return refuse(500, 'Error getting S.M.A.R.T. data: Exit code: 1');
      return ok(isYes(params.healthonly) ? { health: health(disk) } : smart(disk));
    },
  },
  {
    path: '/nodes/{node}/disks/zfs',
    needs: ['/', 'Sys.Audit'],
    answer(call) {
      const node = nodeOf(call);
      return ok(node.zfs ? [pool(node, lastRound(node, call.now))] : []);
    },
  },
  {
    path: '/nodes/{node}/disks/zfs/{name}',
    needs: ['/', 'Sys.Audit'],
    answer(call) {
      const node = nodeOf(call);
      const { name } = call.path;
      return node.zfs && name === 'rpool' ? ok(poolDetail(node)) : refuse(500, `cannot open '${name}': no such pool`);
    },
  },
  ...['/cluster/ceph/status', '/nodes/{node}/ceph/status'].map(
    (path): PveRoute => ({
      path,
      needs: ['/', 'Sys.Audit', 'Datastore.Audit'],
      answer: (call) => withCeph(call, (ceph) => cephStatus(call.cluster, ceph, call.now)),
    }),
  ),
  ...[
    { path: '/nodes/{node}/ceph/pool', since: 7.4 },
    { path: '/nodes/{node}/ceph/pools', until: 8 },
  ].map(
    (call): PveRoute => ({
      ...call,
      needs: ['/', 'Sys.Audit', 'Datastore.Audit'],
      answer: (call) => withCeph(call, (ceph) => cephPoolsOf(call.cluster, ceph, call.now)),
    }),
  ),
];
