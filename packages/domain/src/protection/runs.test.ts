// Which task belongs to a guest that moved after the run, and which to none.

import type { BackupTask } from '@belfry/schema/entities/pve-backups';
import { expect, test } from 'vitest';
import { createProtectionModel } from './model.ts';
import { at, guest, night, snapshot, task } from './testing/night.ts';

const yesterday = snapshot(100, '2026-11-21T02:10:00Z');
const ofFirstNode = task(0, '02:00', {
  error: 'job errors',
  failures: [{ vmid: 100, error: 'read error on drive-scsi0' }],
});
const ofOthers = { error: 'job errors', failures: [{ vmid: 101, error: 'of another guest' }] };

test.each<[string, BackupTask[]]>([
  [
    'a guest that moved to a node whose task failed for another guest: the log of the first node names it',
    [ofFirstNode, task(0, '02:00', { node: 'pve2', ...ofOthers })],
  ],
  [
    'a guest that moved to a node whose task worked is not late but failed',
    [ofFirstNode, task(0, '02:00', { node: 'pve2' })],
  ],
])('%s', (_name, tasks) => {
  const guests = [guest(100, { node: 'pve2' })];
  const [found] = createProtectionModel().update(night({ guests, tasks, serverBackups: [yesterday] }), at('05:26'));
  expect(found).toMatchObject({
    state: 'failed',
    lastRun: { result: 'failed', error: 'read error on drive-scsi0', task: ofFirstNode.id },
  });
});

test.each<[string, BackupTask[]]>([
  [
    'whose node did not run the job, while a task of another node failed for another guest',
    [task(0, '02:00', ofOthers)],
  ],
  [
    'that moved after the run to a node whose task failed for another guest',
    [task(0, '02:00', { node: 'pve2', ...ofOthers })],
  ],
])('the backup of a guest %s was missed', (_name, tasks) => {
  const guests = [guest(100, { node: 'pve2' })];
  const [found] = createProtectionModel().update(night({ guests, tasks, serverBackups: [yesterday] }), at('09:26'));
  expect(found?.lastRun).toMatchObject({ result: 'missed' });
});
