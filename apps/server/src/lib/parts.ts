// The parts of Belfry that may fail alone. What a part throws ends its own work and nothing else, and a part that does not work is shown.
import type { State } from '@belfry/schema/state';
import { type Clock, iso } from './clock.ts';
import type { OnDefect } from './defects.ts';

/**
 * Runs `run`, and returns `fallback` if it throws. `part` is what does not work then, as a phrase: "the alert rules for nodes". The same
 * phrase is the same part.
 */
export type Guarded = <T>(part: string, run: () => T, fallback: T) => T;

/** The same for work that takes time. */
export type GuardedTask = <T>(part: string, run: () => Promise<T>, fallback: T) => Promise<T>;

/** `since` ISO: of the first failure in a row. */
export interface FailingPart {
  /** Its phrase with hyphens. */
  id: string;
  message: string;
  since: string;
}

export interface Parts {
  guarded: Guarded;
  guardedTask: GuardedTask;
  /** The same function, guarded: for what listens to others. */
  listener<A extends unknown[]>(part: string, listen: (...args: A) => void): (...args: A) => void;
  /** Those that failed three times in a row and have not worked since. The same object while nothing changes. */
  failing(): readonly FailingPart[];
  /** The same as problems of the server: `part:ID`. */
  problems(): State['serverProblems'];
}

const FAILURES = 3;
const MAX_TEXT = 300;

interface Trouble {
  failures: number;
  /** Epoch ms. */
  since: number;
  message: string;
}

export interface PartsDeps {
  onDefect: OnDefect;
  clock: Pick<Clock, 'now'>;
}

export function createParts({ onDefect, clock }: PartsDeps): Parts {
  const troubles = new Map<string, Trouble>();
  let failing: readonly FailingPart[] = [];
  let problems: State['serverProblems'] = {};

  function show(): void {
    failing = [...troubles]
      .filter(([, { failures }]) => failures >= FAILURES)
      .map(([part, { message, since }]) => ({ id: idOf(part), message, since: iso(since) }));
    problems = Object.fromEntries(failing.map(({ id, ...problem }) => [`part:${id}`, problem]));
  }
  function failed(part: string, error: unknown): void {
    onDefect(error, part);
    const trouble = troubles.get(part) ?? { failures: 0, since: clock.now(), message: '' };
    troubles.set(part, trouble);
    trouble.failures++;
    if (trouble.failures !== FAILURES) return;
    // A problem keeps its text, so that it stays the same one.
    trouble.message = `A part of Belfry does not work: ${part}. ${String(error).slice(0, MAX_TEXT)}`;
    show();
  }
  function worked(part: string): void {
    if (troubles.size === 0) return;
    const trouble = troubles.get(part);
    troubles.delete(part);
    if (trouble && trouble.failures >= FAILURES) show();
  }

  const guarded: Guarded = (part, run, fallback) => {
    try {
      const result = run();
      worked(part);
      return result;
    } catch (error) {
      failed(part, error);
      return fallback;
    }
  };

  return {
    guarded,
    listener:
      (part, listen) =>
      (...args) =>
        guarded(part, () => listen(...args), undefined),
    async guardedTask(part, run, fallback) {
      try {
        const result = await run();
        worked(part);
        return result;
      } catch (error) {
        failed(part, error);
        return fallback;
      }
    },
    failing: () => failing,
    problems: () => problems,
  };
}

const idOf = (part: string): string => part.replace(/^the /, '').replaceAll(/[^\w]+/g, '-');

/** The same, but an error that `isElsewhere` takes is shown elsewhere, and is no failure of the part: a disk that is full, for example. */
export const tolerating =
  (guardedTask: GuardedTask, isElsewhere: (error: unknown) => boolean): GuardedTask =>
  (part, run, fallback) =>
    guardedTask(
      part,
      () =>
        run().catch((error: unknown) => {
          if (isElsewhere(error)) return fallback;
          throw error;
        }),
      fallback,
    );

/** A value that stays the last one while it cannot be read. */
export function lastOf<T>(guarded: Guarded, part: string, read: () => T, first: T): () => T {
  let last = first;
  return () => {
    last = guarded(part, read, last);
    return last;
  };
}

/** For a stage alone: what it throws is thrown. */
export const unguarded: Guarded = (_part, run) => run();
