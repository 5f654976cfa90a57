// When notifications are sent. Alerts do not depend on it.
import * as z from 'zod';
import { toMessage } from '../sentences/message.ts';
import { TimeZone } from './zone-input.ts';

const within = (from: number, to: number) => {
  const text = toMessage({ id: 'input.between', values: { min: from, max: to } });
  return z.number(text).min(from, text).max(to, text);
};
const TIME = toMessage({ id: 'input.hour' });
const Time = z.string(TIME).regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, TIME);
const DAYS = toMessage({ id: 'input.weekdays' });
const Weekday = z.enum(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']);

/** Clients send either form, and read back what they sent. */
const Days = z.union(
  [z.partialRecord(Weekday, z.boolean()), z.array(z.int(DAYS).min(0, DAYS).max(6, DAYS)).max(7, DAYS)],
  DAYS,
);

/** A field that is missing or null has its default. Fields that we do not know are kept. */
export const Schedule = z.looseObject({
  quietHours: z
    .looseObject({
      enabled: z.boolean(),
      start: Time,
      end: Time,
      timezone: z.string().max(64),
      days: Days.nullable(),
      suppress: z.looseObject({ performance: z.boolean(), storage: z.boolean(), offline: z.boolean() }).partial(),
    })
    .partial(),
  /** Minutes; 0: none. */
  cooldown: z.union([z.literal(0), within(5, 120)], toMessage({ id: 'input.cooldown' })),
  /** 0: any number. */
  maxAlertsHour: within(0, 10),
  /** Seconds. */
  groupingWindow: within(0, 1800),
  grouping: z
    .looseObject({ enabled: z.boolean(), window: within(0, 1800), byNode: z.boolean(), byGuest: z.boolean() })
    .partial(),
  escalation: z
    .looseObject({
      enabled: z.boolean(),
      /** Minutes. */
      levels: z
        .array(z.looseObject({ after: within(5, 180), notify: z.enum(['email', 'webhook', 'all']) }))
        .max(20)
        .nullable(),
    })
    .partial(),
});
export type Schedule = z.infer<typeof Schedule>;

/** What clients send. A stored schedule may have a zone that an earlier version accepted. */
export const ScheduleInput = Schedule.extend({
  quietHours: Schedule.shape.quietHours.extend({ timezone: z.union([z.literal(''), TimeZone]).optional() }),
}).partial();
