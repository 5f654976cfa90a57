// One configured connection (a PVE host or cluster, a PBS, a PMG) and how it is doing.
import * as z from 'zod';
import { ConnectionHealth } from './node.ts';

/** The closed list of what can go wrong on the far side (design §6). Classified by codes, never by searching texts. */
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

export const InstanceKind = z.enum(['pve', 'pbs', 'pmg', 'docker']);
export type InstanceKind = z.infer<typeof InstanceKind>;

/**
 * A failing instance: what kind, in words for an administrator, since when (ISO). `retryAt` (ISO): nothing is asked before
 * that time, because the host refused the credentials.
 */
export const InstanceError = z.object({
  kind: SourceErrorKind,
  message: z.string(),
  since: z.string(),
  retryAt: z.string().optional(),
});
export type InstanceError = z.infer<typeof InstanceError>;

/**
 * One address of a cluster and whether it answers. `unproven`: a member that has not proved to be one, so it is not asked
 * and nothing fails over to it; the text says why. It says nothing about the health of the cluster.
 */
export const EndpointStatus = z.object({ host: z.string(), healthy: z.boolean(), unproven: z.string().optional() });
export type EndpointStatus = z.infer<typeof EndpointStatus>;

/**
 * A part of the picture that cannot be had at present (`node status`), and why, in words for an administrator. `needs` is
 * the privilege that would bring it: `Sys.Audit on /nodes/pve1`. `since` (ISO): what is shown of it is from before.
 */
export const Gap = z.object({
  part: z.string(),
  kind: SourceErrorKind,
  message: z.string(),
  needs: z.string().optional(),
  since: z.string().optional(),
});
export type Gap = z.infer<typeof Gap>;

/**
 * `lastSeen`: the last good answer (ISO). `dropped`: malformed items left out of the last answers. `gaps`: what a
 * missing privilege or a failing call costs while the rest works.
 */
export const Instance = z.object({
  id: z.string(),
  kind: InstanceKind,
  name: z.string(),
  host: z.string(),
  health: ConnectionHealth,
  error: InstanceError.optional(),
  lastSeen: z.string().optional(),
  version: z.string().optional(),
  dropped: z.number().int(),
  endpoints: z.array(EndpointStatus),
  gaps: z.array(Gap).optional(),
});
export type Instance = z.infer<typeof Instance>;
