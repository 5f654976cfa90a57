// Restores and clones by an administrator: a new guest, and the task that made it, as Proxmox VE logs it (QemuServer.pm, API2/LXC.pm).
import { historyOf } from './backup-history.ts';
import { type Cluster, nodeNamed } from './cluster.ts';
import type { Guest } from './guest.ts';
import { createTask } from './task.ts';
import { diskOf } from './volume.ts';

const MiB = 1024 ** 2;
const BACK = 'pbs-main';

export type Restore = {
  /** Whose backup. */
  of: number;
  /** When the backup was made. Default: the newest one. */
  time?: number;
  /** The number and the node of the new guest. */
  vmid: number;
  node: string;
  seconds: number;
  bootSeconds?: number;
  /** The disk is read while the machine already runs. */
  isLive?: boolean;
  /** What the task ended with. */
  status?: string;
  user?: string;
};

/** The times of the backups of a guest on the backup server, the newest first. */
export const backupTimesOf = (cluster: Cluster, vmid: number): number[] =>
  historyOf(cluster)
    .groups.filter(({ id, type }) => id === String(vmid) && type !== 'host')
    .flatMap(({ snapshots }) => snapshots.filter(({ size }) => size !== undefined).map(({ time }) => time))
    .sort((a, b) => b - a);

/** The new guest does not run until somebody starts it. */
export function restoreGuest(cluster: Cluster, at: number, plan: Restore): Guest {
  const original = guestOf(cluster, plan.of);
  const { time = backupTimesOf(cluster, plan.of)[0] ?? at, status = 'OK' } = plan;
  const guest = copyOf(original, plan, { at: at + plan.seconds, lock: 'create' });
  guest.filesOf = time;
  cluster.guests.set(plan.vmid, guest);
  const log = restoreLog(cluster, guest, original, time, plan);
  addTask(cluster, plan, original.kind === 'qemu' ? 'qmrestore' : 'vzrestore', plan.vmid, at, status, log);
  return guest;
}

export type Clone = Pick<Restore, 'of' | 'vmid' | 'node' | 'seconds' | 'bootSeconds' | 'user'>;

/** The task of a clone is one of the guest that is copied. */
export function cloneGuest(cluster: Cluster, at: number, plan: Clone): Guest {
  const original = guestOf(cluster, plan.of);
  const guest = copyOf(original, plan, { at: at + plan.seconds, lock: 'clone' });
  cluster.guests.set(plan.vmid, guest);
  const node = nodeNamed(cluster, original.node);
  const log = [
    original.kind === 'qemu'
      ? `create full clone of drive scsi0 (${node ? diskOf(original, node) : ''})`
      : `create full clone of mountpoint rootfs (${node ? diskOf(original, node) : ''})`,
  ];
  const type = original.kind === 'qemu' ? 'qmclone' : 'vzclone';
  addTask(cluster, { ...plan, node: original.node }, type, plan.of, at, 'OK', log);
  return guest;
}

function guestOf(cluster: Cluster, vmid: number): Guest {
  const guest = cluster.guests.get(vmid);
  if (!guest) throw new Error(`no guest ${vmid} in ${cluster.name}`);
  return guest;
}

const copyOf = (
  original: Guest,
  { vmid, node, bootSeconds }: Pick<Restore, 'vmid' | 'node' | 'bootSeconds'>,
  madeUntil: NonNullable<Guest['madeUntil']>,
): Guest => ({
  ...original,
  ...{ vmid, node, madeUntil, power: 'stopped', startedAt: 0, ha: undefined, lock: undefined, onboot: false },
  ...{ storage: undefined, agentLost: false, tags: [...original.tags] },
  ...(bootSeconds !== undefined && { bootSeconds }),
});

function addTask(
  cluster: Cluster,
  { node: name, seconds, user = 'root@pam' }: Pick<Restore, 'node' | 'seconds' | 'user'>,
  type: string,
  vmid: number,
  at: number,
  status: string,
  log: readonly string[],
): void {
  const node = nodeNamed(cluster, name);
  if (!node) throw new Error(`no node ${name} in ${cluster.name}`);
  const nth = cluster.tasks.filter((task) => task.starttime === at).length;
  cluster.tasks.push({ ...createTask(node, type, String(vmid), at, at + seconds, status, user, nth), log });
}

function restoreLog(
  cluster: Cluster,
  copy: Guest,
  original: Guest,
  time: number,
  { isLive, seconds }: Restore,
): string[] {
  const node = nodeNamed(cluster, copy.node);
  const disk = node ? diskOf(copy, node) : '';
  const at = new Date(time * 1000).toISOString().replace('.000', '');
  if (original.kind === 'lxc') {
    const archive = `${BACK}:backup/ct/${original.vmid}/${at}`;
    return [
      `recovering backed-up configuration from '${archive}'`,
      `restoring '${archive}' now..`,
      'merging backed-up and given configuration..',
    ];
  }
  const snapshot = `vm/${original.vmid}/${at}`;
  const repository = 'pve@pbs!cluster@192.0.2.20:main';
  const path = `/dev/zvol/rpool/data/vm-${copy.vmid}-disk-0`;
  if (isLive)
    return [
      `new volume ID is '${disk}'`,
      'rescan volumes...',
      'starting VM for live-restore',
      `repository: '${repository}', snapshot: '${snapshot}'`,
      `restoring 'drive-scsi0' to '${disk}'`,
      'restore-drive jobs finished successfully, removing all tracking block devices to disconnect from Proxmox Backup Server',
    ];
  const bytes = copy.maxdisk;
  return [
    `new volume ID is '${disk}'`,
    `restore proxmox backup image: /usr/bin/pbs-restore --repository '${repository}' --ns ${cluster.name} ${snapshot} drive-scsi0.img.fidx ${path} --verbose --format raw --skip-zero`,
    `connecting to repository '${repository}'`,
    `open block backend for target '${path}'`,
    `starting to restore snapshot '${snapshot}'`,
    'download and verify backup index',
    ...[25, 50, 75, 100].map((percent) => {
      const read = Math.floor((bytes * percent) / 100);
      return `progress ${percent}% (read ${read} bytes, zeroes = 2% (${Math.floor(read / 50)} bytes), duration ${Math.floor((seconds * percent) / 100)} sec)`;
    }),
    `restore image complete (bytes=${bytes}, duration=${seconds}.00s, speed=${(bytes / MiB / Math.max(1, seconds)).toFixed(2)}MB/s)`,
    'rescan volumes...',
  ];
}
