// Endpoints for the values of the past.
import * as z from 'zod';
import { ExportStatus } from '../history/exports.ts';
import { ResourceKindName, Unit } from '../history/metrics.ts';
import { toMessage } from '../sentences/message.ts';
import { endpoint } from './endpoint.ts';

const TIME = toMessage({ id: 'input.moment' });
const POINTS = toMessage({ id: 'input.points' });

/** Epoch ms. */
const Time = z.string().transform((text, context) => {
  const ms = /^\d{1,15}$/.test(text) ? Number(text) : /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(ms) && ms <= 8.64e15) return ms;
  context.addIssue({ code: 'custom', message: TIME });
  return z.NEVER;
});

/** Separated by commas. A comma, a slash or a percent sign in an entry is percent-encoded. The parameter may also be repeated. */
const List = z.union([z.string(), z.array(z.string())]).transform((given, context) => {
  try {
    const entries = [given].flat().flatMap((text) => text.split(','));
    return entries.filter((entry) => entry !== '').map((entry) => entry.split('/').map(decodeURIComponent).join('/'));
  } catch {
    context.addIssue({ code: 'custom', message: toMessage({ id: 'input.percentSign' }) });
    return z.NEVER;
  }
});

/**
 * `ids`: resources as `kind/id`, such as `guest/dc-100`. `metrics`: all of the kind by default. From one hour ago until now by
 * default. `points` is the largest number of steps in the answer.
 */
const HistoryParameters = z.strictObject({
  ids: List.refine((ids) => ids.length > 0, toMessage({ id: 'input.resources' })),
  metrics: List.optional(),
  from: Time.optional(),
  to: Time.optional(),
  points: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, POINTS)
    .transform(Number)
    .refine((points) => points <= 5000, POINTS)
    .default(300),
  format: z.enum(['csv', 'json']).optional(),
});
export type HistoryParameters = z.infer<typeof HistoryParameters>;

const Column = z.array(z.number().nullable());

/**
 * The value at index n stands for `from + n * step` (epoch ms) until one step later. Null: a gap. `parts`: who measured it, Belfry
 * or Proxmox in its own history.
 */
export const HistorySeries = z.object({
  kind: ResourceKindName,
  id: z.string(),
  metric: z.string(),
  unit: Unit,
  from: z.number(),
  step: z.number(),
  min: Column,
  mean: Column,
  max: Column,
  parts: z.array(z.object({ source: z.enum(['belfry', 'proxmox']), from: z.number(), to: z.number() })),
});
export type HistorySeries = z.infer<typeof HistorySeries>;
export const HistoryReply = z.object({ from: z.number(), to: z.number(), series: z.array(HistorySeries) });
export type HistoryReply = z.infer<typeof HistoryReply>;

/** With `format` the answer is a file; as CSV it has a line for each step that has a value. */
export const getHistory = endpoint('GET /api/history', {
  cost: 'high',
  summary: 'Values of the past: minimum, mean and maximum of each step',
  access: 'viewer',
  query: HistoryParameters,
  reply: z.union([HistoryReply, z.string()]),
  errors: ['unavailable'],
});

/**
 * The import of the past that a host itself has kept. `done` and `total` count calls; `failed` of them had no usable answer.
 * `waiting`: why no call is made at present.
 */
export const HistoryImport = z.object({
  instance: z.string(),
  done: z.number().int(),
  total: z.number().int(),
  failed: z.number().int(),
  waiting: z.string().optional(),
});
export type HistoryImport = z.infer<typeof HistoryImport>;

/** Times are epoch ms. `pausedSince`: the disk accepts nothing since then. `problems`: why values are not stored. */
export const HistoryStatusReply = z.object({
  enabled: z.boolean(),
  sizeBytes: z.number(),
  maxBytes: z.number(),
  resources: z.number().int(),
  oldest: z.number().optional(),
  tiers: z.array(z.object({ stepMs: z.number(), retentionMs: z.number(), oldest: z.number().optional() })),
  damagedBlocks: z.number().int(),
  pausedSince: z.number().optional(),
  /** What goes to another engine, while that stores the history. */
  remote: ExportStatus.optional(),
  problems: z.array(z.string()),
  imports: z.array(HistoryImport),
});
export type HistoryStatusReply = z.infer<typeof HistoryStatusReply>;

export const getHistoryStatus = endpoint('GET /api/history/status', {
  summary: 'How much of the past is stored, and how far the import is',
  access: 'viewer',
  reply: HistoryStatusReply,
});

/** From the id of a resource to its values, see `StripsReply`. */
const Strips = z.record(z.string(), z.string());

/**
 * The means of `minutes` whole minutes from `from` (epoch ms) on. The values of a resource are base64 of two bytes a minute: first
 * the processor of all minutes, then the memory. A byte is a number of half percents; 255: not measured. A resource without a
 * value is left out. With `cursor` the next request gets only what has been added. `isFilling`: older minutes are being read from the store.
 */
export const StripsReply = z.object({
  enabled: z.boolean(),
  cursor: z.string(),
  isFilling: z.boolean(),
  from: z.number(),
  minutes: z.number().int(),
  guests: Strips,
  nodes: Strips,
});
export type StripsReply = z.infer<typeof StripsReply>;

/** The last hour. `after`: the cursor of an earlier answer; one that the server does not know gets the whole hour. */
export const getStrips = endpoint('GET /api/history/strips', {
  summary: 'Processor and memory of all guests and nodes in the last hour, a value a minute',
  access: 'viewer',
  query: z.strictObject({
    after: z
      .string()
      .max(100, toMessage({ id: 'input.cursor' }))
      .optional(),
  }),
  reply: StripsReply,
});

/** `timestamp` epoch ms. */
const Points = z.array(z.object({ timestamp: z.number(), value: z.number() }));
const charts = (...metrics: readonly string[]) =>
  z.record(z.string(), z.object(Object.fromEntries(metrics.map((metric) => [metric, Points]))));

/** `range`: 5m, 15m, 30m, 1h, 4h, 12h, 24h or 7d; anything else is 1h. Percent and bytes per second; `timestamp` epoch ms. */
export const getCharts = endpoint('GET /api/charts', {
  cost: 'high',
  summary: 'Values of the past of all guests, nodes and storages',
  access: 'viewer',
  query: z.object({ range: z.unknown().optional() }),
  reply: z.object({
    data: charts('cpu', 'memory', 'disk', 'diskread', 'diskwrite', 'netin', 'netout'),
    nodeData: charts('cpu', 'memory', 'disk'),
    storageData: charts('disk'),
    timestamp: z.number(),
    stats: z.object({ oldestDataTimestamp: z.number() }),
  }),
  errors: ['unavailable'],
});

const Dated = z.array(z.object({ value: z.number(), timestamp: z.string() })).nullable();

/** `range` in minutes. Percent for `usage`, else bytes; `timestamp` ISO. Null: no value in the range. */
export const getStorageCharts = endpoint('GET /api/storage-charts', {
  cost: 'high',
  summary: 'Values of the past of all storages',
  access: 'viewer',
  query: z.object({
    range: z
      .string()
      .regex(/^[1-9]\d{0,6}$/, toMessage({ id: 'input.minutes' }))
      .transform(Number)
      .default(60),
  }),
  reply: z.record(z.string(), z.object({ usage: Dated, used: Dated, total: Dated, avail: Dated })),
  errors: ['unavailable'],
});

/** OpenMetrics if the client accepts it, else the older text format of Prometheus. */
export const getMetrics = endpoint('GET /metrics', {
  cost: 'high',
  summary: 'The present values of everything that is watched, for Prometheus and others',
  access: 'scraper',
  contentType: 'text/plain; charset=utf-8',
  reply: z.string(),
});

export const historyEndpoints = [
  getHistory,
  getHistoryStatus,
  getStrips,
  getCharts,
  getStorageCharts,
  getMetrics,
] as const;
