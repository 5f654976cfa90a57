// What the security area needs of the rest.
import type { AuditEvent } from '@belfry/schema/http/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Replacement } from '../../db/replacement.ts';
import type { Store } from '../../db/store.ts';
import type { User } from '../../db/users-store.ts';
import type { Caller } from '../../http/gate.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Answer } from '../../lib/refusal.ts';

/** What the configuration says, as facts. */
interface Posture {
  disabled: boolean;
  proxyLogoutUrl: string;
  oidc: { enabled: boolean; issuerUrl: string; clientId: string; logoutUrl: string };
}

export interface SecurityDeps {
  store: Pick<Store, 'users' | 'sessions' | 'apiTokens' | 'viewLinks' | 'audit' | 'atomically'>;
  clock: Clock;
  guard: {
    callerOf(request: FastifyRequest): Caller;
    ownPage(request: FastifyRequest): boolean;
    giveCsrfToken(request: FastifyRequest, reply: FastifyReply): void;
    noteRefused(request: FastifyRequest, event: AuditEvent, details?: string): Promise<void>;
  };
  /** Undefined: too busy. */
  hashPassword(password: string): Promise<string | undefined>;
  checkPassword(name: string, password: string, caller: Caller): Promise<Answer<User>>;
  resetLockout(identifier: string): number;
  bootstrap: { accepts(token: string): boolean; finish(): void };
  configured(): boolean;
  posture(): Posture;
  /** What the first setup changes when its browser is in this time zone. */
  zoneOfQuietHours(zone: string): Replacement | undefined;
}
