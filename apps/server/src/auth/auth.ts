// Puts the parts of sign-in together.
import type { Endpoint } from '@belfry/schema/http/endpoint';
import type { Store } from '../db/store.ts';
import type { Mount } from '../http/mount.ts';
import type { Cancel, Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { createBeginSession } from './begin-session.ts';
import { type Bootstrap, createBootstrap } from './bootstrap.ts';
import { createCsrf } from './csrf.ts';
import { createFailures } from './failures.ts';
import { createGuard, type Guard } from './guard.ts';
import { type AuthConfig, createIdentify } from './identify.ts';
import { createHostCheck } from './known-hosts.ts';
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts';
import { oidcRoutes } from './oidc/routes.ts';
import { createOidcConfig, type OidcConfig, type OidcEnv } from './oidc/settings.ts';
import { createPasswordCheck, type PasswordCheck } from './password.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hash.ts';
import { createRateLimit } from './rate-limit.ts';
import { signInRoutes } from './routes.ts';
import { createSessions } from './session.ts';
import { openLinkRoute } from './view-link.ts';

const PURGE_EVERY_MS = 3_600_000;
/** The last use of sessions and tokens is written this often, and not during requests. */
const USES_EVERY_MS = 60_000;

export interface AuthDeps {
  config: AuthConfig;
  store: Store;
  /** All endpoints of the server. The guard reads from them the rate limit of a route and who may call it. */
  endpoints: readonly Endpoint[];
  dataDir: string;
  clock: Clock;
  log: Logger;
  /** Values of BELFRY_OIDC_* that are set, by field name. */
  oidcEnv: OidcEnv;
  /** Address of this instance as browsers see it, or empty. */
  publicUrl: string;
  /** Other origins whose pages may call, or `*`. */
  allowedOrigins(): readonly string[];
}

export interface Auth {
  guard: Guard;
  checkPassword: PasswordCheck;
  hasher: PasswordHasher;
  throttle: LoginThrottle;
  bootstrap: Bootstrap;
  oidc: OidcConfig;
  configured(): boolean;
  routes(mount: Mount): void;
  /** Prints the setup token if one is needed, removes ended sessions and writes the last uses from time to time. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export function createAuth(deps: AuthDeps): Auth {
  const { config, store, endpoints, dataDir, clock, log, oidcEnv, publicUrl, allowedOrigins } = deps;
  const sessions = createSessions(store.sessions, clock);
  const throttle = createLoginThrottle(clock);
  const hasher = createPasswordHasher();
  const rateLimit = createRateLimit(clock);
  const { users, audit } = store;
  const failures = createFailures(audit, clock);
  const failed = failures.note;
  const checkPassword = createPasswordCheck({
    users,
    sessions: store.sessions,
    throttle,
    hasher,
    rateLimit,
    failed,
    clock,
  });
  const csrf = createCsrf(store.derive('csrf'));
  const oidc = createOidcConfig({
    store,
    env: oidcEnv,
    publicUrl,
  });
  const bootstrap = createBootstrap(dataDir, log);
  const configured = (): boolean =>
    config.disabled ||
    config.proxy !== undefined ||
    oidc.current().enabled ||
    store.users.list().length > 0 ||
    store.apiTokens.list().length > 0;
  const guard = createGuard({
    identify: createIdentify({
      config,
      sessions,
      apiTokens: store.apiTokens,
      viewLinks: store.viewLinks,
      users: store.users,
      checkPassword,
    }),
    csrf,
    rateLimit,
    failed,
    async isConfigured() {
      // A command on the machine may have made the first account.
      if (!configured()) await store.refresh();
      return configured();
    },
    endpoints,
    publicUrl,
    checkHost: config.disabled ? createHostCheck({ publicUrl, allowedOrigins }) : undefined,
  });
  let timers: Cancel[] = [];
  const noteUses = async () => {
    await store.sessions.flush();
    await store.apiTokens.flush();
    await store.viewLinks.flush();
  };
  return {
    guard,
    checkPassword,
    hasher,
    throttle,
    bootstrap,
    configured,
    oidc,
    routes(mount) {
      const beginSession = createBeginSession(sessions, csrf);
      const shared = { guard, beginSession, store };
      const signOutUrl = oidcRoutes(mount, { ...shared, failed, config: oidc, clock, log });
      signInRoutes(mount, { ...shared, checkPassword, signOutUrl });
      openLinkRoute(mount, shared);
    },
    async start() {
      if (!configured()) bootstrap.announce();
      await sessions.purge();
      timers = [clock.every(PURGE_EVERY_MS, sessions.purge), clock.every(USES_EVERY_MS, noteUses)];
    },
    async stop() {
      for (const cancel of timers) cancel();
      await failures.stop();
      await noteUses();
    },
  };
}
