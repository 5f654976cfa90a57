// Notes once an hour what became of planned backups. A prune removes most backups of a month before its report is made, and hosts keep
// their tasks for some days only: what nobody has noted by then is not known any more.
import type { GuestRuns } from '@belfry/domain/protection/guest-runs';
import type { State } from '@belfry/schema/state';
import type { JournalFile } from '../db/journal-file.ts';
import type { KeptRun } from '../db/run-rows.ts';
import type { Cancel, Clock } from '../lib/clock.ts';
import type { GuardedTask } from '../lib/parts.ts';

export interface RunMemoryDeps {
  /** Undefined: it cannot be used, and nothing is noted. */
  file: Pick<JournalFile, 'read' | 'write'> | undefined;
  state(): Pick<State, 'vms' | 'containers'>;
  runs(guest: string, from: number, until: number, now: number): GuestRuns | undefined;
  guardedTask: GuardedTask;
  clock: Pick<Clock, 'now' | 'every'>;
}

export type RunMemory = ReturnType<typeof createRunMemory>;

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
/** The result of a run changes so long after it at most: a verification finds its backup damaged. */
const OPEN_MS = 3 * DAY_MS;
/** What is still known when a guest is seen for the first time. */
const FIRST_MS = 40 * DAY_MS;
/** The file has other work between two parts. */
const GUESTS_AT_ONCE = 100;

type Decided = KeptRun['result'];
const isDecided = (result: string): result is Decided =>
  result === 'ok' || result === 'failed' || result === 'damaged' || result === 'missed';

export function createRunMemory({ file, state, runs, guardedTask, clock }: RunMemoryDeps) {
  /** What was noted of each guest, by job and time. */
  const noted = new Map<string, Map<string, Decided>>();

  function newOf(guest: string, now: number): KeptRun[] {
    const before = noted.get(guest);
    const from = now - (before ? OPEN_MS : FIRST_MS);
    return (runs(guest, from, now, now)?.runs ?? []).flatMap(({ job, at, result, startedAt }) =>
      isDecided(result) && before?.get(`${job} ${at}`) !== result ? { guest, job, at, result, startedAt } : [],
    );
  }

  /** What could not be written is tried again an hour later. */
  async function note(): Promise<void> {
    if (!file) return;
    const now = clock.now();
    const { vms, containers } = state();
    const guests = [...vms, ...containers].map(({ id }) => id);
    const there = new Set(guests);
    for (const id of noted.keys()) if (!there.has(id)) noted.delete(id);
    for (let n = 0; n < guests.length; n += GUESTS_AT_ONCE) {
      const found = guests.slice(n, n + GUESTS_AT_ONCE).flatMap((id) => newOf(id, now));
      if (found.length === 0) continue;
      await file.write(async (rows) => {
        for (const run of found) await rows.runs.note(run);
      });
      for (const { guest, job, at, result } of found) {
        const own = noted.get(guest) ?? new Map<string, Decided>();
        noted.set(guest, own.set(`${job} ${at}`, result));
        for (const key of own.keys())
          if (Number(key.slice(key.lastIndexOf(' '))) < now - OPEN_MS - DAY_MS) own.delete(key);
      }
    }
  }

  const guarded = (): Promise<void> => guardedTask('the memory of planned backups', note, undefined);
  return {
    note: guarded,
    /** By guest. Empty without the file. */
    async between(from: number, until: number): Promise<ReadonlyMap<string, readonly KeptRun[]>> {
      const found = file ? await file.read((rows) => rows.runs.between(from, until)) : [];
      return Map.groupBy(found, ({ guest }) => guest);
    },
    start: (): Cancel => clock.every(HOUR_MS, () => void guarded()),
  };
}
