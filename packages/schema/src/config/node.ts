// The configuration of a host: an entry of BELFRY_NODES, the body of POST and PUT /api/config/nodes.
import * as z from 'zod';
import { oneLine } from '../one-line.ts';
import { toMessage } from '../sentences/message.ts';
import { abilities, flagsOf } from './abilities.ts';
import { kinds, type NodeType, nodeTypes } from './kinds.ts';

/** The texts that a form shows beside its fields. */
const HOST_REQUIRED = toMessage({ id: 'input.hostRequired' });
const KEY_REQUIRED = toMessage({ id: 'node.keyRequired' });
const PASSWORD_REQUIRED = toMessage({ id: 'node.passwordRequired' });
const TOKEN_REQUIRED = toMessage({ id: 'node.tokenRequired' });

/** SHA-256 of the host's certificate, hex, colons allowed. Set: this certificate and no other is accepted. */
export const Fingerprint = z
  .string()
  .trim()
  .regex(/^([0-9A-Fa-f]{2}:?){31}[0-9A-Fa-f]{2}$/, toMessage({ id: 'input.fingerprint' }));

/** Names are part of ids, logs and messages, so control characters are refused, and what turns the direction of a text or cannot be seen is left out. */
export const Name = z
  .string()
  .trim()
  .max(64)
  .regex(/^[ -~\u00a0-\uffff]*$/, toMessage({ id: 'input.nameCharacters' }))
  .overwrite(oneLine);

/** A host that a collector polls has the id of its site. Blank or absent: this server polls it. */
export const SiteId = z.string().regex(/^([0-9a-f]{16})?$/, toMessage({ id: 'input.site' }));
/** A site in a document: its name, or its id. */
export const SiteText = z.string().trim().max(64);
const placed = { site: SiteId.optional() };

const access = {
  user: z.string().trim().max(128).optional(),
  password: z.string().max(2048).optional(),
  tokenName: z.string().trim().max(256).optional(),
  tokenValue: z.string().trim().max(2048).optional(),
  fingerprint: Fingerprint.or(z.literal('')).optional(),
};
const verified = { verifySSL: z.boolean().default(true) };
const named = { name: Name.min(1), host: z.string().trim().min(1).max(255) };
/** Without a name, one is made from the host. */
const maybeNamed = {
  name: Name.optional(),
  host: z.string({ error: HOST_REQUIRED }).trim().min(1, HOST_REQUIRED).max(255),
};

const flag = z.boolean().optional();
const allFlags = nodeTypes.flatMap((type) => flagsOf(type));
/** Every flag of any kind, each omitted when it does not apply. */
export const MonitorFlags = z.object(shapeOf(allFlags, () => flag));

/** The flags of a kind, each with its value for a new instance. */
const withDefaults = <T extends NodeType>(type: T) =>
  shapeOf(flagsOf(type), (name) => z.boolean().default(abilities[type][name]?.on ?? false));

/** An object schema's fields, all made alike. */
function shapeOf<F extends string, S extends z.ZodType>(fields: readonly F[], schemaOf: (field: F) => S): Record<F, S> {
  return Object.fromEntries(fields.map((field) => [field, schemaOf(field)])) as Record<F, S>;
}

/** The schema of one kind's configuration. */
export const configSchema = <T extends NodeType>(type: T) =>
  z.strictObject({ type: z.literal(type), ...named, ...placed, ...access, ...verified, ...withDefaults(type) });
type Configs = { [T in NodeType]: ReturnType<typeof configSchema<T>> }[NodeType];
/** One schema per kind. */
export const nodeConfigs = nodeTypes.map((type) => configSchema(type) as Configs) as [Configs, ...Configs[]];

/** Flags of another kind are accepted and mean nothing. */
const requestSchema = (type: NodeType) =>
  z.strictObject({
    ...{ ...maybeNamed, ...placed, ...access, ...verified, type: z.literal(type) },
    ...shapeOf(allFlags, (name) => {
      const ability = abilities[type][name];
      return ability ? z.boolean().default(ability.on).optional() : flag;
    }),
  });
type Request = ReturnType<typeof requestSchema>;

/** The part of a configured host that contains the credentials. */
export interface Login {
  user?: string | undefined;
  password?: string | undefined;
  tokenName?: string | undefined;
  tokenValue?: string | undefined;
}
interface Credentials extends Login {
  type: NodeType;
}
export const isComplete = (c: Credentials): boolean =>
  kinds[c.type].signIn.by === 'key'
    ? Boolean(c.tokenValue)
    : Boolean((c.tokenName && c.tokenValue) || (c.user && c.password));
const incomplete = {
  error: ({ input }: { input?: unknown }) => {
    const { type, tokenName, tokenValue } = input as Credentials;
    if (kinds[type].signIn.by === 'key') return KEY_REQUIRED;
    return tokenName || tokenValue ? TOKEN_REQUIRED : PASSWORD_REQUIRED;
  },
};
export const oneOfKinds = {
  error: ({ code }: { code: string }) =>
    code === 'invalid_union' ? toMessage({ id: 'input.kind', values: { kinds: nodeTypes.join(', ') } }) : undefined,
};

/** Either a token (`tokenName` = `user@realm!name` with `tokenValue`) or `user` with `password`; only `tokenValue` for a kind with a key. */
export const NodeConfig = z
  .discriminatedUnion('type', nodeConfigs, oneOfKinds)
  .refine(isComplete, { error: toMessage({ id: 'input.login' }) });
export type NodeConfig = z.infer<typeof NodeConfig>;
export type ConfigOf<T extends NodeType> = Extract<NodeConfig, { type: T }>;

/** Whether a field of a host is a flag of another type. */
export const isForeignFlag = (type: NodeType, field: string): boolean =>
  Object.hasOwn(MonitorFlags.shape, field) && !Object.hasOwn(abilities[type], field);

/** The id of an instance in the state. Ids of older installations may be any name. */
export const InstanceId = z
  .string()
  .min(1)
  .max(80)
  .regex(/^\P{Cc}*$/u, toMessage({ id: 'input.idCharacters' }));

/** A host with the id of its instance; without one, the id is made from type and name. */
export type Identified<Config = NodeConfig> = Config & { id?: string | undefined };

/** With the id of its instance, as an export has it. `site`: by its name, or by its id. */
const storedSchema = (type: NodeType) =>
  requestSchema(type).extend({ id: InstanceId.optional(), site: SiteText.optional() });
type Stored = ReturnType<typeof storedSchema>;
export const StoredNode = z
  .discriminatedUnion('type', nodeTypes.map(storedSchema) as [Stored, ...Stored[]], oneOfKinds)
  .refine(isComplete, incomplete);

/** A host as an administrator enters it. */
export const NodeRequest = z
  .discriminatedUnion('type', nodeTypes.map(requestSchema) as [Request, ...Request[]], oneOfKinds)
  .refine(isComplete, incomplete);
export type NodeRequest = z.infer<typeof NodeRequest>;

/**
 * A change: what is absent stays, a blank name, host or secret too; a blank fingerprint is removed. A token replaces a
 * password and the other way round. `type` may be repeated, never changed.
 */
export const NodePatch = z.strictObject({
  type: z.enum(nodeTypes).optional(),
  name: Name.optional(),
  host: z.string().trim().max(255).optional(),
  ...placed,
  ...access,
  verifySSL: flag,
  ...MonitorFlags.shape,
});
export type NodePatch = z.infer<typeof NodePatch>;
