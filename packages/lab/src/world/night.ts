// What went wrong with the backups of a cluster in scripted nights. Without a script the seed decides.
import { type BackupJob, isFailing, midnightOf, type Run, runOn, turnOf } from './backup-job.ts';
import type { Cluster } from './cluster.ts';
import type { Guest } from './guest.ts';
import type { Node } from './node.ts';

/** Why the backup of a guest failed: its disk cannot be read, or the place of the backups has no space. */
export type BackupTrouble = 'disk' | 'space';

/**
 * `midnight` (UTC, epoch seconds) begins the night. `idle`: the scheduler of these nodes did not run, so there is no task at all.
 * `troubles`: by the number of the guest. `fullFrom` (epoch seconds): the backup server has no space from then on.
 */
export type Night = {
  midnight: number;
  idle?: readonly string[];
  troubles?: Readonly<Record<number, BackupTrouble>>;
  fullFrom?: number;
};

/** To be called before anything has asked for the backups of the cluster. */
export function scriptNight(cluster: Cluster, night: Night): void {
  if (cluster.history) throw new Error(`the backups of ${cluster.name} exist already`);
  cluster.nights.push(night);
}

const nightOf = ({ nights }: Cluster, { from }: Run): Night | undefined =>
  nights.find(({ midnight }) => midnight === midnightOf(from));

/** When the job runs on a node in that night; undefined when nothing starts it. */
export function runIn(cluster: Cluster, job: BackupJob, node: Node, midnight: number): Run | undefined {
  const run = runOn(job, node, midnight);
  return run && nightOf(cluster, run)?.idle?.includes(node.name) ? undefined : run;
}

/** Undefined when the guest was backed up in that run. */
export function troubleIn(cluster: Cluster, job: BackupJob, guest: Guest, run: Run): BackupTrouble | undefined {
  const { troubles, fullFrom = Number.POSITIVE_INFINITY } = nightOf(cluster, run) ?? {};
  const isOnServer = job.keepLast === undefined;
  if (isOnServer && turnOf(guest, run) >= fullFrom) return 'space';
  return troubles?.[guest.vmid] ?? (isFailing(guest, job, run) ? 'space' : undefined);
}
