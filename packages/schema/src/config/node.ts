// What it takes to watch a host: the body of POST /api/config/nodes and an entry of BELFRY_NODES.
import * as z from 'zod';

const common = {
  name: z.string().trim().min(1).max(64),
  host: z.string().trim().min(1).max(255),
  user: z.string().trim().max(128).optional(),
  password: z.string().max(1024).optional(),
  tokenName: z.string().trim().max(256).optional(),
  tokenValue: z.string().max(1024).optional(),
  /** SHA-256 of the host's certificate, hex, colons allowed. Set: this certificate and no other is accepted. */
  fingerprint: z
    .string()
    .trim()
    .regex(/^([0-9a-f]{2}:?){31}[0-9a-f]{2}$/i, 'expected a SHA-256 fingerprint: 64 hex digits, colons allowed')
    .or(z.literal(''))
    .optional(),
  verifySSL: z.boolean().default(true),
};
const on = z.boolean().default(true);

export const PveNodeConfig = z.strictObject({
  type: z.literal('pve'),
  ...common,
  monitorVMs: on,
  monitorContainers: on,
  monitorStorage: on,
  monitorBackups: on,
  monitorPhysicalDisks: z.boolean().default(false),
});

export const PbsNodeConfig = z.strictObject({
  type: z.literal('pbs'),
  ...common,
  monitorDatastores: on,
  monitorSyncJobs: on,
  monitorVerifyJobs: on,
  monitorPruneJobs: on,
  monitorGarbageJobs: on,
});

export const PmgNodeConfig = z.strictObject({
  type: z.literal('pmg'),
  ...common,
  monitorMailStats: on,
  monitorQueues: on,
  monitorQuarantine: on,
  monitorDomainStats: on,
});

/** Either a token (`tokenName` = `user@realm!name` with `tokenValue`) or `user` with `password`. */
export const NodeConfig = z
  .discriminatedUnion('type', [PveNodeConfig, PbsNodeConfig, PmgNodeConfig], {
    error: ({ code }) => (code === 'invalid_union' ? 'expected one of pve, pbs, pmg' : undefined),
  })
  .refine((c) => Boolean((c.tokenName && c.tokenValue) || (c.user && c.password)), {
    error: 'expected tokenName with tokenValue, or user with password',
  });
export type NodeConfig = z.infer<typeof NodeConfig>;
export type PveNodeConfig = z.infer<typeof PveNodeConfig>;
export type PbsNodeConfig = z.infer<typeof PbsNodeConfig>;
export type PmgNodeConfig = z.infer<typeof PmgNodeConfig>;
