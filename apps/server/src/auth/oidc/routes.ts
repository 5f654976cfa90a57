// Single sign-on: begin, come back, configure.
import { randomBytes } from 'node:crypto';
import { everybodyIsAdmin } from '@belfry/domain/open-sign-on';
import { fail, ok, type Result } from '@belfry/domain/result';
import { finishOidc, getOidc, type OidcReply, putOidc, startOidc } from '@belfry/schema/http/oidc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditStore } from '../../db/audit-store.ts';
import type { Mount } from '../../http/mount.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { refuse } from '../../lib/refusal.ts';
import type { BeginSession } from '../begin-session.ts';
import { readCookie, setCookie } from '../cookies.ts';
import type { NoteFailure } from '../failures.ts';
import type { Guard } from '../guard.ts';
import { judgeClaims, type Person } from './claims.ts';
import { createPending, PENDING_MS } from './pending.ts';
import { createProvider } from './provider.ts';
import type { OidcConfig } from './settings.ts';

export interface OidcDeps {
  config: OidcConfig;
  guard: Pick<Guard, 'callerOf'>;
  beginSession: BeginSession;
  audit: AuditStore;
  failed: NoteFailure;
  clock: Clock;
  log: Logger;
}

const COOKIE = 'belfry_oidc';
const COOKIE_PATH = '/api/oidc';

export function oidcRoutes(mount: Mount, deps: OidcDeps): void {
  const { config, guard, beginSession, audit, failed, clock, log } = deps;
  const provider = createProvider();
  const pending = createPending(clock);

  mount(startOidc, async ({ body, request, reply }) => {
    const settings = config.current();
    if (!settings.enabled) return refuse('oidc_disabled');
    const { https } = guard.callerOf(request);
    try {
      const { url, proof } = await provider.start(config.completed(settings));
      // A second tab joins the first: the cookie is one, the sign-ins are two.
      const value = browserOf(request) || randomBytes(32).toString('hex');
      pending.add(proof, value, localPath(body?.returnTo));
      setCookie(reply, { name: COOKIE, value, maxAgeS: PENDING_MS / 1000, https, httpOnly: true, path: COOKIE_PATH });
      return { authorizationUrl: url };
    } catch (error) {
      log.warn({ err: error, issuer: settings.issuerUrl }, 'single sign-on cannot start');
      return refuse('oidc_init_failed');
    }
  });

  /** The error is an `oidc_error` value. */
  const identify = async (request: FastifyRequest): Promise<{ returnTo: string; user: Result<Person, string> }> => {
    const search = new URL(request.url, 'http://any').searchParams;
    const state = search.get('state');
    const providers = search.get('error');
    const begun = state ? pending.take(state, browserOf(request)) : undefined;
    const returnTo = begun?.returnTo ?? '/';
    if (!begun) return { returnTo, user: fail(state ? 'invalid_state' : 'missing_state') };
    if (providers !== null)
      return { returnTo, user: fail(/^[a-z_]{1,64}$/.test(providers) ? providers : 'provider_error') };
    if (!search.get('code')) return { returnTo, user: fail('missing_code') };
    const settings = config.current();
    const claims = await provider.finish(config.completed(settings), search, begun.proof);
    return { returnTo, user: claims.ok ? judgeClaims(claims.value, settings) : claims };
  };

  const begin = (
    { name, subject, role }: Person,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Result<void, string> => {
    try {
      beginSession(reply, { user: name, subject, role, method: 'oidc' }, guard.callerOf(request));
      return ok(undefined);
    } catch (error) {
      log.error({ err: error }, 'a session could not be stored');
      return fail('session_failed');
    }
  };

  mount(finishOidc, async ({ request, reply }) => {
    if (!config.current().enabled) return refuse('not_found');
    const { ip, path } = guard.callerOf(request);
    const { returnTo, user } = await identify(request);
    const outcome = user.ok ? begin(user.value, request, reply) : user;
    const name = user.ok ? user.value.name : '';
    const details = outcome.ok ? '' : outcome.error;
    const entry = { event: 'oidc_login', user: name, method: 'oidc', ip, path, details } as const;
    if (outcome.ok) audit.append({ ...entry, success: true });
    else failed(entry);
    reply.header('location', backTo(returnTo, outcome.ok ? undefined : outcome.error));
    return undefined;
  });

  const shown = (): OidcReply => {
    const { clientSecret, ...settings } = config.current();
    return {
      ...settings,
      everybodyIsAdmin: everybodyIsAdmin(settings),
      clientSecretSet: clientSecret !== '',
      defaultRedirect: config.defaultRedirect,
      envOverrides: Object.fromEntries(config.overrides.map((name) => [name, true as const])),
    };
  };

  mount(getOidc, shown);

  mount(putOidc, ({ body, request }) => {
    const change = config.prepare(body);
    if (!change.ok) return change;
    change.value.write();
    change.value.settle();
    const now = shown();
    const { who, ip, path } = guard.callerOf(request);
    const { name: user = '', method = '' } = who ?? {};
    const details = now.everybodyIsAdmin ? 'everybody the provider admits is an administrator' : '';
    audit.append({ event: 'oidc_changed', success: true, user, method, ip, path, details });
    return now;
  });
}

const browserOf = (request: FastifyRequest): string => {
  const value = readCookie(request, COOKIE) ?? '';
  return /^[0-9a-f]{64}$/.test(value) ? value : '';
};

/** Only a page of ours: browsers read `//host` and `/\\host`, also at the end of `/..`, as another site. */
export function localPath(path = '/'): string {
  const url = URL.parse(path, 'http://here.invalid');
  if (!path.startsWith('/') || url?.host !== 'here.invalid') return '/';
  return `${url.pathname.replace(/^\/+/, '/')}${url.search}`;
}

function backTo(path: string, error: string | undefined): string {
  const url = new URL(path, 'http://here.invalid');
  url.searchParams.set('oidc', error === undefined ? 'success' : 'error');
  if (error !== undefined) url.searchParams.set('oidc_error', error);
  return `${url.pathname}${url.search}`;
}
