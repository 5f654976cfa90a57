// The jobs of a backup server, as the API lists them.
import { ok, type Reply } from '../answer.ts';
import type { Store } from '../world/datastore.ts';
import { edited } from '../world/settings.ts';
import { type Call, mayAudit, troubleOf } from './call.ts';
import { gcStatus } from './datastores.ts';
import { type Job, resultOf, timesOf } from './job.ts';
import { mayUse } from './rights.ts';
import { upidOf, workerIdOf } from './task-log.ts';

const state = (kind: string, given: Job, { now, world }: Call) => {
  const { isRunning } = given;
  const id = workerIdOf(kind, given, world.release);
  const result = resultOf(given);
  const { next, end: endtime } = timesOf(given, now);
  return {
    ...(next !== undefined && { 'next-run': next }),
    ...(isRunning && { 'last-run-upid': upidOf(kind, id, endtime ?? 0) }),
    ...(!isRunning &&
      result !== undefined &&
      endtime !== undefined && {
        'last-run-state': result,
        'last-run-endtime': endtime,
        'last-run-upid': upidOf(kind, id, endtime),
      }),
  };
};

const job = (kind: string, given: Job, call: Call) => {
  const { id, store, schedule, ns, comment, disable } = given;
  return {
    id,
    store,
    schedule,
    ...(ns && { ns }),
    ...(comment && { comment }),
    ...(disable && { disable }),
    ...state(kind, given, call),
  };
};

/** Without a privilege on remotes, jobs with a remote are left out. Jobs within a server exist since 3.2. */
export function syncs(call: Call, direction = 'pull'): Reply {
  const { world, role, shuffled } = call;
  const seen = world.jobs.sync.filter(({ remote }) =>
    remote?.id === undefined ? mayAudit(role) && world.release >= 3.2 : role === 'audit',
  );
  return ok(
    shuffled(seen)
      .filter(({ remote }) => direction === 'all' || remote?.direction === direction)
      .map((given) => ({
        ...job('syncjob', given, call),
        ...(given.remote?.id !== undefined && { remote: given.remote.id }),
        'remote-store': given.remote?.store,
        ...(given.remote?.ns && { 'remote-ns': given.remote.ns }),
        ...(given.owner && { owner: given.owner }),
        ...(world.release >= 3.3 && given.remote?.direction === 'push' && { 'sync-direction': 'push' }),
      })),
  );
}

/** An account without a privilege on tapes gets an empty list. */
export const tapeJobs = (call: Call) =>
  ok(
    call.role === 'audit'
      ? call.world.jobs.tape.map((given) => ({ ...job('tape-backup-job', given, call), ...given.media }))
      : [],
  );

export const jobsOf = (kind: 'verify' | 'prune', task: string) => (call: Call) =>
  ok(
    call.role === 'none'
      ? []
      : call.shuffled(call.world.jobs[kind]).map((given) => ({ ...job(task, given, call), ...given.keep })),
  );

/** The list leaves out datastores that cannot be read. */
export function gcJobs(call: Call, only?: string) {
  return call
    .shuffled(call.world.jobs.gc)
    .filter((given) => only === undefined || given.store === only)
    .flatMap((given) => {
      const store = call.world.stores.find((s) => s.name === given.store);
      return store && !troubleOf(store) ? [gcJob(given, store, call)] : [];
    });
}

/** The other servers that jobs name, without their secrets. Nothing is at the address of one that is not in the lab. */
export function remotes(call: Call): Reply {
  const { world, role } = call;
  const names = world.jobs.sync.flatMap(({ remote }) => remote?.id ?? []);
  if (role !== 'audit' || !mayUse(call, 'Remote.Audit')) return ok([]);
  const addressOf = (name: string) => world.remotes.get(name) ?? { host: `${name}.example` };
  const known = [...new Set(names)].map((name) => ({ name, ...addressOf(name), 'auth-id': 'sync@pbs' }));
  return ok(edited(world.edits, '/config/remote', 'name', known));
}

/** Before 3.2 there are no jobs of garbage collection, only the counts of the last run. */
function gcJob(given: Job, store: Store, call: Call) {
  const { end } = timesOf(given, call.now);
  const ran = end !== undefined && { upid: upidOf('garbage_collection', store.name, end) };
  const status = { ...ran, ...gcStatus(store, call.now) };
  if (call.world.release < 3.2) return status;
  return {
    store: store.name,
    schedule: given.schedule,
    ...(ran && { duration: given.seconds }),
    ...status,
    ...state('garbage_collection', given, call),
  };
}
