import type { Guest } from '@belfry/schema/entities/guest';
import type { BackupTask, GuestSnapshot } from '@belfry/schema/entities/pve-backups';
import type { ReplicationJob } from '@belfry/schema/entities/pve-cluster';
import type { GuestProtection } from '@belfry/schema/protection/guest-protection';
import { describe, expect, test } from 'vitest';
import { guest } from '../../../state/testing/observations.ts';
import { polled } from '../../testing/polled.ts';
import { createGuestRules } from '../guest.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();
const at = (fields: Partial<Guest>) => ({ vms: [guest('a', 1, { node: 'n1', name: 'web', ...fields })] });
const watch = (config = {}) => polled(createGuestRules, config);

const snapshot = (name: string, days: number): GuestSnapshot => ({
  id: `a-1-${name}`,
  name,
  node: 'n1',
  instance: 'a',
  type: 'qemu',
  vmid: 1,
  time: daysAgo(days),
  vmstate: false,
});

describe('the age of the last backup', () => {
  const aged = (days: number, fields: Partial<Guest> = {}) =>
    at({ lastBackup: daysAgo(days), inBackupJob: true, ...fields });

  test('is a warning after a quarter of an hour, becomes critical, and ends with the next backup', async () => {
    const { poll, messages } = watch();
    expect(await poll(aged(7.5), 1000)).toEqual([]);
    expect(await poll(aged(8.5), 900)).toEqual([]);
    expect(await poll(aged(8.5), 60)).toEqual(['a-1-backupAge warning']);
    expect(messages()).toEqual(['VM web (1): the last backup is 8 days old.']);
    expect(await poll(aged(16), 60)).toEqual(['a-1-backupAge critical']);
    expect(await poll(at({ inBackupJob: true }), 60)).toEqual(['a-1-backupAge critical']);
    expect(await poll(aged(0), 10)).toEqual([]);
  });

  test('is not judged for a guest that no job backs up, unless it has a limit of its own', async () => {
    const once = aged(900, { inBackupJob: false });
    expect(await watch().poll(once, 1200)).toEqual([]);
    const config = { overrides: { 'a-1': { backupAge: { trigger: 2, clear: 1 } } } };
    expect(await watch(config).poll(once, 1200)).toEqual(['a-1-backupAge critical']);
  });

  test('grows although nothing else changes', async () => {
    const { poll, stage } = watch();
    await poll(aged(7.9), 10);
    await stage.clock.advance(6 * 3_600_000);
    expect(await poll(aged(7.9), 1000)).toEqual(['a-1-backupAge warning']);
  });
});

describe('a backup that failed', () => {
  const task = (hour: number, status: string, vmid = 1): BackupTask => ({
    id: `a-upid-${hour}`,
    instance: 'a',
    node: 'n1',
    type: 'vzdump',
    vmid,
    status,
    startTime: `2025-12-31T0${hour}:00:00.000Z`,
    ...(status !== 'running' && { endTime: `2025-12-31T0${hour}:10:00.000Z` }),
    ...(status !== 'OK' && status !== 'running' && { error: status }),
  });
  const tasks = (backupTasks: BackupTask[], fields: Partial<Guest> = {}) => ({ ...at(fields), backupTasks });
  const id = 'backup-failed-a-1 warning';

  test('is an alert until a later one succeeds; a running one decides nothing', async () => {
    const { poll, messages } = watch();
    expect(await poll(tasks([task(1, 'OK')]))).toEqual([]);
    expect(await poll(tasks([task(1, 'OK'), task(2, 'job errors')]), 10)).toEqual([id]);
    expect(messages()).toEqual(['VM web (1): the last backup on n1 failed: job errors']);
    expect(await poll(tasks([task(2, 'job errors'), task(3, 'running')]))).toEqual([id]);
    expect(await poll(tasks([task(2, 'job errors'), task(3, 'unknown')]))).toEqual([id]);
    expect(await poll(tasks([task(2, 'job errors'), task(4, 'OK')]), 10)).toEqual([]);
  });

  test('that no job planned is said to be by hand', async () => {
    const { poll, messages } = watch();
    const protection: GuestProtection = {
      ...{ id: 'a-1', state: 'protected', jobs: ['nightly'], backups: 1, protectedBackups: 0, disksLeftOut: [] },
      byHand: { at: '2025-12-31T02:00:00.000Z', error: 'job errors', task: 'a-upid-2' },
    };
    // no host says it: the model of protection does
    const found = { ...tasks([task(2, 'job errors')]), guestProtection: [protection] };
    expect(await poll(found)).toEqual([id]);
    expect(messages()).toEqual(['VM web (1): a backup by hand on n1 failed: job errors']);
  });

  test('ends with a newer backup that another task made', async () => {
    const { poll } = watch();
    expect(await poll(tasks([task(2, 'job errors')], { lastBackup: '2025-12-31T01:00:00.000Z' }))).toEqual([id]);
    expect(await poll(tasks([task(2, 'job errors')], { lastBackup: '2025-12-31T03:00:00.000Z' }))).toEqual([]);
  });

  test('of a guest that a job of several names ends with a newer backup of that guest, not with the next job of its node', async () => {
    const { poll, messages } = watch();
    const ofJob = (hour: number, status: string) => ({ ...task(hour, status, 0), failures: failuresOf(status) });
    const failuresOf = (status: string) => (status === 'OK' ? [] : [{ vmid: 1, error: 'no mount point' }]);
    const before = { lastBackup: '2025-12-31T00:30:00.000Z' };
    expect(await poll(tasks([ofJob(1, 'job errors')], before), 120)).toEqual([id]);
    expect(messages()).toEqual(['VM web (1): the last backup on n1 failed: no mount point']);
    expect(await poll(tasks([ofJob(1, 'job errors'), ofJob(3, 'OK')], before), 120)).toEqual([id]);
    const after = { lastBackup: '2025-12-31T03:30:00.000Z' };
    expect(await poll(tasks([ofJob(1, 'job errors'), ofJob(3, 'OK')], after), 10)).toEqual([]);
  });

  test('that a job made good before the start is no alert while the list of backups is not joined to the guests', async () => {
    const { poll } = watch();
    const failed = { ...task(1, 'job errors', 0), failures: [{ vmid: 1, error: 'no mount point' }] };
    expect(await poll(tasks([failed, task(3, 'OK', 2)]), 10)).toEqual([]);
    expect(await poll(tasks([failed, task(3, 'OK', 2)], { lastBackup: '2025-12-31T03:30:00.000Z' }), 120)).toEqual([]);
  });

  test('stays after a restart until tasks have been read', async () => {
    const before = watch();
    await before.poll(tasks([task(2, 'job errors')]));
    const after = before.restart();
    expect(await after.poll(at({}), 300)).toEqual([id]);
    expect(await after.poll(tasks([task(3, 'OK')]), 10)).toEqual([]);
  });
});

describe('the age of the oldest snapshot', () => {
  const snapshots = (...guestSnapshots: GuestSnapshot[]) => ({ ...at({}), guestSnapshots });

  test('is a warning with the number of forgotten ones, becomes critical, and ends when they are removed', async () => {
    const { poll, messages } = watch();
    expect(await poll(snapshots(snapshot('new', 3)), 1000)).toEqual([]);
    expect(await poll(snapshots(snapshot('new', 3), snapshot('b', 40)), 1000)).toEqual(['a-1-snapshotAge warning']);
    expect(messages()).toEqual(['VM web (1) has a snapshot that is 40 days old: b.']);
    const old = [snapshot('new', 3), snapshot('b', 40), snapshot('before-upgrade', 95)];
    expect(await poll(snapshots(...old))).toEqual(['a-1-snapshotAge warning']);
    expect(messages()).toEqual([
      'VM web (1) has 2 snapshots older than 30 days. The oldest, before-upgrade, is 95 days old.',
    ]);
    expect(await poll(snapshots(...old, snapshot('ancient', 181)))).toEqual(['a-1-snapshotAge critical']);
    expect(await poll(snapshots(snapshot('new', 3)), 1000)).toEqual([]);
  });

  test('stays after a restart until the snapshots of all guests have been read', async () => {
    const before = watch();
    await before.poll(snapshots(snapshot('b', 40)), 1000);
    const after = before.restart();
    expect(await after.poll(snapshots(), 1500)).toEqual(['a-1-snapshotAge warning']);
    expect(await after.poll(snapshots(), 600)).toEqual([]);
  });

  test('ends soon after its snapshots were removed, also when Belfry has just started', async () => {
    const before = watch();
    await before.poll(snapshots(snapshot('b', 40)), 1000);
    const after = before.restart();
    expect(await after.poll(snapshots(snapshot('b', 40)), 300)).toEqual(['a-1-snapshotAge warning']);
    expect(await after.poll(snapshots(), 900)).toEqual([]);
  });
});

describe('replication that does not run', () => {
  const job = (fields: Partial<ReplicationJob>) =>
    at({ replication: [{ id: '1-0', target: 'n2', disabled: false, result: 'ok' as const, failCount: 0, ...fields }] });
  const due = (days: number, fields: Partial<ReplicationJob> = {}) => job({ nextSync: daysAgo(days), ...fields });
  const id = 'job-late-a-1-1-0 warning';

  test('is a warning after six minutes, because a host that was off makes up for it, and ends with the next run', async () => {
    const { poll, messages } = watch();
    expect(await poll(due(3), 350)).toEqual([]);
    expect(await poll(due(3), 60)).toEqual([id]);
    expect(messages()).toEqual(['VM web (1): replication to n2 is 3 days late.']);
    expect(await poll(due(-0.01), 10)).toEqual([]);
  });

  test('is not late while it is disabled, under way or failing, which has an alert of its own', async () => {
    expect(await watch().poll(due(3, { disabled: true }), 1200)).toEqual([]);
    expect(await watch().poll(due(3, { running: true }), 1200)).toEqual([]);
    const failed = { result: 'failed' as const, failCount: 1 };
    expect(await watch().poll(due(3, failed), 1200)).toEqual(['replication-a-1-1-0 warning']);
  });

  test('becomes late by time alone', async () => {
    const { poll } = watch();
    expect(await poll(due(0), 3500)).toEqual([]);
    expect(await poll(due(0), 1000)).toEqual([id]);
  });

  test('has never run: a warning an hour after it was first seen', async () => {
    const { poll, messages } = watch();
    expect(await poll(job({ result: 'unknown', neverRan: true }), 3500)).toEqual([]);
    expect(await poll(job({ result: 'unknown', neverRan: true }), 200)).toEqual([id]);
    expect(messages()).toEqual(['VM web (1): replication to n2 has never run, although it is due.']);
    expect(await poll(job({ result: 'unknown' }), 60)).toEqual([id]);
    expect(await poll(due(-0.01), 60)).toEqual([]);
  });
});

describe('replication', () => {
  const job = (fields: Partial<ReplicationJob>) => ({
    replication: [{ id: '1-0', target: 'n2', disabled: false, result: 'ok' as const, failCount: 0, ...fields }],
  });
  const id = 'replication-a-1-1-0';

  test('that fails is a warning at once, critical after three times in a row, and ends with a success', async () => {
    const { poll, messages } = watch();
    expect(await poll(at(job({})), 60)).toEqual([]);
    expect(await poll(at(job({ result: 'failed', failCount: 1, error: 'no route' })), 10)).toEqual([`${id} warning`]);
    expect(messages()).toEqual(['VM web (1): replication to n2 failed: no route']);
    expect(await poll(at(job({ result: 'failed', failCount: 3 })), 10)).toEqual([`${id} critical`]);
    expect(messages()).toEqual(['VM web (1): replication to n2 failed 3 times in a row.']);
    expect(await poll(at(job({ result: 'unknown' })), 60)).toEqual([`${id} critical`]);
    expect(await poll(at(job({})), 10)).toEqual([]);
  });

  test('that is switched off, or removed, has no alert', async () => {
    const { poll, stage } = watch();
    const failing = job({ result: 'failed', failCount: 1 });
    await poll(at(failing), 2000);
    expect(await poll(at({ replication: [] }), 40)).toEqual([]);
    await poll(at(failing), 20);
    expect(await poll(at(job({ result: 'failed', failCount: 1, disabled: true })), 10)).toEqual([]);
    expect(stage.announced().filter((line) => line.startsWith('resolved'))).toEqual([
      `resolved ${id} gone`,
      `resolved ${id} disabled`,
    ]);
  });

  test('whose jobs were all removed ends its alert soon, also when Belfry has just started', async () => {
    const before = watch();
    const failing = at(job({ result: 'failed', failCount: 1 }));
    await before.poll(failing, 60);
    const after = before.restart();
    expect(await after.poll(failing, 60)).toEqual([`${id} warning`]);
    expect(await after.poll(at({}), 40)).toEqual([]);
  });

  test('that the new source of the instance has not read yet keeps its alert, and so do snapshots', async () => {
    const rules = createGuestRules();
    const { poll } = polled(() => rules);
    const old = [snapshot('b', 40)];
    const alerts = ['a-1-snapshotAge warning', `${id} warning`];
    const failing = at(job({ result: 'failed', failCount: 1 }));
    expect(await poll({ ...failing, guestSnapshots: old }, 2000)).toEqual(alerts);
    rules[0].renewed?.('a');
    expect(await poll({ ...at({}), guestSnapshots: [] }, 1500)).toEqual(alerts);
    expect(await poll({ ...at(job({})), guestSnapshots: old }, 60)).toEqual(['a-1-snapshotAge warning']);
    expect(await poll({ ...at(job({})), guestSnapshots: [] }, 900)).toEqual([]);
  });

  test('that is not read yet after a restart keeps its alert', async () => {
    const before = watch();
    await before.poll(at(job({ result: 'failed', failCount: 1 })), 60);
    const after = before.restart();
    expect(await after.poll(at({}), 600)).toEqual([`${id} warning`]);
    expect(await after.poll(at(job({})), 10)).toEqual([]);
  });
});
