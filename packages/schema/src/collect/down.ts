// Everything the server may say to a collector. Nothing in it runs a command on a machine or writes to a host.
import * as z from 'zod';
import { DrillQuestion } from '../drill/look.ts';
import { WireSentence } from '../sentences/sentence.ts';

/** First message of a line. The collector signs `nonce`. */
export const Challenge = z.object({ type: z.literal('challenge'), nonce: z.string().max(100) });

/** The proof was right. `site`: its name. */
const Welcome = z.object({ type: z.literal('welcome'), site: z.string() });

/** The line ends. `isFinal`: another attempt has the same answer, until somebody changes something. */
const Refused = z.object({ type: z.literal('refused'), sentence: WireSentence, isFinal: z.boolean() });

/** The server has not taken a message, or a part of one. The line stays. Each reason is said a few times only. */
const NotTaken = z.object({ type: z.literal('not-taken'), sentence: WireSentence });

/**
 * One host. `config` is a NodeConfig whose secrets are sealed to the key of the collector. A newer server may send fields that the
 * collector does not know.
 */
export const AssignedInstance = z.object({
  id: z.string(),
  epoch: z.number().int(),
  everyMs: z.number().int().min(1000),
  callMs: z.number().int().min(100),
  config: z.record(z.string(), z.unknown()),
});
export type AssignedInstance = z.infer<typeof AssignedInstance>;

/** All instances of the site. What is not in the list is no longer polled. */
const Assign = z.object({ type: z.literal('assign'), instances: z.array(AssignedInstance).max(10_000) });

/** Something happened at this instance: its polls for `about` run at once. */
const Poll = z.object({ type: z.literal('poll'), instance: z.string(), about: z.string() });

/** The server does not have what was said about the instance: the next message about it begins again. */
const Again = z.object({ type: z.literal('again'), instance: z.string() });

/** `at`: on the clock of the server, epoch ms. */
const Clock = z.object({ type: z.literal('clock'), at: z.number() });

/** A question about one host, which is answered with the same `id`. For `certificate` the `config` has only the `host`, which is an origin. For `scan` it has only the `subnet`; blank: the one of the collector. `drill`: only for the look of that name. */
const Ask = z.object({
  type: z.literal('ask'),
  id: z.string(),
  what: z.enum(['test', 'cluster', 'certificate', 'drill', 'scan']),
  config: z.record(z.string(), z.unknown()),
  drill: DrillQuestion.optional(),
});

/** The answer to a `call`: what a direct call would have got. */
const Reply = z.object({
  type: z.literal('reply'),
  id: z.string(),
  status: z.number().int(),
  body: z.string(),
  contentType: z.string(),
  retryAfter: z.string().optional(),
});

/**
 * What was measured of the instance since `from` and before `to`, epoch ms on the clock of the collector, at most an hour. It is answered by
 * messages `history`, and asked again from where it was stored if the line ends before the last of them.
 */
const History = z.object({ type: z.literal('history'), instance: z.string(), from: z.number(), to: z.number() });

/** What changed at the instance since `from`, epoch ms on the clock of the collector. It is answered by messages `edges`. */
const Edges = z.object({ type: z.literal('edges'), instance: z.string(), from: z.number() });

export const CollectDown = z.discriminatedUnion('type', [
  Challenge,
  Welcome,
  Refused,
  Assign,
  Poll,
  Again,
  Clock,
  Ask,
  Reply,
  History,
  Edges,
  NotTaken,
]);
export type CollectDown = z.infer<typeof CollectDown>;
