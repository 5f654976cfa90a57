// The alerts that speak most and are heeded least, and what would have made them quieter.
import * as z from 'zod';
import { metrics } from '../alerts/bounds.ts';
import { TimeZone } from '../alerts/zone-input.ts';
import { MAX_BACKTEST_DAYS } from './backtest.ts';
import { endpoint } from './endpoint.ts';

/**
 * `most`: alerted most often. `unheeded`: the smallest part was acknowledged. `alone`: ended fastest without anybody who acknowledged or cleared
 * it.
 */
export const NoiseOrder = z.enum(['most', 'unheeded', 'alone']);
export type NoiseOrder = z.infer<typeof NoiseOrder>;

const NoiseQuery = z.object({
  days: z.coerce.number().int().min(1).max(MAX_BACKTEST_DAYS).default(30),
  order: NoiseOrder.default('most'),
  timeZone: TimeZone.default('UTC'),
});

const Metric = z.enum(metrics as [string, ...string[]]);

/**
 * `alerts`: how many there would have been, where the past has `Trial.replayed` of them. `kept`: so many of the acknowledged ones would still
 * have been raised.
 */
const Edit = { from: z.number(), to: z.number(), alerts: z.number(), kept: z.number() };

/**
 * A threshold is an override of the resource, under `key`; a delay, in seconds, is that of the metric for all resources of the kind,
 * under `kind`.
 */
export const NoiseEdit = z.discriminatedUnion('is', [
  z.object({ is: z.literal('trigger'), key: z.string(), type: Metric, clear: z.number(), ...Edit }),
  z.object({ is: z.literal('delay'), kind: z.string(), type: Metric, ...Edit }),
]);
export type NoiseEdit = z.infer<typeof NoiseEdit>;

/**
 * `event`: not about a value with a threshold, or its resource is gone. `off`: its threshold is switched off by now. `noPast`: no values
 * are stored. `coarse`: the stored steps show less than half of the alerts, so they say nothing about the rest. `none`: no edit halves it.
 */
export const NoNoiseEdit = z.enum(['event', 'off', 'noPast', 'coarse', 'none']);
export type NoNoiseEdit = z.infer<typeof NoNoiseEdit>;

/**
 * `place`: the node and the cluster, which tell resources of one name apart. `alerts`: occurrences. `aloneMs`: the median time of those that ended by themselves; absent where none did. `hours`: how many began in each hour
 * of the day. `replayed`: how many the stored values show with the present thresholds. `edits`: each would have halved them.
 */
export const NoisyAlert = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  place: z.string().optional(),
  resourceType: z.string(),
  message: z.string(),
  alerts: z.number(),
  acknowledged: z.number(),
  alone: z.number(),
  aloneMs: z.number().optional(),
  hours: z.array(z.number()).length(24),
  replayed: z.number().optional(),
  edits: z.array(NoiseEdit),
  why: NoNoiseEdit.optional(),
});
export type NoisyAlert = z.infer<typeof NoisyAlert>;

/** `total`: all occurrences since `from` (epoch ms), of `kinds` different alerts. `stepMs`: how coarse the values are with which edits were tried. */
export const NoiseReply = z.object({
  from: z.number(),
  to: z.number(),
  stepMs: z.number(),
  total: z.number(),
  kinds: z.number(),
  alerts: z.array(NoisyAlert),
});
export type NoiseReply = z.infer<typeof NoiseReply>;

export const getNoise = endpoint('GET /api/alerts/noise', {
  cost: 'high',
  summary: 'The ten alerts that speak most, or are heeded least, each with the edits that would have halved it',
  access: 'viewer',
  query: NoiseQuery,
  reply: NoiseReply,
});
