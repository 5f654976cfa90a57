// The endpoints of single sign-on: begin, callback, settings.
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { everybodyIsAdmin } from '@belfry/domain/open-sign-on';
import { fail, ok, type Result } from '@belfry/domain/result';
import { finishOidc, getOidc, type OidcReply, putOidc, startOidc } from '@belfry/schema/http/oidc';
import { listSignIns } from '@belfry/schema/http/oidc-sign-ins';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Store } from '../../db/store.ts';
import type { Mount } from '../../http/mount.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { refuse } from '../../lib/refusal.ts';
import type { BeginSession } from '../begin-session.ts';
import { readCookie, setCookie } from '../cookies.ts';
import type { NoteFailure } from '../failures.ts';
import type { Guard } from '../guard.ts';
import { createRecent } from '../recent.ts';
import { adviceFor } from './advice.ts';
import { judgeClaims, missingClaims, type Person } from './claims.ts';
import { type Failure, failure } from './failure.ts';
import { createPending, PENDING_MS } from './pending.ts';
import { createProvider, type Told } from './provider.ts';
import type { OidcConfig } from './settings.ts';
import { shownClaims } from './shown-claims.ts';
import { createSignIns } from './sign-ins.ts';

export interface OidcDeps {
  config: OidcConfig;
  guard: Pick<Guard, 'callerOf'>;
  beginSession: BeginSession;
  store: Pick<Store, 'audit' | 'atomically'>;
  failed: NoteFailure;
  clock: Clock;
  log: Logger;
}

/** A user, and the settings by which they were accepted. */
interface Judged {
  person: Person;
  idToken: string;
  settings: Settings;
}

type Settings = ReturnType<OidcConfig['current']>;

/** `told` is absent where the provider sent nobody. */
interface Identified {
  returnTo: string;
  user: Result<Judged, Failure>;
  told?: Partial<Told>;
}

const nobody = { user: '', role: null, because: null, claims: '', advice: [] };

const COOKIE = 'belfry_oidc';
const COOKIE_PATH = '/api/oidc';

/** ID tokens that are kept for signing out; a session without one signs out with a question of the provider. */
const ID_TOKENS = 1000;

/** Where the browser goes when this session ends. Empty: nowhere else. */
export type SignOutUrl = (sessionId: string) => Promise<string>;

export function oidcRoutes(mount: Mount, deps: OidcDeps): SignOutUrl {
  const { config, guard, beginSession, store, failed, clock, log } = deps;
  const provider = createProvider();
  const pending = createPending(clock);
  const signIns = createSignIns(clock);
  const idTokens = createRecent<string>(ID_TOKENS);

  mount(startOidc, async ({ body, request, reply }) => {
    const settings = config.current();
    if (!settings.enabled) return refuse('oidc_disabled');
    const { https } = guard.callerOf(request);
    const started = await provider.start(config.completed(settings));
    if (!started.ok) {
      log.warn({ issuer: settings.issuerUrl, provider: started.error.says }, 'single sign-on cannot start');
      signIns.note({ ...nobody, ...started.error });
      return refuse('oidc_init_failed');
    }
    const { url, proof } = started.value;
    // A second tab uses the same cookie, but has a sign-in of its own.
    const value = browserOf(request) || randomBytes(32).toString('hex');
    pending.add(proof, value, localPath(body?.returnTo));
    setCookie(reply, { name: COOKIE, value, maxAgeS: PENDING_MS / 1000, https, httpOnly: true, path: COOKIE_PATH });
    return { authorizationUrl: url };
  });

  const identify = async (request: FastifyRequest): Promise<Identified> => {
    const search = new URL(request.url, 'http://any').searchParams;
    const state = search.get('state');
    const begun = state ? pending.take(state, browserOf(request)) : undefined;
    if (!begun) return { returnTo: '/', user: fail(failure(state ? 'invalid_state' : 'missing_state')) };
    const { returnTo, proof } = begun;
    const refusal = refusalIn(search);
    if (refusal) return { returnTo, user: fail(refusal), told: {} };
    const settings = config.current();
    const told = await provider.finish(config.completed(settings), search, proof);
    if (!told.ok) return { returnTo, user: told, told: {} };
    const person = judge(told.value, settings);
    return {
      returnTo,
      user: person.ok ? ok({ person: person.value, settings, idToken: told.value.idToken }) : person,
      told: told.value,
    };
  };

  const judge = ({ claims, userInfo }: Told, settings: Settings): Result<Person, Failure> => {
    const missing = missingClaims(claims, settings);
    if (userInfo && missing.length > 0)
      return fail(failure(userInfo.code, `${userInfo.says}; the ID token has no ${missing.join(', ')}`));
    if (userInfo) log.warn({ provider: userInfo.says }, 'the user endpoint of the identity provider did not answer');
    const person = judgeClaims(claims, settings);
    return person.ok ? person : fail(failure(person.error));
  };

  const note = ({ claims, userInfo }: Partial<Told>, user: Identified['user'], { code, says }: Failure): void => {
    const { name = '', role = null, because } = user.ok ? user.value.person : {};
    signIns.note({
      ...{ code, says, user: name },
      ...(code === '' ? { role, because: because ?? null } : { role: null, because: null }),
      claims: claims ? shownClaims(claims) : '',
      advice: claims ? adviceFor(claims, config.current(), because, userInfo) : [],
    });
  };

  const begin = async (
    { person: { name, subject, role }, settings, idToken }: Judged,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Result<void, Failure>> => {
    const session = { user: name, subject, role, method: 'oidc' } as const;
    const isStillRight = () => isDeepStrictEqual(config.current(), settings);
    try {
      const id = await beginSession(reply, session, guard.callerOf(request), isStillRight);
      if (id === undefined) return fail(failure('session_failed'));
      idTokens.set(id, idToken);
      return ok(undefined);
    } catch (error) {
      log.error({ err: error }, 'a session could not be stored');
      return fail(failure('session_failed'));
    }
  };

  mount(finishOidc, async ({ request, reply }) => {
    if (!config.current().enabled) return refuse('not_found');
    const { ip, path } = guard.callerOf(request);
    const { returnTo, user, told } = await identify(request);
    const outcome = user.ok ? await begin(user.value, request, reply) : user;
    const name = user.ok ? user.value.person.name : '';
    const { code, says } = outcome.ok ? failure('') : outcome.error;
    // whoever comes without a sign-in that began here was not sent by the provider
    if (told) note(told, user, { code, says });
    const details = says === '' ? code : `${code}: ${says}`;
    const entry = { event: 'oidc_login', user: name, method: 'oidc', ip, path, details } as const;
    if (outcome.ok) await store.audit.append({ ...entry, success: true });
    else {
      log.warn({ code, provider: says, issuer: config.current().issuerUrl, ip }, 'a single sign-on was refused');
      await failed(entry);
    }
    reply.header('location', reply.server.below + backTo(returnTo, outcome.ok ? undefined : code));
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

  mount(listSignIns, () => ({ signIns: [...signIns.list()] }));

  mount(putOidc, async ({ body, request }) => {
    const change = await store.atomically(async (tx) => {
      const prepared = config.prepare(body);
      if (prepared.ok) await prepared.value.write(tx);
      return prepared;
    });
    if (!change.ok) return change;
    change.value.settle();
    const now = shown();
    const { who, ip, path } = guard.callerOf(request);
    const { name: user = '', method = '' } = who ?? {};
    const details = now.everybodyIsAdmin ? 'everybody the provider admits is an administrator' : '';
    await store.audit.append({ event: 'oidc_changed', success: true, user, method, ip, path, details });
    return now;
  });

  return async (sessionId) => {
    const idToken = idTokens.get(sessionId);
    idTokens.delete(sessionId);
    const settings = config.current();
    return settings.enabled ? provider.signOutUrl(config.completed(settings), idToken) : '';
  };
}

/** What the provider answered in place of a code. */
function refusalIn(search: URLSearchParams): Failure | undefined {
  const error = search.get('error');
  if (error !== null) {
    const code = /^[a-z_]{1,64}$/.test(error) ? error : 'provider_error';
    return failure(code, search.get('error_description') ?? (code === error ? '' : error));
  }
  return search.get('code') ? undefined : failure('missing_code');
}

const browserOf = (request: FastifyRequest): string => {
  const value = readCookie(request, COOKIE) ?? '';
  return /^[0-9a-f]{64}$/.test(value) ? value : '';
};

/** Only a page of ours: browsers take `//host` and `/\\host`, also at the end of `/..`, as another site. */
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
