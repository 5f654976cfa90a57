// The result of one poll of one instance, or of one report. Every source sends its data to the state in this form.
//
// Plain data: it has the same meaning after it was written as JSON and read again, so that a source may run in another process.
import * as z from 'zod';
import { EndpointStatus, Gap, InstanceKind, SourceErrorKind } from '../entities/instance.ts';
import { Temperature } from '../entities/node.ts';
import { SettingsList, SettingsReading } from '../journal/reading.ts';
import { OwnSentence } from '../sentences/sentence.ts';
import { type EntityOf, lists } from '../state.ts';

/**
 * The error of a call to a host. `message` is for an administrator, `sentence` says the same where it is Belfry's own. `status`: the HTTP status, if there was one. `retryAt`
 * (epoch ms): no call is made before that time. `isMissing`: the host says that the resource does not exist.
 */
export const SourceError = z.object({
  kind: SourceErrorKind,
  message: z.string(),
  sentence: OwnSentence.optional(),
  status: z.number().optional(),
  retryAt: z.number().optional(),
  isMissing: z.literal(true).optional(),
});
export type SourceError = z.infer<typeof SourceError>;

/** The configured connection an observation is about. `id` stays the same when `name` changes. `site`: the id of the site that polls it. */
export const InstanceIdentity = z.object({
  id: z.string(),
  kind: InstanceKind,
  name: z.string(),
  host: z.string(),
  site: z.string().optional(),
});
export type InstanceIdentity = z.infer<typeof InstanceIdentity>;

/**
 * Bytes since the guest started. A counter that the host does not report is absent. `sampledAt`: when the host read the
 * counters (epoch ms on the host's clock), if the host reports it. Counters with equal times are the same sample. The next
 * sample of the same guest may have no `sampledAt`; then the time of the observation counts. The two clocks must not be mixed.
 */
export const TrafficCounters = z.object({
  sampledAt: z.number().optional(),
  networkIn: z.number().optional(),
  networkOut: z.number().optional(),
  diskRead: z.number().optional(),
  diskWrite: z.number().optional(),
});
export type TrafficCounters = z.infer<typeof TrafficCounters>;

/** A source fills these lists. The server makes the others: the instances, the alerts, how well guests are protected, and what was agreed. */
export const sourceLists = z.object(lists).omit({
  instances: true,
  sites: true,
  activeAlerts: true,
  recentlyResolved: true,
  guestProtection: true,
  backupGroups: true,
  baselines: true,
});
export type SourceListName = keyof z.infer<typeof sourceLists>;

/** Entities of this instance, complete for each named list: an entity that is missing in a named list is removed. */
export type Slices = { [L in SourceListName]?: readonly EntityOf<L>[] };

/**
 * Guests come with rates of null, and nodes without rates. Their counters are beside them, and the state turns them into rates: by
 * guest id, and by `node/` with the id of the node, because a node may be named like a number.
 * `temperatures`, by node id, belong to nodes that another poll lists. `gaps`: the parts of the data that could not be read. `settings`: of
 * those resources whose configuration was read in this run. `settingsLists`: whole lists of such resources; a list that could not be read is none.
 */
export const Findings = z.object({
  slices: sourceLists.partial() as z.ZodType<Slices>,
  counters: z.record(z.string(), TrafficCounters).optional(),
  temperatures: z.record(z.string(), Temperature).optional(),
  version: z.string().optional(),
  settings: z.array(SettingsReading).readonly().optional(),
  settingsLists: z.array(SettingsList).readonly().optional(),
  gaps: z.array(Gap).readonly().optional(),
});
export type Findings = z.infer<typeof Findings>;

/** Calls to hosts. `failed`: how many of the `made` ones. `tookMs`: their total duration without the time in the queue. */
export const Calls = z.object({ made: z.number().int(), failed: z.number().int(), tookMs: z.number() });
export type Calls = z.infer<typeof Calls>;

/**
 * `epoch`: the number of the assignment of the instance to the program that polls it. It rises each time another program gets the instance.
 * `run`: the id of one run of that program. `sequence`: the number of the observation in this run. For one instance and poll the numbers rise;
 * missing numbers have no meaning. The state ignores what is not newer: a lower epoch, a run that another one of the same epoch has replaced,
 * a number that is not higher than the last one. A new run may count from 1.
 *
 * `at`: when the answer arrived (epoch ms). `monotonic`: the same moment on the monotonic clock of the process with the state.
 * It must be replaced in an observation from another process.
 *
 * `essential`: a failure means that the whole instance fails. `everyMs`: the interval of the poll. Its data is stale after
 * three intervals without a good answer, or after `staleAfterMs`. `calls`: of this poll. `dropped`: the number of malformed
 * items and impossible values that were left out.
 */
export const Observation = z.object({
  epoch: z.number().int(),
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
/**
 * `handsOver` is only said inside a process, and no message has it: nobody else has the entities that are new in the lists, so whoever takes the
 * observation may complete them where it would complete copies of them.
 */
export type Observation = z.infer<typeof Observation> & { handsOver?: true };
