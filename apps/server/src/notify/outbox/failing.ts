// Destinations that cannot be delivered to: each is a problem of the server after ten minutes.
import type { State } from '@belfry/schema/state';
import { type Clock, iso } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Destination } from '../destination.ts';

export type Failing = ReturnType<typeof createFailing>;

/** Everybody sees the problems of the server, and everybody may choose the address of a browser: its words are in the log only. */
const shown = (id: string, words: string): string =>
  id.startsWith('push:') ? 'an administrator can see why in the log of notifications.' : words;

const PROBLEM_MS = 600_000;

interface Trouble {
  name: string;
  words: string;
  at: number;
  /** Of the first and the last failed attempt. */
  first: number;
  last: number;
  isReported: boolean;
}

export interface FailingDeps {
  /** Whether a message waits for the destination. */
  isWaiting(id: string): boolean;
  /** How the keys of its problems begin. The heartbeat stops for those of destinations. */
  key?: string;
  /** What cannot be delivered. */
  what?: string;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  log: Pick<Logger, 'info' | 'warn'>;
}

export function createFailing(deps: FailingDeps) {
  const { isWaiting, key = 'destination', what = 'Notifications', clock, log } = deps;
  const since = new Map<string, Trouble>();
  let problems: State['serverProblems'] = {};
  const show = () => {
    const reported = [...since].filter(([, { isReported }]) => isReported);
    problems = Object.fromEntries(
      reported.map(([id, { name, words, at }]) => [
        `${key}:${id}`,
        { message: `${what} cannot be delivered to ${name}: ${shown(id, words)}`, since: iso(at) },
      ]),
    );
  };
  function forget(id: string): void {
    const isReported = since.get(id)?.isReported;
    since.delete(id);
    if (isReported) show();
  }
  return {
    /** `ageMs`: for how long it is known. */
    failed({ id, name }: Pick<Destination, 'id' | 'name'>, words: string, ageMs: number = 0) {
      const now = clock.monotonic();
      const known = since.get(id);
      if (known) {
        known.last = now;
        // A problem keeps its text, so that it stays the same one.
        if (!known.isReported) known.words = words;
        return;
      }
      log.warn({ destination: id, name, words }, 'a notification could not be delivered');
      since.set(id, { name, words, at: clock.now() - ageMs, first: now - ageMs, last: now, isReported: false });
    },
    /** A message was delivered. */
    succeeded(id: string) {
      const known = since.get(id);
      if (!known) return;
      log.info({ destination: id, name: known.name }, 'notifications are delivered again');
      forget(id);
    },
    /** How long nothing has been delivered to it, since the first failure. Undefined: it does not fail. */
    failingForMs(id: string): number | undefined {
      const known = since.get(id);
      return known && clock.monotonic() - known.first;
    },
    /** It fails now: it has messages that wait, or the last failure is not long ago. */
    isFailing(id: string): boolean {
      const known = since.get(id);
      return known !== undefined && (isWaiting(id) || clock.monotonic() - known.last < PROBLEM_MS);
    },
    /** Its configuration has changed, or it was removed. */
    forget,
    /** The same object while nothing changes. */
    problems(): State['serverProblems'] {
      const now = clock.monotonic();
      // A service that refused one message and was sent no other one is no problem.
      const due = [...since].filter(
        ([id, { isReported, first, last }]) => !isReported && (isWaiting(id) ? now : last) - first >= PROBLEM_MS,
      );
      for (const [, one] of due) one.isReported = true;
      if (due.length > 0) show();
      return problems;
    },
  };
}
