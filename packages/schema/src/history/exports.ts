// Where Belfry sends its values: engines for time series.
import * as z from 'zod';
import { toMessage } from '../sentences/message.ts';

/** `prometheus`: remote write 1.0. `influxdb`: line protocol, for the write endpoints of version 1 and 2. */
export const exportFormats = ['prometheus', 'influxdb'] as const;
export const ExportFormat = z.enum(exportFormats);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Names that begin with two underscores belong to Prometheus, and `id` is that of the resource. */
const LabelName = z
  .string()
  .regex(/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/, toMessage({ id: 'input.labelName' }))
  .refine((name) => name !== 'id' && !name.startsWith('__'), toMessage({ id: 'input.labelTaken' }));
const LabelValue = z
  .string()
  .trim()
  .min(1, toMessage({ id: 'input.labelValue' }))
  .max(200);
const MAX_LABELS = 20;

export const ExportConfig = z.object({
  enabled: z.boolean().default(false),
  /** The whole address to which values are written. */
  url: z.string().trim().max(2000).default(''),
  /** Without it the secret is a token. */
  username: z.string().trim().max(256).default(''),
  /** Empty or the mask: the stored one stays. */
  secret: z.string().max(4096).default(''),
  /** They are added to every series. */
  labels: z
    .record(LabelName, LabelValue)
    .refine(
      (labels) => Object.keys(labels).length <= MAX_LABELS,
      toMessage({ id: 'input.labels', values: { limit: MAX_LABELS } }),
    )
    .default({}),
  intervalSeconds: z.int().min(10).max(3600).default(30),
  /** What cannot be sent waits on the disk: at most this much, and for this long. The oldest is dropped first. */
  maxQueueMegabytes: z.int().min(1).max(10_000).default(100),
  maxQueueHours: z.int().min(1).max(720).default(24),
});
export type ExportConfig = z.infer<typeof ExportConfig>;

export const ExportInput = ExportConfig.refine(({ enabled, url }) => !enabled || url !== '', {
  path: ['url'],
  error: toMessage({ id: 'input.writeAddress' }),
});

/**
 * `waiting` and `dropped` are values. Times are epoch ms: of the oldest values that wait, and of the last that were accepted. `sent`
 * and `dropped` count since the start of Belfry. `problem`: why values are not accepted at present. `refused`: the engine refuses the
 * credentials. `dropReason`: why the last values were dropped.
 */
export const ExportStatus = z.object({
  waiting: z.number().int(),
  waitingBytes: z.number().int(),
  oldestAt: z.number().optional(),
  sentAt: z.number().optional(),
  sent: z.number().int(),
  dropped: z.number().int(),
  problem: z.string().optional(),
  refused: z.literal(true).optional(),
  dropReason: z.string().optional(),
});
export type ExportStatus = z.infer<typeof ExportStatus>;

/** The secret is the mask, or empty when there is none. */
export const ExportState = ExportConfig.extend({ status: ExportStatus });
export type ExportState = z.infer<typeof ExportState>;
