// Who the caller is, and whether they may call this endpoint. It runs before everything else.
import type { Access } from '@belfry/schema/http/endpoint';
import type { AuthMethod, Role } from '@belfry/schema/http/security';
import type { SessionMethod } from '@belfry/schema/http/sessions';
import type { FastifyRequest } from 'fastify';

/** A caller with all their roles. No role implies another one. */
export interface Principal {
  name: string;
  roles: readonly Exclude<Access, 'public'>[];
}

/** A principal and how it was identified. `session` is the id of the session, if there is one. */
export interface Identity extends Principal {
  role: Role;
  method: AuthMethod;
  session?: string;
  /** Identifies the caller's own sessions; tokens and users of a proxy have none. */
  owner?: { method: SessionMethod; subject: string };
  /** The id of the API token, if the caller used one. */
  token?: string;
  /** The id of the link to a view, if the caller came by one. */
  link?: string;
  /** Epoch ms: the last change of the given password, if the caller used one. */
  passwordOf?: number;
}

/** The known facts about the sender of a request: `ip` and `https` as the outermost trusted proxy saw them. */
export interface Caller {
  ip: string;
  https: boolean;
  /** The host that the browser addressed. */
  host: string;
  userAgent: string;
  path: string;
  who: Identity | undefined;
}

/** Undefined: not a known caller. */
export type Gate = (request: FastifyRequest) => Promise<Principal | undefined>;

/** Undefined: the caller may call the endpoint. */
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
