// Task lists, the status of one task, and its log.
import { invalid, ok, page, type Reply, refuse } from '../answer.ts';
import { isYes, type Params } from '../router.ts';
import type { Task } from '../world/task.ts';
import { tasksOf } from '../world/task-list.ts';
import { taskLog } from '../world/task-log.ts';
import { type Call, nodeOf, type PveRoute } from './call.ts';

const failed = (task: Task) => task.status !== 'OK' && !task.status.startsWith('WARNINGS');

/** A running task has neither an end nor a status. */
function row(task: Task, now: number) {
  const { endtime, status, log: _log, ...begun } = task;
  return task.endtime > now ? begun : { ...begun, endtime, status };
}

function chosen(tasks: Task[], params: Params, now: number): Task[] {
  const number = (name: string) => (params[name] === undefined ? undefined : Number(params[name]));
  const source = params.source ?? 'archive';
  return tasks
    .filter((t) => source === 'all' || (source === 'active') === t.endtime > now)
    .filter((t) => !isYes(params.errors) || (t.endtime <= now && failed(t)))
    .filter((t) => (params.typefilter ?? t.type) === t.type && (params.vmid ?? t.id) === t.id)
    .filter((t) => !params.userfilter || t.user.includes(params.userfilter))
    .filter(
      (t) => t.starttime >= (number('since') ?? 0) && t.starttime <= (number('until') ?? Number.MAX_SAFE_INTEGER),
    );
}

function list(call: Call, params: Params) {
  const { now } = call;
  // Without the privilege a caller sees only its own tasks. The account of a monitor has none.
  const tasks = call.may('Sys.Audit') ? tasksOf(call.cluster, nodeOf(call), now) : [];
  const found = chosen(tasks, params, now);
  const start = Number(params.start ?? 0);
  const limit = Number(params.limit ?? 50);
  return page(
    found.slice(start, start + limit).map((t) => row(t, now)),
    found.length,
  );
}

/** Node, process id, process start, time, type, id, user; the id may be empty. */
const upidPattern = /^UPID:[a-z\d-]+:[\dA-F]{8}:[\dA-F]{8,9}:[\dA-F]{8}:[^:\s/]+:[^:\s/]*:[^:\s/]+:$/i;

/**
 * Answers for the task in the path. The task is undefined if it is not known. Tasks of other accounts need a privilege.
 */
function withUpid(call: Call, answer: (task: Task | undefined) => Reply): Reply {
  const { upid = '' } = call.path;
  const node = nodeOf(call);
  if (!upidPattern.test(upid)) return invalid({ upid: 'unable to parse worker upid' });
  if (!call.may('Sys.Audit')) return refuse(403, `Permission check failed (/nodes/${node.name}, Sys.Audit)`);
  return answer(tasksOf(call.cluster, node, call.now).find((task) => task.upid === upid));
}

export const taskRoutes: PveRoute[] = [
  {
    path: '/nodes/{node}/tasks',
    params: {
      errors: { rule: 'boolean' },
      limit: { rule: 'integer' },
      since: { rule: 'integer', since: 7.4 },
      until: { rule: 'integer', since: 7.4 },
      source: { rule: ['archive', 'active', 'all'] },
      start: { rule: 'integer' },
      statusfilter: { rule: 'string', since: 7.4 },
      typefilter: { rule: 'string' },
      userfilter: { rule: 'string' },
      vmid: { rule: 'integer' },
    },
    answer: list,
  },
  {
    path: '/nodes/{node}/tasks/{upid}/status',
    answer: (call) =>
      withUpid(call, (task) => {
        if (!task) return refuse(500, 'no such task');
        const { endtime: _endtime, status, log: _log, ...begun } = task;
        const state = task.endtime > call.now ? { status: 'running' } : { status: 'stopped', exitstatus: status };
        return ok({ ...begun, ...state });
      }),
  },
  {
    path: '/nodes/{node}/tasks/{upid}/log',
    params: { start: { rule: { min: 0 } }, limit: { rule: { min: 0 } } },
    answer: (call, { start = '0', limit = '50' }) =>
      withUpid(call, (task) => {
        // A real server reads a file. If the file is missing, the log has one line that reports it.
        const lines = task
          ? taskLog(call.cluster, task, call.now)
          : ['unable to open file - No such file or directory'];
        const from = Number(start);
        const shown = lines.slice(from, limit === '0' ? undefined : from + Number(limit));
        return page(
          shown.map((t, i) => ({ n: from + i + 1, t })),
          lines.length,
        );
      }),
  },
  {
    path: '/cluster/tasks',
    answer: ({ cluster, now }) =>
      ok(
        cluster.nodes
          .filter((n) => n.online)
          .flatMap((n) =>
            tasksOf(cluster, n, now)
              .slice(0, 25)
              .map((t) => ({ ...row(t, now), saved: '1' })),
          ),
      ),
  },
];
