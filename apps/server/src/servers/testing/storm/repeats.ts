// Whether a message came again for no reason. An attempt that was interrupted between its first byte and the note of its answer cannot be
// told from one that never arrived: the message leaves once more, with the same id. Nothing else may repeat it.
import type { Notes } from './play.ts';
import type { PairWorld } from './world.ts';

/** One attempt as the database has seen it, on the clock of the storm. */
interface Attempt {
  who: string;
  from: number;
  /** The next row of the same message. */
  to: number;
  /** What that row says. Undefined: there is none. */
  end: string | undefined;
}

interface Row {
  state: string;
  attempt: number;
  who: string;
  at: number;
}

/** Of the rows of one message in the order in which they were written. */
export function attemptsOf(rows: readonly Row[]): Attempt[] {
  const isSame = (a: Row, b: Row) => a.state === b.state && a.attempt === b.attempt && a.who === b.who;
  const changes = rows.filter((row, n) => n === 0 || !isSame(row, rows[n - 1] as Row));
  return changes.flatMap(({ state, who, at }, n) => {
    const next = changes[n + 1];
    const attempt = { who, from: at, to: next?.at ?? Number.POSITIVE_INFINITY, end: next?.state };
    return state === 'sending' ? [attempt] : [];
  });
}

interface Interruptions {
  breaks: Notes['breaks'];
  /** When another server, or the same one again, became the holder. */
  takeovers: readonly number[];
}

/** Something hit this very attempt before its answer was noted. */
export function isInterrupted({ who, from, to, end }: Attempt, { breaks, takeovers }: Interruptions): boolean {
  if (end === 'sent') return false;
  return (
    takeovers.some((at) => at >= from && at <= to) ||
    breaks.some((one) => one.servers.includes(who) && one.from <= to && one.to >= from)
  );
}

export async function needlessRepeats({ database, receiver, clock }: PairWorld, notes: Notes): Promise<string[]> {
  const onClock = (real: unknown) => clock.since + (Number(real) - clock.since) * clock.speed;
  const rows = async (text: string) => (await database.sql(text)).rows as Record<string, unknown>[];
  const takeovers = (await rows('SELECT at FROM storm.holders')).map(({ at }) => onClock(at));
  const noted = Map.groupBy(await rows('SELECT * FROM storm.attempts ORDER BY number'), ({ id }) => String(id));
  const faults: string[] = [];
  for (const [key, all] of Map.groupBy(receiver.told, (one) => `${one.key} ${one.occurrence}`)) {
    const own = (noted.get(all[0]?.key ?? '') ?? []).map(({ state, attempt, who, at }) => ({
      ...{ state: String(state), attempt: Number(attempt), who: String(who), at: onClock(at) },
    }));
    const attempts = attemptsOf(own);
    const interrupted = attempts.filter((one) => isInterrupted(one, { breaks: notes.breaks, takeovers }));
    // What left without the database says that it may come twice. Its attempts are on the disk of the server only.
    const last = all.at(-1)?.at ?? 0;
    const isMarked = all.some((one) => one.isMarked);
    const away = notes.breaks.filter(({ servers, from }) => isMarked && servers.length > 0 && from < last);
    const allowed = 1 + interrupted.length + away.length;
    if (all.length > allowed)
      faults.push(
        `${key} (${all[0]?.alert}) arrived ${all.length} times, allowed are ${allowed}: ${JSON.stringify({ at: all.map(({ at }) => at), attempts, takeovers })}`,
      );
  }
  return faults;
}
