// What happened to one occurrence of an alert: from the moment it was raised until it was resolved.
import * as z from 'zod';
import { Alert, ThresholdOrigin } from '../entities/alert.ts';
import { Severity } from './config.ts';

/**
 * `unsilenced` and `maintenanceEnded`: the alert has lost this mark, by time or by a person. `notified`: a message about it has arrived
 * at a destination.
 */
export const ChangeKind = z.enum([
  ...['raised', 'level', 'acknowledged', 'unacknowledged', 'resolved', 'flapping', 'attached', 'detached'],
  ...['silenced', 'unsilenced', 'maintenance', 'maintenanceEnded', 'notified'],
] as const);
export type ChangeKind = z.infer<typeof ChangeKind>;

/**
 * `at` ISO. `by`: the user who acted. `text`: the reason of a silence or of the end, the name of a maintenance window or of
 * a destination, the id of the alert that is the cause.
 */
export const AlertChange = z.object({
  at: z.string(),
  kind: ChangeKind,
  level: Severity.optional(),
  value: z.number().optional(),
  by: z.string().optional(),
  text: z.string().optional(),
});
export type AlertChange = z.infer<typeof AlertChange>;

/**
 * One occurrence. `level` is the highest that it had, `value` the last one, `peakValue` the worst. `resolvedAt` and
 * `resolvedTime` (ISO) are the same, for clients that know one of the names. `duration` seconds, so far while it is active. `late` (ISO):
 * when its site told of it. It began and ended while the line to the site was broken, so nobody was notified.
 */
export const HistoryEntry = Alert.extend({
  occurrence: z.string(),
  status: z.enum(['active', 'acknowledged', 'resolved']),
  resolvedAt: z.string().optional(),
  resolvedTime: z.string().optional(),
  reason: z.string().optional(),
  peakValue: z.number(),
  duration: z.number(),
  notified: z.boolean(),
  late: z.string().optional(),
  changes: z.array(AlertChange),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** `critical` and `clear` only where the value is measured. */
export const ExplainedThreshold = z.object({
  trigger: z.number(),
  clear: z.number().optional(),
  critical: z.number().optional(),
  origin: ThresholdOrigin.optional(),
});

/** When a bad reading is confirmed: one of the first fields is set. `pending`: for how many seconds it was not confirmed. */
export const ExplainedHold = z.object({
  polls: z.number().optional(),
  tries: z.number().optional(),
  seconds: z.number().optional(),
  silentSeconds: z.number().optional(),
  pending: z.number().optional(),
});

/** What is stored with an occurrence when it is raised, to explain it later. */
export const Known = z.object({ threshold: ExplainedThreshold.optional(), hold: ExplainedHold.optional() });
export type Known = z.infer<typeof Known>;
