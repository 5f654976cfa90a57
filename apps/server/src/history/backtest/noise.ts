// The alerts that speak most and are heeded least, each with the edits that would have halved it.
import { allMeasured, type Measured } from '@belfry/domain/backtest/measured';
import { halvingEdits, type Tried } from '@belfry/domain/noise/edits';
import { type Counted, createNoiseTally, medianOf } from '@belfry/domain/noise/tally';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { NoiseOrder, NoiseReply } from '@belfry/schema/http/noise';
import type { State } from '@belfry/schema/state';
import type { AlertsStore, Occurrence } from '../../db/alerts-store.ts';
import { type Clock, pause } from '../../lib/clock.ts';
import { zoneNamed } from '../../lib/zones.ts';
import { type HistoryStore, HistoryUnavailable } from '../history-store.ts';
import { patiently } from '../patience.ts';
import { alertsUnder, readSteps } from './stored-steps.ts';

export interface NoiseDeps {
  occurrences: Pick<AlertsStore, 'pages'>;
  /** Undefined while nothing can be said about the past. */
  store: Pick<HistoryStore, 'series'> | undefined;
  state(): State;
  config: AlertConfig;
  clock: Clock;
}

/** `timeZone` must exist. `signal`: nobody waits for the answer any more. */
export interface NoiseAsked {
  days: number;
  order: NoiseOrder;
  timeZone: string;
  signal: AbortSignal;
}

const DAY_MS = 86_400_000;
/** The tier that is kept for 90 days. */
const STEP_MS = 600_000;
const MAX_OCCURRENCES = 100_000;

/** Undefined when nobody waits for it any more. */
export async function noise(deps: NoiseDeps, asked: NoiseAsked): Promise<NoiseReply | undefined> {
  const { occurrences, state, config, clock } = deps;
  const { days, order, timeZone, signal } = asked;
  const to = Math.floor(clock.now() / STEP_MS) * STEP_MS;
  const from = to - days * DAY_MS + STEP_MS;
  const tally = createNoiseTally(zoneNamed(timeZone));
  for await (const rows of occurrences.pages({ since: from }, MAX_OCCURRENCES, 0)) {
    if (signal.aborted) return undefined;
    for (const row of rows) tally.add(spokenOf(row));
  }
  const chosen = tally.most(order);
  const ids = new Set(chosen.map(({ id }) => id));
  const measured = new Map(
    allMeasured(state()).flatMap((each): [string, Measured][] => (ids.has(each.alert) ? [[each.alert, each]] : [])),
  );
  const alerts: NoiseReply['alerts'] = [];
  for (const each of chosen) {
    const figure = measured.get(each.id);
    const tried = figure
      ? await tryEdits(deps, figure, each, { from, to, signal })
      : { edits: [], why: 'event' as const };
    if (signal.aborted) return undefined;
    const { acknowledged, alone, ...facts } = each;
    const aloneMs = medianOf(alone);
    const counts = {
      acknowledged: acknowledged.length,
      alone: alone.length,
      ...(aloneMs !== undefined && { aloneMs }),
    };
    alerts.push({ ...facts, ...counts, ...tried });
    await pause(clock);
  }
  return { from, to, stepMs: STEP_MS, ...tally.counts(), alerts };

  /** A history that does not answer takes no alert from the list. */
  async function tryEdits(
    { store }: NoiseDeps,
    figure: Measured,
    counted: Counted,
    range: { from: number; to: number; signal: AbortSignal },
  ): Promise<Tried> {
    if (!store) return { edits: [], why: 'noPast' };
    const read = readSteps(store, [figure], { ...range, stepMs: STEP_MS });
    const found = await patiently(read, { signal, clock }).catch((error: unknown) => {
      if (!(error instanceof HistoryUnavailable)) throw error;
      return undefined;
    });
    const steps = found?.get(figure);
    if (!steps?.values || Array.prototype.every.call(steps.values, Number.isNaN)) return { edits: [], why: 'noPast' };
    const under = (other: AlertConfig) => alertsUnder(other, figure, steps);
    return halvingEdits(figure, config, counted, { under, stepMs: steps.stepMs });
  }
}

/** A node and a host are their own place. The instance of a Docker host is its name after a word. */
const placeOf = ({ node, instance, resourceName }: Occurrence['alert']): string =>
  [...new Set([node, instance.replace(/^Docker:/, '')])]
    .filter((part) => part !== '' && part !== resourceName)
    .join(' · ');

const spokenOf = ({ alert, openedAt, resolvedAt, reason, changes }: Occurrence) => ({
  ...{ id: alert.id, type: alert.type, name: alert.resourceName, message: alert.message },
  place: placeOf(alert),
  resourceType: alert.metadata?.resourceType ?? '',
  ...{ start: openedAt, end: resolvedAt, reason },
  isAcknowledged: alert.acknowledged || changes.some(({ kind }) => kind === 'acknowledged'),
});
