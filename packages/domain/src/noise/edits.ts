// Which threshold or delay would have halved an alert: the past is asked with each of some.
import { type Metric, triggerBounds } from '@belfry/schema/alerts/bounds';
import type { AlertConfig } from '@belfry/schema/alerts/config';
import type { NoiseEdit, NoNoiseEdit } from '@belfry/schema/http/noise';
import { delayName } from '../alerts/policy.ts';
import { holdMsOf, type Measured } from '../backtest/measured.ts';
import type { Replayed } from '../backtest/replay.ts';
import type { Counted } from './tally.ts';

const TRIED = 20;
const MINUTE_S = 60;
const DELAYS_S = [1, 2, 5, 10, 15, 20, 30, 45, 60, 90, 120].map((minutes) => minutes * MINUTE_S);

export interface Tried {
  replayed?: number;
  edits: NoiseEdit[];
  why?: NoNoiseEdit;
}

/** `under`: the alerts of the past with a configuration. `stepMs`: its coarseness, by which a start may be off. */
export function halvingEdits(
  measured: Measured,
  config: AlertConfig,
  { alerts, acknowledged }: Pick<Counted, 'alerts' | 'acknowledged'>,
  { under, stepMs }: { under(config: AlertConfig): readonly Replayed[]; stepMs: number },
): Tried {
  const limit = measured.limitOf(config);
  if (!limit) return { edits: [], why: 'off' };
  const replayed = under(config).length;
  if (replayed * 2 < alerts) return { replayed, edits: [], why: 'coarse' };
  const edits: NoiseEdit[] = [];
  const keptBy = (found: readonly Replayed[]) =>
    acknowledged.filter(({ start, end = Number.POSITIVE_INFINITY }) =>
      found.some((each) => each.start < end + stepMs && (each.end ?? Number.POSITIVE_INFINITY) > start - stepMs),
    ).length;
  const isQuiet = (found: readonly Replayed[]) => found.length * 2 <= replayed;
  for (const trigger of triggersAbove(measured.type, limit.trigger)) {
    const clear = Math.max(0, trigger - (limit.trigger - limit.clear));
    const other = withTrigger(config, measured, { trigger, clear });
    // The threshold of a file system on the root of a node may be that of its storage, which no override of the node changes.
    if (measured.limitOf(other)?.trigger !== trigger) break;
    const found = under(other);
    if (!isQuiet(found)) continue;
    const { override: key, type } = measured;
    const edit = { from: limit.trigger, to: trigger, alerts: found.length, kept: keptBy(found) };
    edits.push({ is: 'trigger', key, type, clear, ...edit });
    break;
  }
  const holdS = holdMsOf(config, measured) / 1000;
  for (const seconds of DELAYS_S) {
    if (seconds <= holdS) continue;
    const found = under(withDelay(config, measured, seconds));
    if (!isQuiet(found)) continue;
    const edit = { from: holdS, to: seconds, alerts: found.length, kept: keptBy(found) };
    edits.push({ is: 'delay', kind: delayName(measured.of), type: measured.type, ...edit });
    break;
  }
  return { replayed, edits, ...(edits.length === 0 && { why: 'none' }) };
}

/** Of rates up to four times as much. */
function triggersAbove(type: Metric, trigger: number): number[] {
  const most = triggerBounds[type] === 100 ? 99 : Math.min(triggerBounds[type], trigger * 4);
  const step = Math.max(1, Math.ceil((most - trigger) / TRIED));
  return Array.from({ length: Math.max(0, Math.floor((most - trigger) / step)) }, (_, n) => trigger + (n + 1) * step);
}

const withTrigger = (
  config: AlertConfig,
  { override, type }: Pick<Measured, 'override' | 'type'>,
  threshold: { trigger: number; clear: number },
): AlertConfig => ({
  ...config,
  overrides: { ...config.overrides, [override]: { ...config.overrides[override], [type]: threshold } },
});

function withDelay(config: AlertConfig, { of, type }: Pick<Measured, 'of' | 'type'>, seconds: number): AlertConfig {
  const [{ metricTimeThresholds }, name] = [config, delayName(of)];
  return {
    ...config,
    metricTimeThresholds: {
      ...metricTimeThresholds,
      [name]: { ...metricTimeThresholds[name], [type.toLowerCase()]: seconds },
    },
  };
}
