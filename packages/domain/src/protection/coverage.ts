// Which backup jobs include which guests. Source: `get_included_guests` of PVE::VZDump: a pool before a list of guests before all; only
// a job for all guests excludes some; a job of one node takes the guests that are there now.
import type { BackupJob } from '@belfry/schema/protection/backup-job';
import type { ProtectionReason } from '@belfry/schema/protection/guest-protection';
import type { ProtectedGuest } from './input.ts';

/** `jobs`: the enabled ones that include the guest. `reason`: why there are none. */
export interface Coverage {
  jobs: readonly BackupJob[];
  reason: ProtectionReason | undefined;
}

export function createCoverage(jobs: readonly BackupJob[]): (guest: ProtectedGuest) => Coverage {
  const byInstance = Map.groupBy(jobs, ({ instance }) => instance);
  const indexes = new Map([...byInstance].map(([instance, own]) => [instance, indexOf(own)]));
  return (guest) => {
    const index = indexes.get(guest.instance);
    if (!index) return { jobs: [], reason: { kind: 'in-no-job' } };
    const selected = [
      ...index.all.filter(({ excluded }) => !excluded.has(guest.vmid)).map(({ job }) => job),
      ...(index.byVmid.get(guest.vmid) ?? []),
      ...((guest.pool && index.byPool.get(guest.pool)) || []),
    ];
    const here = selected.filter(({ node }) => node === undefined || node === guest.node);
    const enabled = here.filter((job) => job.enabled);
    return { jobs: enabled, reason: enabled.length > 0 ? undefined : reasonOf(guest, selected, here, index) };
  };
}

interface Index {
  all: { job: BackupJob; excluded: ReadonlySet<number> }[];
  byVmid: Map<number, BackupJob[]>;
  byPool: Map<string, BackupJob[]>;
}

function indexOf(jobs: readonly BackupJob[]): Index {
  const index: Index = { all: [], byVmid: new Map(), byPool: new Map() };
  const add = <K>(map: Map<K, BackupJob[]>, key: K, job: BackupJob) => {
    const list = map.get(key);
    if (list) list.push(job);
    else map.set(key, [job]);
  };
  for (const job of jobs) {
    const { selection } = job;
    if (selection.kind === 'all') index.all.push({ job, excluded: new Set(selection.exclude) });
    else if (selection.kind === 'pool') add(index.byPool, selection.pool, job);
    else for (const vmid of new Set(selection.vmids)) add(index.byVmid, vmid, job);
  }
  return index;
}

/** The nearest to a covered guest first. */
function reasonOf(
  guest: ProtectedGuest,
  selected: readonly BackupJob[],
  here: readonly BackupJob[],
  { all }: Index,
): ProtectionReason {
  const [disabled] = here;
  if (disabled) return { kind: 'job-disabled', job: disabled.id };
  const elsewhere = selected.find((job) => job.enabled);
  if (elsewhere) return { kind: 'other-node', job: elsewhere.id };
  const excluding = all.find(({ job, excluded }) => job.enabled && excluded.has(guest.vmid));
  if (excluding) return { kind: 'excluded-by-job', job: excluding.job.id };
  return { kind: 'in-no-job' };
}
