// An alert as the state carries it.
import * as z from 'zod';
import { OwnSentence } from '../sentences/sentence.ts';

/** What an alert explains: how many resources, and these, up to a thousand of them. */
export const Affected = z.object({
  count: z.number().int(),
  resources: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Affected = z.infer<typeof Affected>;

/**
 * What depends on the resource of an alert. `guests`: those that run on it, or ran there when it was lost. `unknown`: the guests of which
 * nobody knows whether they ran. `others`: storages of a node,
 * storages that a backup server is the target of, containers of a Docker host.
 */
export const Depends = z.object({
  guests: z.number().int(),
  others: z.number().int(),
  unknown: z.number().int().optional(),
});
export type Depends = z.infer<typeof Depends>;

/** Where the threshold comes from. `key`: of the override. `server`: the backup server of a datastore. */
export const ThresholdOrigin = z.object({
  from: z.enum(['override', 'tag', 'node', 'server', 'default']),
  key: z.string().optional(),
});

const Until = { until: z.string(), reason: z.string().optional(), by: z.string().optional() };

/**
 * `resourceType` is the kind of the resource (guest, node, storage …), `unit` that of the value. `occurrence` names this one
 * occurrence of the alert. `list` is the list of the state in which the resource is, `instanceId` its instance. `cause` is the id of
 * an active alert that explains this one. `affects` are the resources that this alert explains. `depends` is absent where nothing does. `flapping`: it starts and ends too
 * often, so it stays until it has been well for a while. `unreadSince` (ISO): nothing has been read about it since then, so what the
 * alert says is old. `silenced.id` is that of the silence; alerts that an older version stored
 * have none. Rules add data of their own.
 */
export const AlertMetadata = z.looseObject({
  resourceType: z.string(),
  unit: z.string(),
  occurrence: z.string(),
  instanceId: z.string(),
  list: z.string(),
  origin: ThresholdOrigin.optional(),
  cause: z.string().optional(),
  affects: Affected.optional(),
  depends: Depends.optional(),
  flapping: z.object({ since: z.string() }).optional(),
  unreadSince: z.string().optional(),
  silenced: z.object({ ...Until, id: z.string().optional() }).optional(),
  maintenance: z.object({ name: z.string(), until: z.string() }).optional(),
});
export type AlertMetadata = z.infer<typeof AlertMetadata>;

/** `message` is English; `sentence` says the same as data. Alerts that an older version stored have none. */
export const Alert = z.object({
  id: z.string(),
  type: z.string(),
  level: z.enum(['warning', 'critical']),
  resourceId: z.string(),
  resourceName: z.string(),
  node: z.string(),
  instance: z.string(),
  message: z.string(),
  sentence: OwnSentence.optional(),
  value: z.number(),
  threshold: z.number(),
  startTime: z.string(),
  lastSeen: z.string().optional(),
  acknowledged: z.boolean(),
  ackTime: z.string().optional(),
  ackUser: z.string().optional(),
  metadata: AlertMetadata.optional(),
});
export type Alert = z.infer<typeof Alert>;

/**
 * Why an alert ended. `stopped`: the resource does not run any more. `gone`: the resource does not exist any more. `disabled`: it was
 * switched off, or its threshold was changed. `cleared`: by a person.
 */
export const ResolvedReason = z.enum(['recovered', 'stopped', 'gone', 'disabled', 'cleared']);
export type ResolvedReason = z.infer<typeof ResolvedReason>;

export const ResolvedAlert = Alert.extend({ resolvedTime: z.string(), reason: ResolvedReason.optional() });
export type ResolvedAlert = z.infer<typeof ResolvedAlert>;
