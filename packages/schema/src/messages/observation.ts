// What one poll of one instance learned, or a report that was sent to us: the way from every source to the state.
//
// Plain data: it means the same after a trip through JSON, so that a source may run in another process.
import * as z from 'zod';
import { EndpointStatus, Gap, InstanceKind, SourceErrorKind } from '../entities/instance.ts';
import { Temperature } from '../entities/node.ts';
import { type EntityOf, lists } from '../state.ts';

/**
 * What went wrong on the far side. `message` is for an administrator; `status` is the HTTP status where there was one.
 * `retryAt` (epoch ms): nothing is asked before that time. `isMissing`: the host says that the thing does not exist.
 */
export const SourceError = z.object({
  kind: SourceErrorKind,
  message: z.string(),
  status: z.number().optional(),
  retryAt: z.number().optional(),
  isMissing: z.literal(true).optional(),
});
export type SourceError = z.infer<typeof SourceError>;

/** The configured connection an observation is about. `id` stays the same when `name` changes. */
export const InstanceIdentity = z.object({ id: z.string(), kind: InstanceKind, name: z.string(), host: z.string() });
export type InstanceIdentity = z.infer<typeof InstanceIdentity>;

/**
 * Bytes since the guest started; a counter that was not given is absent. `sampledAt` (epoch ms on the host's clock) is
 * when the host read them, where it says so: equal times are one sample, however often it is fetched. The next sample
 * of the same guest may come without it, and its time is then that of the observation; the two clocks must not be mixed.
 */
export const TrafficCounters = z.object({
  sampledAt: z.number().optional(),
  networkIn: z.number().optional(),
  networkOut: z.number().optional(),
  diskRead: z.number().optional(),
  diskWrite: z.number().optional(),
});
export type TrafficCounters = z.infer<typeof TrafficCounters>;

/** A source fills these lists. The server makes the others: the instances and the alerts. */
const sourceLists = z.object(lists).omit({ instances: true, activeAlerts: true, recentlyResolved: true });
export type SourceListName = keyof z.infer<typeof sourceLists>;

/** Entities of this instance, complete for each named list: an entity that is missing in a named list is removed. */
export type Slices = { [L in SourceListName]?: readonly EntityOf<L>[] };

/**
 * Guests come with rates of null. Their counters are beside them, by guest id, and the state turns them into rates.
 * `temperatures`, by node id, are of nodes that another poll lists. `gaps` says what could not be had while the
 * rest could.
 */
export const Findings = z.object({
  slices: sourceLists.partial() as z.ZodType<Slices>,
  counters: z.record(z.string(), TrafficCounters).optional(),
  temperatures: z.record(z.string(), Temperature).optional(),
  version: z.string().optional(),
  gaps: z.array(Gap).readonly().optional(),
});
export type Findings = z.infer<typeof Findings>;

/** Calls to hosts: `made`; of these `failed`; `tookMs` together, without the time they waited for their turn. */
export const Calls = z.object({ made: z.number().int(), failed: z.number().int(), tookMs: z.number() });
export type Calls = z.infer<typeof Calls>;

/**
 * `run` names one run of the program that polls, `sequence` counts what it observed. For one instance and poll the
 * numbers rise; gaps mean nothing. The state takes no number twice and none that is lower than the last one. When that
 * program starts again it has a new `run` and may count from 1.
 *
 * `at` is when the answer came (epoch ms). `monotonic` is the same moment on the monotonic clock of the process that
 * keeps the state: what brings an observation from another process replaces it.
 *
 * `essential`: a failure means that the whole instance fails. `everyMs` is how often the poll means to answer: after
 * three of those without a good answer its facts are stale, or after `staleAfterMs` where that is given. `calls` are
 * those of this poll. `dropped` counts the items that were too malformed to keep, and the values that cannot be true.
 */
export const Observation = z.object({
  run: z.string(),
  sequence: z.number().int(),
  instance: InstanceIdentity,
  poll: z.string(),
  at: z.number(),
  monotonic: z.number(),
  essential: z.boolean(),
  everyMs: z.number(),
  staleAfterMs: z.number().optional(),
  tookMs: z.number(),
  calls: Calls,
  endpoints: z.array(EndpointStatus).readonly(),
  dropped: z.number().int(),
  outcome: z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value: Findings }),
    z.object({ ok: z.literal(false), error: SourceError }),
  ]),
});
export type Observation = z.infer<typeof Observation>;
