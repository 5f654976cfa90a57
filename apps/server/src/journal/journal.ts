// The journal of changes: compares what sources read with what was read before, and keeps the differences.
import { type Begun, changesToAsk, lastChange } from '@belfry/domain/journal/last-change';
import type { JournalEntry } from '@belfry/schema/journal/entry';
import type { SettingsList, SettingsReading } from '@belfry/schema/journal/reading';
import type { Observation } from '@belfry/schema/messages/observation';
import type { State } from '@belfry/schema/state';
import type { JournalFile, JournalRows } from '../db/journal-file.ts';
import { type JournalFilter, type JournalPlace, type KeptSettings, listKey } from '../db/journal-rows.ts';
import type { Clock } from '../lib/clock.ts';
import type { GuardedTask } from '../lib/parts.ts';
import { createSignal } from '../lib/signal.ts';
import { compare, readSettings } from './comparing.ts';

export interface JournalDeps {
  file: JournalFile;
  guardedTask: GuardedTask;
  clock: Pick<Clock, 'now'>;
  /** A text is searched for among so many entries at once: a page takes some milliseconds, and the next one goes on. */
  searchedAtOnce?: number;
}

/** `next`: the place after which the next page begins. */
export interface JournalPage {
  entries: JournalEntry[];
  next: JournalPlace | undefined;
}

/** What was read of an instance at a time (epoch ms). */
interface Given {
  instance: string;
  at: number;
  readings: readonly SettingsReading[];
  lists: readonly SettingsList[];
}

/** A part of an observation. */
type Learnt = Pick<Observation, 'at' | 'outcome'> & { instance: { id: string } };

/** What is known of a list and is not in it any more. */
async function goneFrom(rows: JournalRows, instance: string, lists: readonly SettingsList[]) {
  const gone: SettingsReading[] = [];
  for (const { kind, under, resources, removals = {}, unchangedAt } of lists) {
    const listed = new Set(resources);
    for (const resource of await rows.listed(instance, kind, under))
      if (!listed.has(resource))
        gone.push({ resource, kind, name: '', settings: null, tasks: removals[resource] ?? [], unchangedAt });
  }
  return gone;
}

const beforeOf = ({ unchangedAt = 0 }: SettingsList, listedAt: number | undefined): number | undefined =>
  listedAt === undefined ? undefined : Math.max(listedAt, unchangedAt);

export type Journal = ReturnType<typeof createJournal>;

/** When a resource was read last is written the first time, with an entry, and after this time, so that it is not more than two rows in a second. */
const WRITE_MS = 600_000;
const ROW_MS = 500;
const SEARCHED = 25_000;
/** More than one, because the last may be a removal. */
const LATEST = 5;
const PART = 'the journal of changes';

/** `shape`: of the reading. `readAt`: epoch ms, of the last one. */
interface KnownNow extends KeptSettings {
  shape?: string | undefined;
  readAt?: number | undefined;
}

export function createJournal({ file, guardedTask, clock, searchedAtOnce = SEARCHED }: JournalDeps) {
  /** By resource, epoch ms. Undefined: not yet read from the file. */
  let readAt: Map<string, number> | undefined;
  const unwritten = new Map<string, number>();
  let writtenAt = clock.now();
  /** Of the work that was begun last. The file does one piece of work after the other. */
  let last: Promise<unknown> = Promise.resolve();
  const changed = createSignal<string>();
  file.onLoss(() => {
    readAt = undefined;
  });

  const guarded = (work: () => Promise<unknown>): Promise<unknown> => guardedTask(PART, work, undefined);
  const lastOf = (key: string): number | undefined => unwritten.get(key) ?? readAt?.get(key);

  /** Whether there are new entries. */
  async function take(rows: JournalRows, { instance, at, lists }: Given, reading: SettingsReading): Promise<boolean> {
    const { resource } = reading;
    const before = await rows.known(resource);
    const lastAt = Math.max(lastOf(resource) ?? at, reading.unchangedAt ?? 0);
    const own = lists.find(({ under }) => resource.startsWith(under));
    // It is new when its list was read before, and it was not in it.
    const listedAt = own && lastOf(listKey(own.under));
    const taken = listedAt === undefined ? reading : { ...reading, isNew: true as const };
    const { entries, known } = compare(instance, taken, at, before && { ...before, readAt: lastAt });
    for (const entry of entries)
      await rows.add(entry.event === 'created' && own ? { ...entry, since: beforeOf(own, listedAt) } : entry);
    if (entries.some(({ event }) => event === 'removed')) await rows.forgetParts(resource);
    if (!known) await rows.forget(resource);
    else if (entries.length > 0 || !before || known.tasks !== before.tasks) await rows.keep(known, at);
    return entries.length > 0;
  }

  /** What is in memory follows only when all of it is stored, and before the next reading has its turn. */
  async function learn(given: Given): Promise<void> {
    const { instance, at, readings, lists } = given;
    const work = async (rows: JournalRows) => {
      const times = readAt ?? (await rows.readings());
      readAt = times;
      const fresh = new Map<string, number>();
      for (const { resource, settings } of readings) if (settings) fresh.set(resource, at);
      for (const list of lists) fresh.set(listKey(list.under), at);
      const made = new Set<string>();
      const gone = await goneFrom(rows, instance, lists);
      for (const reading of [...readings, ...gone]) if (await take(rows, given, reading)) made.add(reading.resource);
      const ended = new Set([...readings.filter(({ settings }) => !settings), ...gone].map(({ resource }) => resource));
      for (const resource of ended) fresh.delete(resource);
      // With 100,000 guests there are as many unwritten times, so they are looked through only when all of them are written.
      const isDue = clock.now() - writtenAt >= Math.max(WRITE_MS, (unwritten.size + fresh.size) * ROW_MS);
      const before = isDue ? [...unwritten].filter(([key]) => !ended.has(key)) : [];
      const now = [...fresh].filter(([key]) => isDue || made.has(key) || !times.has(key));
      const written = new Map([...before, ...now]);
      await rows.keepReadings(written);
      return { isMade: made.size > 0, isDue, times, fresh, written, ended };
    };
    const { isMade } = await file.write(work, ({ isDue, times, fresh, written, ended }) => {
      for (const resource of ended) {
        times.delete(resource);
        unwritten.delete(resource);
      }
      for (const [key, time] of fresh) unwritten.set(key, time);
      for (const [key, time] of written) {
        times.set(key, time);
        unwritten.delete(key);
      }
      if (isDue) writtenAt = clock.now();
    });
    if (isMade) changed.notify(instance);
  }

  const knownNow = (find: (rows: JournalRows) => Promise<KeptSettings[]>): Promise<KnownNow[]> =>
    file.read(async (rows) => {
      const times = readAt ?? (await rows.readings());
      return (await find(rows)).map((row) => ({
        ...{ ...row, ...readSettings(row.settings) },
        readAt: unwritten.get(row.resource) ?? times.get(row.resource),
      }));
    });

  return {
    /** Returns at once. What cannot be stored now is found by the next reading of the same resource. */
    learn({ instance, at, outcome }: Learnt): void {
      if (!outcome.ok) return;
      const { settings: readings = [], settingsLists: lists = [] } = outcome.value;
      if (readings.length + lists.length > 0)
        last = guarded(() => learn({ instance: instance.id, at, readings, lists }));
    },
    /** An instance was removed from the configuration. Its entries stay. */
    forget(instance: string): void {
      const done = () => {
        for (const times of [unwritten, readAt])
          for (const key of times?.keys() ?? []) if (key.startsWith(listKey(`${instance}/`))) times?.delete(key);
      };
      last = guarded(() => file.write((rows) => rows.forgetInstance(instance), done));
    },
    /** Newest first. With a text there may be fewer than `limit`, or none, and still a next page. */
    async page(filter: JournalFilter, limit: number): Promise<JournalPage> {
      const { found, searchedTo } = await file.read(async (rows) => {
        const found = await rows.list(filter, limit + 1, searchedAtOnce);
        const isCut = filter.q && found.length <= limit;
        return { found, searchedTo: isCut ? await rows.place(filter, searchedAtOnce) : undefined };
      });
      const shown = found.slice(0, limit);
      const end = shown.at(-1);
      return {
        entries: shown.map(({ entry }) => entry),
        next: found.length > limit && end ? { at: end.at, number: end.number } : searchedTo,
      };
    },
    /** The last change of the resource of an alert, or of its node, before it began. */
    async before(alert: Begun): Promise<JournalEntry | undefined> {
      const { resources, from, to } = changesToAsk(alert);
      if (!Number.isFinite(to)) return undefined;
      const found = await file.read((rows) =>
        Promise.all(resources.map((resource) => rows.list({ resource, from, to }, LATEST, LATEST))),
      );
      return lastChange(
        found.flat().map(({ entry }) => entry),
        to,
      );
    },
    /** The entries after a number in the order in which they were noted, of the newest `most`. Undefined: there are none. */
    after: (number: number, limit: number, most: number) =>
      file.read(async (rows) => {
        const from = Math.max(number, (await rows.newest()) - most);
        const { entries, end } = await rows.after(from, limit);
        return end === undefined ? undefined : { entries, end, skipped: await rows.count(number, from) };
      }),
    /** The number of the newest entry, 0 without any. */
    newest: (): Promise<number> => file.read((rows) => rows.newest()),
    /** Notified with the id of an instance when entries about it were stored. */
    changed: changed.listen,
    /** What is known now of a resource and of what belongs to it, with the time of the last reading (epoch ms). */
    known: (instance: string, resource: string): Promise<KnownNow[]> =>
      knownNow((rows) => rows.knownOf(instance, resource)),
    /** The same of the firewalls of an instance, its nodes and its guests. */
    firewalls: (instance: string): Promise<KnownNow[]> => knownNow((rows) => rows.knownOfKind(instance, 'firewall')),
    problems: (): State['serverProblems'] => file.problems(),
    async stop(): Promise<void> {
      await last;
      await guarded(() => file.write((rows) => rows.keepReadings(unwritten)));
      await file.close();
    },
  };
}
