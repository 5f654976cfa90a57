// The jobs that copy the backups of this server, or copy backups to it: sync jobs and tape jobs, with the places of both sides.
import { defined } from '@belfry/domain/defined';
import { serverJobId } from '@belfry/domain/ids';
import type { PbsJob } from '@belfry/schema/entities/pbs';
import type { CopyJob, RemotePlace, ServerPlace } from '@belfry/schema/protection/backup-job';
import { amount, type Raw, rows, text, whole } from '../proxmox-api/read.ts';

type LocalPlace = Omit<ServerPlace, 'server'>;

/** The sides of a job. A place on this server has no name of a server: the server may be renamed. */
export interface Route {
  job: string;
  kind: CopyJob['kind'];
  from: LocalPlace | undefined;
  to: LocalPlace | undefined;
  remote: Pick<RemotePlace, 'name' | 'datastore' | 'namespace'> | undefined;
  maxDepth: number | undefined;
  owner?: string;
}

/** The owner of a job that names none (parameter `owner` of `POST /config/sync`). */
const DEFAULT_OWNER = 'root@pam';

/** How a remote is reached, from `GET /config/remote`. */
export type Remote = Pick<RemotePlace, 'host' | 'fingerprint'>;

const placeIn = (row: Raw, prefix = ''): LocalPlace => ({
  datastore: text(row[`${prefix}store`]) ?? '',
  namespace: text(row[`${prefix}ns`]) ?? '',
});

/**
 * From `GET /admin/sync`. A job without a remote copies within the server. What a job writes on its own server belongs to its owner; on
 * another server it belongs to the account of the remote.
 */
export const syncRoutes = (data: unknown): Route[] =>
  rows(data).flatMap((row) => {
    const job = text(row.id);
    if (!job) return [];
    const [own, other, name] = [placeIn(row), placeIn(row, 'remote-'), text(row.remote)];
    const isPush = row['sync-direction'] === 'push';
    const remote = name === undefined ? undefined : { name, ...other };
    const there = name === undefined ? other : undefined;
    const [from, to] = isPush ? [own, there] : [there, own];
    const owner = isPush ? {} : { owner: text(row.owner) ?? DEFAULT_OWNER };
    return [{ job, kind: 'sync', from, to, remote, maxDepth: depthOf(row), ...owner }];
  });

/** From `GET /tape/backup`. */
export const tapeRoutes = (data: unknown): Route[] =>
  rows(data).flatMap((row) => {
    const job = text(row.id);
    return job
      ? [{ job, kind: 'tape', from: placeIn(row), to: undefined, remote: undefined, maxDepth: depthOf(row) }]
      : [];
  });

export const depthOf = (row: Raw): number | undefined =>
  row['max-depth'] === undefined ? undefined : whole(row['max-depth']);

/** By name, from `GET /config/remote`. */
export const parseRemotes = (data: unknown): Map<string, Remote> =>
  new Map(
    rows(data).flatMap((row): [string, Remote][] => {
      const [name, host, port] = [text(row.name), text(row.host), amount(row.port)];
      if (!name) return [];
      const at = host !== undefined && port !== undefined && !host.includes(':') ? `${host}:${port}` : host;
      return [[name, defined({ host: at, fingerprint: text(row.fingerprint, 128) })]];
    }),
  );

export interface Known {
  server: { id: string; name: string };
  remotes: ReadonlyMap<string, Remote>;
  timeZone: string | undefined;
}

/** `jobs`: the results of the runs, by the id of the job. */
export function copyJobOf(
  { job, kind, from, to, remote, maxDepth, owner }: Route,
  result: PbsJob | undefined,
  { server, remotes, timeZone }: Known,
): CopyJob {
  const here = (place: LocalPlace | undefined) => place && { server: server.name, ...place };
  const { schedule, disabled = false, lastRunEnd, lastRunState } = result ?? {};
  const verdict = result?.result ?? 'unknown';
  return defined({
    id: serverJobId(server.id, kind, job),
    ...{ server: server.name, jobId: job, kind, disabled, result: verdict },
    ...{ schedule, lastRunEnd, maxDepth, timeZone, owner, from: here(from), to: here(to) },
    remote: remote && { ...remote, ...remotes.get(remote.name) },
    error: verdict === 'failed' ? lastRunState : undefined,
  });
}
