// The parts of the way in, put together.
import type { Endpoint } from '@belfry/schema/http/endpoint';
import type { Store } from '../db/store.ts';
import type { Mount } from '../http/mount.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { describeToken, hashToken, newPassword, newToken } from './api-token.ts';
import { type Bootstrap, createBootstrap } from './bootstrap.ts';
import { createCsrf } from './csrf.ts';
import { createGuard, type Guard } from './guard.ts';
import { type AuthConfig, createIdentify } from './identify.ts';
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts';
import { createPasswordCheck, type PasswordCheck } from './password.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hash.ts';
import { createRateLimit } from './rate-limit.ts';
import { signInRoutes } from './routes.ts';
import { createSessions } from './session.ts';

const PURGE_EVERY_MS = 3_600_000;

export interface AuthDeps {
  config: AuthConfig;
  store: Store;
  endpoints: readonly Endpoint[];
  dataDir: string;
  clock: Clock;
  log: Logger;
  /** Single sign-on is set up, so somebody can sign in without a local account. */
  oidcEnabled(): boolean;
}

export interface Auth {
  guard: Guard;
  checkPassword: PasswordCheck;
  hasher: PasswordHasher;
  throttle: LoginThrottle;
  bootstrap: Bootstrap;
  configured(): boolean;
  mint: { describeToken: typeof describeToken; newToken: typeof newToken; newPassword: typeof newPassword };
  hashToken: typeof hashToken;
  routes(mount: Mount): void;
  /** Announces the setup token where one is needed, and clears ended sessions from time to time. */
  start(): void;
  stop(): void;
}

export function createAuth({ config, store, endpoints, dataDir, clock, log, oidcEnabled }: AuthDeps): Auth {
  const sessions = createSessions(store.sessions, clock);
  const throttle = createLoginThrottle(clock);
  const hasher = createPasswordHasher();
  const checkPassword = createPasswordCheck({ users: store.users, throttle, hasher, audit: store.audit, clock });
  const csrf = createCsrf(store.derive('csrf'));
  const bootstrap = createBootstrap(dataDir, log);
  const configured = (): boolean =>
    config.disabled ||
    config.proxy !== undefined ||
    oidcEnabled() ||
    store.users.list().length > 0 ||
    store.apiTokens.list().length > 0;
  const guard = createGuard({
    identify: createIdentify({ config, sessions, apiTokens: store.apiTokens, checkPassword }),
    csrf,
    rateLimit: createRateLimit(clock),
    audit: store.audit,
    configured,
    endpoints,
  });
  let stop = () => {};
  return {
    guard,
    checkPassword,
    hasher,
    throttle,
    bootstrap,
    configured,
    mint: { describeToken, newToken, newPassword },
    hashToken,
    routes: (mount) =>
      signInRoutes(mount, { guard, checkPassword, sessions, sessionsStore: store.sessions, csrf, audit: store.audit }),
    start() {
      if (!configured()) bootstrap.announce();
      sessions.purge();
      stop = clock.every(PURGE_EVERY_MS, sessions.purge);
    },
    stop: () => stop(),
  };
}
