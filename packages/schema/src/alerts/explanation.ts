// The explanation of an alert: its rule, the readings, the threshold, how long it was pending, and what holds it back.

import * as z from 'zod';
import { DeliveryState } from '../notifications/delivery.ts';
import { NoticeKind } from '../notifications/notice.ts';
import { OwnSentence } from '../sentences/sentence.ts';
import { ExplainedHold, ExplainedThreshold, HistoryEntry } from './history.ts';

/** `at` (ISO): the last answer about what was read; `age`: seconds since then. */
const age = { at: z.string(), age: z.number() };

/**
 * The last reading. `is`: `measured` was compared with a threshold, `bad` and `well` were decided by the rule, `unknown` is no
 * answer, `off`: the rule is switched off. `polls` are the polls that reported it since the start, the newest answer first;
 * a poll reads a `list` of the state. `at` and `age` are those of the newest answer.
 */
const ExplainedReading = z.object({
  is: z.enum(['measured', 'bad', 'well', 'unknown', 'off']),
  value: z.number().optional(),
  instanceId: z.string(),
  instance: z.string(),
  list: z.string(),
  at: age.at.optional(),
  age: age.age.optional(),
  polls: z.array(z.object({ poll: z.string(), list: z.string(), ...age })),
});

/**
 * What holds back its notifications. `id` is that of the cause. With `destination` (its name) it concerns only that one: `routing`: its
 * filter, named by `reason`, does not let the alert through. `hours`: it gets messages only at other times. `hourLimit`: the
 * limit of messages per hour is reached. `grouping`: it waits for others. `disabled`: the destination is switched off. `itself`:
 * the alert is that this destination fails.
 */
export const HeldBack = z.object({
  by: z.enum([
    ...['acknowledgement', 'silence', 'maintenance', 'flapping', 'cause'],
    ...['quietHours', 'routing', 'hours', 'hourLimit', 'grouping', 'disabled', 'itself'],
  ] as const),
  destination: z.string().optional(),
  user: z.string().optional(),
  reason: z.string().optional(),
  id: z.string().optional(),
  since: z.string().optional(),
  until: z.string().optional(),
});
export type HeldBack = z.infer<typeof HeldBack>;

/**
 * A message about the alert, the newest first. `channel` is the name of the destination. `at` (ISO): the last attempt, or when it was
 * queued. `words`: what the last attempt was answered; `sentence` says the same where it is Belfry's own.
 */
const ExplainedDelivery = z.object({
  id: z.string(),
  channel: z.string(),
  kind: NoticeKind,
  state: DeliveryState,
  at: z.string(),
  success: z.boolean(),
  words: z.string().optional(),
  sentence: OwnSentence.optional(),
});
export type ExplainedDelivery = z.infer<typeof ExplainedDelivery>;

/**
 * A message that comes at `at` (ISO) if nothing happens until then but time: nobody acknowledges the alert, and its value stays.
 * `destinations` are names. `level` is that of an escalation, from 1.
 */
const NextMessage = z.object({
  at: z.string(),
  kind: NoticeKind,
  destinations: z.array(z.string()),
  level: z.number().int().optional(),
});
export type NextMessage = z.infer<typeof NextMessage>;

/**
 * When an active alert ends by itself: as soon as its value is at most `atMost` or less than `below`; without both, as soon as a
 * reading is good. It must stay so for `seconds`.
 */
const ExplainedEnd = z.object({
  atMost: z.number().optional(),
  below: z.number().optional(),
  seconds: z.number(),
});
export type ExplainedEnd = z.infer<typeof ExplainedEnd>;

/** `pending` and `attached` alerts are not raised. `alert` is the newest occurrence, where there is one. */
export const Explanation = z.object({
  id: z.string(),
  status: z.enum(['pending', 'attached', 'active', 'acknowledged', 'resolved']),
  alert: HistoryEntry.optional(),
  rule: z.object({ type: z.string(), category: z.string(), unit: z.string(), resourceType: z.string() }),
  readings: z.array(ExplainedReading),
  threshold: ExplainedThreshold.optional(),
  hold: ExplainedHold.optional(),
  heldBack: z.array(HeldBack),
  deliveries: z.array(ExplainedDelivery),
  /** The first message of each kind to each destination within a week, the earliest first. */
  next: z.array(NextMessage),
  /** Absent when the alert is not active. */
  ends: ExplainedEnd.optional(),
});
export type Explanation = z.infer<typeof Explanation>;
