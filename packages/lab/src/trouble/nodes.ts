// Troubles of nodes and of their hardware.
import { beginBackup } from '../world/backup-history.ts';
import { type Cluster, guestsOf, stopGuest } from '../world/cluster.ts';
import { disksOf } from '../world/disk.ts';
import { type Guest, isRunning } from '../world/guest.ts';
import { fence, loseNode, recover, returnNode, startAll } from '../world/node-loss.ts';
import { finish } from '../world/task.ts';
import { after, clusterOf, courseOf, nodeOf, type Plans, type Step } from './steps.ts';

/** How long the last guest of a node takes to start. */
const startingS = 5;
/** The duration of a backup of one guest. */
const backupS = 20;

export const nodePlans: Plans<
  | 'node-metric'
  | 'node-dies'
  | 'node-reboots'
  | 'node-fault'
  | 'disk-fails'
  | 'pool-degraded'
  | 'storage-fills'
  | 'backup-fails'
  | 'osd-down'
  | 'certificate-expires'
> = {
  'node-metric'(trouble, scene) {
    const key = trouble.metric === 'cpu' ? 'cpu' : 'mem';
    const { node } = nodeOf(scene, trouble.node, ({ online }) => online);
    node.courses[key] = [...(node.courses[key] ?? []), courseOf(trouble, scene.from, trouble.to / 100)];
    return [];
  },

  'node-dies'(trouble, scene) {
    const { lab } = scene.site;
    const { cluster, node } = nodeOf(scene, trouble.node, ({ online }) => online);
    const { from } = scene;
    const { forS = Number.POSITIVE_INFINITY, fenceS, recoverS, guestsS } = trouble;
    let moved: Guest[] = [];
    let waiting: Guest[] = [];
    const failover: Step[] = [
      { at: from + fenceS, run: () => fence(cluster, node) },
      {
        at: from + recoverS,
        run(at) {
          moved = recover(cluster, node, at);
        },
      },
      { at: from + recoverS + startingS, run: (at) => startAll(cluster, moved, at) },
    ];
    return [
      {
        at: from,
        async run(at) {
          loseNode(node, at);
          await lab.unplug(node.name);
        },
      },
      ...failover.filter(({ at }) => at < from + forS),
      ...after(from, trouble.forS, async (at) => {
        waiting = returnNode(cluster, node, at);
        await lab.plugIn(node.name);
      }),
      ...after(from + guestsS, trouble.forS, (at) => startAll(cluster, waiting, at)),
    ];
  },

  'node-reboots'(trouble, scene) {
    const { lab } = scene.site;
    const { cluster, node } = nodeOf(scene, trouble.node, ({ online }) => online);
    const { from } = scene;
    const { shutdownS, forS, guestsS } = trouble;
    const stopped: Guest[] = [];
    const stop = (guest: Guest, at: number) => {
      stopped.push(guest);
      if (guest.ha === 'started') guest.ha = 'freeze';
      stopGuest(cluster, guest, at);
    };
    return [
      // The guests end one after the other.
      ...[0.2, 0.5, 0.8].map(
        (share): Step => ({
          at: from + Math.floor(shutdownS * share),
          run(at) {
            const left = guestsOf(cluster, node).filter(isRunning);
            for (const guest of left.slice(0, Math.ceil(left.length * (share === 0.8 ? 1 : 0.4)))) stop(guest, at);
          },
        }),
      ),
      {
        at: from + shutdownS,
        async run(at) {
          loseNode(node, at);
          await lab.unplug(node.name);
        },
      },
      ...after(from + shutdownS, forS, async (at) => {
        returnNode(cluster, node, at);
        await lab.plugIn(node.name);
      }),
      ...after(from + shutdownS + guestsS, forS, (at) => startAll(cluster, stopped, at)),
    ];
  },

  'node-fault'(trouble, scene) {
    const { lab } = scene.site;
    const { node } = nodeOf(scene, trouble.node, ({ online }) => online);
    return [
      { at: scene.from, run: () => lab.fault(node.name, trouble.fault) },
      ...after(scene.from, trouble.forS, () => lab.heal(node.name)),
    ];
  },

  'disk-fails'(trouble, scene) {
    const { node } = nodeOf(scene, trouble.node);
    // Without a name it is a disk outside of the pool, so that only the disk is in trouble.
    const healthy = disksOf(node).filter((disk) => !disk.failed && disk.bus !== 'raid');
    const apart = healthy.filter((disk) => disk.used !== 'ZFS' && disk.osd === undefined);
    const path = trouble.disk ?? scene.pick(apart.length > 0 ? apart : healthy, 'healthy disk').devpath;
    if (!disksOf(node).some(({ devpath }) => devpath === path)) throw new Error(`no disk ${path} in ${node.name}`);
    return [
      { at: scene.from, run: () => void node.failedDisks.push(path) },
      ...after(scene.from, trouble.forS, () => {
        node.failedDisks = node.failedDisks.filter((each) => each !== path);
      }),
    ];
  },

  'pool-degraded'(trouble, scene) {
    const { node } = nodeOf(scene, trouble.node, ({ zfs, pool }) => zfs && pool === 'ONLINE');
    const set = (pool: 'ONLINE' | 'DEGRADED') => () => {
      node.pool = pool;
    };
    return [{ at: scene.from, run: set('DEGRADED') }, ...after(scene.from, trouble.forS, set('ONLINE'))];
  },

  'storage-fills'(trouble, scene) {
    const own = (cluster: Cluster) => cluster.storages.filter(({ size, disabled }) => size !== undefined && !disabled);
    const cluster = clusterOf(scene, trouble.cluster, 'storage with a size of its own', (each) => own(each).length > 0);
    const names = own(cluster).map((each) => each.storage);
    const chosen = trouble.storage ?? scene.pick(names, 'storage with a size of its own');
    const storage = own(cluster).find((each) => each.storage === chosen);
    if (!storage) throw new Error(`no storage ${chosen} with a size of its own; there are ${names.join(', ')}`);
    storage.courses = [...(storage.courses ?? []), courseOf(trouble, scene.from, trouble.to / 100)];
    return [];
  },

  'backup-fails'(trouble, scene) {
    const known = trouble.node === undefined ? undefined : nodeOf(scene, trouble.node);
    const cluster = known?.cluster ?? clusterOf(scene, trouble.cluster);
    const node = known?.node ?? scene.pick(cluster.nodes, 'node');
    const [guest] = guestsOf(cluster, node).filter((each) => isRunning(each));
    if (!guest) throw new Error(`no guest runs on ${node.name}`);
    let end = () => {};
    return [
      { at: scene.from, run: (at) => finish(cluster, guest, 'vzdump', at, at + backupS, 'job errors') },
      ...after(scene.from, trouble.forS, (at) => {
        end = beginBackup(cluster, guest, at, backupS);
      }),
      ...after(scene.from + backupS, trouble.forS, () => end()),
    ];
  },

  'osd-down'(trouble, scene) {
    const cluster = clusterOf(scene, trouble.cluster, 'cluster with Ceph', ({ ceph }) => ceph !== undefined);
    const { ceph } = cluster;
    if (!ceph) throw new Error(`no Ceph in ${cluster.name}`);
    const ids = cluster.nodes.flatMap((node) => node.osds.ids).filter((id) => !ceph.down.includes(id));
    const osd = trouble.osd ?? scene.pick(ids, 'OSD');
    return [
      { at: scene.from, run: () => void ceph.down.push(osd) },
      ...after(scene.from, trouble.forS, () => {
        ceph.down = ceph.down.filter((id) => id !== osd);
      }),
    ];
  },

  'certificate-expires'(trouble, scene) {
    const { node } = nodeOf(scene, trouble.node);
    return [{ at: scene.from, run: () => scene.site.lab.renewCertificate(node.name, trouble.days) }];
  },
};
