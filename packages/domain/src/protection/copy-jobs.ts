// The jobs that copy backups, with the places of both sides: the other server of a sync job is searched among those that are watched.
import type { CopyJob, ServerPlace } from '@belfry/schema/protection/backup-job';
import { type KnownServer, pbsNamesOf } from '../backup-identity.ts';

/** A job whose other server is not watched stays as it is. */
export const placedCopyJobs = (jobs: readonly CopyJob[], servers: readonly KnownServer[]): CopyJob[] =>
  jobs.map((job) => {
    const other = otherPlace(job, servers);
    if (!other) return job;
    return job.to ? { ...job, from: other } : { ...job, to: other };
  });

function otherPlace({ remote, from, to }: CopyJob, servers: readonly KnownServer[]): ServerPlace | undefined {
  if (remote?.host === undefined || (from && to)) return undefined;
  const { host: server, fingerprint, datastore, namespace } = remote;
  // Its address is one as the server of the job knows it.
  const site = servers.find(({ name }) => name === (from ?? to)?.server)?.site;
  const backupTarget = {
    ...{ server, datastore, namespace },
    ...(fingerprint !== undefined && { fingerprint }),
    ...(site !== undefined && { site }),
  };
  const [name] = pbsNamesOf({ backupTarget }, servers);
  return name === undefined ? undefined : { server: name, datastore, namespace };
}
