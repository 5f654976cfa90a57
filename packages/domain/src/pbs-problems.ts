// The problems of a backup server that answers: jobs whose last run failed, and datastores that are full or cannot be read.

import type { PbsInstance } from '@belfry/schema/entities/pbs';
import { isFull } from './datastores.ts';
import { wholePercent } from './format.ts';

const JOBS = ['syncJobs', 'verifyJobs', 'pruneJobs', 'tapeJobs', 'garbageJobs'] as const;
type Jobs = (typeof JOBS)[number];

/** `name` is that of the job or datastore; `message` is the server's own text, or how full the datastore is. */
export interface PbsProblem {
  kind: Jobs | 'datastores' | 'full';
  name: string;
  message: string;
}

/** Disabled jobs and datastores in maintenance are not problems. */
export function pbsProblems(server: Pick<PbsInstance, Jobs | 'datastores'>): PbsProblem[] {
  const datastores = server.datastores
    .filter(({ status }) => status === 'error')
    .map(({ name, error = '' }) => ({ kind: 'datastores' as const, name, message: error }));
  const full = server.datastores
    .filter(isFull)
    .map(({ name, usage = 0 }) => ({ kind: 'full' as const, name, message: `${wholePercent(usage)}%` }));
  const jobs = JOBS.flatMap((kind) =>
    server[kind]
      .filter(({ result, disabled }) => result === 'failed' && !disabled)
      .map(({ id, lastRunState = '' }) => ({ kind, name: id, message: lastRunState })),
  );
  return [...datastores, ...full, ...jobs];
}
