// A threshold that would have been quiet: how many alerts a year each of some thresholds would have raised, and whether one of them would
// have been there most of the time.
import type { BacktestReply } from '@belfry/schema/http/backtest';
import type { Limit } from '../alerts/thresholds.ts';
import type { Measured } from './measured.ts';
import { replay, type Steps } from './replay.ts';
import type { Returning } from './returning.ts';

const A_YEAR = 7;
const YEAR_MS = 365 * 86_400_000;
const TRIED = 12;

type Suggestion = NonNullable<BacktestReply['suggestion']>;
export type Trials = ReturnType<typeof createTrials>;

/**
 * For one threshold of one kind of resource, from its lowest trigger to the largest one that makes sense. The distance to the value with which an
 * alert ends stays the same.
 */
export function createTrials(
  { kind, type }: Pick<Measured, 'kind' | 'type'>,
  lowest: number,
  highest: number,
  rules?: Returning,
) {
  const step = Math.max(1, Math.ceil((highest - lowest) / (TRIED - 1)));
  const triggers: number[] = [];
  for (let trigger = lowest; trigger < highest; trigger += step) triggers.push(trigger);
  triggers.push(highest);
  const counts = triggers.map(() => 0);
  const lasting = triggers.map(() => false);
  return {
    add(steps: Steps, { trigger, clear }: Limit, holdMs: number, factor: number): void {
      triggers.forEach((tried, nth) => {
        const limit = {
          trigger: tried,
          clear: Math.max(0, tried - (trigger - clear)),
          critical: Number.POSITIVE_INFINITY,
        };
        const found = replay(steps, limit, holdMs, factor, rules);
        counts[nth] = (counts[nth] ?? 0) + found.length;
        if (found.reduce((sum, { activeMs }) => sum + activeMs, 0) > knownMs(steps) / 2) lasting[nth] = true;
      });
    },
    /** `pastMs`: the length of the past. */
    suggestion(pastMs: number): Suggestion {
      const tried = triggers.map((trigger, nth) => ({
        trigger,
        alertsAYear: Math.round(((counts[nth] ?? 0) * YEAR_MS) / Math.max(1, pastMs)),
        lasting: lasting[nth] === true,
      }));
      const first = tried.find((each) => each.alertsAYear <= A_YEAR && !each.lasting);
      return { kind, type, aYear: A_YEAR, ...(first && { trigger: first.trigger }), tried };
    },
  };
}

function knownMs({ values, stepMs }: Steps): number {
  let known = 0;
  for (let nth = 0; nth < values.length; nth++) if (!Number.isNaN(values[nth])) known++;
  return known * stepMs;
}
