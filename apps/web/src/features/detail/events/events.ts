// What happened to a resource: its alerts, backups, snapshots and changes as one list, the newest first. Pure.

import { guestId, nodeId } from '@belfry/domain/ids';
import { lastChange, timeBefore } from '@belfry/domain/journal/last-change';
import type { HistoryEntry } from '@belfry/schema/alerts/history';
import type { PbsBackup } from '@belfry/schema/entities/pbs';
import type { BackupTask, GuestSnapshot, StorageBackup } from '@belfry/schema/entities/pve-backups';
import type { Task, TaskKind } from '@belfry/schema/entities/task';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import { formatBytes, formatDuration } from '../../../lib/language/format.ts';
import { messageOf } from '../../../lib/language/server-words.ts';
import { changeText } from '../../../ui/journal/change-text.ts';
import { messages as change } from '../../../ui/journal/messages.ts';
import { messages } from '../messages.ts';

export const lanes = ['alerts', 'protection', 'changes'] as const;

/** What it looks like: the severity of an alert, a good or a bad backup, a snapshot, a change; and the lane in which it is. */
export const laneOf = {
  warning: 'alerts',
  critical: 'alerts',
  ended: 'alerts',
  backup: 'protection',
  'bad-backup': 'protection',
  snapshot: 'protection',
  change: 'changes',
  'failed-change': 'changes',
} as const satisfies Record<string, (typeof lanes)[number]>;
export type EventLook = keyof typeof laneOf;

/** Times are epoch ms. `until` of something that lasted, or still lasts. */
export interface ResourceEvent {
  key: string;
  at: number;
  until?: number | undefined;
  look: EventLook;
  text: string;
  more: string;
}

export interface EventSources {
  guestSnapshots: readonly GuestSnapshot[];
  storageBackups: readonly StorageBackup[];
  pbsBackups: readonly PbsBackup[];
  backupTasks: readonly BackupTask[];
  tasks: readonly Task[];
  /** Since when it runs (epoch ms), where that is known. */
  startedAt?: number | undefined;
  alerts: readonly HistoryEntry[];
  changes?: readonly JournalEntry[] | undefined;
  /** The changes of what has another name have it before them. */
  name?: string | undefined;
}

/** `id` of the resource; `since` and `now` in epoch ms. An event without a readable time is left out. */
export function eventsOf(id: string, sources: EventSources, since: number, now: number): ResourceEvent[] {
  const own = ({ instance, vmid }: { instance: string; vmid: number }) => guestId(instance, vmid) === id;
  const servers = sources.pbsBackups.filter(
    ({ guestInstance, vmid, ambiguous, backupType }) =>
      guestInstance !== undefined && !ambiguous && backupType !== 'host' && guestId(guestInstance, Number(vmid)) === id,
  );
  // the backup server knows more about a backup than the storage that points to it
  const times = new Set(servers.map(({ backupTime }) => Math.floor(Date.parse(backupTime) / 1000)));
  return [
    ...sources.alerts.map((entry) => ofAlert(entry, now, sources.changes)),
    ...sources.guestSnapshots.filter(own).map(ofSnapshot),
    ...sources.storageBackups
      .filter((backup) => own(backup) && !(backup.isPBS && times.has(backup.ctime)))
      .map((backup) => ofBackup(`${backup.id}`, backup.ctime * 1000, backup.storage, backup)),
    ...servers.map((backup) => ofBackup(backup.id, Date.parse(backup.backupTime), backup.datastore, backup)),
    ...sources.backupTasks.filter((task) => own(task) && task.error !== undefined).map(ofFailedTask),
    ...sources.tasks.filter((task) => isTaskOf(id, task) && !isExplained(task, sources.changes)).map(ofTask),
    ...(sources.changes ?? [])
      .filter((entry) => entry.event === 'changed' || isPart(entry, sources.name))
      .map((entry) => ofChange(entry, sources.name)),
    ...startOf(id, sources),
  ]
    .filter(({ at, until = at }) => until >= since && at <= now)
    .sort((a, b) => b.at - a.at || (a.key < b.key ? -1 : 1));
}

function ofAlert(entry: HistoryEntry, now: number, changes: EventSources['changes'] = []): ResourceEvent {
  const at = Date.parse(entry.startTime);
  const change = lastChange(changes, at);
  const before = change && timeBefore(change, at);
  const end = entry.resolvedAt === undefined ? undefined : Date.parse(entry.resolvedAt);
  return {
    key: `alert/${entry.occurrence}`,
    at,
    until: end ?? now,
    look: end === undefined ? entry.level : 'ended',
    text: messageOf(entry),
    more: [
      end === undefined ? messages.event.open : messages.event.lasted(formatDuration(end - at)),
      ...(entry.late === undefined ? [] : [messages.event.late]),
      ...(change && before ? [messages.event.followed(formatDuration(before.most), changeText(change, 1))] : []),
    ].join(', '),
  };
}

const ofSnapshot = ({ id, name, time, vmstate, description = '' }: GuestSnapshot): ResourceEvent => ({
  key: `snapshot/${id}`,
  at: Date.parse(time),
  look: 'snapshot',
  text: messages.event.snapshot(name),
  more: [...(vmstate ? [messages.event.withMemory] : []), ...(description.trim() ? [description.trim()] : [])].join(
    ', ',
  ),
});

function ofBackup(
  id: string,
  at: number,
  where: string,
  { size, verification }: Pick<PbsBackup, 'size' | 'verification'>,
): ResourceEvent {
  const isBad = !size || verification === 'failed';
  const checked =
    verification === 'ok' ? messages.event.verified : verification === 'failed' ? messages.event.verifyFailed : '';
  return {
    key: `backup/${id}`,
    at,
    look: isBad ? 'bad-backup' : 'backup',
    text: messages.event.backup(where),
    more: [size ? formatBytes(size) : messages.event.unfinished, checked].filter(Boolean).join(', '),
  };
}

/** The tasks of a guest are its own; those of a node are about all its guests, and about guests that left it. */
const isTaskOf = (id: string, { instance, node, vmid, kind }: Task): boolean =>
  (vmid !== undefined && guestId(instance, vmid) === id) ||
  ((vmid === undefined || kind === 'migrated') && nodeId(instance, node) === id);

/** A task ends within its last second, and its change has the time of its end. */
const SAME_TASK_MS = 2000;

/** The journal says what the task has changed. */
const isExplained = (
  { kind, user, startTime, endTime = startTime, error }: Task,
  changes: EventSources['changes'] = [],
) =>
  kind === 'reconfigured' &&
  error === undefined &&
  changes.some(
    ({ source, by, at }) =>
      source === 'task' && by === user && Math.abs(Date.parse(at) - Date.parse(endTime)) < SAME_TASK_MS,
  );

const MAX_FIELDS = 3;

const isPart = (entry: JournalEntry, name: string | undefined): boolean => name !== undefined && entry.name !== name;

function ofChange(entry: JournalEntry, name: string | undefined): ResourceEvent {
  const { id, at, by, changes } = entry;
  const text = changeText(entry, MAX_FIELDS);
  return {
    key: `journal/${id}`,
    at: Date.parse(at),
    look: 'change',
    text: isPart(entry, name) && entry.name !== '' ? change.of(entry.name, text) : text,
    more: [
      ...(by === null ? [] : [messages.event.by(by)]),
      ...(changes.length > MAX_FIELDS ? [messages.event.moreFields(changes.length - MAX_FIELDS)] : []),
    ].join(', '),
  };
}

const ofTask = ({ id, kind, startTime, endTime, user, error, node, vmid }: Task): ResourceEvent => ({
  key: `task/${id}`,
  at: Date.parse(startTime),
  ...(endTime !== undefined && { until: Date.parse(endTime) }),
  look: error === undefined ? 'change' : 'failed-change',
  text: messages.event.tasks[kind],
  more: [
    ...(kind === 'migrated' ? [messages.event.migration(vmid ?? 0, node)] : []),
    ...(user === '' ? [] : [messages.event.by(user)]),
    ...(error === undefined ? [] : [error]),
  ].join(', '),
});

/** A start that was made outside Proxmox has no task. */
const SAME_START_MS = 5 * 60_000;
const starts: ReadonlySet<TaskKind> = new Set(['started', 'rebooted', 'reset', 'created', 'cloned', 'restored']);

function startOf(id: string, { startedAt, tasks }: EventSources): ResourceEvent[] {
  const isKnown = (at: number) =>
    tasks.some(
      (task) =>
        isTaskOf(id, task) && starts.has(task.kind) && Math.abs(Date.parse(task.startTime) - at) < SAME_START_MS,
    );
  return startedAt === undefined || isKnown(startedAt)
    ? []
    : [
        {
          key: 'start',
          at: startedAt,
          look: 'change',
          text: messages.event.tasks.started,
          more: messages.event.byUptime,
        },
      ];
}

const ofFailedTask = ({ id, startTime, endTime, error = '' }: BackupTask): ResourceEvent => ({
  key: `task/${id}`,
  at: Date.parse(startTime),
  ...(endTime !== undefined && { until: Date.parse(endTime) }),
  look: 'bad-backup',
  text: messages.event.failedBackup,
  more: error,
});
