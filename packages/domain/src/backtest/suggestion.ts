// A threshold that would have been quiet: how many alerts a year each of some thresholds would have raised.
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
  return {
    add(steps: Steps, { trigger, clear }: Limit, holdMs: number, factor: number): void {
      triggers.forEach((tried, nth) => {
        const limit = {
          trigger: tried,
          clear: Math.max(0, tried - (trigger - clear)),
          critical: Number.POSITIVE_INFINITY,
        };
        counts[nth] = (counts[nth] ?? 0) + replay(steps, limit, holdMs, factor, rules).length;
      });
    },
    /** `knownMs`: the length of the past. */
    suggestion(knownMs: number): Suggestion {
      const tried = triggers.map((trigger, nth) => ({
        trigger,
        alertsAYear: Math.round(((counts[nth] ?? 0) * YEAR_MS) / Math.max(1, knownMs)),
      }));
      const first = tried.find(({ alertsAYear }) => alertsAYear <= A_YEAR);
      return { kind, type, aYear: A_YEAR, ...(first && { trigger: first.trigger }), tried };
    },
  };
}
