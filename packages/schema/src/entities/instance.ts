// One configured connection (a PVE host or cluster, a PBS, a PMG) and how it is doing.
import * as z from 'zod';
import { nodeTypes } from '../config/kinds.ts';
import { OwnSentence } from '../sentences/sentence.ts';
import { ConnectionHealth } from './node.ts';

/** Every way in which a call to a host can fail. Decided by status and error codes, never by searching texts. */
export const SourceErrorKind = z.enum([
  'unreachable',
  'timeout',
  'tls',
  'auth',
  'forbidden',
  'rate-limited',
  'bad-status',
  'bad-payload',
]);
export type SourceErrorKind = z.infer<typeof SourceErrorKind>;

export const InstanceKind = z.enum([...nodeTypes, 'docker']);
export type InstanceKind = z.infer<typeof InstanceKind>;

/**
 * Why an instance fails: the kind of failure, a text for an administrator, since when (ISO). `retryAt` (ISO): Belfry does not
 * call the host before that time, because the host refused the credentials.
 */
export const InstanceError = z.object({
  kind: SourceErrorKind,
  message: z.string(),
  sentence: OwnSentence.optional(),
  since: z.string(),
  retryAt: z.string().optional(),
});
export type InstanceError = z.infer<typeof InstanceError>;

/**
 * One address of a cluster and whether it answers. `unproven`: Belfry cannot be sure that this is a member, so it does not call
 * it and does not fail over to it; the text says why, and `sentence` the same as data. It says nothing about the health of the cluster. `certificate`: when it is
 * valid (ISO). `clockAheadSeconds`: how far the clock of the host is ahead of Belfry's, or behind if negative; absent when the
 * difference is less than a minute.
 */
export const EndpointStatus = z.object({
  host: z.string(),
  healthy: z.boolean(),
  unproven: z.string().optional(),
  sentence: OwnSentence.optional(),
  certificate: z.object({ validFrom: z.string(), validTo: z.string() }).optional(),
  clockAheadSeconds: z.number().optional(),
});
export type EndpointStatus = z.infer<typeof EndpointStatus>;

/**
 * A gap: a part of the data that cannot be read at present (`node status`), and why, as a text for an administrator. `needs` is
 * the missing privilege: `Sys.Audit on /nodes/pve1`. `since` (ISO): the data shown is older than that.
 */
export const Gap = z.object({
  part: z.string(),
  kind: SourceErrorKind,
  message: z.string(),
  sentence: OwnSentence.optional(),
  needs: z.string().optional(),
  since: z.string().optional(),
});
export type Gap = z.infer<typeof Gap>;

/**
 * `health` is the result of the last polls: `error` if the essential one failed. `lastSeen`: the last good answer (ISO). `downSince`
 * (ISO): the same once the instance counts as down: after three failed polls in a row, three intervals without an answer, or a refusal. `dropped`: how many malformed items were left out of the last answers. `gaps`: what
 * cannot be read because of a missing privilege or a failing call, while the rest works. `site`: the id of the site whose collector polls it.
 */
export const Instance = z.object({
  id: z.string(),
  kind: InstanceKind,
  name: z.string(),
  host: z.string(),
  site: z.string().optional(),
  health: ConnectionHealth,
  error: InstanceError.optional(),
  lastSeen: z.string().optional(),
  downSince: z.string().optional(),
  version: z.string().optional(),
  dropped: z.number().int(),
  endpoints: z.array(EndpointStatus),
  gaps: z.array(Gap).optional(),
});
export type Instance = z.infer<typeof Instance>;
