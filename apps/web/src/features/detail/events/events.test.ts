import { aGuest } from '@belfry/domain/testing/guest';
import type { HistoryEntry } from '@belfry/schema/alerts/history';
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { GuestSnapshot, StorageBackup } from '@belfry/schema/entities/pve-backups';
import type { Task } from '@belfry/schema/entities/task';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { english, speak } from '../../../lib/language/in-language.ts';
import { type EventSources, eventsOf } from './events.ts';

beforeAll(() => speak(english));
afterAll(() => speak(english));

const NOW = Date.parse('2026-03-04T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const iso = (ms: number) => new Date(ms).toISOString();
const { id, vmid = 0, instance } = aGuest();
const nothing: EventSources = {
  guestSnapshots: [],
  storageBackups: [],
  pbsBackups: [],
  backupTasks: [],
  tasks: [],
  alerts: [],
};

const snapshot = (fields: Partial<GuestSnapshot> = {}): GuestSnapshot => ({
  id: 's1',
  name: 'before',
  node: 'pve1',
  instance,
  type: 'qemu',
  vmid,
  time: iso(NOW - DAY),
  vmstate: false,
  ...fields,
});
const volume = (fields: Partial<StorageBackup> = {}): StorageBackup => ({
  id: 'v1',
  storage: 'vault',
  node: 'pve1',
  instance,
  type: 'qemu',
  vmid,
  time: iso(NOW - HOUR),
  ctime: (NOW - HOUR) / 1000,
  size: 5,
  format: 'pbs-vm',
  protected: false,
  encrypted: false,
  volid: 'vault:backup/vm/1',
  isPBS: true,
  verified: false,
  ...fields,
});
const onServer = (fields: Partial<PbsBackup> = {}): PbsBackup => ({
  id: 'b1',
  instance: 'pbs-main',
  datastore: 'store',
  namespace: '',
  backupType: 'vm',
  vmid: String(vmid),
  backupTime: iso(NOW - HOUR),
  size: 5,
  protected: false,
  verified: true,
  verification: 'ok',
  encrypted: false,
  files: [],
  guestInstance: instance,
  ...fields,
});
const entry = (fields: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: 'a1',
  type: 'cpu',
  level: 'critical',
  resourceId: id,
  resourceName: 'web',
  node: 'pve1',
  instance,
  message: 'CPU at 95%',
  value: 95,
  threshold: 80,
  startTime: iso(NOW - 40 * DAY),
  acknowledged: false,
  occurrence: 'o1',
  status: 'active',
  peakValue: 95,
  duration: 1,
  notified: false,
  changes: [],
  ...fields,
});
const keys = (sources: Partial<EventSources>) =>
  eventsOf(id, { ...nothing, ...sources }, NOW - 30 * DAY, NOW).map(({ key }) => key);

test('the events of a guest are its own, the newest first', () => {
  expect(
    keys({
      guestSnapshots: [snapshot(), snapshot({ id: 's2', vmid: vmid + 1 }), snapshot({ id: 's3', instance: 'other' })],
      storageBackups: [volume({ isPBS: false })],
    }),
  ).toEqual(['backup/v1', 'snapshot/s1']);
});

test('a backup that its server and a storage report is one event', () => {
  expect(keys({ storageBackups: [volume()], pbsBackups: [onServer()] })).toEqual(['backup/b1']);
});

test('a backup that may belong to a guest of another cluster is left out', () => {
  expect(keys({ pbsBackups: [onServer({ ambiguous: true }), onServer({ guestInstance: undefined })] })).toEqual([]);
});

test('an alert that still lasts is in the list, however long ago it began; one that ended before the span is not', () => {
  const old = entry({ occurrence: 'o2', status: 'resolved', resolvedAt: iso(NOW - 39 * DAY) });
  expect(keys({ alerts: [entry(), old] })).toEqual(['alert/o1']);
});

const aTask = (fields: Partial<Task> = {}): Task => ({
  id: 't1',
  instance,
  node: 'pve1',
  kind: 'migrated',
  vmid,
  user: 'ana@pve',
  startTime: iso(NOW - 2 * HOUR),
  endTime: iso(NOW - 2 * HOUR + 160_000),
  ...fields,
});

test('what was done to a guest is its event; a node has what was done to all its guests, and the guests that left it', () => {
  const tasks = [
    aTask(),
    aTask({ id: 't2', kind: 'started' }),
    aTask({ id: 't3', kind: 'allStopped', vmid: undefined }),
  ];
  expect(keys({ tasks })).toEqual(['task/t1', 'task/t2']);
  const ofNode = eventsOf(`${instance}-pve1`, { ...nothing, tasks }, NOW - DAY, NOW);
  expect(ofNode.map(({ key }) => key)).toEqual(['task/t1', 'task/t3']);
  expect(ofNode[0]).toMatchObject({ look: 'change', more: `${vmid} away from pve1, by ana@pve` });
});

test('a start that no task explains is computed from the uptime', () => {
  const startedAt = NOW - HOUR;
  expect(keys({ startedAt })).toEqual(['start']);
  const reboot = aTask({ kind: 'rebooted', startTime: iso(startedAt - 30_000), endTime: iso(startedAt) });
  expect(keys({ startedAt, tasks: [reboot] })).toEqual(['task/t1']);
});

test('an event whose time cannot be read is left out', () => {
  expect(keys({ guestSnapshots: [snapshot({ time: 'yesterday' })] })).toEqual([]);
});

test('a backup without a size or with a failed verification looks bad', () => {
  const looks = eventsOf(
    id,
    {
      ...nothing,
      pbsBackups: [
        onServer({ size: undefined }),
        onServer({ id: 'b2', verification: 'failed' }),
        onServer({ id: 'b3' }),
      ],
    },
    0,
    NOW,
  ).map(({ look }) => look);
  expect(looks).toEqual(['bad-backup', 'bad-backup', 'backup']);
});

test('a change of the journal stands in the place of the task that made it', () => {
  const ended = iso(NOW - HOUR + 1000);
  const reconfigured: Task = {
    ...{ id: 't9', instance, node: 'pve1', kind: 'reconfigured', vmid, user: 'root@pam' },
    ...{ startTime: iso(NOW - HOUR), endTime: ended },
  };
  const change: JournalEntry = {
    ...{ id: '1', at: ended, resource: id, instance, name: 'web', kind: 'guest', event: 'changed' },
    ...{ by: 'root@pam', source: 'task', changes: [{ field: 'memory', before: '16384', after: '8192' }] },
  };
  const shown = (sources: Partial<EventSources>) =>
    eventsOf(id, { ...nothing, ...sources }, NOW - DAY, NOW).map(({ text, more }) => `${text}, ${more}`);
  expect(shown({ tasks: [reconfigured] })).toEqual(['Configuration changed, by root@pam']);
  expect(shown({ tasks: [reconfigured], changes: [change] })).toEqual(['memory 16 GB → 8 GB, by root@pam']);
  expect(shown({ changes: [{ ...change, by: null, source: 'readings' }] })).toEqual(['memory 16 GB → 8 GB, ']);
});

test('an alert names the change that it followed', () => {
  const at = NOW - HOUR;
  const change: JournalEntry = {
    ...{ id: '1', at: iso(at - 120_000), resource: id, instance, name: 'web', kind: 'guest', event: 'changed' },
    ...{ by: 'root@pam', source: 'task', changes: [{ field: 'memory', before: '16384', after: '8192' }] },
  };
  const said = (changes: JournalEntry[]) =>
    eventsOf(id, { ...nothing, alerts: [entry({ startTime: iso(at) })], changes }, NOW - DAY, NOW).find(
      ({ key }) => key === 'alert/o1',
    )?.more;
  expect(said([change])).toBe('still open, 2m after memory 16 GB → 8 GB');
  expect(said([{ ...change, at: iso(at + 1000) }])).toBe('still open');
});

test('a part of a resource is named before its change, and its removal is an event too', () => {
  const at = NOW - 60_000;
  const change = (name: string, event: 'changed' | 'removed'): JournalEntry => ({
    ...{ id: name, at: iso(at), resource: id, instance: 'bs', name, kind: 'backup-server', event },
    ...{
      by: null,
      source: 'readings',
      changes: event === 'changed' ? [{ field: 'keep-last', before: '3', after: '7' }] : [],
    },
  });
  const changes = [change('vault', 'changed'), change('p-daily', 'changed'), change('p-old', 'removed')];
  const of = (name: string | undefined) =>
    eventsOf(id, { ...nothing, changes, name }, NOW - DAY, NOW).map(({ text }) => text);
  expect(of('vault')).toEqual(
    expect.arrayContaining(['keep-last 3 → 7', 'p-daily: keep-last 3 → 7', 'p-old: removed']),
  );
  expect(of(undefined)).toEqual(['keep-last 3 → 7', 'keep-last 3 → 7']);
});
