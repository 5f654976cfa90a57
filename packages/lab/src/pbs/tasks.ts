// The tasks of a backup server and their logs.
import { invalid, ok, page, type Reply, refuse } from '../answer.ts';
import type { Params } from '../router.ts';
import { type Call, mayAudit } from './call.ts';
import { knownTasks, logLines, upidPattern } from './task-log.ts';

/** Newest first. Tasks of other accounts need the privilege to audit the system. A running task is no error, but is listed. */
export function tasks(
  { world, role, now }: Call,
  { typefilter = '', since = '0', limit = '50', errors = '0' }: Params,
): Reply {
  const seen = mayAudit(role) ? knownTasks(world, now) : [];
  const wanted =
    errors === '1' || errors === 'true' ? seen.filter((task) => task.end === undefined || task.state !== 'OK') : seen;
  return ok(
    wanted
      .filter((task) => task.type.includes(typefilter) && task.start > Number(since))
      .sort((a, b) => b.start - a.start)
      .slice(0, Number(limit) || undefined)
      .map(({ upid, type, id, start, end, state, user = 'root@pam' }) => ({
        upid,
        node: 'localhost',
        pid: 704,
        pstart: 1978,
        starttime: start,
        worker_type: type,
        ...(id !== '' && { worker_id: id }),
        user,
        ...(end !== undefined && { endtime: end, status: state }),
      })),
  );
}

/** If a file cannot be opened, the error text comes from the operating system. */
export function taskLog({ world, role, path, now }: Call, { start = '0', limit = '50' }: Params): Reply {
  const { upid = '' } = path;
  if (!upidPattern.test(upid)) return invalid({ upid: 'unable to parse UPID' });
  if (!mayAudit(role)) return refuse(403, 'permission check failed');
  const task = knownTasks(world, now).find((known) => known.upid === upid);
  if (!task || world.lostLogs) return refuse(400, 'No such file or directory (os error 2)');
  const lines = logLines(task);
  const from = Number(start);
  const shown = lines.slice(from, limit === '0' ? undefined : from + Number(limit));
  return page(
    shown.map((t, i) => ({ n: from + i + 1, t })),
    lines.length,
  );
}
