// Every five minutes: replication, only from nodes that replicate something, the backup jobs, and the guests without one.
import { backupJobShape } from '@belfry/domain/journal/row-settings';
import { fail, ok } from '@belfry/domain/result';
import type { BackupJob } from '@belfry/schema/protection/backup-job';
import { badPayload } from '../proxmox-api/failure.ts';
import { type ListReadings, listReadings, noReadings } from '../proxmox-api/list-readings.ts';
import { createParts, type Parts } from '../proxmox-api/parts.ts';
import { isRaw, part, text, whole } from '../proxmox-api/read.ts';
import { TIMEOUT_MS } from '../proxmox-api/session.ts';
import type { Poll } from '../source.ts';
import { parseBackupJobs } from './backup-jobs.ts';
import { isOnline } from './facts.ts';
import { onlineNodes, type PveInstance } from './instance.ts';
import { jobsByGuest, replicationJobs, uncovered } from './protection.ts';

/** How often the time zone of the hosts is read. */
const ZONE_MS = 3_600_000;
/** The part that is missing when the backup jobs cannot be read. */
const JOBS = 'backup jobs';

/** The statuses of an old version that does not have the call. This is not a gap. */
const NO_CALL = [404, 501];

export function createProtectionPoll(instance: PveInstance): Poll {
  const begin = createParts(instance.clock, instance.denials);

  async function fetchReplication(parts: Parts): Promise<void> {
    const options = { tolerate: NO_CALL, timeoutMs: TIMEOUT_MS.slow };
    const configured = await parts.get('replication', '/cluster/replication', options);
    if (!configured.ok || !Array.isArray(configured.value)) return;
    const copied = new Set(configured.value.filter(isRaw).map((row) => whole(row.guest)));
    const homes = new Set(instance.facts.guests.filter(({ vmid }) => copied.has(vmid)).map(({ node }) => node));
    const answers = await Promise.all(
      [...homes]
        .filter((node) => isOnline(instance.facts, node))
        .map((node) => parts.get('replication', `/nodes/${encodeURIComponent(node)}/replication`, options)),
    );
    const statuses = answers.flatMap((answer) => (answer.ok && Array.isArray(answer.value) ? answer.value : []));
    instance.facts = { ...instance.facts, replication: jobsByGuest(replicationJobs(configured.value, statuses)) };
  }

  /** All nodes of a cluster have the same time zone, as a rule. */
  let zone: { name: string | undefined; askedAt: number } | undefined;

  async function fetchTimeZone(parts: Parts): Promise<string | undefined> {
    const now = instance.clock.monotonic();
    const [node] = onlineNodes(instance);
    if (node === undefined || (zone && now - zone.askedAt < ZONE_MS)) return zone?.name;
    const path = `/nodes/${encodeURIComponent(node)}/time`;
    const answer = await parts.get('time zone', path, { needs: `Sys.Audit on /nodes/${node}` });
    if (answer.ok) zone = { name: text(part(answer.value).timezone, 64), askedAt: now };
    return zone?.name;
  }

  /** Of the jobs, as they were read last. */
  let readings: ListReadings = noReadings;

  /** Undefined when the jobs could not be read. */
  async function fetchJobs(parts: Parts): Promise<BackupJob[] | undefined> {
    const path = '/cluster/backup';
    const [answer, timeZone] = await Promise.all([
      parts.get(JOBS, path, { timeoutMs: TIMEOUT_MS.slow, needs: 'Sys.Audit on /' }),
      fetchTimeZone(parts),
    ]);
    const jobs = answer.ok ? parseBackupJobs(answer.value, instance.place.instance, timeZone) : undefined;
    const { instance: own } = instance.place;
    const listed = { instance: own, kind: 'backup-job', what: 'backup-job', key: 'id', shape: backupJobShape } as const;
    readings = answer.ok ? listReadings(answer.value, listed) : noReadings;
    if (answer.ok && !jobs) parts.miss(JOBS, badPayload(`GET ${path}`, 'expected a list of jobs.'));
    return jobs;
  }

  async function fetchCoverage(parts: Parts): Promise<void> {
    const path = '/cluster/backup-info/not-backed-up';
    const options = { tolerate: NO_CALL, timeoutMs: TIMEOUT_MS.slow, needs: 'Sys.Audit on /' };
    const asked = instance.facts.guests.map(({ vmid }) => vmid);
    const answer = await parts.get(JOBS, path, options);
    const without = answer.ok ? uncovered(answer.value) : undefined;
    const coverage = without && new Map(asked.map((vmid) => [vmid, !without.has(vmid)]));
    if (answer.ok || answer.error.kind === 'forbidden') instance.facts = { ...instance.facts, coverage };
  }

  return {
    name: 'protection',
    everyMs: 300_000,
    timeoutMs: 60_000,
    essential: false,
    pushedBy: ['replication'],
    async run(signal) {
      const parts = begin(instance.session.read(signal, 'protection'));
      readings = noReadings;
      await fetchReplication(parts);
      const [backupJobs] = instance.config.monitorBackups
        ? await Promise.all([fetchJobs(parts), fetchCoverage(parts)])
        : [[]];
      const trouble = parts.trouble();
      if (trouble && !backupJobs) return fail(trouble);
      // Guests include the rest after the next answer of the fast poll.
      return ok({ slices: backupJobs ? { backupJobs } : {}, ...readings, gaps: parts.gaps() });
    },
  };
}
