// The problems of a backup server that answers: jobs whose last run failed, and datastores that cannot be read.
import type { PbsInstance } from '@belfry/schema/entities/pbs';

const JOBS = ['syncJobs', 'verifyJobs', 'pruneJobs', 'garbageJobs'] as const;
type Jobs = (typeof JOBS)[number];

/** `name` is that of the job or datastore; `message` is the server's own text. */
export interface PbsProblem {
  kind: Jobs | 'datastores';
  name: string;
  message: string;
}

/** Disabled jobs and datastores in maintenance are not problems. */
export function pbsProblems(server: Pick<PbsInstance, Jobs | 'datastores'>): PbsProblem[] {
  const datastores = server.datastores
    .filter(({ status }) => status === 'error')
    .map(({ name, error = '' }) => ({ kind: 'datastores' as const, name, message: error }));
  const jobs = JOBS.flatMap((kind) =>
    server[kind]
      .filter(({ result, disabled }) => result === 'failed' && !disabled)
      .map(({ id, lastRunState = '' }) => ({ kind, name: id, message: lastRunState })),
  );
  return [...datastores, ...jobs];
}
