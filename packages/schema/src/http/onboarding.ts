// Endpoints by which a host registers itself: a setup code, the script that needs it, and the script's registration.
import * as z from 'zod';
import { setupTypes } from '../config/kinds.ts';
import { Fingerprint, MonitorFlags, Name, SiteId } from '../config/node.ts';
import { toMessage } from '../sentences/message.ts';
import { endpoint } from './endpoint.ts';

/** A product without API tokens has no script, because the script would have no token to send. */
const ScriptType = z.enum(setupTypes, {
  error: toMessage({ id: 'input.scriptType', values: { types: setupTypes.join(' or ') } }),
});
const Host = z
  .string()
  .trim()
  .min(1, toMessage({ id: 'node.hostRequired' }))
  .max(255);

export const setupScriptUrl = endpoint('POST /api/setup-script-url', {
  summary: 'Make a one-time command that sets up a host and registers it',
  access: 'admin',
  /**
   * `name`: of the instance, for the registration. `pulse_url`: the address at which the host reaches this server, instead of
   * the one that the server would choose. `site`: whose collector polls the host; the host then calls the address of the collector, which is
   * `pulse_url` or the one that the collector has told. `monitor`: what is read from the instance, as in the form; absent flags have their
   * defaults.
   */
  body: z.strictObject({
    type: ScriptType,
    host: Host,
    backupPerms: z.boolean().default(false),
    name: Name.optional(),
    pulse_url: z.string().trim().max(255).optional(),
    site: SiteId.optional(),
    monitor: z.strictObject(MonitorFlags.shape).optional(),
  }),
  /** `expires` epoch seconds. */
  reply: z.object({ url: z.string(), command: z.string(), expires: z.number().int() }),
});

/** Needs a setup code in `auth_token`, or an administrator's session. */
export const setupScript = endpoint('GET /api/setup-script', {
  summary: 'The script that sets up a host',
  access: 'public',
  judgesCaller: true,
  rate: 'setup',
  query: z.object({
    type: ScriptType,
    host: Host.optional(),
    pulse_url: z.string().max(255).optional(),
    backup_perms: z.enum(['true', 'false']).optional(),
    auth_token: z.string().max(256).optional(),
  }),
  contentType: 'text/plain; charset=utf-8',
  reply: z.string(),
  errors: ['bad_request', 'unauthorized'],
});

/** `authToken` is a setup code or an API token with the scope admin. Old scripts send `requestToken`, `username` and `password`; Belfry accepts and ignores them. */
export const autoRegister = endpoint('POST /api/auto-register', {
  summary: 'A host that was set up hands over its token',
  access: 'public',
  judgesCaller: true,
  rate: 'setup',
  body: z.strictObject({
    type: ScriptType,
    host: Host,
    tokenId: z
      .string()
      .trim()
      .max(256)
      .regex(/^[^\s@!]+@[^\s@!]+![^\s@!]+$/, 'tokenId must look like user@realm!tokenname'),
    tokenValue: z.string().trim().min(1).max(1024),
    serverName: Name.optional(),
    fingerprint: Fingerprint.optional(),
    verifySSL: z.boolean().optional(),
    authToken: z.string().max(256).optional(),
    setupCode: z.string().max(256).optional(),
    requestToken: z.boolean().optional(),
    username: z.string().max(256).optional(),
    password: z.string().max(1024).optional(),
  }),
  reply: z.object({ status: z.literal('success'), message: z.string(), nodeId: z.string() }),
  errors: ['bad_request', 'unauthorized', 'conflict'],
});

/**
 * Where other machines reach this server. `publicUrl`: as configured, or empty. `addresses`: of the machine, `http://host:port`,
 * best first; empty where they are not known, as in a container. `isOnlyHere`: the server accepts no call of another machine.
 */
export const ServerAddresses = z.object({
  publicUrl: z.string(),
  addresses: z.array(z.string()),
  isOnlyHere: z.boolean(),
});
export type ServerAddresses = z.infer<typeof ServerAddresses>;

export const getServerAddresses = endpoint('GET /api/config/addresses', {
  summary: 'The addresses at which other machines reach this server',
  access: 'viewer',
  reply: ServerAddresses,
});

export type SetupScriptUrl = z.infer<typeof setupScriptUrl.body>;
export type SetupScriptQuery = z.infer<typeof setupScript.query>;
export type AutoRegister = z.infer<typeof autoRegister.body>;
