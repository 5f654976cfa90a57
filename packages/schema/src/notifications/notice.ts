// What is to be said about one or more alerts at one destination.
import * as z from 'zod';
import { Alert, ResolvedReason } from '../entities/alert.ts';
import { OwnSentence } from '../sentences/sentence.ts';

/**
 * `level`: a warning became critical, or a count whose growth is sent has grown. `reminder`: nobody has acknowledged it. `escalated`:
 * the same for so long that others are notified. `digest`: raised while quiet hours or the hours of the destination held it back.
 */
export const NoticeKind = z.enum([
  ...['raised', 'level', 'flapping', 'reminder', 'escalated', 'digest', 'resolved', 'test'],
] as const);
export type NoticeKind = z.infer<typeof NoticeKind>;

/** The value with which an alert ended, in the unit of its type, and what the rule said about it: in English, and as data. */
export const EndReading = z.object({
  value: z.number(),
  message: z.exactOptional(z.string()),
  sentence: OwnSentence.optional(),
});
export type EndReading = z.infer<typeof EndReading>;

/**
 * `alert` is as it was when the notice was made. `occurrence`: its id, for services that link the end to the start. `duration`: ms so
 * far, or in all. `resolvedAt`: epoch ms. `now`: what the reading said that ended it, where it has a value; `alert` has the last one of
 * the alert. `escalation`: its level, from 1. `site`: the name of its site then; absent for what this server watches itself. `step`: the
 * how many-th message about the occurrence it is for this destination, from 1.
 */
export const NoticeAlert = z.object({
  alert: Alert,
  occurrence: z.string(),
  duration: z.number(),
  resolvedAt: z.exactOptional(z.number()),
  reason: z.exactOptional(ResolvedReason),
  now: z.exactOptional(EndReading),
  escalation: z.exactOptional(z.number()),
  site: z.exactOptional(z.string()),
  step: z.exactOptional(z.number()),
});
export type NoticeAlert = z.infer<typeof NoticeAlert>;

/**
 * `at` epoch ms. `alerts`: the worst first, at least one. `timeZone`: of the times that people read; default UTC. `insteadOf`: the destination for
 * which this one stands in, and why, if that was not said in an earlier message.
 */
export const Notice = z.object({
  kind: NoticeKind,
  alerts: z.array(NoticeAlert).min(1).readonly(),
  at: z.number(),
  timeZone: z.exactOptional(z.string()),
  insteadOf: z.exactOptional(z.object({ name: z.string(), why: z.string(), sentence: OwnSentence.optional() })),
});
export type Notice = z.infer<typeof Notice>;
