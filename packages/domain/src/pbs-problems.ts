// The problems of a backup server that answers: jobs whose last run failed, and datastores that cannot be read.
import type { PbsInstance } from '@belfry/schema/entities/pbs';

/** `subject` such as `Verify job v-daily`; `message` is the server's own text. */
export interface PbsProblem {
  subject: string;
  message: string;
}

const kinds = {
  syncJobs: 'Sync job',
  verifyJobs: 'Verify job',
  pruneJobs: 'Prune job',
  garbageJobs: 'Garbage collection of',
} as const;
type Kind = keyof typeof kinds;

/** Disabled jobs and datastores in maintenance are not problems. */
export function pbsProblems(server: Pick<PbsInstance, Kind | 'datastores'>): PbsProblem[] {
  const datastores = server.datastores
    .filter(({ status }) => status === 'error')
    .map(({ name, error = '' }) => ({ subject: `Datastore ${name}`, message: error }));
  const jobs = (Object.keys(kinds) as Kind[]).flatMap((kind) =>
    server[kind]
      .filter(({ result, disabled }) => result === 'failed' && !disabled)
      .map(({ id, lastRunState = '' }) => ({ subject: `${kinds[kind]} ${id}`, message: lastRunState })),
  );
  return [...datastores, ...jobs];
}
