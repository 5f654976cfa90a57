// Unexpected errors: each is a fault of the program. The process goes on, and the errors are listed under diagnostics.
import type { Defect } from '@belfry/schema/http/diagnostics';
import { type Clock, iso } from './clock.ts';
import type { Logger } from './logger.ts';

/** `where` says what was running, such as `a timer, tick`. */
export type OnDefect = (error: unknown, where: string) => void;

export interface Defects {
  note: OnDefect;
  /** One entry per kind, oldest first. */
  list(): Defect[];
}

/** Defects of one kind come from the same line of the program; kinds beyond these are counted as one. */
const MOST_KINDS = 100;
const MOST_TEXT = 500;

/** A kind is logged the first time, and then the 10th, 100th, 1000th … */
export function createDefects({ log, now }: { log: Pick<Logger, 'error'>; now: Clock['now'] }): Defects {
  const kinds = new Map<string, Defect>();

  function note(error: unknown, where: string): void {
    const own = `${where} ${lineOf(error)}`;
    const kind = kinds.has(own) || kinds.size < MOST_KINDS ? own : 'others';
    const at = iso(now());
    const { first = at, count = 0 } = kinds.get(kind) ?? {};
    const defect = { where, message: textOf(error), count: count + 1, first, last: at };
    kinds.set(kind, defect);
    if (Number.isInteger(Math.log10(defect.count)))
      log.error({ err: error, where, count: defect.count }, 'an unexpected error in Belfry, which goes on running');
  }

  return { note, list: () => [...kinds.values()] };
}

const textOf = (error: unknown): string => String(error).slice(0, MOST_TEXT);

/** Where it was thrown, by its stack, else what it says. */
const lineOf = (error: unknown): string =>
  (error instanceof Error && /^ +at .*/m.exec(error.stack ?? '')?.[0]) || textOf(error);
