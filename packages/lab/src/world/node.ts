// A node: its hardware, and its figures at a given second.
import { processors } from './catalogue.ts';
import { along, type Course } from './course.ts';
import { bytesOf, type Capacity, capacities } from './disk-model.ts';
import { figures, type Guest, isRunning } from './guest.ts';
import { between, chance, counted, hash, walk } from './walk.ts';

const GiB = 1024 ** 3;

/** Sizes in bytes, times in epoch seconds. `phase` is the second within ten at which its statistics are refreshed. */
export type Node = {
  name: string;
  nodeid: number;
  online: boolean;
  /** When it went offline, if it is. */
  lostAt: number | undefined;
  bootedAt: number;
  model: string;
  sockets: number;
  cpus: number;
  maxmem: number;
  swapSize: number;
  zfs: boolean;
  /** The health of its ZFS pool. */
  pool: 'ONLINE' | 'DEGRADED';
  /** Checksum errors that its pool counted on a group and on its root, and what it says about lost data. */
  poolErrors: { group: number; root: number; text: string } | undefined;
  /** When its statistics daemon stopped to write. */
  statisticsUntil: number | undefined;
  /** Nothing is wrong with its disks unless a script says so. */
  calm: boolean;
  /** The paths of disks that have failed since the start. */
  failedDisks: string[];
  /** Figures of the node itself that are not the usual ones for a time, as shares of 1. */
  courses: { cpu?: Course[]; mem?: Course[] };
  /** The disks of its local pool besides those of the system. On a ZFS node a unit is a mirror of two. */
  dataDisks: { units: number; gb: Capacity };
  /** The disks of Ceph, by the numbers of their OSDs. */
  osds: { ids: number[]; gb: Capacity };
  /** The number of rotating disks. */
  rotating: number;
  /** Whether it also has SAS and USB disks, and a RAID volume without SMART data. */
  manyDisks: boolean;
  phase: number;
  seed: number;
  /** Its real address. It is known when its server runs. */
  address: string;
  port: number;
  fingerprint: string;
};

export type NodeFigures = {
  uptime: number;
  cpu: number;
  wait: number;
  load: [number, number, number];
  mem: number;
  available: number;
  swap: number;
  /** The bytes of identical pages that guests share (KSM). */
  ksm: number;
  netin: number;
  netout: number;
};

const memorySizes = [32, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048];
const coreCounts = processors.map(({ threads, sockets }) => threads * sockets);
const largest = processors[processors.length - 1] ?? processors[0];

/** The last start of a node before the lab started. */
export function bootOf(worldSeed: number, name: string, since: number): number {
  const seed = hash(worldSeed, 'node', name);
  return since - between(2, 200, seed, 'boot') * 86_400 - between(0, 86_399, seed, 'second');
}

/** A node with enough cores and memory for its guests. */
export function createNode(worldSeed: number, name: string, nodeid: number, guests: Guest[], since: number): Node {
  const seed = hash(worldSeed, 'node', name);
  const running = guests.filter(isRunning);
  const mem = running.reduce((sum, g) => sum + g.maxmem * Math.min(1, g.load.mem + 0.08), 0) / GiB;
  const cores = running.reduce((sum, g) => sum + g.cpus * g.load.cpu, 0);
  const fit = (sizes: number[], need: number) => sizes.find((size) => size >= need) ?? Math.ceil(need / 64) * 64;
  const cpus = fit(coreCounts, (cores * between(18, 35, seed, 'cores')) / 10);
  const bytes = guests.reduce((sum, g) => sum + g.maxdisk * g.load.disk, 0);
  const processor = processors.find(({ threads, sockets }) => threads * sockets >= cpus) ?? largest;
  return {
    name,
    nodeid,
    online: true,
    lostAt: undefined,
    bootedAt: bootOf(worldSeed, name, since),
    model: processor.model,
    sockets: Math.max(processor.sockets, Math.ceil(cpus / processor.threads)),
    cpus,
    maxmem: Math.floor(fit(memorySizes, (mem * between(11, 16, seed, 'mem')) / 10 + 4) * GiB * 0.982),
    swapSize: chance(seed, 'swap') < 0.3 ? 0 : 8 * GiB,
    zfs: chance(worldSeed, 'zfs', nodeid % 2) < 0.5,
    pool: chance(seed, 'degraded') < 0.1 ? 'DEGRADED' : 'ONLINE',
    poolErrors: undefined,
    statisticsUntil: undefined,
    calm: false,
    failedDisks: [],
    courses: {},
    dataDisks: dataDisksFor((bytes * between(14, 30, seed, 'data')) / 10),
    osds: { ids: [], gb: 960 },
    rotating: nodeid === 1 ? 1 : between(0, 1, seed, 'rotating'),
    manyDisks: false,
    phase: between(0, 9, seed, 'phase'),
    seed,
    address: '127.0.0.1',
    port: 0,
    fingerprint: '',
  };
}

/** Prefers a few large disks to many small ones. */
function dataDisksFor(bytes: number): Node['dataDisks'] {
  const gb = capacities.find((each) => bytesOf(each) * 4 >= bytes) ?? 15_360;
  return { units: Math.max(1, Math.ceil(bytes / bytesOf(gb))), gb };
}

/** The last time when the statistics daemon of that node stored its figures. */
export const lastRound = (node: Node, now: number) => now - ((((now - node.phase) % 10) + 10) % 10);

export function nodeFigures(node: Node, guests: Iterable<Guest>, t: number): NodeFigures {
  let busy = 0.02 * node.cpus;
  let mem = 2.2 * GiB;
  for (const guest of guests) {
    if (guest.node !== node.name || !isRunning(guest)) continue;
    const now = figures(guest, t);
    busy += now.cpu * guest.cpus;
    mem += now.memhost;
  }
  const ofGuests = Math.min(1, (busy / node.cpus) * (1 + 0.05 * walk(node.seed, t, 30)));
  // Other work of the node comes on top of its guests, so a course never takes anything away from them.
  const cpu = Math.max(ofGuests, along(node.courses.cpu, ofGuests, t));
  const most = Math.floor(node.maxmem * 0.97);
  const used = Math.min(Math.floor(Math.max(mem, along(node.courses.mem, mem / node.maxmem, t) * node.maxmem)), most);
  const load = (period: number) => cpu * node.cpus * (0.8 + 0.4 * walk(node.seed + 1, t, period));
  return {
    uptime: Math.max(0, t - node.bootedAt),
    cpu,
    wait: 0.004 + 0.01 * walk(node.seed + 2, t, 120),
    load: [load(60), load(300), load(900)],
    mem: used,
    available: node.maxmem - used,
    swap: Math.floor(node.swapSize * 0.05 * walk(node.seed + 3, t, 7200)),
    ksm: Math.max(0, Math.floor(mem) - used),
    netin: counted(node.seed + 5, 4_000_000, node.bootedAt, t),
    netout: counted(node.seed + 6, 3_000_000, node.bootedAt, t),
  };
}
