// What every request passes before its route: the budget of its client, who it is, and whether our own page sent it.
import { SOCKET_PATH } from '@belfry/schema/defaults';
import type { Endpoint, RateClass } from '@belfry/schema/http/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditStore } from '../db/audit-store.ts';
import type { Caller, Gate } from '../http/gate.ts';
import { sendError, sendRefusal } from '../http/reply.ts';
import { refuseWith } from '../lib/refusal.ts';
import { CSRF_COOKIE, setCookie } from './cookies.ts';
import { type Csrf, isAmbient } from './csrf.ts';
import type { Identified, Identify } from './identify.ts';
import type { RateLimit } from './rate-limit.ts';
import { ABSOLUTE_MS } from './session.ts';

export interface GuardDeps {
  identify: Identify;
  csrf: Csrf;
  rateLimit: RateLimit;
  audit: AuditStore;
  /** Somebody can sign in. Until then only endpoints marked `beforeSetup` answer. */
  configured(): boolean;
  endpoints: readonly Endpoint[];
}

export interface Guard {
  /** To be installed before any route. */
  install(app: FastifyInstance): void;
  gate: Gate;
  /** Whoever sent a request that passed the guard. */
  callerOf(request: FastifyRequest): Caller;
  /** Is what the caller came in with still good? A socket outlives its request. */
  mayStay(request: FastifyRequest): boolean;
  /** Has our own page sent this? True for callers whose credentials no browser sends by itself. */
  ownPage(request: FastifyRequest): boolean;
  /** A token for the page, in the cookie it reads. */
  giveCsrfToken(request: FastifyRequest, reply: FastifyReply): void;
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

export function createGuard({ identify, csrf, rateLimit, audit, configured, endpoints }: GuardDeps): Guard {
  const callers = new WeakMap<FastifyRequest, Identified>();
  const byRoute = new Map(endpoints.map((e) => [`${e.method} ${e.path}`, e]));
  const endpointOf = ({ method, routeOptions }: FastifyRequest): Endpoint | undefined =>
    byRoute.get(`${method === 'HEAD' ? 'GET' : method} ${routeOptions.url}`);

  const known = (request: FastifyRequest): Identified => {
    const caller = callers.get(request);
    if (!caller) throw new Error(`${request.url} did not pass the guard`);
    return caller;
  };
  const ownPage = (request: FastifyRequest): boolean => {
    const { who } = known(request);
    if (!who || !isAmbient(who) || who.method === 'disabled') return true;
    return csrf.accepts(who, request.headers['x-csrf-token']);
  };
  const giveCsrfToken = (request: FastifyRequest, reply: FastifyReply): void => {
    const { who, https } = known(request);
    if (!who || !isAmbient(who)) return;
    const value = csrf.tokenFor(who);
    setCookie(reply, { name: CSRF_COOKIE, value, maxAgeS: ABSOLUTE_MS / 1000, https, httpOnly: false });
  };

  const check = async (request: FastifyRequest, reply: FastifyReply) => {
    const endpoint = endpointOf(request);
    const rate = request.routeOptions.url === SOCKET_PATH ? 'socket' : endpoint && classOf(endpoint);
    // Files and unknown paths are the same for everybody.
    if (!rate) return;
    // Charged before anything is looked up or computed.
    const retryAfterS = rateLimit(rate, identify.addressOf(request));
    if (retryAfterS !== undefined) return sendRefusal(reply, refuseWith('rate_limited', { retryAfterS }));
    const caller = await identify.caller(request);
    callers.set(request, caller);
    if (!endpoint) return;
    if (endpoint.access === 'public' && !endpoint.beforeSetup && !configured())
      return sendError(reply, 'setup_required');
    if (safe.has(request.method)) return;

    const headerCredential = caller.who !== undefined && !isAmbient(caller.who);
    if (!headerCredential && isForeign(request, caller.host)) return sendError(reply, 'origin_refused');
    // A public endpoint must answer whoever comes with a stale cookie; where it matters its handler asks `ownPage`.
    if (endpoint.access === 'public' || ownPage(request)) return;
    giveCsrfToken(request, reply);
    const { name = '', method = '' } = caller.who ?? {};
    audit.append({ event: 'csrf_failed', success: false, user: name, method, ip: caller.ip, path: caller.path });
    return sendError(reply, 'csrf_failed');
  };

  return {
    install: (app) => void app.addHook('onRequest', check),
    gate: async (request) => callers.get(request)?.who,
    callerOf: known,
    mayStay(request) {
      const { who } = known(request);
      return who !== undefined && identify.stillGood(who);
    },
    ownPage,
    giveCsrfToken,
  };
}

const classOf = ({ rate, method }: Endpoint): RateClass => rate ?? (method === 'GET' ? 'read' : 'write');

/** A browser says where a page came from; scripts say nothing. */
function isForeign({ headers }: FastifyRequest, host: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (headers.origin === undefined) return false;
  return URL.parse(headers.origin)?.host !== host.toLowerCase();
}
