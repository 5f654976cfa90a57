// The jobs of a backup server whose last run failed, or that did not run when they were due.
import { pbsSubject } from '@belfry/domain/alerts/subjects';
import { jobLateBy } from '@belfry/domain/late-jobs';
import type { PbsInstance, PbsJob } from '@belfry/schema/entities/pbs';
import type { State } from '@belfry/schema/state';
import { pbsOfflineId } from '../../engine/alert-ids.ts';
import type { Notice, SharedNotice } from '../../engine/notice.ts';
import type { Confirm, Reading, Verdict } from '../../engine/reading.ts';
import type { RuleSet } from '../../engine/rule-set.ts';
import { type JobKind, jobKinds, pbsMessages } from '../../readings/pbs-messages.ts';
import { bad, LATE_STAYS, off, unknown, unlessDisabled, well } from '../../readings/verdicts.ts';
import { datastoreStateId, pbsResource } from './resources.ts';

export const createPbsJobRules = (): RuleSet<'pbs'> => ({
  list: 'pbs',
  notices: jobNotices,
  read: (server, { policyOf, now }) =>
    unlessDisabled(
      policyOf(pbsSubject(server)),
      jobKinds.flatMap((kind) =>
        server[kind].flatMap((job) => [jobReading(server, kind, job), lateReading(server, kind, job, now.at)]),
      ),
    ),
  // A job becomes late without a change of the server.
  everyMs: 60_000,
  unknownParts: (server, { state }) =>
    unreadKinds(server, state).flatMap((kind) => [idOf(server, kind, ''), lateIdOf(server, kind, '')]),
});

const idOf = ({ id }: PbsInstance, kind: JobKind, job: string): string =>
  `pbs-job-${id}-${kind.replace('Jobs', '')}-${job}`;

const lateIdOf = ({ id }: PbsInstance, kind: JobKind, job: string): string =>
  `job-late-${id}-${kind.replace('Jobs', '')}-${job}`;

/** How the source names the part of the data. */
const parts: Partial<Record<string, JobKind>> = {
  'sync jobs': 'syncJobs',
  'verify jobs': 'verifyJobs',
  'prune jobs': 'pruneJobs',
  'tape jobs': 'tapeJobs',
  'garbage collection': 'garbageJobs',
};

/** The kinds of jobs that cannot be read at present. Right after a start their lists are empty. */
function unreadKinds({ id }: PbsInstance, { instances }: Pick<State, 'instances'>): readonly JobKind[] {
  const { error, gaps = [] } = instances.find((instance) => instance.id === id) ?? {};
  if (error) return jobKinds;
  return gaps.flatMap(({ part, kind }) => (kind === 'forbidden' ? [] : (parts[part] ?? [])));
}

const jobReading = (server: PbsInstance, kind: JobKind, job: PbsJob): Reading => ({
  id: idOf(server, kind, job.id),
  type: 'pbs-job',
  resource: pbsResource(server),
  verdict: verdictOf(kind, job),
  confirm: AT_ONCE,
  causes: [pbsOfflineId(server.id)],
  message: () => pbsMessages.job(server.name, kind, job),
  metadata: { job: job.id, datastore: job.store, ...(job.lastRunEnd !== undefined && { lastRunEnd: job.lastRunEnd }) },
});

/** A datastore in maintenance has an alert of its own. */
function lateReading(server: PbsInstance, kind: JobKind, job: PbsJob, now: number): Reading {
  const store = server.datastores.find(({ name }) => name === job.store);
  const lateMs = jobLateBy(server, job, now);
  const verdict = (): Verdict => {
    if (job.disabled) return off;
    if (lateMs !== undefined) return bad('warning');
    return job.schedule !== undefined && job.nextRun === undefined ? unknown : well;
  };
  return {
    id: lateIdOf(server, kind, job.id),
    type: 'job-late',
    resource: pbsResource(server),
    verdict: verdict(),
    confirm: LATE_STAYS,
    causes: [pbsOfflineId(server.id), ...(store ? [datastoreStateId(server, store)] : [])],
    message: () => pbsMessages.late(server.name, kind, job, lateMs ?? 0),
    metadata: { job: job.id, datastore: job.store, ...(job.nextRun !== undefined && { nextRun: job.nextRun }) },
  };
}

/** A failed verification found damaged backups. A run that was interrupted says nothing, so the result before it stays. */
function verdictOf(kind: JobKind, { disabled, result }: PbsJob): Verdict {
  if (disabled) return off;
  if (result === 'unknown') return unknown;
  return result === 'failed' ? bad(kind === 'verifyJobs' ? 'critical' : 'warning') : well;
}

const AT_ONCE: Confirm = { polls: 1 };
const ofJobs: SharedNotice = {
  ...{ of: 'pbs', from: 'Proxmox Backup Server 2 and newer', poll: 'pbs jobs', shown: 'Backups' },
  needs: 'Datastore.Audit; Remote.Audit for syncs from other servers, Tape.Audit for tapes',
};

const jobNotices: readonly Notice[] = [
  {
    ...{ ...ofJobs, type: 'pbs-job', after: AT_ONCE },
    fact: 'A sync, verification, prune, garbage collection or tape backup failed',
  },
  { ...ofJobs, type: 'job-late', fact: 'One of these did not run when it was due', after: LATE_STAYS },
];
