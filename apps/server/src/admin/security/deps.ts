// What the security area needs of the rest.
import type { AuditEvent } from '@belfry/schema/http/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Store } from '../../db/store.ts';
import type { User } from '../../db/users-store.ts';
import type { Caller } from '../../http/gate.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Answer } from '../../lib/refusal.ts';

/** What the configuration says, as facts. */
export interface Posture {
  disabled: boolean;
  proxyLogoutUrl: string;
  oidc: { enabled: boolean; issuerUrl: string; clientId: string; logoutUrl: string };
  isPrivate(ip: string): boolean;
}

export interface FreshToken {
  token: string;
  hash: Uint8Array;
  hint: string;
}

export interface SecurityDeps {
  store: Pick<Store, 'db' | 'users' | 'sessions' | 'apiTokens' | 'audit'>;
  clock: Clock;
  guard: {
    callerOf(request: FastifyRequest): Caller;
    ownPage(request: FastifyRequest): boolean;
    giveCsrfToken(request: FastifyRequest, reply: FastifyReply): void;
    noteRefused(request: FastifyRequest, event: AuditEvent, details?: string): void;
  };
  /** Undefined: too busy. */
  hashPassword(password: string): Promise<string | undefined>;
  checkPassword(name: string, password: string, caller: Caller): Promise<Answer<User>>;
  mint: { newToken(): FreshToken; describeToken(token: string): FreshToken; newPassword(): string };
  hashToken(token: string): Uint8Array;
  resetLockout(identifier: string): number;
  bootstrap: { accepts(token: string): boolean; finish(): void };
  configured(): boolean;
  posture(): Posture;
}

/** `success` false: the caller tried, and it was refused or failed. */
export type Audited = (request: FastifyRequest, event: AuditEvent, details?: string, success?: boolean) => void;

/** Records in the audit log what the caller of a request did, or tried to do. */
export function createAudited({ store, guard }: Pick<SecurityDeps, 'store' | 'guard'>): Audited {
  return (request, event, details = '', success = true) => {
    const { who, ip, path } = guard.callerOf(request);
    const { name: user = '', method = '' } = who ?? {};
    store.audit.append({ event, success, user, method, ip, path, details });
  };
}
