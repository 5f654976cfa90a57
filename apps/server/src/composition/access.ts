// Puts together sign-in and the calls of the security area. Neither of the two imports the other.

import { defined } from '@belfry/domain/defined';
import type { AuthMethod } from '@belfry/schema/http/security';
import type { FastifyRequest } from 'fastify';
import { checkOwn } from '../admin/security/password.ts';
import { securityRoutes } from '../admin/security/routes.ts';
import { type Auth, type AuthDeps, createAuth } from '../auth/auth.ts';
import type { Replacement } from '../db/replacement.ts';
import { type Audited, createAudited } from '../http/audited.ts';
import type { Mount } from '../http/mount.ts';
import { hashToken } from '../lib/api-token.ts';
import type { Answer } from '../lib/refusal.ts';
import { passedOnBy } from '../sites/passed-calls.ts';
import type { Reporter } from '../sources/reporter.ts';

/** To be called before any route is added. `guard.gate` checks each request and each socket. */
export interface Access
  extends Pick<Auth, 'guard' | 'hasher' | 'checkPassword' | 'throttle' | 'oidc' | 'start' | 'stop'> {
  /** Writes an action of the caller of a request to the audit log. */
  audited: Audited;
  /**
   * True if the caller is signed in and the request is not forged: a session also needs its CSRF token for anything but
   * GET.
   */
  isAdmin(request: FastifyRequest): boolean;
  /** The name of the caller. */
  nameOf(request: FastifyRequest): string;
  /** Identifies the caller among all who can sign in: a name alone does not. */
  ownerOf(request: FastifyRequest): string;
  /** The owner of the token that sends a report. */
  reporterOf(request: FastifyRequest): Reporter;
  /** An API token with the scope admin, wherever the request has it. */
  isAdminToken(token: string): boolean;
  /** Refuses a text that is not the password with which the caller has signed in. A wrong one counts like one at sign-in. */
  checkOwnPassword(request: FastifyRequest, password: string): Promise<Answer<unknown>>;
  /** The caller has proven who they are. False for a caller who is let in because sign-in is switched off. */
  isProven(request: FastifyRequest): boolean;
  /** The one-time token of the first setup. Undefined when Belfry is set up. */
  setupToken(): string | undefined;
  /** Accounts or tokens were changed in another way than by a call: if somebody can sign in, the setup token is removed. */
  accountsChanged(): void;
  /** Whether people can sign in this way at present. */
  isOn(method: AuthMethod): boolean;
  /** Our own addresses: first the one for others to use, then those under which the caller may have reached us. */
  addresses(request: FastifyRequest): [string, ...string[]];
  routes(mount: Mount): void;
}

interface AccessDeps extends AuthDeps {
  prefix: string;
  /** What the first setup changes when its browser is in this time zone. */
  zoneOfQuietHours(zone: string): Replacement | undefined;
}

export function createAccess(deps: AccessDeps): Access {
  const { config, store, clock } = deps;
  const auth = createAuth(deps);
  const { guard, checkPassword, throttle } = auth;
  return {
    guard,
    hasher: auth.hasher,
    checkPassword,
    throttle,
    oidc: auth.oidc,
    audited: createAudited({ store, guard }),
    isAdmin(request) {
      const { who } = guard.callerOf(request);
      if (passedOnBy(request) !== undefined) return false;
      return who?.role === 'admin' && (request.method === 'GET' || guard.ownPage(request));
    },
    nameOf: (request) => guard.callerOf(request).who?.name ?? '',
    ownerOf(request) {
      const { who } = guard.callerOf(request);
      const { method, subject } = who?.owner ?? { method: who?.method ?? '', subject: who?.token ?? who?.name ?? '' };
      return JSON.stringify([method, subject]);
    },
    reporterOf(request) {
      const { who } = guard.callerOf(request);
      const site = passedOnBy(request);
      // A collector may have seen the token of an administrator, and reports for its own site only.
      return { token: who?.token, admin: who?.role === 'admin' && site === undefined, ...defined({ site }) };
    },
    isAdminToken: (token) => store.apiTokens.byHash(hashToken(token))?.scope === 'admin',
    isProven: (request) => guard.callerOf(request).who?.method !== 'disabled',
    checkOwnPassword: (request, password) => checkOwn({ checkPassword }, guard.callerOf(request), password),
    setupToken: auth.bootstrap.token,
    accountsChanged() {
      if (auth.configured()) auth.bootstrap.finish();
    },
    isOn(method) {
      if (method === 'oidc') return auth.oidc.current().enabled;
      return method === 'proxy' ? config.proxy !== undefined : method !== 'disabled' || config.disabled;
    },
    addresses(request) {
      const { https, host } = guard.callerOf(request);
      const reached = `${https ? 'https' : 'http'}://${host}${deps.prefix}`;
      // A proxy that is not configured may have ended TLS in front of us.
      return [deps.publicUrl || reached, reached, `https://${host}${deps.prefix}`];
    },
    routes(mount) {
      auth.routes(mount);
      securityRoutes(mount, {
        store,
        clock,
        guard,
        hashPassword: auth.hasher.hash,
        checkPassword,
        resetLockout: throttle.reset,
        bootstrap: auth.bootstrap,
        configured: auth.configured,
        zoneOfQuietHours: deps.zoneOfQuietHours,
        posture: () => ({
          disabled: config.disabled,
          proxyLogoutUrl: config.proxy?.logoutUrl ?? '',
          oidc: auth.oidc.current(),
        }),
      });
    },
    start: auth.start,
    stop: auth.stop,
  };
}
