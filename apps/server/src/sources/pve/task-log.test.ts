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

test('a container whose backup is a command: what the command said counts, and only for its own guest', () => {
  const command = "command 'lxc-usernsexec -- /usr/bin/proxmox-backup-client backup' failed: exit code 255";
  const failures = failuresIn(
    log(
      'INFO: Starting Backup of VM 103 (lxc)',
      'INFO: catalog upload error - channel closed',
      'INFO: Error: pipelined request failed: No space left on device (os error 28)',
      `ERROR: Backup of VM 103 failed - ${command}`,
      'INFO: Starting Backup of VM 105 (lxc)',
      `ERROR: Backup of VM 105 failed - ${command}`,
      'TASK ERROR: job errors',
    ),
  );
  expect(failures).toEqual([
    { vmid: 103, error: 'pipelined request failed: No space left on device (os error 28)' },
    { vmid: 105, error: command },
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

test('a message about the job that could not be sent is no reason', () => {
  const unsent = 'ERROR: could not notify via target `mail-to-root`: no recipients provided for the mail';
  const reason = "could not get storage information for 'nas': storage 'nas' is not online";
  expect(failuresIn(log(unsent, `TASK ERROR: ${reason}`))).toEqual([{ error: reason }]);
  const gone = "ERROR: could not notify via target 'ops', it does not exist";
  expect(failuresIn(log(gone, 'TASK ERROR: job errors'))).toEqual([]);
  expect(failuresIn(log('ERROR: Backup of VM 101 failed - no space', unsent, 'TASK ERROR: job errors'))).toEqual([
    { vmid: 101, error: 'no space' },
  ]);
});
