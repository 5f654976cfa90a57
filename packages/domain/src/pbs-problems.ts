// What is wrong on a backup server that answers: jobs whose last run failed, and datastores that cannot be read.
import type { PbsInstance } from '@belfry/schema/entities/pbs';

/** `subject` such as `Verify job v-daily`; `message` in the words of the server. */
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

/** Jobs that somebody disabled and datastores in maintenance are as they should be. */
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
