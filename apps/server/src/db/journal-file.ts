// The journal of changes and of planned backups, in a database of its own. In SQLite it is a file: if it is damaged or cannot be used,
// nothing else is affected.
import type { State } from '@belfry/schema/state';
import type { Clock } from '../lib/clock.ts';
import { joined } from '../lib/joined.ts';
import type { Backend } from './backend.ts';
import { createConnection } from './connection.ts';
import { refusalOf } from './disk.ts';
import { journalMigrations, journalRows } from './journal-rows.ts';
import { STEP_ROWS, startPruning } from './pruning.ts';
import { runRows } from './run-rows.ts';
import type { FileLog } from './separate-file.ts';
import type { SetAside } from './set-aside.ts';
import { openFileBackend } from './sqlite.ts';

export type JournalRows = ReturnType<typeof journalRows> & { runs: ReturnType<typeof runRows> };

export interface JournalFile {
  /** All that `work` writes or, if it rejects, nothing. `done` runs when it is stored, before any other work begins. */
  write<T>(work: (rows: JournalRows) => Promise<T>, done?: (result: T) => void): Promise<T>;
  read<T>(work: (rows: JournalRows) => Promise<T>): Promise<T>;
  /** The file was damaged, and all of it was lost. */
  onLoss(listener: () => void): void;
  problems(): State['serverProblems'];
  /** Waits for what is being written. */
  close(): Promise<void>;
}

interface JournalBounds {
  keptMs: number;
  entries: number;
}

/** After a failure, no question goes to the database for this time, because each one would wait until it times out. */
const AWAY_MS = 5000;
/** Two years. A million entries have about 400 MB. */
const bounds: JournalBounds = { keptMs: 731 * 86_400_000, entries: 1_000_000 };

export interface JournalFileOptions {
  dataDir: string;
  clock: Clock;
  log: FileLog;
  setAside: Pick<SetAside, 'leaveOut'>;
  keep?: JournalBounds;
  /** Where the rows are. Default: a file of their own. */
  backend?: Backend | undefined;
  /** For tests: another behaviour of the database. */
  change?(backend: Backend): Backend;
}

export function openJournalFile(options: JournalFileOptions): JournalFile {
  const { dataDir, clock, log, setAside, keep = bounds, change = (backend) => backend } = options;
  const backend = change(
    options.backend ??
      openFileBackend({
        ...{ dataDir, name: 'journal', content: 'the journal of changes', migrations: journalMigrations },
        ...{ copies: true, durability: 'normal' as const, orMemory: true, clock, log },
      }),
  );
  const rows: JournalRows = { ...journalRows(backend, setAside), runs: runRows(backend) };
  const { turn, transaction, onLoss, close } = createConnection(backend);
  let away: { error: unknown; at: number } | undefined;
  const asked = <T>(work: () => Promise<T>): Promise<T> =>
    turn(async () => {
      if (away && clock.monotonic() - away.at < AWAY_MS) throw away.error;
      away = undefined;
      try {
        return await work();
      } catch (error) {
        if (refusalOf(error) === 'database') away = { error, at: clock.monotonic() };
        throw error;
      }
    });
  async function prune(): Promise<number> {
    const since = clock.now() - keep.keptMs;
    return (await rows.prune(since, keep.entries, STEP_ROWS)) || rows.runs.prune(since, STEP_ROWS);
  }
  const stopPruning = startPruning(() => asked(() => transaction(prune)), clock);
  return {
    write: (work, done) =>
      asked(async () => {
        const result = await transaction(() => work(rows));
        done?.(result);
        return result;
      }),
    read: (work) => asked(() => work(rows)),
    onLoss,
    problems: joined(backend.problems),
    close() {
      stopPruning();
      return close();
    },
  };
}
