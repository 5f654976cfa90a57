// Unexpected errors: each is a fault of the program. The process goes on, and the errors are listed under diagnostics.
import type { Defect } from '@belfry/schema/http/diagnostics';
import type { State } from '@belfry/schema/state';
import { type Clock, iso } from './clock.ts';
import type { Logger } from './logger.ts';

/** `where` says what was running, such as `a timer, tick`. */
export type OnDefect = (error: unknown, where: string) => void;

export type Defects = ReturnType<typeof createDefects>;

/** Defects of one kind come from the same line of the program; kinds beyond these are counted as one. */
const MAX_KINDS = 100;
const MAX_TEXT = 500;
const HOUR_MS = 3_600_000;
const none: State['serverProblems'] = {};

/** A kind is logged the first time, and then the 10th, 100th, 1000th … */
export function createDefects({ log, now }: { log: Pick<Logger, 'error'>; now: Clock['now'] }) {
  const kinds = new Map<string, Defect>();
  let problem = none;

  function note(error: unknown, where: string): void {
    const own = `${where} ${lineOf(error)}`;
    const kind = kinds.has(own) || kinds.size < MAX_KINDS ? own : 'others';
    const at = iso(now());
    const { first = at, count = 0 } = kinds.get(kind) ?? {};
    const defect = { where, message: textOf(error), count: count + 1, first, last: at };
    kinds.set(kind, defect);
    if (Number.isInteger(Math.log10(defect.count)))
      log.error({ err: error, where, count: defect.count }, 'an unexpected error in Belfry, which goes on running');
  }

  function problems(): State['serverProblems'] {
    const recent = [...kinds.values()].filter(({ last }) => now() - Date.parse(last) < HOUR_MS);
    const newest = recent.toSorted((a, b) => Date.parse(a.first) - Date.parse(b.first)).at(-1);
    if (!newest) return none;
    const message = `Belfry had an unexpected error, and goes on running. ${newest.where}: ${newest.message}`;
    if (problem.defects?.message !== message) problem = { defects: { message, since: newest.first } };
    return problem;
  }

  return {
    note /** One entry per kind, oldest first. */,
    list: (): Defect[] => [
      ...kinds.values(),
    ] /** Empty when there was none in the last hour. The same object while nothing changes. */,
    problems,
  };
}

const textOf = (error: unknown): string => String(error).slice(0, MAX_TEXT);

/** Where it was thrown, by its stack, else what it says. */
const lineOf = (error: unknown): string =>
  (error instanceof Error && /^ +at .*/m.exec(error.stack ?? '')?.[0]) || textOf(error);
