// The journal of changes and of planned backups. In SQLite it is a file of its own: if it is damaged or cannot be used, nothing else is
// affected.
import type { State } from '@belfry/schema/state';
import type { Clock } from '../lib/clock.ts';
import { joined } from '../lib/joined.ts';
import type { Backend } from './backend.ts';
import { createConnection } from './connection.ts';
import { journalAbout, journalFirst, journalRows, journalTables } from './journal-rows.ts';
import { STEP_ROWS, startPruning } from './pruning.ts';
import { runRows, runTables } from './run-rows.ts';
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

/** Two years. A million entries have about 400 MB. */
const bounds: JournalBounds = { keptMs: 731 * 86_400_000, entries: 1_000_000 };

const migrations = [journalTables, journalAbout, journalFirst, runTables];

export interface JournalFileOptions {
  dataDir: string;
  clock: Clock;
  log: FileLog;
  setAside: Pick<SetAside, 'leaveOut'>;
  keep?: JournalBounds;
  /** For tests: another behaviour of the database. */
  change?(backend: Backend): Backend;
}

export function openJournalFile(options: JournalFileOptions): JournalFile {
  const { dataDir, clock, log, setAside, keep = bounds, change = (backend) => backend } = options;
  const backend = change(
    openFileBackend({
      ...{ dataDir, name: 'journal', content: 'the journal of changes', migrations },
      ...{ copies: true, durability: 'normal' as const, orMemory: true, clock, log },
    }),
  );
  const rows: JournalRows = { ...journalRows(backend, setAside), runs: runRows(backend) };
  const { turn, transaction, onLoss, close } = createConnection(backend);
  async function prune(): Promise<number> {
    const since = clock.now() - keep.keptMs;
    return (await rows.prune(since, keep.entries, STEP_ROWS)) || rows.runs.prune(since, STEP_ROWS);
  }
  const stopPruning = startPruning(() => turn(prune).catch(() => 0), clock);
  return {
    write: (work, done) =>
      turn(async () => {
        const result = await transaction(() => work(rows));
        done?.(result);
        return result;
      }),
    read: (work) => turn(() => work(rows)),
    onLoss,
    problems: joined(backend.problems),
    close() {
      stopPruning();
      return close();
    },
  };
}
