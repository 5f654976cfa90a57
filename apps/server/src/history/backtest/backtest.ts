// What thresholds would have done: the past of every figure that has one, asked with the rules of the engine. Reading happens in the worker
// of the history; between two resources other work is done here.
import { allMeasured, holdMsOf, type Measured } from '@belfry/domain/backtest/measured';
import { createTally } from '@belfry/domain/backtest/outcome';
import { createTrials } from '@belfry/domain/backtest/suggestion';
import { triggerBounds } from '@belfry/schema/alerts/bounds';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { BacktestReply } from '@belfry/schema/http/backtest';
import type { State } from '@belfry/schema/state';
import { type Clock, pause } from '../../lib/clock.ts';
import { zoneNamed } from '../../lib/zones.ts';
import type { HistoryStore, Series } from '../history-store.ts';
import { patiently } from '../patience.ts';
import { alertsUnder, readSteps, readStored } from './stored-steps.ts';

export interface BacktestDeps {
  store: Pick<HistoryStore, 'series'>;
  state(): State;
  clock: Clock;
}

/** `timeZone` must exist. `signal`: nobody waits for the answer any more. */
export interface Asked {
  before: AlertConfig;
  after: AlertConfig;
  days: number;
  timeZone: string;
  signal: AbortSignal;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The tier that is kept for 90 days. */
const STEP_MS = 600_000;
const READ_AT_ONCE = 25;

/** Undefined when nobody waits for it any more. */
export async function backtest(deps: BacktestDeps, asked: Asked): Promise<BacktestReply | undefined> {
  const { store, state, clock } = deps;
  const { before, after, days, timeZone, signal } = asked;
  const to = Math.floor(clock.now() / STEP_MS) * STEP_MS;
  // one step less, so that 90 days are not longer than its tier is kept
  const range = { from: to - days * DAY_MS + STEP_MS, to };
  const figures = allMeasured(state()).filter((each) => isTried(each, before, after));
  const trials = trialsOf(figures, before, after);
  const [was, would] = [createTally(zoneNamed(timeZone)), createTally(zoneNamed(timeZone))];
  let [known, from, stepMs] = [0, to, STEP_MS];
  for (const group of groups(figures)) {
    if (signal.aborted) return undefined;
    const rough = await patiently(readStored(store, group, { ...range, stepMs: HOUR_MS }), { signal, clock });
    if (!rough) return undefined;
    for (const each of group) {
      const first = firstKnown(rough.get(each));
      if (first === undefined) continue;
      known++;
      from = Math.min(from, first);
    }
    // Most figures never came near a threshold, so their fine values need not be read.
    const near = group.filter((each) => mayAlert(each, rough.get(each), [before, after]));
    const fine = await patiently(readSteps(store, near, { ...range, stepMs: STEP_MS }), { signal, clock });
    if (!fine) return undefined;
    for (const each of near) {
      if (signal.aborted) return undefined;
      const steps = fine.get(each);
      if (!steps) continue;
      stepMs = Math.max(stepMs, steps.stepMs);
      was.add(each, alertsUnder(before, each, steps));
      would.add(each, alertsUnder(after, each, steps));
      const limit = tried(each, before, after);
      if (limit) trials?.add(steps, limit, holdMsOf(after, each), each.factor);
      await pause(clock);
    }
  }
  return {
    ...{ from, to, stepMs, figures: figures.length, unknown: figures.length - known },
    ...{ before: was.outcome(), after: would.outcome() },
    ...(trials && { suggestion: trials.suggestion(to - from) }),
  };
}

/** Where nothing is to be compared, all that has a threshold. */
function isTried(each: Measured, before: AlertConfig, after: AlertConfig): boolean {
  const [was, would] = [each.limitOf(before), each.limitOf(after)];
  if (before === after) return was !== undefined;
  if (!was && !would) return false;
  const isSameLimit =
    was?.trigger === would?.trigger && was?.clear === would?.clear && was?.critical === would?.critical;
  return !isSameLimit || holdMsOf(before, each) !== holdMsOf(after, each);
}

/** The limit that another threshold could replace: of an alert that is switched off, the one from before. */
const tried = (each: Measured, before: AlertConfig, after: AlertConfig) => each.limitOf(after) ?? each.limitOf(before);

/** Only where one threshold of one kind of resource changes: a suggestion for several would be none. */
function trialsOf(figures: readonly Measured[], before: AlertConfig, after: AlertConfig) {
  const [first] = figures;
  if (!first || before === after) return undefined;
  if (figures.some(({ of, type }) => of !== first.of || type !== first.type)) return undefined;
  const origins = new Set(figures.map((each) => JSON.stringify(tried(each, before, after)?.origin)));
  if (origins.size > 1) return undefined;
  const lowest = Math.min(
    ...figures.flatMap((each) => [each.limitOf(before), each.limitOf(after)].flatMap((limit) => limit?.trigger ?? [])),
  );
  return createTrials(first, lowest, triggerBounds[first.type] === 100 ? 99 : lowest * 4, after);
}

/** The resources of one kind that are read at once, with all their figures. */
function groups(figures: readonly Measured[]): Measured[][] {
  const made: Measured[][] = [];
  for (const kind of new Set(figures.map((each) => each.kind))) {
    const byId = Map.groupBy(
      figures.filter((each) => each.kind === kind),
      ({ id }) => id,
    );
    const all = [...byId.values()];
    for (let nth = 0; nth < all.length; nth += READ_AT_ONCE) made.push(all.slice(nth, nth + READ_AT_ONCE).flat());
  }
  return made;
}

function firstKnown(series: Series | undefined): number | undefined {
  const nth = series?.mean.findIndex((value) => !Number.isNaN(value)) ?? -1;
  return series && nth >= 0 ? series.from + nth * series.stepMs : undefined;
}

function mayAlert({ factor, limitOf }: Measured, series: Series | undefined, configs: readonly AlertConfig[]): boolean {
  const lowest = Math.min(...configs.map((config) => limitOf(config)?.trigger ?? Number.POSITIVE_INFINITY));
  return series?.max.some((value) => value * factor >= lowest) ?? false;
}
