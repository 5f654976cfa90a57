// Everything a collector may say to the server.
import * as z from 'zod';
import { ResourceKindName } from '../history/metrics.ts';
import { SourceError } from '../messages/observation.ts';
import { ChangedObservation, Lists } from './changes.ts';
import { Edge } from './edges.ts';
import { passedOnNames } from './passed-on.ts';

const id = z.string().max(100);

/** `signature`: of the challenge, base64url, see `domain/collect/proof`. `run`: this run of the program. */
export const Hello = z.object({
  type: z.literal('hello'),
  protocol: z.number().int(),
  version: z.string().max(100),
  site: id,
  run: id,
  signature: z.string().max(200),
});

/**
 * `ageMs`: how long ago the answer of the host arrived, on the monotonic clock of the collector. `number`: the place of this message among
 * those about its instance. With 1 they begin again: nothing was said before.
 */
const Observed = z.object({
  type: z.literal('observation'),
  ageMs: z.number().min(0),
  number: z.number().int().min(1),
  observation: ChangedObservation,
});

/** A part of long lists, before the observation to which it belongs. It has a `number` like that one. */
const Part = z.object({ type: z.literal('part'), instance: id, number: z.number().int().min(1), lists: Lists });

/** `asked`: the `at` of the server. `at` and `answeredAt`: when it arrived and when this was sent, on the clock of the collector. Epoch ms. */
const Clock = z.object({ type: z.literal('clock'), asked: z.number(), at: z.number(), answeredAt: z.number() });

/** `value` is what the question asks for. */
const Answered = z.object({
  type: z.literal('answer'),
  id,
  outcome: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: z.unknown() }),
    z.object({ ok: z.literal(false), error: SourceError }),
  ]),
});

/** An instance that the collector cannot poll. `unreadable`: its secrets are sealed to another key, so they must be entered again. */
const Unpolled = z.object({ type: z.literal('unpolled'), instance: id, why: z.enum(['unreadable', 'unknown']) });

/**
 * A machine of the site called the port of the collector. `params` and `query` (as in a URL) are those of the endpoint, `token` is the one
 * of the caller or blank, `body` is JSON or blank. It is answered by a `reply` with the same `id`.
 */
const Call = z.object({
  type: z.literal('call'),
  id,
  what: z.enum(passedOnNames),
  params: z.record(z.string().max(32), z.string().max(256)),
  query: z.string().max(2048),
  token: z.string().max(256),
  body: z.string().max(4 << 20),
});

/** Where machines of the site reach the port of the collector: `http://host:port`, best first. */
const Listening = z.object({ type: z.literal('listening'), addresses: z.array(z.string().max(255)).max(20) });

/** Values by the name of the metric. Null: not measured. */
const Values = z.record(z.string().max(40), z.array(z.number().nullable()).max(360));

/** `max`: where a step joins several samples, the largest one. */
const Measured = z.object({ kind: ResourceKindName, id: z.string().max(500), mean: Values, max: Values.optional() });
export type Measured = z.infer<typeof Measured>;

/**
 * A part of what was asked for: the first value of each list stands for `from` (epoch ms on the clock of the collector) until one `stepMs`
 * later. `isLast`: it is the end of the answer.
 */
const History = z.object({
  type: z.literal('history'),
  instance: id,
  from: z.number().int(),
  stepMs: z.number().int().min(10_000).max(3_600_000),
  measured: z.array(Measured).max(1000),
  isLast: z.boolean(),
});

/**
 * A part of what was asked for, oldest first. `dropped`: how many changes of that time the collector no longer has. `isLast`: it is the end
 * of the answer.
 */
const Edges = z.object({
  type: z.literal('edges'),
  instance: id,
  edges: z.array(Edge).max(1000),
  dropped: z.number().int().min(0),
  isLast: z.boolean(),
});

/**
 * The history in the collector, once a minute: its size, and whether its disk accepts nothing. The hosts are polled nevertheless, and what is
 * measured while there is no line is lost.
 */
const Spool = z.object({ type: z.literal('spool'), bytes: z.number().int().min(0), isFull: z.boolean() });

export const CollectUp = z.discriminatedUnion('type', [
  Hello,
  Observed,
  Part,
  Clock,
  Answered,
  Unpolled,
  Call,
  Listening,
  History,
  Edges,
  Spool,
]);
export type CollectUp = z.infer<typeof CollectUp>;
