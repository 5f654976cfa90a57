// What it takes to watch a host: an entry of BELFRY_NODES, the body of POST and PUT /api/config/nodes.
import * as z from 'zod';

/** The texts that a form shows beside its fields. */
const HOST_REQUIRED = 'Host is required';
export const PASSWORD_REQUIRED = 'Username and password are required';
export const TOKEN_REQUIRED = 'Token ID and token value are required';

/** SHA-256 of the host's certificate, hex, colons allowed. Set: this certificate and no other is accepted. */
export const Fingerprint = z
  .string()
  .trim()
  .regex(/^([0-9A-Fa-f]{2}:?){31}[0-9A-Fa-f]{2}$/, 'expected a SHA-256 fingerprint: 64 hex digits, colons allowed');

/** Names stand in ids, logs and messages: no control characters. */
export const Name = z
  .string()
  .trim()
  .max(64)
  .regex(/^[ -~\u00a0-\uffff]*$/, 'a name has no control characters');

const access = {
  user: z.string().trim().max(128).optional(),
  password: z.string().max(1024).optional(),
  tokenName: z.string().trim().max(256).optional(),
  tokenValue: z.string().trim().max(1024).optional(),
  fingerprint: Fingerprint.or(z.literal('')).optional(),
};
const verified = { verifySSL: z.boolean().default(true) };
const named = { name: Name.min(1), host: z.string().trim().min(1).max(255) };
/** Without a name, one is made from the host. */
const maybeNamed = {
  name: Name.optional(),
  host: z.string({ error: HOST_REQUIRED }).trim().min(1, HOST_REQUIRED).max(255),
};

const on = z.boolean().default(true);
const off = z.boolean().default(false);
const flags = {
  pve: { monitorVMs: on, monitorContainers: on, monitorStorage: on, monitorBackups: on, monitorPhysicalDisks: off },
  pbs: {
    monitorDatastores: on,
    monitorSyncJobs: on,
    monitorVerifyJobs: on,
    monitorPruneJobs: on,
    monitorGarbageJobs: on,
  },
  pmg: { monitorMailStats: on, monitorQueues: on, monitorQuarantine: on, monitorDomainStats: off },
};

export const PveNodeConfig = z.strictObject({
  type: z.literal('pve'),
  ...named,
  ...access,
  ...verified,
  ...flags.pve,
});
export const PbsNodeConfig = z.strictObject({
  type: z.literal('pbs'),
  ...named,
  ...access,
  ...verified,
  ...flags.pbs,
});
export const PmgNodeConfig = z.strictObject({
  type: z.literal('pmg'),
  ...named,
  ...access,
  ...verified,
  ...flags.pmg,
});

interface Credentials {
  user?: string | undefined;
  password?: string | undefined;
  tokenName?: string | undefined;
  tokenValue?: string | undefined;
}
const complete = (c: Credentials): boolean => Boolean((c.tokenName && c.tokenValue) || (c.user && c.password));
const incomplete = {
  error: ({ input }: { input?: unknown }) => {
    const { tokenName, tokenValue } = input as Credentials;
    return tokenName || tokenValue ? TOKEN_REQUIRED : PASSWORD_REQUIRED;
  },
};
const oneOf = {
  error: ({ code }: { code: string }) => (code === 'invalid_union' ? 'expected one of pve, pbs, pmg' : undefined),
};

/** Either a token (`tokenName` = `user@realm!name` with `tokenValue`) or `user` with `password`. */
export const NodeConfig = z
  .discriminatedUnion('type', [PveNodeConfig, PbsNodeConfig, PmgNodeConfig], oneOf)
  .refine(complete, { error: 'expected tokenName with tokenValue, or user with password' });
export type NodeConfig = z.infer<typeof NodeConfig>;
export type PveNodeConfig = z.infer<typeof PveNodeConfig>;
export type PbsNodeConfig = z.infer<typeof PbsNodeConfig>;
export type PmgNodeConfig = z.infer<typeof PmgNodeConfig>;
export type NodeType = NodeConfig['type'];

const flag = z.boolean().optional();
/** Every flag of any type, each omitted when it does not apply. */
export const MonitorFlags = z.object({
  monitorVMs: flag,
  monitorContainers: flag,
  monitorStorage: flag,
  monitorBackups: flag,
  monitorPhysicalDisks: flag,
  monitorDatastores: flag,
  monitorSyncJobs: flag,
  monitorVerifyJobs: flag,
  monitorPruneJobs: flag,
  monitorGarbageJobs: flag,
  monitorMailStats: flag,
  monitorQueues: flag,
  monitorQuarantine: flag,
  monitorDomainStats: flag,
});

/** Whether a field of a host is a flag of another type. */
export const isForeignFlag = (type: NodeType, field: string): boolean =>
  Object.hasOwn(MonitorFlags.shape, field) && !Object.hasOwn(flags[type], field);

/** The id of an instance in the state. Ids of older installations may be any name. */
export const InstanceId = z
  .string()
  .min(1)
  .max(80)
  .regex(/^\P{Cc}*$/u, 'an id has no control characters');

/** A host with the id of its instance; without one, the id is made from type and name. */
export type Identified<Config = NodeConfig> = Config & { id?: string | undefined };

const entered = { ...maybeNamed, ...access, ...verified, ...MonitorFlags.shape };
/** A host as an administrator enters it. Flags of another type are accepted and mean nothing. */
export const NodeRequest = z
  .discriminatedUnion(
    'type',
    [
      z.strictObject({ ...entered, type: z.literal('pve'), ...flags.pve }),
      z.strictObject({ ...entered, type: z.literal('pbs'), ...flags.pbs }),
      z.strictObject({ ...entered, type: z.literal('pmg'), ...flags.pmg }),
    ],
    oneOf,
  )
  .refine(complete, incomplete);
export type NodeRequest = z.infer<typeof NodeRequest>;

/**
 * A change: what is absent stays, a blank name, host or secret too; a blank fingerprint is removed. A token replaces a
 * password and the other way round. `type` may be repeated, never changed.
 */
export const NodePatch = z.strictObject({
  type: z.enum(['pve', 'pbs', 'pmg']).optional(),
  name: Name.optional(),
  host: z.string().trim().max(255).optional(),
  ...access,
  verifySSL: flag,
  ...MonitorFlags.shape,
});
export type NodePatch = z.infer<typeof NodePatch>;
