// The API of one product for its source. A call takes a path and returns `data` or an error. Login, failover and
// certificate checks are hidden.

import { originOf } from '@belfry/domain/address';
import { fail, ok, type Result } from '@belfry/domain/result';
import { inEnglish } from '@belfry/domain/sentences/english';
import type { Login } from '@belfry/schema/config/node';
import type { EndpointStatus } from '@belfry/schema/entities/instance';
import type { SourceError } from '@belfry/schema/messages/observation';
import { type CallCounts, createCallCounts } from '../../lib/call-counts.ts';
import type { Clock } from '../../lib/clock.ts';
import {
  createHttpClient,
  type HttpClient,
  type HttpReply,
  type HttpRequest,
  type Trust,
} from '../../lib/http-client.ts';
import { type AuthHeaders, createAuthenticator } from './authenticator.ts';
import { budgetOf } from './budgets.ts';
import { createEndpoints, type Endpoints } from './endpoints.ts';
import { badPayload, readEnvelope, statusError } from './failure.ts';
import { credentialsOf, type Product } from './product.ts';
import { part, text } from './read.ts';

/** The timeout of one call, by its type. */
export const TIMEOUT_MS = { fast: 5000, agent: 5000, slow: 30_000 } as const;
const BASE = '/api2/json';

export interface SessionConfig extends Login {
  host: string;
  fingerprint?: string | undefined;
  verifySSL: boolean;
}

export interface CallOptions {
  timeoutMs?: number;
  maxBodyBytes?: number;
  /**
   * True when another node answers the call, or when the call itself may fail. A bad answer then does not count as a
   * failure of the endpoint.
   */
  blameless?: boolean;
  /** If this signal is aborted before the call is sent, the call is not sent. */
  calledOff?: AbortSignal;
}

/** The calls of one run. All go to the same endpoint until it fails. */
export interface Reader {
  get(path: string, options?: CallOptions): Promise<Result<unknown, SourceError>>;
  /** The endpoint in use. */
  origin(): string;
}

export type Session = ReturnType<typeof createSession>;

function trustOf(config: Pick<SessionConfig, 'fingerprint' | 'verifySSL'>): Trust {
  if (config.fingerprint) return { mode: 'pinned', fingerprint: config.fingerprint };
  return { mode: config.verifySSL ? 'verify' : 'off' };
}

/** `fastMs`: the timeout of an ordinary call. It is read before each call. */
export function createSession(
  config: SessionConfig,
  product: Product,
  clock: Clock,
  fastMs: () => number = () => TIMEOUT_MS.fast,
) {
  const address = originOf(config.host, product.port);
  const origin = address.ok ? address.value : '';
  const trust = trustOf(config);
  const credentials = credentialsOf(config, product);
  const over = new AbortController();
  const counts = createCallCounts();
  const background = (call: Parameters<CallCounts['note']>[1]) => counts.note(over.signal, call);
  const http: HttpClient = createHttpClient({ clock, trust: (at) => endpoints.trust(at) });
  const endpoints: Endpoints = createEndpoints({ origin, trust }, probe, clock);
  const auth = createAuthenticator(product, credentials, { login: postLogin, probe: tryCall, clock });

  // Several callers may wait for one login, so the deadline of one caller does not end it.
  function postLogin(at: string, body: string): Promise<Result<HttpReply, SourceError>> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const path = `${BASE}/access/ticket`;
    const signal = over.signal;
    return http.send({
      method: 'POST',
      origin: at,
      path,
      headers,
      body,
      json: budgetOf('/access/ticket'),
      timeoutMs: fastMs(),
      signal,
      done: background,
    });
  }

  function tryCall(at: string, login: AuthHeaders): Promise<Result<HttpReply, SourceError>> {
    const headers = { ...login, accept: 'application/json' };
    const timeoutMs = fastMs();
    return http.send({
      method: 'GET',
      origin: at,
      path: `${BASE}/version`,
      headers,
      json: budgetOf('/version'),
      timeoutMs,
      signal: over.signal,
      done: background,
    });
  }

  async function call(
    at: string,
    path: string,
    limits: {
      timeoutMs: number;
      maxBodyBytes?: number | undefined;
      lanes?: readonly string[];
      calledOff?: AbortSignal | undefined;
    },
    signal: AbortSignal,
    done: HttpRequest['done'] = background,
  ): Promise<Result<unknown, SourceError>> {
    const name = `GET ${path} of ${at}`;
    const sent = await auth.call(at, name, (login) => {
      const headers = { ...login, accept: 'application/json' };
      const json = budgetOf(path);
      return http.send({ method: 'GET', origin: at, path: BASE + path, headers, json, ...limits, signal, done });
    });
    if (!sent.ok) return sent;
    if (sent.value.status !== 200) return fail(statusError(sent.value, name, product, credentials));
    const envelope = readEnvelope(sent.value);
    return 'data' in envelope ? ok(envelope.data) : fail(badPayload(name, envelope));
  }

  /** Any web server sends some answer. A member of the cluster accepts the credentials and reports its version. */
  async function probe(at: string): Promise<Result<unknown, SourceError>> {
    const answer = await call(at, '/version', { timeoutMs: fastMs(), lanes: ['probes'] }, over.signal);
    if (!answer.ok || text(part(answer.value).version, 64)) return answer;
    return fail(badPayload(`GET /version of ${at}`, { id: 'api.noVersion' }));
  }

  /** The administrator knows the configured host but not its siblings, so the message names both. */
  const withOrigin = (error: SourceError, at: string): SourceError =>
    at === origin
      ? error
      : {
          ...error,
          ...inEnglish({
            id: 'call.throughMember',
            values: { host: origin, problem: error.sentence ?? error.message },
          }),
        };

  function read(signal: AbortSignal, lane?: string, counted: 'run' | 'aside' = 'run'): Reader {
    const either = AbortSignal.any([signal, over.signal]);
    let using = endpoints.pick() ?? endpoints.main;
    if (counted === 'run') counts.open(signal);
    const done: HttpRequest['done'] = counted === 'run' ? (call) => counts.note(signal, call) : background;
    const get: Reader['get'] = async (path, options = {}) => {
      const { timeoutMs = fastMs(), maxBodyBytes, blameless = false, calledOff } = options;
      if (!address.ok) return fail({ kind: 'unreachable', ...inEnglish(address.error) });
      const lanes = lane === undefined ? [] : [lane, ...nodeIn(path)];
      let ofMain: SourceError | undefined;
      for (;;) {
        const at = using.origin;
        const result = await call(at, path, { timeoutMs, maxBodyBytes, lanes, calledOff }, either, done);
        if (result.ok) {
          endpoints.worked(at);
          return result;
        }
        const error = withOrigin(result.error, at);
        if (either.aborted || !isEndpointFault(error, blameless)) return fail(error);
        endpoints.failed(at);
        if (at === origin) ofMain = error;
        const next = endpoints.pick();
        // If no other member is available, the answer of the configured host is used.
        if (!next && ofMain) return fail(ofMain);
        using = next ?? endpoints.main;
      }
    };
    return { get, origin: () => using.origin };
  }

  return {
    /**
     * Calls of one lane or to one node never use all connections. The essential poll has no lane, so it does not wait for
     * other calls. `counted`: calls aside from the polls are counted with those outside of runs.
     */
    read,
    /** A text with the privileges that a monitoring account needs. */
    rights: product.rights,
    /** The certificate check that is configured for the main host. */
    trust,
    origin,
    setMembers: endpoints.setMembers,
    endpoints: (): readonly EndpointStatus[] =>
      endpoints.statuses().map((status) => ({ ...status, ...http.hostFacts(status.host) })),
    calls: counts.take,
    async close() {
      over.abort();
      endpoints.close();
      await http.close();
    },
  };
}

/** The node to which the host forwards the call. */
const nodeIn = (path: string): string[] => {
  const node = /^\/nodes\/[^/]+/.exec(path)?.[0];
  return node === undefined ? [] : [node];
};

/** Whether another member of the cluster might give a better answer. */
function isEndpointFault(error: SourceError, blameless: boolean): boolean {
  if (error.kind === 'unreachable' || error.kind === 'tls') return true;
  if (blameless) return false;
  if (error.kind === 'timeout' || error.kind === 'bad-payload') return true;
  // A Proxmox host has all these paths, so a missing path means that it is another server. 400 is an error in the
  // parameters.
  return error.kind === 'bad-status' && error.status !== 400;
}
