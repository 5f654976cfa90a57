// Whether a database answers in time. The problem is shown until it has been quick for a minute.
import { inEnglish } from '@belfry/domain/sentences/english';
import type { State } from '@belfry/schema/state';
import { type Clock, iso } from '../../lib/clock.ts';
import type { Session } from './session.ts';

const SLOW_MS = 2000;
const QUIET_MS = 60_000;

export interface Watch {
  /** The same session, with its answers timed. */
  over(session: Session): Session;
  /** The same object while nothing changes. */
  problems(): State['serverProblems'];
}

export function createWatch(database: string, clock: Pick<Clock, 'now' | 'monotonic'>): Watch {
  const none: State['serverProblems'] = {};
  let problems = none;
  let last = 0;
  function note(ms: number): void {
    if (ms < SLOW_MS) return;
    last = clock.monotonic();
    if (problems !== none) return;
    const said = inEnglish({ id: 'database.slow', values: { database, seconds: Math.round(ms / 1000) } });
    problems = { 'database-slow': { ...said, since: iso(clock.now()) } };
  }
  async function timed<T>(work: Promise<T>): Promise<T> {
    const begin = clock.monotonic();
    try {
      return await work;
    } finally {
      note(clock.monotonic() - begin);
    }
  }
  return {
    over: (session) => ({
      ...session,
      query: (...given) => timed(session.query(...given)),
      script: (sql) => timed(session.script(sql)),
      each: (sql) => timed(session.each(sql)),
    }),
    problems() {
      if (problems !== none && clock.monotonic() - last > QUIET_MS) problems = none;
      return problems;
    },
  };
}
