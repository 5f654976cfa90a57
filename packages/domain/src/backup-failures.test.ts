import type { BackupTask, TaskFailure } from '@belfry/schema/entities/pve-backups';
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import { expect, test } from 'vitest';
import { blamedTasks, failedJobOf, isMissing, lastTasksOf } from './backup-failures.ts';

const at = (hour: number) => `2026-01-01T0${hour}:00:00.000Z`;
const task = (
  hour: number,
  status = 'OK',
  failures: TaskFailure[] = [],
  more: Partial<BackupTask> = {},
): BackupTask => ({
  id: `t${hour}`,
  instance: 'dc',
  node: 'pve1',
  type: 'vzdump',
  vmid: 0,
  status,
  startTime: at(hour),
  endTime: `2026-01-01T0${hour}:30:00.000Z`,
  ...(status !== 'OK' && { error: status }),
  ...(failures.length > 0 && { failures }),
  ...more,
});
const noSpace = (...vmids: number[]) => vmids.map((vmid) => ({ vmid, error: `no space for ${vmid}` }));

/** `lastBackups`: hours, by vmid. */
function judge(tasks: BackupTask[], lastBackups: Record<number, number | undefined> = {}, blamed: string[] = []) {
  const judged = { last: lastTasksOf(tasks), blamed: new Set(blamed) };
  const guestOf = (id: string) => {
    const hour = lastBackups[Number(id.slice(3))];
    return { id, lastBackup: hour === undefined ? undefined : at(hour) };
  };
  const failed = failedJobOf('dc-pve1', guestOf, judged);
  return {
    guests: [...judged.last.ofGuests].flatMap(([id, last]) => (isMissing(last, guestOf(id), judged) ? [id] : [])),
    job: failed && [failed.task.id, failed.error, failed.guests.length],
  };
}

test('a guest that a failed job names has no backup until one is made, whatever other jobs of its node do', () => {
  const failed = task(1, 'job errors', noSpace(101));
  expect(judge([failed], { 101: 0 })).toEqual({ guests: ['dc-101'], job: undefined });
  expect(judge([failed, task(3)], { 101: 0 })).toEqual({ guests: ['dc-101'], job: undefined });
  expect(judge([failed, task(3, 'job errors', noSpace(102))], { 101: 0, 102: 0 }).guests).toEqual(['dc-101', 'dc-102']);
  expect(judge([failed, task(3)], { 101: 3 }).guests).toEqual([]);
  expect(judge([failed, task(3, 'OK', [], { vmid: 101 })], { 101: 0 }).guests).toEqual([]);
});

test('a later job ends the failure of a guest without any listed backup, unless the failed run was its own last one', () => {
  const tasks = [task(1, 'job errors', noSpace(101)), task(3)];
  expect(judge(tasks).guests).toEqual([]);
  expect(judge(tasks, {}, ['t1']).guests).toEqual(['dc-101']);
  expect(judge([task(1, 'job errors', noSpace(101)), task(3, 'job errors', noSpace(102))]).guests).toHaveLength(2);
});

test('several guests of one job are one failure of the job, until only one of them is without a backup', () => {
  const failed = task(1, 'job errors', noSpace(101, 102, 103));
  expect(judge([failed, task(3)], { 101: 0, 102: 0, 103: 2 }).job).toEqual(['t1', 'no space for 101', 2]);
  expect(judge([failed, task(3)], { 101: 0, 102: 2, 103: 2 }).job).toBeUndefined();
});

test('a job that failed as a whole counts until the next one works, or for as long as it is the last run of a guest', () => {
  const storage = [{ error: "storage 'nas' is not online" }];
  expect(judge([task(1, 'job errors', storage)]).job).toEqual(['t1', "storage 'nas' is not online", 0]);
  expect(judge([task(1, 'job errors', storage), task(3)]).job).toBeUndefined();
  expect(judge([task(1, 'job errors', storage), task(3)], {}, ['t1']).job).toEqual([
    't1',
    "storage 'nas' is not online",
    0,
  ]);
  // It was stopped: the guests after the one that its log names have no backup either.
  const stopped = task(1, 'interrupted by signal', noSpace(101));
  expect(judge([stopped], { 101: 0 }).job).toEqual(['t1', 'interrupted by signal', 0]);
});

test('a task that is running, or has no result, decides nothing', () => {
  const failed = task(1, 'job errors', noSpace(101));
  expect(
    judge([failed, task(3, 'running', [], { endTime: undefined, error: undefined })], { 101: 0 }).guests,
  ).toHaveLength(1);
  expect(judge([task(1, 'job errors'), task(3, 'unknown')]).job).toEqual(['t1', 'job errors', 0]);
});

test('the model of protection blames the task of a failed last run', () => {
  const guest = (result: 'failed' | 'missed', task?: string) =>
    ({ lastRun: { job: 'j', at: at(1), result, ...(task && { task }) } }) as GuestProtection;
  expect(blamedTasks([guest('failed', 't1'), guest('missed', 't2'), guest('failed')])).toEqual(new Set(['t1']));
});
