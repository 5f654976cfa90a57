// What a configuration of alerts would have done in the past.
import * as z from 'zod';
import { metrics } from '../alerts/bounds.ts';
import { AlertConfigInput } from '../alerts/config-input.ts';
import { TimeZone } from '../alerts/zone-input.ts';
import { ResourceKindName } from '../history/metrics.ts';
import { endpoint } from './endpoint.ts';

export const MAX_BACKTEST_DAYS = 90;

/** `config`: as in `PUT /api/alerts/config`. Without it all thresholds are tried as they are, otherwise those that would be others. */
const BacktestInput = z.strictObject({
  config: AlertConfigInput.optional(),
  days: z.int().min(1).max(MAX_BACKTEST_DAYS).default(30),
  timeZone: TimeZone.default('UTC'),
});

const Metric = z.enum(metrics as [string, ...string[]]);

/**
 * `activeMs`: the sum, without time in which nothing was known. `hours`: how many began in each hour of the day, in the time zone that was
 * asked for. `resources`: those with the most alerts, at most ten.
 */
const Outcome = z.object({
  alerts: z.number(),
  critical: z.number(),
  activeMs: z.number(),
  hours: z.array(z.number()).length(24),
  resources: z.array(
    z.object({ id: z.string(), name: z.string(), type: Metric, alerts: z.number(), activeMs: z.number() }),
  ),
});
export type Outcome = z.infer<typeof Outcome>;

/**
 * What exists now, with its present tags and node. `from` to `to`: epoch ms, the time in which values are known. `stepMs`: a peak that is shorter is not seen. `figures`: how many were tried,
 * `unknown`: of these, how many have no values. `suggestion`: where only one threshold of one kind of resource changes: how many alerts a
 * year each threshold would have raised, and the first one with at most `aYear`; absent where none has so few. `lasting`: a resource would have
 * had its alert for more than half of the time, which is not quiet, however few began.
 */
export const BacktestReply = z.object({
  from: z.number(),
  to: z.number(),
  stepMs: z.number(),
  figures: z.number(),
  unknown: z.number(),
  before: Outcome,
  after: Outcome,
  suggestion: z
    .object({
      kind: ResourceKindName,
      type: Metric,
      aYear: z.number(),
      trigger: z.number().optional(),
      tried: z.array(z.object({ trigger: z.number(), alertsAYear: z.number(), lasting: z.boolean() })),
    })
    .optional(),
});
export type BacktestReply = z.infer<typeof BacktestReply>;

export const backtestAlerts = endpoint('POST /api/alerts/backtest', {
  cost: 'high',
  summary:
    'How many alerts about figures other thresholds or delays would have raised in the past, beside those in force',
  access: 'viewer',
  body: BacktestInput,
  bodyLimitBytes: 8 << 20,
  foreignKeys: true,
  reply: BacktestReply,
  errors: ['unavailable'],
});
