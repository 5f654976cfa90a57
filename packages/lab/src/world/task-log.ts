// The log of a task, in the format of Proxmox VE 9. The last line is the result.
import { type BackupJob, guestsIn, midnightOf, type Run, turnOf } from './backup-job.ts';
import type { Cluster } from './cluster.ts';
import type { Guest } from './guest.ts';
import { type BackupTrouble, troubleIn } from './night.ts';
import type { Task } from './task.ts';
import { between, hash } from './walk.ts';

const GiB = 1024 ** 3;
const MiB = 1024 ** 2;

/** The lines of the log. A running task has only the lines of its finished steps, and no result. */
export function taskLog(cluster: Cluster, task: Task, now: number): string[] {
  const lines = task.log ?? (writers[task.type] ?? (() => []))(cluster, task);
  const share = (now - task.starttime) / Math.max(1, task.endtime - task.starttime);
  if (share < 1) return lines.slice(0, Math.ceil(lines.length * share));
  return [...lines, resultLine(task)];
}

function resultLine({ status }: Task): string {
  if (status === 'OK') return 'TASK OK';
  return status.startsWith('WARNINGS') ? `TASK ${status}` : `TASK ERROR: ${status}`;
}

type Writer = (cluster: Cluster, task: Task) => string[];

const writers: Record<string, Writer> = {
  vzdump: backupLines,
  aptupdate: updateLines,
  qmigrate: migrationLines,
  vzmigrate: migrationLines,
  qmconfig: (_cluster, { id }) => [`update VM ${id}: -memory 8192`],
  vzshutdown: (_cluster, { id }) => [`stopping container ${id}`],
};

/** The node of the guest at that time. A migration is a task of the source node. */
function placeOf({ tasks }: Cluster, guest: Guest, at: number): string {
  const next = tasks.find((t) => t.id === String(guest.vmid) && t.type.endsWith('migrate') && t.starttime >= at);
  return next?.node ?? guest.node;
}

/** The guests of a job that were on the node, in the order of their backups. */
function guestsOf(cluster: Cluster, job: BackupJob, node: string, run: Run): Guest[] {
  return guestsIn(job, cluster)
    .filter((guest) => placeOf(cluster, guest, run.from) === node && turnOf(guest, run) >= guest.createdAt)
    .sort((a, b) => turnOf(a, run) - turnOf(b, run));
}

/** If a task has no id, it is the run of a job on a node. Otherwise the id is a guest that was backed up by hand. */
function backupLines(cluster: Cluster, { id, node, starttime, endtime, status }: Task): string[] {
  const run = { from: starttime, to: endtime };
  const job = cluster.backupJobs.find(({ second }) => id === '' && midnightOf(starttime) + second === starttime);
  const single = cluster.guests.get(Number(id));
  const chosen = job ? guestsOf(cluster, job, node, run) : single ? [single] : [];
  const starts = chosen.map((guest) => (job ? turnOf(guest, run) : starttime));
  const warnings = status.startsWith('WARNINGS') ? Number(status.slice('WARNINGS: '.length)) : 0;
  const failed = status !== 'OK' && warnings === 0;
  const what = job?.only?.join(' ') ?? (id || '--all 1');
  return [
    `INFO: starting new backup job: vzdump ${what} --mode snapshot --storage ${job?.storage ?? 'pbs-main'} --quiet 1 --notes-template '{{guestname}}'`,
    ...chosen.flatMap((guest, nth) => {
      const ofHand = failed ? 'space' : undefined;
      const trouble = job === undefined ? ofHand : troubleIn(cluster, job, guest, run);
      return guestLines(guest, starts[nth] ?? starttime, starts[nth + 1] ?? endtime, trouble);
    }),
    ...Array<string>(warnings).fill('WARN: unable to activate storage for fleecing image, continuing without'),
    `INFO: Backup job finished ${failed ? 'with errors' : 'successfully'}`,
  ];
}

function guestLines(guest: Guest, from: number, to: number, trouble: BackupTrouble | undefined): string[] {
  const title = guest.kind === 'qemu' ? 'VM' : 'CT';
  const size = guest.maxdisk / GiB;
  const seconds = to - from;
  const speed = Math.round((guest.maxdisk * guest.load.disk) / Math.max(1, seconds) / MiB);
  const begun = [
    `INFO: Starting Backup of VM ${guest.vmid} (${guest.kind})`,
    `INFO: Backup started at ${local(from)}`,
    `INFO: status = ${guest.power === 'stopped' ? 'stopped' : 'running'}`,
    `INFO: ${title} Name: ${guest.name}`,
    'INFO: backup mode: snapshot',
    'INFO: ionice priority: 7',
  ];
  if (trouble) return [...begun, ...failureLines(guest, trouble), `INFO: Failed at ${local(to)}`];
  return [
    ...begun,
    `INFO: include disk '${guest.kind === 'qemu' ? 'scsi0' : 'rootfs'}' ${size}G`,
    ...[0.25, 0.5, 0.75, 1].map((share) => {
      const percent = String(share * 100).padStart(3);
      const done = (size * share).toFixed(1);
      return `INFO: ${percent}% (${done} GiB of ${size.toFixed(1)} GiB) in ${duration(Math.floor(seconds * share))}, read: ${speed} MiB/s, write: ${speed} MiB/s`;
    }),
    `INFO: transferred ${size.toFixed(2)} GiB in ${seconds} seconds (${speed} MiB/s)`,
    `INFO: Finished Backup of VM ${guest.vmid} (${duration(seconds, true)})`,
    `INFO: Backup finished at ${local(to)}`,
  ];
}

const causes: Record<BackupTrouble, Record<Guest['kind'], string>> = {
  disk: {
    qemu: 'job failed with err -5 - Input/output error',
    lxc: 'error at "var/lib/data": Input/output error (os error 5)',
  },
  space: {
    qemu: 'backup write data failed: command error: write_data upload error: pipelined request failed: No space left on device (os error 28)',
    lxc: "pipelined request failed: inserting chunk on store 'main' failed - No space left on device (os error 28)",
  },
};

/** The client that backs up a container writes the cause itself, so it is a line of information before the error. */
function failureLines({ vmid, kind }: Guest, trouble: BackupTrouble): string[] {
  const cause = causes[trouble][kind];
  const failed = (why: string) => `ERROR: Backup of VM ${vmid} failed - ${why}`;
  if (kind === 'qemu')
    return [`ERROR: ${cause}`, 'INFO: aborting backup job', 'INFO: resuming VM again', failed(cause)];
  const client = `lxc-usernsexec -m u:0:100000:65536 -- /usr/bin/proxmox-backup-client backup '--crypt-mode=none' pct.conf:/var/tmp/vzdumptmp_${vmid}/pct.conf root.pxar:/mnt/vzsnap0 --backup-type ct --backup-id ${vmid}`;
  return [
    `INFO: creating Proxmox Backup Server archive 'ct/${vmid}'`,
    'INFO: catalog upload error - channel closed',
    `INFO: Error: ${cause}`,
    failed(`command '${client}' failed: exit code 255`),
  ];
}

function updateLines(_cluster: Cluster, { status }: Task): string[] {
  const sources = ['debian.example/debian trixie', 'security.example trixie-security', 'proxmox.example trixie'];
  const failed = status !== 'OK';
  return [
    'starting apt-get update',
    ...sources.map((source, i) => `${failed && i === 2 ? 'Err' : 'Hit'}:${i + 1} http://${source} InRelease`),
    ...(failed
      ? ['Temporary failure resolving host name', 'E: Some index files failed to download.']
      : ['Reading package lists...']),
  ];
}

function migrationLines(cluster: Cluster, task: Task): string[] {
  const guest = cluster.guests.get(Number(task.id));
  const seconds = task.endtime - task.starttime;
  const title = task.type === 'qmigrate' ? 'VM' : 'CT';
  const place = guest && placeOf(cluster, guest, task.starttime + 1);
  const target = cluster.nodes.find((node) => node.name === place) ?? cluster.nodes[0];
  const at = (share: number, words: string) => `${local(Math.floor(task.starttime + seconds * share))} ${words}`;
  return [
    at(0, `starting migration of ${title} ${task.id} to node '${target?.name}' (${target?.address})`),
    at(0.1, `starting ${title} ${task.id} on remote node '${target?.name}'`),
    at(0.9, `average migration speed: ${between(200, 900, hash(task.upid))} MiB/s - downtime 52 ms`),
    at(1, `migration finished successfully (duration ${duration(seconds, true)})`),
  ];
}

/** The time zone of the hosts is UTC. */
const local = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** `1m 5s`, or `00:01:05` with `clock`. */
function duration(seconds: number, clock = false): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (clock) return [hours, minutes, rest].map((n) => String(n).padStart(2, '0')).join(':');
  return `${hours > 0 ? `${hours}h ` : ''}${minutes > 0 ? `${minutes}m ` : ''}${rest}s`;
}
