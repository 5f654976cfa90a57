// What real hosts do and nobody plans: by chance and by seed, each cluster gets some of these.
import { type Cluster, guestsOf } from './cluster.ts';
import { type Guest, isRunning } from './guest.ts';
import { chance } from './walk.ts';

const DAY_S = 86_400;

type Change = (cluster: Cluster) => void;

/** By name. A shape for which the cluster has no guest or node changes nothing. */
const shapes = {
  /** The guest agent names the partition below for each of several logical volumes. One of them is nearly full. */
  'logical volumes': (cluster) => mark(linuxVms(cluster)[0], { layout: 'volumes' }),
  /** A disk of its own below `/var/lib/docker`, nearly full. */
  'container disk': (cluster) => mark(linuxVms(cluster)[1], { layout: 'containers' }),
  /** Errors of the agent come with status 200. */
  'agent error': (cluster) =>
    mark(linuxVms(cluster)[2], { agentError: 'failed to get statvfs of /mnt/old: Stale file handle' }),
  /** Three guests wait for their disks. QEMU of the third one is so slow that the host gets no counters from it. */
  'slow disks': (cluster) => {
    const [slow, text, silent] = vms(cluster).filter(isIdle).slice(-3);
    for (const guest of [slow, text, silent]) if (guest) guest.load.wait = 0.24;
    mark(text, { qemu: 'text' });
    mark(silent, { qemu: 'silent' });
  },
  /** Nothing works on the guest any more, and its lock keeps it from starting. */
  'stale lock': (cluster) =>
    mark(vms(cluster).find(isIdle), { lock: 'backup', power: 'stopped', ha: undefined, onboot: true }),
  /** Errors that no disk can be blamed for, and files that are lost. */
  'errors of a pool': (cluster) => {
    const node = cluster.nodes.findLast(({ zfs }) => zfs);
    if (node) node.poolErrors = { group: 24, root: 12, text: "3 data errors, use '-v' for a list" };
  },
  /** The statistics daemon of a node has hung for an hour: its rows have lost their figures. */
  'hung statistics': (cluster) => {
    const node = cluster.nodes.at(-1);
    if (node) node.statisticsUntil = cluster.since - 3600;
  },
  /** The manager of high availability and that of one node have been dead for hours. */
  'dead managers': (cluster) => {
    if (cluster.nodes.length > 1) cluster.managersDiedAt = cluster.since - 16 * 3600;
  },
  /** One replication has not run for three days, without a failure; another one has never run. */
  'late replication': (cluster) => {
    const [late, never] = cluster.replications.filter(({ failCount }) => failCount === undefined);
    if (late) late.stoppedAt = cluster.since - 3 * DAY_S;
    if (never) never.neverRan = true;
  },
  /** A node is lost, and its templates have become rows without a name and a mark. */
  'lost templates': (cluster) => {
    const node = cluster.nodes.at(-2);
    if (cluster.nodes.length < 4 || !node) return;
    const [guest] = guestsOf(cluster, node).filter(({ ha }) => ha === undefined);
    mark(guest, { template: true, power: 'stopped' });
    Object.assign(node, { online: false, lostAt: cluster.since - 600 });
  },
} satisfies Record<string, Change>;

export type Shape = keyof typeof shapes;
export const allShapes = Object.keys(shapes) as Shape[];

/** About half of them; the same ones for a seed. */
export const shapesOf = ({ seed }: Pick<Cluster, 'seed'>): Shape[] =>
  allShapes.filter((shape) => chance(seed, 'awkward', shape) < 0.5);

/** Returns the shapes that the cluster has now. */
export function makeAwkward(cluster: Cluster, chosen: readonly Shape[] = shapesOf(cluster)): readonly Shape[] {
  for (const shape of chosen) shapes[shape](cluster);
  return chosen;
}

function mark(guest: Guest | undefined, fields: Partial<Guest>): void {
  if (guest) Object.assign(guest, fields);
}

const vms = (cluster: Cluster): Guest[] =>
  [...cluster.guests.values()].filter((guest) => guest.kind === 'qemu' && isRunning(guest) && !guest.template);
const isIdle = ({ layout, agentError }: Guest): boolean => layout === undefined && agentError === undefined;
const linux: readonly string[] = ['debian', 'ubuntu', 'alma'];
const linuxVms = (cluster: Cluster): Guest[] =>
  vms(cluster).filter(
    (guest) => linux.includes(guest.system) && guest.agent && !guest.agentLost && !guest.agentBehaviour,
  );
