// Backups of Belfry itself: made by a schedule and on request, put into each store, and the old ones removed.

import { parseCalendarEvent } from '@belfry/domain/calendar-event/parse';
import { nextRun, previousRun, type Zone } from '@belfry/domain/calendar-event/runs';
import { ok } from '@belfry/domain/result';
import { otherWords } from '@belfry/domain/sentences/english';
import type { OwnBackup, OwnBackupStatus } from '@belfry/schema/http/own-backups';
import type { NamedText } from '@belfry/schema/named-text';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { State } from '@belfry/schema/state';
import type { BackupConfig } from '../../config/backup.ts';
import type { FinishedBackup } from '../../db/backup/backup-file.ts';
import { type Cancel, type Clock, iso } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { type Answer, refuse } from '../../lib/refusal.ts';
import { nameOf, newestFirst } from './backup-name.ts';
import type { BackupStore } from './backup-store.ts';
import { createKeeper, type Keeper } from './keeper.ts';
import { causeOf, reasonOf } from './reason.ts';

export interface Backups {
  status(): Promise<OwnBackupStatus>;
  create(): Promise<Answer<OwnBackup>>;
  /** Empty while the last backup succeeded and the schedule is right. */
  problems(): State['serverProblems'];
  start(): void;
  /** Waits for a backup that is being made. One that is on its way to another machine is given up. */
  stop(): Promise<void>;
}

export interface BackupsDeps {
  config: Pick<BackupConfig, 'folder' | 'schedule' | 'keep'>;
  /** Without one Belfry makes no backups. */
  stores: readonly BackupStore[];
  version: string;
  dataDir: string;
  make(): Promise<FinishedBackup>;
  clock: Clock;
  log: Pick<Logger, 'info' | 'error'>;
  zone?: Zone;
}

const LOOK_MS = 15_000;
const none: State['serverProblems'] = {};

/** The zone of this machine. */
const here: Zone = (at) => -new Date(at).getTimezoneOffset() * 60_000;

export function createBackups({
  config,
  stores,
  version,
  dataDir,
  make,
  clock,
  log,
  zone = here,
}: BackupsDeps): Backups {
  const { folder, keep, schedule } = config;
  const parsed = parseCalendarEvent(schedule);
  const event = parsed.ok && nextRun(parsed.value, clock.now(), zone) !== undefined ? parsed.value : undefined;
  const ending = new AbortController();
  const { signal } = ending;
  const keepers = stores.map((store) => createKeeper({ store, keep, clock, signal }));
  const enabled = keepers.length > 0;
  let stopLooking: Cancel = () => {};
  let running: Promise<Answer<OwnBackup>> | undefined;
  let looking: Promise<void> | undefined;
  let problems = none;
  let cause: NamedText | undefined;

  const wrongSchedule = `BELFRY_BACKUP_SCHEDULE is "${schedule}", which is no time that comes. Write it like 03:30, mon..fri 22:00 or *-*-01 04:00. Belfry makes no backups of itself until then.`;
  const wrongScheduleCause: NamedText = { id: 'schedule', values: { schedule } };

  /** Shows what is wrong now, and returns it. */
  function review(): string | undefined {
    const failures = keepers.flatMap((keeper) => keeper.problem() ?? []);
    const reasons = [...new Set(failures.map(({ reason }) => reason))];
    const failed = reasons.length > 0 ? `The backup of Belfry failed: ${reasons.join(' ')}` : undefined;
    const message = failed ?? (event ? undefined : wrongSchedule);
    const before = problems.backup;
    // several reasons have only the words of the message
    cause = reasons.length === 0 ? wrongScheduleCause : reasons.length === 1 ? failures[0]?.cause : undefined;
    if (message === undefined) problems = none;
    else if (before?.message !== message && !signal.aborted) {
      problems = { backup: { message, since: before?.since ?? iso(clock.now()) } };
      log.error({ places: stores.map(({ place }) => place) }, message);
    }
    return failed;
  }

  /** Puts one new backup into each of these stores that can be read. */
  async function putInto(targets: readonly Keeper[]): Promise<OwnBackup | undefined> {
    const ready: Keeper[] = [];
    const taken = new Set<string>();
    for (const keeper of targets) {
      const listed = await keeper.list();
      if (listed) ready.push(keeper);
      for (const { file } of listed ?? []) taken.add(file);
    }
    if (ready.length === 0) return undefined;
    let at = Math.floor(clock.now() / 1000) * 1000;
    while (taken.has(nameOf(version, at))) at += 1000;
    const file = nameOf(version, at);
    try {
      await using made = await make();
      const { sizeBytes } = made;
      const backup = { file, at: iso(at), sizeBytes, version };
      const kept: string[] = [];
      for (const keeper of ready) if (await keeper.add(made, backup)) kept.push(keeper.store.place);
      if (kept.length === 0) return undefined;
      log.info({ file, sizeBytes, places: kept }, 'Belfry made a backup of itself');
      return backup;
    } catch (error) {
      for (const keeper of ready) keeper.fail(reasonOf(error, dataDir), causeOf(error, dataDir));
      return undefined;
    }
  }

  async function attempt(targets: readonly Keeper[]): Promise<Answer<OwnBackup>> {
    const made = await putInto(targets);
    const failed = review();
    const isWhole = targets.every((keeper) => keeper.problem() === undefined);
    if (made && isWhole) return ok(made);
    const problem: Sentence = failed === undefined ? { id: 'backup.givenUp' } : otherWords(failed);
    return refuse('unavailable', made ? { id: 'backup.elsewhere', values: { problem, file: made.file } } : problem);
  }

  /** One at a time: who asks meanwhile gets the same one. */
  function run(targets: readonly Keeper[]): Promise<Answer<OwnBackup>> {
    running ??= attempt(targets).finally(() => {
      running = undefined;
    });
    return running;
  }

  /** Due when the schedule had a run since the newest backup: one that was missed while Belfry did not run is made up for. */
  async function seeWhatIsDue(): Promise<void> {
    const last = event && previousRun(event, clock.now() + 1, zone);
    if (last === undefined || running) return;
    const able = keepers.filter((keeper) => keeper.mayTry());
    for (const keeper of able) await keeper.learn();
    review();
    // One of the future is of a clock that was wrong.
    const latest = clock.now() + LOOK_MS;
    const due = able.filter((keeper) => keeper.mayTry() && !keeper.hasOneOf(last, latest));
    if (due.length > 0 && !signal.aborted) await run(due);
  }

  function look(): Promise<void> {
    looking ??= seeWhatIsDue().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    async status() {
      const next = event && nextRun(event, clock.now(), zone);
      const seen = await Promise.all(keepers.map((keeper) => keeper.status()));
      const backups = new Map(seen.flatMap(({ backups: held = [] }) => held.map((backup) => [backup.file, backup])));
      const all = newestFirst([...backups.values()]);
      const [lastGood] = all;
      const age = (at: string) => Math.max(0, Math.round((clock.now() - Date.parse(at)) / 1000));
      const aged = (backup: OwnBackup | undefined) => backup && { lastGood: { ...backup, ageSeconds: age(backup.at) } };
      return {
        enabled,
        ...(folder !== undefined && { folder }),
        ...(enabled && { schedule, keep }),
        ...(enabled && next !== undefined && { next: iso(next) }),
        ...aged(lastGood),
        ...(problems.backup && { problem: { ...problems.backup, ...(cause && { cause }) } }),
        backups: all,
        ...(enabled && {
          stores: seen.map(({ kind, place, problem, backups: held }) => ({
            kind,
            place,
            ...(held && { count: held.length, ...aged(held[0]) }),
            ...(problem !== undefined && { problem }),
          })),
        }),
      };
    },
    create: async () => (enabled ? run(keepers) : refuse('bad_request', { id: 'backup.noPlace' })),
    problems: () => problems,
    start() {
      if (!enabled) return;
      review();
      stopLooking = clock.every(LOOK_MS, look);
    },
    async stop() {
      stopLooking();
      ending.abort();
      await running;
      await looking;
    },
  };
}
