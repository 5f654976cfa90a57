import type { PbsInstance, PbsJob } from '@belfry/schema/entities/pbs';
import type { BackupTask } from '@belfry/schema/entities/pve-backups';
import { expect, test } from 'vitest';
import { protectionFaults } from './protection-faults.ts';
import { aGuest } from './testing/guest.ts';

const now = Date.parse('2026-01-10T00:00:00Z');
const nothing = { backupTasks: [], pbs: [], guests: [], now };
const task = (hour: number, fields: Partial<BackupTask>): BackupTask => ({
  id: `t${hour}`,
  instance: 'dc',
  node: 'pve1',
  type: 'vzdump',
  vmid: 100,
  status: fields.error ?? 'OK',
  startTime: `2026-01-01T0${hour}:00:00.000Z`,
  endTime: `2026-01-01T0${hour}:30:00.000Z`,
  ...fields,
});

test('a failed backup of a guest is a problem until a later one of the same guest succeeds; a running one changes nothing', () => {
  const failed = task(1, { error: 'job errors' });
  const guests = [aGuest({ instance: 'dc', vmid: 100, name: 'web' })];
  const faults = (...backupTasks: BackupTask[]) => protectionFaults({ ...nothing, backupTasks, guests });
  expect(faults(failed)).toMatchObject([{ kind: 'backup', subject: 'web (100)', why: 'job errors' }]);
  expect(faults(task(2, {}), failed)).toEqual([]);
  expect(faults(failed, task(2, { vmid: 101 }))).toHaveLength(1);
  expect(faults(failed, task(2, { endTime: undefined }))).toHaveLength(1);
});

test('failed and late jobs of a backup server are problems, a failed one with the text of the server; disabled jobs are not', () => {
  const job = (fields: Partial<PbsJob>): PbsJob => ({
    id: 'j',
    store: 'main',
    disabled: false,
    result: 'ok',
    ...fields,
  });
  const server = {
    id: 'pbs-x',
    name: 'x',
    datastores: [],
    backupJobs: [],
    syncJobs: [job({ result: 'failed', lastRunState: 'connection refused' }), job({ id: 'k' })],
    verifyJobs: [job({ result: 'failed', disabled: true })],
    pruneJobs: [],
    tapeJobs: [],
    garbageJobs: [job({ result: 'warning', nextRun: '2026-01-03T00:00:00.000Z' })],
  };
  expect(protectionFaults({ ...nothing, pbs: [server as Partial<PbsInstance> as PbsInstance] })).toMatchObject([
    { kind: 'server-job', instance: 'x', subject: 'sync of main', why: 'connection refused' },
    { kind: 'late', instance: 'x', subject: 'garbage collection of main', why: '', at: '2026-01-03T00:00:00.000Z' },
  ]);
});

test('guests in an HA error, and replications that fail or are late, are problems', () => {
  const replication = [
    { id: '100-0', target: 'pve2', disabled: false, result: 'failed' as const, failCount: 4, error: 'exit code 1' },
    { id: '100-1', target: 'pve3', disabled: true, result: 'failed' as const, failCount: 1 },
    {
      id: '100-2',
      target: 'pve4',
      disabled: false,
      result: 'ok' as const,
      failCount: 0,
      nextSync: '2026-01-09T23:30:00Z',
    },
    {
      id: '100-3',
      target: 'pve5',
      disabled: false,
      result: 'ok' as const,
      failCount: 0,
      nextSync: '2026-01-07T00:00:00Z',
    },
  ];
  const guests = [aGuest({ vmid: 100, name: 'db', haState: 'error', replication }), aGuest({ vmid: 101 })];
  expect(protectionFaults({ ...nothing, guests }).map(({ kind, subject, why }) => [kind, subject, why])).toEqual([
    ['availability', 'db (100)', ''],
    ['replication', 'db (100) to pve2', 'exit code 1'],
    ['late', 'db (100) to pve5', ''],
  ]);
});
