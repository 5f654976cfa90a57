// Who calls, and may they? The one question every endpoint asks before anything else.
import type { Access } from '@belfry/schema/http/endpoint';
import type { AuthMethod, Role, SessionMethod } from '@belfry/schema/http/security';
import type { FastifyRequest } from 'fastify';

/** A caller and what they may do; the roles are listed in full, none implies another. */
export interface Principal {
  name: string;
  roles: readonly Exclude<Access, 'public'>[];
}

/** A principal and how we know. `session` is the id of the session, where there is one. */
export interface Identity extends Principal {
  role: Role;
  method: AuthMethod;
  session?: string;
  /** Whose sessions are the caller's own; tokens and users of a proxy have none. */
  owner?: { method: SessionMethod; subject: string };
  /** The id of the API token, where it was one. */
  token?: string;
  /** Epoch ms: the last change of the password that was given, where it was one. */
  passwordOf?: number;
}

/** What is known of whoever sent a request: `ip` and `https` as seen by the outermost proxy we trust. */
export interface Caller {
  ip: string;
  https: boolean;
  /** What the browser addressed. */
  host: string;
  userAgent: string;
  path: string;
  who: Identity | undefined;
}

/** Undefined: nobody we know. */
export type Gate = (request: FastifyRequest) => Promise<Principal | undefined>;

/** Undefined: come in. */
export async function refusal(
  gate: Gate,
  request: FastifyRequest,
  access: Access,
): Promise<'unauthorized' | 'forbidden' | undefined> {
  if (access === 'public') return undefined;
  const principal = await gate(request);
  if (!principal) return 'unauthorized';
  return principal.roles.includes(access) ? undefined : 'forbidden';
}
