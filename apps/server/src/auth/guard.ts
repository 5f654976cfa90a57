// The checks of every request before its route: the rate limit of the client, who the caller is, and whether our own
// page sent it.
import { COLLECT_PATH } from '@belfry/schema/collect/protocol';
import { SOCKET_PATH } from '@belfry/schema/defaults';
import type { Endpoint, RateClass } from '@belfry/schema/http/endpoint';
import type { AuditEvent } from '@belfry/schema/http/security';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, Gate, Identity } from '../http/gate.ts';
import { isForeign, refuseOrigin } from '../http/origin.ts';
import { sendError, sendRefusal } from '../http/reply.ts';
import { type Refused, refuseWith } from '../lib/refusal.ts';
import type { ClientAddress } from './client-address.ts';
import { CSRF_COOKIE, setCookie } from './cookies.ts';
import { type Csrf, isAmbient, needsProof } from './csrf.ts';
import type { NoteFailure } from './failures.ts';
import type { Identified, Identify } from './identify.ts';
import type { RateLimit } from './rate-limit.ts';
import { ABSOLUTE_MS } from './session.ts';

export interface GuardDeps {
  identify: Identify;
  csrf: Csrf;
  rateLimit: RateLimit;
  failed: NoteFailure;
  /** Somebody can sign in. Until then only endpoints marked `beforeSetup` answer. */
  isConfigured(): Promise<boolean>;
  endpoints: readonly Endpoint[];
  /** Address of this instance as browsers see it, or empty. */
  publicUrl: string;
  /** Used only if nobody signs in: refuses a host name under which this instance may not be addressed. */
  checkHost: ((host: string) => Refused | undefined) | undefined;
}

export interface Guard {
  /** To be called before any route is added. */
  install(app: FastifyInstance): void;
  gate: Gate;
  /** The caller of a request that passed the guard. */
  callerOf(request: FastifyRequest): Caller;
  /** Undefined: nobody who is known, or a request whose caller does not matter. */
  whoOf(request: FastifyRequest): Identity | undefined;
  /** Whether the credential of the caller is still valid. A socket stays open longer than its request. */
  mayStay(request: FastifyRequest): boolean;
  /** How a request reached us, and from where. */
  lineOf(request: FastifyRequest): ClientAddress;
  /** Whether a page of another origin sent this. */
  isForeign(request: FastifyRequest): boolean;
  /** Whether the caller used a credential that a browser sends by itself. */
  isAmbient(request: FastifyRequest): boolean;
  /** Whether our own page sent this. True for callers whose credentials no browser sends by itself. */
  ownPage(request: FastifyRequest): boolean;
  /** Writes to the audit log that a call was refused, with few entries for many calls. */
  noteRefused(request: FastifyRequest, event: AuditEvent, details?: string): Promise<void>;
  /** A token for the page, in the cookie that the page reads. */
  giveCsrfToken(request: FastifyRequest, reply: FastifyReply): void;
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

export function createGuard(deps: GuardDeps): Guard {
  const { identify, csrf, rateLimit, failed, isConfigured, endpoints, publicUrl, checkHost } = deps;
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
    return !who || !needsProof(who) || csrf.accepts(who, request.headers['x-csrf-token']);
  };
  const giveCsrfToken = (request: FastifyRequest, reply: FastifyReply): void => {
    const { who, https } = known(request);
    if (!who || !needsProof(who)) return;
    const value = csrf.tokenFor(who);
    setCookie(reply, { name: CSRF_COOKIE, value, maxAgeS: ABSOLUTE_MS / 1000, https, httpOnly: false });
  };

  const noteRefused = (request: FastifyRequest, event: AuditEvent, details = ''): Promise<void> => {
    const { who, ip, path } = known(request);
    const { name: user = '', method = '' } = who ?? {};
    return failed({ event, user, method, ip, path, details });
  };

  const check = async (request: FastifyRequest, reply: FastifyReply) => {
    const endpoint = endpointOf(request);
    const rate = request.routeOptions.url === SOCKET_PATH ? 'socket' : endpoint && classOf(endpoint);
    const line = identify.lineOf(request);
    // A collector proves who it is on its socket.
    if (request.routeOptions.url === COLLECT_PATH) {
      const retryAfterS = rateLimit('socket', line.ip);
      return retryAfterS === undefined ? undefined : sendRefusal(reply, refuseWith('rate_limited', { retryAfterS }));
    }
    // Files and unknown paths are the same for everybody.
    if (!rate) {
      const refused = checkHost?.(line.host);
      return refused && sendRefusal(reply, refused);
    }
    // Counted before anything is computed. A password by Basic is not checked yet, so it counts for the address.
    const proven = identify.proven(request);
    const retryAfterS = rateLimit(rate, line.ip, endpoint?.cost, proven);
    if (retryAfterS !== undefined) return sendRefusal(reply, refuseWith('rate_limited', { retryAfterS }));
    const access = endpoint?.access ?? 'watcher';
    const caller = await identify.caller(request, access !== 'public' || endpoint?.judgesCaller === true, proven);
    callers.set(request, caller);
    // A caller with a credential of their own was not tricked into this request by the host name of a page.
    const wrongHost = caller.who?.method === 'disabled' ? checkHost?.(caller.host) : undefined;
    if (wrongHost) return sendRefusal(reply, wrongHost);
    if (caller.wrongToken) await noteRefused(request, 'token_invalid');
    // A caller who may come in without a password does so, although the given password was not checked.
    if (caller.refused && !caller.who && access !== 'public') return sendRefusal(reply, caller.refused);
    // The gate refuses the request; here the refusal is recorded.
    if (caller.who && access !== 'public' && !caller.who.roles.includes(access))
      await noteRefused(request, 'access_refused');
    if (!endpoint) return;
    if (endpoint.access === 'public' && !endpoint.beforeSetup && !(await isConfigured()))
      return sendError(reply, 'setup_required');
    if (safe.has(request.method)) return;

    const headerCredential = caller.who !== undefined && !isAmbient(caller.who);
    if (!headerCredential && isForeign(request.headers, caller, publicUrl))
      return sendRefusal(reply, refuseOrigin(request.headers, caller));
    // A public endpoint must answer a browser with an old cookie; if it matters, its handler asks `ownPage`.
    if (endpoint.access === 'public' || ownPage(request)) return;
    giveCsrfToken(request, reply);
    await noteRefused(request, 'csrf_failed');
    return sendError(reply, 'csrf_failed');
  };

  return {
    install: (app) => void app.addHook('onRequest', check),
    gate: async (request) => callers.get(request)?.who,
    whoOf: (request) => callers.get(request)?.who,
    callerOf: known,
    lineOf: identify.lineOf,
    isForeign: (request) => isForeign(request.headers, known(request), publicUrl),
    isAmbient(request) {
      const who = callers.get(request)?.who;
      return who !== undefined && isAmbient(who);
    },
    mayStay(request) {
      const { who } = known(request);
      return who !== undefined && identify.stillGood(who);
    },
    ownPage,
    noteRefused,
    giveCsrfToken,
  };
}

const classOf = ({ rate, method }: Endpoint): RateClass => rate ?? (method === 'GET' ? 'read' : 'write');
