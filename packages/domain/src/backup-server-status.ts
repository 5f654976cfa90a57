// The status of a backup server and of a datastore on all screens: it is well only if everything on it is.
import type { Datastore, PbsInstance } from '@belfry/schema/entities/pbs';
import { isFull, isUnreadable } from './datastores.ts';
import { pbsProblems } from './pbs-problems.ts';
import { pbsStatus, type ShownStatus, shownStatus } from './status.ts';

const critical = (status: ShownStatus): ShownStatus => ({ ...status, tone: 'crit' });
const degraded = shownStatus({ status: 'degraded' });
const failing = critical(degraded);
const full = critical(shownStatus({ status: 'full' }));
const unreadable = critical(shownStatus({ status: 'error' }));

/** `staleSince` is that of its server. */
export function datastoreStatus(store: Datastore, staleSince?: string): ShownStatus {
  if (staleSince !== undefined) return shownStatus({ status: store.status, staleSince });
  if (store.status === 'error') return unreadable;
  // A host that is `offline` is worse than a datastore in maintenance.
  if (isUnreadable(store)) return { ...shownStatus({ status: store.status }), tone: 'warn', isProblem: false };
  return isFull(store) ? full : shownStatus({ status: store.status });
}

/**
 * A server that answers is `degraded` while a job or a datastore of it has a problem, or nobody can read a datastore. A disk that is
 * changed from time to time and not connected is none. It is critical if backups are lost or cannot be made: a datastore is full or has an error, or a verification found damage.
 */
export function backupServerStatus(server: PbsInstance): ShownStatus {
  const status = pbsStatus(server);
  if (status.word !== 'online') return status;
  const problems = pbsProblems(server);
  if (problems.some(({ kind }) => kind === 'datastores' || kind === 'full' || kind === 'verifyJobs')) return failing;
  const isBlocked = (store: Datastore) => isUnreadable(store) && store.status !== 'not mounted';
  return problems.length > 0 || server.datastores.some(isBlocked) ? degraded : status;
}
