// Whether the disk accepts writes, and the database where it is on a server. If not, Belfry keeps monitoring and repeats later the writes
// that can wait.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inEnglish } from '@belfry/domain/sentences/english';
import type { ServerProblem, State } from '@belfry/schema/state';
import { type Clock, iso } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { DatabaseTrouble } from './database-trouble.ts';

export type Disk = ReturnType<typeof createDisk>;

const PROBE_MS = 5000;
/** With less room than this the next write would fail again. */
const PROBE_BYTES = 256 * 1024;
/** A probe lasts ten seconds at most. After a longer gap nothing is known about the time before it: the process may have been stopped. */
const LONGEST_GAP_MS = 20_000;

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EIO: 'the disk reports an error',
};
/** Primary result codes of SQLite. */
const sqliteReasons: Record<number, string | undefined> = {
  8: reasons.EROFS,
  10: reasons.EIO,
  13: reasons.ENOSPC,
};

/** Why the disk did not accept a write. Undefined for an error of another kind. */
export function whyUnwritable(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined;
  if (error.code !== 'ERR_SQLITE_ERROR') return reasons[String(error.code)];
  return 'errcode' in error && typeof error.errcode === 'number' ? sqliteReasons[error.errcode & 0xff] : undefined;
}

/** What did not accept a write. `lease`: the database answers, and another server may be the active one. */
export type Refusal = 'disk' | 'database' | 'lease';

/** Undefined for an error of another kind. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof DatabaseTrouble) return error.reason.id === 'database.notHolder' ? 'lease' : 'database';
  return whyUnwritable(error) === undefined ? undefined : 'disk';
}

type Trouble = { place: 'disk' | 'database'; problem: Omit<ServerProblem, 'since'> };

function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof DatabaseTrouble) {
    const { database, reason } = error;
    return { place: 'database', problem: inEnglish({ id: 'database.unwritable', values: { database, reason } }) };
  }
  const reason = whyUnwritable(error);
  return reason === undefined
    ? undefined
    : { place: 'disk', problem: { message: `Belfry cannot write to its disk: ${reason}.` } };
}

export interface DiskOptions {
  dataDir: string;
  /** Rejects while the database has no room for `bytes` more. */
  probeDatabase(bytes: number): Promise<void>;
  clock: Clock;
  log: Pick<Logger, 'info' | 'error'>;
}

export function createDisk({ dataDir, probeDatabase, clock, log }: DiskOptions) {
  const file = path.join(dataDir, 'disk-probe');
  const waiting = new Map<string, () => Promise<void>>();
  let problems: State['serverProblems'] = {};
  let since = 0;
  /** The first and the last of the failures since which the database has accepted nothing. */
  let away: { first: number; last: number } | undefined;
  /** Writes that would be repeated, and have no answer yet. */
  let unanswered = 0;
  let stopProbing = () => {};
  let isClosed = false;

  const isUnwritable = () => Object.keys(problems).length > 0;

  const isRecent = ({ last }: NonNullable<typeof away>) => clock.monotonic() - last <= LONGEST_GAP_MS;
  function noteAway(refusal: Refusal | undefined): void {
    if (refusal === 'lease') away = undefined;
    if (refusal !== 'database') return;
    const last = clock.monotonic();
    away = { first: away && isRecent(away) ? away.first : last, last };
  }

  function note(error: unknown): boolean {
    const trouble = troubleOf(error);
    if (!trouble) return false;
    noteAway(refusalOf(error));
    if (isUnwritable()) return true;
    const { place, problem } = trouble;
    log.error({ dataDir, err: error }, `${problem.message} It continues to monitor, but saves nothing.`);
    problems = { [place]: { ...problem, since: iso(clock.now()) } };
    since = clock.monotonic();
    stopProbing = clock.every(PROBE_MS, probe);
    return true;
  }

  /**
   * Tries a file on the disk, and a row in the database that is rolled back. The file comes first: the database gives back
   * the room of its log, and a full disk with that room is a full disk.
   */
  async function probe(): Promise<void> {
    try {
      writeFileSync(file, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flush: true });
      await probeDatabase(PROBE_BYTES);
      away = undefined;
    } catch (error) {
      if (isClosed || note(error)) return;
      throw error;
    } finally {
      rmSync(file, { force: true });
    }
    await recover();
  }

  /** The problem ends when all writes that waited have succeeded. */
  async function recover(): Promise<void> {
    for (const [key, write] of [...waiting]) {
      // The database may be closed while one of them is written.
      if (isClosed) return;
      if (waiting.get(key) === write && !(await attempt(write, key))) return;
    }
    // Another probe may have noticed it first, or may still write.
    if (!isUnwritable() || waiting.size > 0 || unanswered > 0) return;
    stopProbing();
    const place = Object.keys(problems)[0];
    problems = {};
    log.info({ dataDir, forMs: Math.round(clock.monotonic() - since) }, `the ${place} accepts writes again`);
  }

  async function attempt(write: () => Promise<void>, key?: string): Promise<boolean> {
    // Before the write, because a write may put itself back with `later`.
    if (key !== undefined) waiting.delete(key);
    const waits = key === undefined ? 0 : 1;
    unanswered += waits;
    try {
      await write();
      away = undefined;
      return true;
    } catch (error) {
      if (!note(error)) throw error;
      if (key !== undefined) waiting.set(key, write);
      return false;
    } finally {
      unanswered -= waits;
    }
  }

  return {
    /**
     * For a write that no caller waits for. False when the disk did not accept it; any other error is thrown. A write with
     * a `key` is repeated as soon as the disk accepts writes again, only the newest write of each key.
     */
    attempt,
    /** Does this as soon as the disk accepts writes again, only the newest write of each key. */
    later: (key: string, write: () => Promise<void>) => void waiting.set(key, write),
    /** Call it with any error. True when the error means that the disk accepts no writes. */
    note,
    /** Empty while the disk accepts writes and none of them waits. */
    problems: (): State['serverProblems'] => problems,
    /** For so long the database has accepted nothing, without a gap until now. Undefined: it does, or nothing is known. */
    awayMs: (): number | undefined => (away && isRecent(away) ? clock.monotonic() - away.first : undefined),
    close() {
      isClosed = true;
      stopProbing();
    },
  };
}
