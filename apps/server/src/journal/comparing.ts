// What a reading says after the one before: entries of the journal, and what is known now.
import { changesBetween, fieldsOfBoth } from '@belfry/domain/journal/changes';
import type { Settings } from '@belfry/domain/journal/settings';
import type { SettingChange } from '@belfry/schema/journal/change';
import type { ChangingTask, SettingsReading } from '@belfry/schema/journal/reading';
import type { KnownSettings, NewEntry } from '../db/journal-rows.ts';

/** The clock of a host may be wrong by this, so that a task seems to have ended before the last reading. */
const SKEW_MS = 600_000;
const MAX_TASKS = 50;
/** The shape of a reading is kept beside its settings. No setting has this name. */
const SHAPE = '';

export interface Compared {
  entries: NewEntry[];
  /** Undefined: the resource is gone. The same object while nothing changes. */
  known: KnownSettings | undefined;
}

/** `at` and `before.readAt` epoch ms, of the two readings. */
export function compare(
  instance: string,
  reading: SettingsReading,
  at: number,
  before: (KnownSettings & { readAt: number }) | undefined,
): Compared {
  const { resource, kind, name, born = '', about = before?.about ?? '' } = reading;
  const fresh = reading.tasks.filter((task) => isFresh(task, before));
  const entry = (given: Pick<NewEntry, 'event' | 'changes'>, tasks: readonly ChangingTask[]): NewEntry => ({
    ...{ resource: about || resource, instance, kind, name: name || (before?.name ?? ''), ...given },
    ...authorOf(tasks, at, before?.readAt),
    ...(kind === 'belfry' && tasks.length > 0 && { source: 'audit' as const }),
  });
  const gone = () => entry({ event: 'removed', changes: [] }, touching(fresh, 'removal'));
  const made = (of: Settings) =>
    entry({ event: 'created', changes: changesBetween({}, of) }, touching(fresh, 'creation').slice(-1));
  if (reading.settings === null) return { entries: before ? [gone()] : [], known: undefined };
  const settings = reading.shape === undefined ? reading.settings : { ...reading.settings, [SHAPE]: reading.shape };
  const ended = reading.tasks.flatMap(({ id, isRunning }) => (isRunning ? [] : [id])).slice(-MAX_TASKS);
  const known = { resource, instance, kind, name: name || (before?.name ?? ''), born, about, settings, tasks: ended };
  if (!before) return { entries: reading.isNew ? [made(reading.settings)] : [], known };
  const isAnother =
    touching(fresh, 'removal').length > 0 || (born !== '' && before.born !== '' && born !== before.born);
  const entries = isAnother
    ? [gone(), made(reading.settings)]
    : changed(before.settings, settings, fresh).map(([c, t]) => entry({ event: 'changed', changes: c }, t));
  return { entries, known: entries.length === 0 && isSame(before, known) ? before : known };
}

/** Of two shapes only the fields that both have. */
function comparable(before: Settings, after: Settings): [Settings, Settings] {
  if (before[SHAPE] === after[SHAPE]) return [before, after];
  return fieldsOfBoth(readSettings(before).settings, readSettings(after).settings);
}

/** As people see them, and the shape in which they were read. */
export function readSettings({ [SHAPE]: shape, ...settings }: Settings): {
  settings: Settings;
  shape: string | undefined;
} {
  return { settings, shape };
}

const isFresh = ({ id, at }: ChangingTask, before: { tasks: readonly string[]; readAt: number } | undefined): boolean =>
  !before?.tasks.includes(id) && at > (before?.readAt ?? 0) - SKEW_MS;

const touching = (tasks: readonly ChangingTask[], ...what: ChangingTask['touches'][]): ChangingTask[] =>
  tasks.filter(({ touches }) => what.includes(touches));

const DISK = /^(?:ide|sata|scsi|virtio|efidisk|tpmstate|unused|mp)\d+|^rootfs/;

/** The changes with the tasks that made them. A task that moves or resizes a disk made no other change. */
function changed(
  before: Settings,
  after: Settings,
  tasks: readonly ChangingTask[],
): [SettingChange[], ChangingTask[]][] {
  const changes = changesBetween(...comparable(before, after));
  if (changes.length === 0) return [];
  const ofAll = touching(tasks, 'settings', 'creation');
  const ofDisks = touching(tasks, 'disks');
  if (ofDisks.length === 0) return [[changes, ofAll]];
  const disks = changes.filter(({ field }) => DISK.test(field));
  const others = changes.filter(({ field }) => !DISK.test(field));
  return [[disks, [...ofAll, ...ofDisks]] as const, [others, ofAll] as const].flatMap(([some, by]) =>
    some.length === 0 ? [] : [[some, [...by]]],
  );
}

/** Without a task only the two readings are known. */
function authorOf(tasks: readonly ChangingTask[], at: number, readAt: number | undefined) {
  const since = readAt === undefined ? undefined : Math.min(readAt, at);
  const users = [...new Set(tasks.map(({ user }) => user).filter(Boolean))];
  if (tasks.length === 0) return { at, since, by: null, source: 'readings' as const };
  const end = Math.max(...tasks.map((task) => task.at));
  const by = users.length > 0 ? users.join(', ') : null;
  return { at: Math.min(at, Math.max(since ?? end, end)), since: undefined, by, source: 'task' as const };
}

const isSame = (a: KnownSettings, b: KnownSettings): boolean =>
  a.name === b.name &&
  a.born === b.born &&
  a.about === b.about &&
  b.tasks.every((id) => a.tasks.includes(id)) &&
  changesBetween(a.settings, b.settings).length === 0;
