// The alerts that a destination gets.
import * as z from 'zod';
import { Severity } from '../alerts/config.ts';
import { TimeZone } from '../alerts/zone-input.ts';
import { toMessage } from '../sentences/message.ts';

const MAX_VALUES = 500;
const Values = z.array(z.string().trim().min(1).max(512)).max(MAX_VALUES, `must have at most ${MAX_VALUES} entries`);
const TIME = toMessage({ id: 'input.hour' });
const Time = z.string(TIME).regex(/^([01]\d|2[0-3]):[0-5]\d$/, TIME);

/**
 * The hours in which messages are sent; outside of them they wait. From `start` to `end` (`HH:MM`) on these weekdays (0 is Sunday). If
 * `end` is not after `start`, the hours pass midnight and belong to the weekday of their start. Without a time zone that of the
 * server holds. Stored hours may have a zone that an earlier version accepted: with one that does not exist, nothing waits.
 */
export const RoutingHours = z.strictObject({
  days: z.array(z.int().min(0).max(6)).min(1).max(7),
  start: Time,
  end: Time,
  timezone: z.string().max(64).default(''),
});
export type RoutingHours = z.infer<typeof RoutingHours>;

/**
 * An empty list is no filter. `types` are types of alerts; `sites`, `instances` and `nodes` are ids, and a node stands for what is on it too;
 * `tags` are those of the resource, one of them is enough. Without `hours` it gets messages at any time.
 */
export const Routing = z.strictObject({
  minLevel: Severity.default('warning'),
  types: Values.default([]),
  sites: Values.optional(),
  instances: Values.default([]),
  nodes: Values.default([]),
  tags: Values.default([]),
  hours: RoutingHours.nullable().default(null),
});
export type Routing = z.infer<typeof Routing>;

const HoursInput = RoutingHours.extend({ timezone: z.union([z.literal(''), TimeZone]).default('') });
/** What clients send. */
export const RoutingInput = Routing.extend({ hours: HoursInput.nullable().default(null) });
