// Physical disks, SMART, ZFS pools, and Ceph if it is installed.
import { ok, type Reply, refuse } from '../answer.ts';
import { isYes } from '../router.ts';
import { weekdayOf } from '../world/backup-job.ts';
import { type Ceph, cephPoolsOf, cephStatus } from '../world/ceph.ts';
import type { Cluster } from '../world/cluster.ts';
import { bootDisks, type Disk, disksOf, poolDisksOf } from '../world/disk.ts';
import { zpoolFigures } from '../world/local-pool.ts';
import { lastRound, type Node } from '../world/node.ts';
import { type Call, nodeOf, type PveRoute } from './call.ts';

/** The remaining life: text for an ATA disk, a number for other disks. */
const wearout = (disk: Disk) => (disk.life === undefined ? 'N/A' : disk.bus === 'ata' ? String(disk.life) : disk.life);

/** Health and wear are included only if SMART data is read. */
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
  ...(disk.used !== undefined && { used: disk.used }),
  osdid: disk.osd ?? -1,
  'osdid-list': disk.osd === undefined ? null : [String(disk.osd)],
});

function health({ bus, failed }: Disk): string {
  if (bus === 'raid') return 'UNKNOWN';
  if (failed) return bus === 'sas' ? 'FAILED: HARDWARE IMPENDING FAILURE' : 'FAILED';
  return bus === 'sas' ? 'OK' : 'PASSED';
}

/** ATA disks have a table of attributes, other disks have the text of smartctl. */
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

/** The disks of the pool that are faulted. In a pool that is degraded from the start it is the second one. */
const faultedIn = (node: Node): string[] =>
  poolDisksOf(node)
    .filter(({ devpath }, i) => node.failedDisks.includes(devpath) || (node.pool === 'DEGRADED' && i === 1))
    .map(({ devpath }) => devpath);
const degraded = (node: Node) => faultedIn(node).length > 0;

const pool = (cluster: Cluster, node: Node, t: number) => ({
  name: 'rpool',
  health: degraded(node) ? 'DEGRADED' : 'ONLINE',
  ...zpoolFigures(cluster, node, t),
  frag: 17,
  dedup: 1,
});

type Device = { name: string; state: string; leaf: 0 | 1; read: number; children?: Device[] };

/** Mirrors of two disks. */
function poolDetail(node: Node, now: number) {
  const faulted = faultedIn(node);
  const bad = faulted.length > 0;
  const counted = node.poolErrors;
  const device = (given: Device) => ({ ...given, write: 0, cksum: 0, msg: '' });
  const leaf = ({ devpath }: Disk, i: number) => {
    const isFaulted = faulted.includes(devpath);
    // The system uses the third partition of its disks. Data disks are used completely.
    const name = devpath.replace('/dev/', '') + (i < bootDisks ? 'p3' : '');
    return device({ name, state: isFaulted ? 'FAULTED' : 'ONLINE', leaf: 1, read: isFaulted ? 37 : 0 });
  };
  const leaves = poolDisksOf(node).map(leaf);
  const stateOf = (parts: Device[]) => (parts.every((part) => part.state === 'ONLINE') ? 'ONLINE' : 'DEGRADED');
  const mirrors = Array.from({ length: leaves.length / 2 }, (_, i) => {
    const children = leaves.slice(2 * i, 2 * i + 2);
    const group = device({ name: `mirror-${i}`, state: stateOf(children), leaf: 0, read: 0, children });
    return i === 0 && counted ? { ...group, cksum: counted.group } : group;
  });
  const state = stateOf(mirrors);
  return {
    name: 'rpool',
    state,
    leaf: 0,
    scan: `scrub repaired 0B in 00:41:07 with 0 errors on ${lastScrub(now)}`,
    errors: counted?.text ?? 'No known data errors',
    ...(bad && {
      status: 'One or more devices are faulted in response to persistent errors.',
      action: 'Replace the faulted device.',
    }),
    children: [{ ...device({ name: 'rpool', state, leaf: 0, read: 0, children: mirrors }), cksum: counted?.root ?? 0 }],
  };
}

/** The date of the last scrub in the format of `ctime`. Debian scrubs pools on the second Sunday of a month. */
function lastScrub(now: number): string {
  const day = 86_400;
  let end = now - (now % day) + 3908;
  const isScrub = (t: number) => weekdayOf(t) === 0 && Math.ceil(new Date(t * 1000).getUTCDate() / 7) === 2;
  while (end > now || !isScrub(end)) end -= day;
  const [weekday, date, month, year, clock] = new Date(end * 1000).toUTCString().replace(',', '').split(' ');
  return `${weekday} ${month} ${String(Number(date)).padStart(2)} ${clock} ${year}`;
}

/** Answers for Ceph. Refuses like a node without Ceph if Ceph is not installed. */
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
      return ok(node.zfs ? [pool(call.cluster, node, lastRound(node, call.now))] : []);
    },
  },
  {
    path: '/nodes/{node}/disks/zfs/{name}',
    needs: ['/', 'Sys.Audit'],
    answer(call) {
      const node = nodeOf(call);
      const { name } = call.path;
      return node.zfs && name === 'rpool'
        ? ok(poolDetail(node, call.now))
        : refuse(500, `cannot open '${name}': no such pool`);
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
