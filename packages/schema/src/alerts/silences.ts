// Silences and maintenance windows. They hide no alert: they mark those they are about, and hold back their notifications.
import * as z from 'zod';
import { toMessage } from '../sentences/message.ts';
import { TimeZone } from './zone-input.ts';

/** `value` is an id, except for `type` and `tag`. A guest is a `resource`. A `node` includes everything on it, a `site` all of its hosts and its collector. */
export const Target = z.object({
  kind: z.enum(['alert', 'resource', 'type', 'tag', 'node', 'instance', 'site']),
  value: z.string().trim().min(1).max(512),
});
export type Target = z.infer<typeof Target>;

/** So many of each may be stored. */
export const MAX_SILENCING = { silences: 1000, windows: 200 } as const;

const Reason = z.string().trim().min(1).max(500);

/** `since` and `until` ISO. */
export const Silence = z.object({
  id: z.string(),
  target: Target,
  reason: z.string(),
  by: z.string(),
  since: z.string(),
  until: z.string(),
});
export type Silence = z.infer<typeof Silence>;

const YEAR_MINUTES = 366 * 24 * 60;
/** How long from now, on the clock of the server. */
const minutes = z.number().int().min(1).max(YEAR_MINUTES);

export const SilenceInput = z.strictObject({ target: Target, reason: Reason, minutes });
export type SilenceInput = z.infer<typeof SilenceInput>;
/** An absent field is not changed. */
export const SilencePatch = z.strictObject({ reason: Reason.optional(), minutes: minutes.optional() });
export type SilencePatch = z.infer<typeof SilencePatch>;

const Instant = z.iso.datetime({ offset: true });

const Once = z
  .strictObject({ kind: z.literal('once'), start: Instant, end: Instant })
  .refine(({ start, end }) => Date.parse(start) < Date.parse(end), {
    path: ['end'],
    error: toMessage({ id: 'input.order' }),
  });

/**
 * Every week on these days (0 is Sunday), from `start` (`HH:MM`) of the time zone, for so long. A window that begins on Friday
 * and passes midnight belongs to Friday.
 */
const Weekly = z.strictObject({
  kind: z.literal('weekly'),
  weekdays: z.array(z.number().int().min(0).max(6)).min(1).max(7),
  start: z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, toMessage({ id: 'input.hourAndMinute' })),
  minutes: z
    .number()
    .int()
    .min(1)
    .max(7 * 24 * 60),
  timeZone: TimeZone,
});

export const WindowSchedule = z.discriminatedUnion('kind', [Once, Weekly]);
export type WindowSchedule = z.infer<typeof WindowSchedule>;

/** A window without targets would be about everything, so it needs one. */
export const WindowInput = z.strictObject({
  name: z.string().trim().min(1).max(100),
  targets: z.array(Target).min(1).max(100),
  schedule: WindowSchedule,
  enabled: z.boolean().default(true),
});
export type WindowInput = z.infer<typeof WindowInput>;

/** An earlier version accepted zones that do not exist. A window with one is kept, shown, and never in force. */
const StoredSchedule = z.discriminatedUnion('kind', [Once, Weekly.extend({ timeZone: z.string().max(64) })]);

/** `changedAt` ISO, `by` who changed it last. */
export const MaintenanceWindow = z.object({
  ...WindowInput.shape,
  schedule: StoredSchedule,
  id: z.string(),
  by: z.string(),
  changedAt: z.string(),
});
export type MaintenanceWindow = z.infer<typeof MaintenanceWindow>;
