import { expect, test } from 'vitest';
import { failuresIn } from './task-log.ts';

const log = (...lines: string[]) => lines.map((t, i) => ({ n: i + 1, t }));

test('the reason of each guest whose backup failed', () => {
  const failures = failuresIn(
    log(
      'INFO: starting new backup job: vzdump --all 1',
      'INFO: Starting Backup of VM 100 (qemu)',
      'ERROR: job failed with err -5 - Input/output error',
      'ERROR: Backup of VM 100 failed - job failed with err -5 - Input/output error',
      "ERROR: Backup of VM 104 failed - unable to open file '/mnt/pve/nas/dump/x.tmp' - Permission denied",
      'INFO: Backup job finished with errors',
      'TASK ERROR: job errors',
    ),
  );
  expect(failures).toEqual([
    { vmid: 100, error: 'job failed with err -5 - Input/output error' },
    { vmid: 104, error: "unable to open file '/mnt/pve/nas/dump/x.tmp' - Permission denied" },
  ]);
});

test('the first error counts for all guests when the task failed before any of them', () => {
  const lines = log('INFO: starting', "ERROR: could not get storage information for 'nas': 500", 'TASK ERROR: other');
  expect(failuresIn(lines)).toEqual([{ error: "could not get storage information for 'nas': 500" }]);
});

test('a log without a reason, or that is none, has no failures', () => {
  expect(failuresIn(log('TASK ERROR: job errors'))).toEqual([]);
  expect([failuresIn(undefined), failuresIn([{ n: 1 }, 'x'])]).toEqual([[], []]);
});
