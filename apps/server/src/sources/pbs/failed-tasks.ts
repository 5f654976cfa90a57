// `GET /nodes/localhost/tasks?errors=1`: the tasks of the last week that failed or had warnings.
import type { PbsFailedTask } from '@belfry/schema/entities/pbs-details';
import { iso } from '../../lib/clock.ts';
import { listOf, rows, text, timeOf } from '../proxmox-api/read.ts';
import { resultOf } from './jobs.ts';
import { decoded, storeOf, subjectOf } from './worker-id.ts';

const DAY_S = 86_400;
const LOOK_BACK_DAYS = 7;
const MOST = 200;

/** The path changes once a day. */
export const failedTasksPath = (now: number): string =>
  `/nodes/localhost/tasks?errors=1&limit=${MOST}&since=${(Math.floor(now / 1000 / DAY_S) - LOOK_BACK_DAYS) * DAY_S}`;

/**
 * The newest first. A running task is in the list too, and is left out. Undefined when the answer is not a list of tasks.
 */
export function parseFailedTasks(data: unknown): PbsFailedTask[] | undefined {
  const tasks = listOf(data, (row) => {
    const id = text(row.upid, 512);
    const start = timeOf(row.starttime);
    if (!id || start === undefined) return undefined;
    const end = timeOf(row.endtime);
    const status = text(row.status, 500);
    const result = resultOf(status);
    if (end === undefined || result === 'ok') return 'other';
    const type = text(row.worker_type, 64) ?? 'task';
    const workerId = decoded(text(row.worker_id) ?? '');
    const store = storeOf(type, workerId);
    const task: PbsFailedTask = {
      id,
      type,
      subject: subjectOf(type, workerId),
      ...(store !== undefined && { store }),
      user: text(row.user, 128) ?? '',
      startTime: iso(start),
      endTime: iso(end),
      result,
      error: plain(status ?? ''),
    };
    return task;
  });
  return tasks
    ?.filter((task) => task !== 'other')
    .sort((a, b) => (a.startTime > b.startTime ? -1 : a.startTime < b.startTime ? 1 : a.id < b.id ? -1 : 1));
}

/** The words of a line of a log that means an error. A count of none means that there was no error. */
const NAMES_ERROR =
  /\b(?:errors?|fail(?:ed|ure)?|unable|can(?:'t|not)|could not|denied|refused|mismatch|corrupt(?:ed)?|missing|no space|timed? ?out|warn(?:ing)?s?)\b/i;
const NO_ERROR = /\b(?:0|no) (?:errors?|failures?|warnings?)\b|\b(?:errors?|failed|warnings?): 0\b/i;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d): /;
const RESULT = /^TASK (?:ERROR|WARNINGS): /;

const plain = (line: string): string =>
  line
    .replace(TIME, '')
    .replace(/^TASK ERROR: /, '')
    .trim();

/**
 * The first line of a log that names an error, without its time; undefined when no line does. The last line repeats the result of the
 * task, so it is no error of its own.
 */
export function firstError(data: unknown): string | undefined {
  const lines = rows(data).map((row) => (text(row.t, 2000) ?? '').replace(TIME, ''));
  const found = lines.find((line) => NAMES_ERROR.test(line) && !NO_ERROR.test(line) && !RESULT.test(line));
  return found === undefined
    ? undefined
    : plain(found)
        .replace(/^(?:WARN(?:ING)?|ERROR): /, '')
        .slice(0, 300);
}
