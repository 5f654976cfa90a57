// Troubles of guests.
import { beginBackup } from '../world/backup-history.ts';
import { type Cluster, migrateGuest, nodeNamed, startGuest, stopGuest } from '../world/cluster.ts';
import type { Guest, Load } from '../world/guest.ts';
import type { Trouble } from './script.ts';
import { after, clusterOf, courseOf, type Plans, type Scene, type Step } from './steps.ts';

type Wanted = { cluster?: string | undefined; guest?: number | undefined };

/** The guest of that number, or one that runs and is in no other trouble. */
export function guestOf(
  scene: Scene,
  { cluster: name, guest: vmid }: Wanted,
  fits: (guest: Guest, cluster: Cluster) => boolean = () => true,
): { cluster: Cluster; guest: Guest } {
  const isFree = (guest: Guest, cluster: Cluster) =>
    guest.power === 'running' && !guest.template && !guest.lock && fits(guest, cluster);
  const has = (cluster: Cluster) =>
    vmid === undefined
      ? [...cluster.guests.values()].some((guest) => isFree(guest, cluster))
      : cluster.guests.has(vmid);
  const cluster = clusterOf(scene, name, vmid === undefined ? 'such guest' : `guest ${vmid}`, has);
  if (vmid === undefined)
    return {
      cluster,
      guest: scene.pick(
        [...cluster.guests.values()].filter((g) => isFree(g, cluster)),
        'such guest',
      ),
    };
  const guest = cluster.guests.get(vmid);
  if (!guest) throw new Error(`no guest ${vmid} in ${cluster.name}`);
  return { cluster, guest };
}

const MB = 1e6;
/** The figure of a guest, and how many of the script's units are one of it. */
const metrics: Record<Trouble<'guest-metric'>['metric'], { key: keyof Load; unit: number }> = {
  cpu: { key: 'cpu', unit: 0.01 },
  memory: { key: 'mem', unit: 0.01 },
  disk: { key: 'disk', unit: 0.01 },
  network: { key: 'traffic', unit: MB },
  io: { key: 'io', unit: MB },
};

/** How long a virtual machine is off in a backup in stop mode: it starts again as soon as its backup has begun. */
const stopModeS = 25;

export const guestPlans: Plans<
  'guest-metric' | 'guest-off' | 'agent-silent' | 'stop-backup' | 'migration' | 'ha-error' | 'replication-fails'
> = {
  'guest-metric'(trouble, scene) {
    const { key, unit } = metrics[trouble.metric];
    // The disk of a virtual machine is known only through its agent.
    const isSeen = (guest: Guest) => key !== 'disk' || guest.kind === 'lxc' || (guest.agent && !guest.agentLost);
    const { guest } = guestOf(scene, trouble, isSeen);
    guest.courses[key] = [...(guest.courses[key] ?? []), courseOf(trouble, scene.from, trouble.to * unit)];
    return [];
  },

  'guest-off'(trouble, scene) {
    const { cluster, guest } = guestOf(scene, trouble, ({ ha }) => ha === undefined);
    return [
      { at: scene.from, run: (at) => stopGuest(cluster, guest, at) },
      ...after(scene.from, trouble.forS, (at) => startGuest(cluster, guest, at)),
    ];
  },

  'agent-silent'(trouble, scene) {
    const { guest } = guestOf(scene, trouble, ({ agent, agentLost }) => agent && !agentLost);
    const lose = (isLost: boolean) => () => {
      guest.agentLost = isLost;
    };
    return [{ at: scene.from, run: lose(true) }, ...after(scene.from, trouble.forS, lose(false))];
  },

  'stop-backup'(trouble, scene) {
    const { cluster, guest } = guestOf(scene, trouble);
    const { from } = scene;
    let end = () => {};
    const offS = guest.kind === 'qemu' ? Math.min(stopModeS, trouble.forS) : trouble.forS;
    return [
      {
        at: from,
        run(at) {
          stopGuest(cluster, guest, at);
          end = beginBackup(cluster, guest, at, trouble.forS);
        },
      },
      { at: from + offS, run: (at) => startGuest(cluster, guest, at) },
      { at: from + trouble.forS, run: () => end() },
    ];
  },

  migration(trouble, scene) {
    const { cluster, guest } = guestOf(scene, trouble, (_, { nodes }) => nodes.length > 1);
    const others = cluster.nodes.filter((node) => node.name !== guest.node && canHold(cluster, node.zfs, guest));
    const to = trouble.to === undefined ? scene.pick(others, 'other node') : nodeNamed(cluster, trouble.to);
    if (!to) throw new Error(`no node ${trouble.to} in ${cluster.name}`);
    return [
      {
        at: scene.from,
        run() {
          guest.lock = 'migrate';
        },
      },
      {
        at: scene.from + trouble.forS,
        run(at) {
          unlock(guest);
          migrateGuest(cluster, guest, to, at);
        },
      },
    ];
  },

  'ha-error'(trouble, scene) {
    const { guest } = guestOf(scene, trouble, ({ ha }) => ha === 'started');
    const set = (ha: Guest['ha']) => () => {
      guest.ha = ha;
    };
    return [{ at: scene.from, run: set('error') }, ...after(scene.from, trouble.forS, set('started'))];
  },

  'replication-fails'(trouble, scene) {
    const replicated = (cluster: Cluster) => new Set(cluster.replications.map((job) => job.vmid));
    const { cluster, guest } = guestOf(scene, trouble, (each, of) => replicated(of).has(each.vmid));
    const { vmid } = guest;
    const fail = (failCount: number) => () => {
      const error = `command 'zfs send -Rpv -- rpool/data/vm-${vmid}-disk-0' failed: exit code 1`;
      for (const job of cluster.replications) if (job.vmid === vmid) Object.assign(job, { failCount, error });
    };
    const succeed = () => {
      for (const job of cluster.replications)
        if (job.vmid === vmid) {
          delete job.failCount;
          delete job.error;
        }
    };
    // A job that failed is tried again after longer and longer pauses.
    const tries = [0, 300, 900, 1800].filter((s) => s < (trouble.forS ?? Number.POSITIVE_INFINITY));
    return [
      ...tries.map((s, i): Step => ({ at: scene.from + s, run: fail(i + 1) })),
      ...after(scene.from, trouble.forS, succeed),
    ];
  },
};

const unlock = (guest: Guest): void => {
  guest.lock = undefined;
};

/** A guest on a local pool can only move to a node with the same kind of pool. */
const canHold = (cluster: Cluster, isZfs: boolean, guest: Guest): boolean =>
  guest.storage !== undefined || nodeNamed(cluster, guest.node)?.zfs === isZfs;
