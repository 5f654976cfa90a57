// Backups of Belfry itself: made by a schedule and on request, and the old ones removed.
import { statSync } from 'node:fs';
import { parseCalendarEvent } from '@belfry/domain/calendar-event/parse';
import { nextRun, previousRun, type Zone } from '@belfry/domain/calendar-event/runs';
import { ok } from '@belfry/domain/result';
import type { OwnBackup, OwnBackupStatus } from '@belfry/schema/http/own-backups';
import type { NamedText } from '@belfry/schema/named-text';
import type { State } from '@belfry/schema/state';
import type { BackupConfig } from '../../config/backup.ts';
import { BackupError } from '../../db/backup/backup-error.ts';
import { type Cancel, type Clock, iso } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { type Answer, otherWords, refuse } from '../../lib/refusal.ts';
import { backupsIn, nameOf, removeOld } from './folder.ts';
import { causeOf, reasonOf } from './reason.ts';

export interface Backups {
  status(): OwnBackupStatus;
  create(): Promise<Answer<OwnBackup>>;
  /** Empty while the last backup succeeded and the schedule is right. */
  problems(): State['serverProblems'];
  start(): void;
  /** Waits for a backup that is being made. */
  stop(): Promise<void>;
}

export interface BackupsDeps {
  config: BackupConfig;
  version: string;
  /** Writes a backup with this name into the folder, and returns its size. */
  write(folder: string, name: string): Promise<number>;
  clock: Clock;
  log: Pick<Logger, 'info' | 'error'>;
  zone?: Zone;
}

const LOOK_MS = 15_000;
const RETRY_MS = 3_600_000;
const none: State['serverProblems'] = {};

/** The zone of this machine. */
const here: Zone = (at) => -new Date(at).getTimezoneOffset() * 60_000;

export function createBackups({ config, version, write, clock, log, zone = here }: BackupsDeps): Backups {
  const { folder, keep, schedule } = config;
  const parsed = parseCalendarEvent(schedule);
  const event = parsed.ok && nextRun(parsed.value, clock.now(), zone) !== undefined ? parsed.value : undefined;
  let stopLooking: Cancel = () => {};
  let running: Promise<Answer<OwnBackup>> | undefined;
  let failedAt: number | undefined;
  let newest: number | undefined;
  let problems = none;
  let cause: NamedText | undefined;

  function fail(message: string, known: NamedText | undefined): void {
    cause = known;
    const before = problems.backup;
    if (before?.message === message) return;
    problems = { backup: { message, since: before?.since ?? iso(clock.now()) } };
    log.error({ folder }, message);
  }

  const wrongSchedule = `BELFRY_BACKUP_SCHEDULE is "${schedule}", which is no time that comes. Write it like 03:30, mon..fri 22:00 or *-*-01 04:00. Belfry makes no backups of itself until then.`;
  const wrongScheduleCause: NamedText = { id: 'schedule', values: { schedule } };

  async function attempt(into: string): Promise<Answer<OwnBackup>> {
    try {
      if (!statSync(into).isDirectory()) throw new BackupError(`${into} is no folder.`);
      const taken = new Set(backupsIn(into).map(({ file }) => file));
      let at = Math.floor(clock.now() / 1000) * 1000;
      while (taken.has(nameOf(version, at))) at += 1000;
      const file = nameOf(version, at);
      const sizeBytes = await write(into, file);
      newest = at;
      log.info({ file, sizeBytes }, 'Belfry made a backup of itself');
      removeOld(into, keep, clock.now());
      failedAt = undefined;
      problems = none;
      if (!event) fail(wrongSchedule, wrongScheduleCause);
      return ok({ file, at: iso(at), sizeBytes, version });
    } catch (error) {
      failedAt = clock.monotonic();
      const message = `The backup of Belfry failed: ${reasonOf(error, into)}`;
      fail(message, causeOf(error, into));
      return refuse('unavailable', otherWords(message));
    }
  }

  /** One at a time: who asks meanwhile gets the same one. */
  function run(into: string): Promise<Answer<OwnBackup>> {
    running ??= attempt(into).finally(() => {
      running = undefined;
    });
    return running;
  }

  /** Due when the schedule had a run since the newest backup: one that was missed while Belfry did not run is made up for. */
  async function look(): Promise<void> {
    if (folder === undefined || event === undefined) return;
    if (failedAt !== undefined && clock.monotonic() - failedAt < RETRY_MS) return;
    const now = clock.now();
    const last = previousRun(event, now + 1, zone);
    // One of the future is of a clock that was wrong.
    const isMade = newest !== undefined && last !== undefined && newest >= last && newest <= now + LOOK_MS;
    if (last === undefined || isMade) return;
    await run(folder);
  }

  function found(): OwnBackup[] {
    try {
      return folder === undefined ? [] : backupsIn(folder);
    } catch {
      // The next attempt says why.
      return [];
    }
  }

  return {
    status() {
      const backups = found();
      const [lastGood] = backups;
      const next = event && nextRun(event, clock.now(), zone);
      const age = (at: string) => Math.max(0, Math.round((clock.now() - Date.parse(at)) / 1000));
      return {
        enabled: folder !== undefined,
        ...(folder !== undefined && { folder, schedule, keep }),
        ...(folder !== undefined && next !== undefined && { next: iso(next) }),
        ...(lastGood && { lastGood: { ...lastGood, ageSeconds: age(lastGood.at) } }),
        ...(problems.backup && { problem: { ...problems.backup, ...(cause && { cause }) } }),
        backups,
      };
    },
    create: async () =>
      folder === undefined
        ? refuse(
            'bad_request',
            'Belfry has no folder for its backups. Set BELFRY_BACKUP_DIR and BELFRY_BACKUP_PASSPHRASE.',
          )
        : run(folder),
    problems: () => problems,
    start() {
      if (folder === undefined) return;
      const last = found().find(({ at }) => Date.parse(at) <= clock.now());
      newest = last && Date.parse(last.at);
      if (!event) fail(wrongSchedule, wrongScheduleCause);
      stopLooking = clock.every(LOOK_MS, look);
    },
    async stop() {
      stopLooking();
      await running;
    },
  };
}
