// All outbound HTTP: it limits TLS trust, concurrency, time and size, and returns failures as values.
/// <reference path="./undici.d.ts" />

import { TLSSocket } from 'node:tls';
import { isSameFingerprint } from '@belfry/domain/fingerprint';
import { fail, ok, type Result } from '@belfry/domain/result';
import send from 'undici/lib/api/api-request.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { type Clock, type Moment, momentOf } from './clock.ts';
import { createHostFacts, type HostFacts, type HostFactsBook } from './host-facts.ts';
import { classify, coded, FingerprintMismatch, type HttpFailure } from './http-failure.ts';
import { createLanes } from './lanes.ts';

/**
 * Which certificate to accept: any that a CA signed, only this one, or any. `by` says who named the pinned certificate:
 * the administrator, or the cluster for one of its members.
 */
export type Trust =
  | { mode: 'verify' }
  | { mode: 'pinned'; fingerprint: string; by?: 'cluster' | undefined }
  | { mode: 'off' };

export interface HttpRequest {
  method: 'GET' | 'POST';
  /** `https://host:port` without a path. */
  origin: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /** A lower limit than the client's own. */
  maxBodyBytes?: number | undefined;
  /** Requests of one lane cannot take all places. A request without a lane is urgent. */
  lanes?: readonly string[] | undefined;
  /** After this is aborted, the request is not sent. A request that was already sent continues. */
  calledOff?: AbortSignal | undefined;
  signal: AbortSignal;
  /** Gets the body of an answer with status 200, piece by piece. The body of the reply is then empty. */
  sink?: (chunk: Buffer) => Promise<void>;
  /** Called once for a request that was sent, when it has ended. */
  done?(call: { failed: boolean; tookMs: number }): void;
}

/** Any status is a reply. `reason`: the phrase beside the status. `location`: where a redirect leads; none is followed. */
export interface HttpReply {
  status: number;
  reason: string;
  contentType: string;
  location?: string;
  body: string;
}

export interface HttpClient {
  send(request: HttpRequest): Promise<Result<HttpReply, HttpFailure>>;
  /** Requests made and bytes of bodies received so far. */
  calls(): number;
  bytes(): number;
  hostFacts(origin: string): HostFacts;
  close(): Promise<void>;
}

export interface HttpClientOptions {
  clock: Clock;
  /** Asked at every connection, so that trust can change while running. */
  trust(origin: string): Trust;
  concurrency?: number;
  maxBodyBytes?: number;
}

/** The places of one client that are reserved for urgent requests, and the most that one lane may take. */
const RESERVED = 2;
const EACH = 3;

/** No TLS session is ever resumed, because a resumed one shows no certificate and would keep the old trust. */
function createConnect(trust: HttpClientOptions['trust'], facts: HostFactsBook): buildConnector.connector {
  const shared = { allowH2: false, maxCachedSessions: 0, timeout: 10_000 };
  const verifying = buildConnector({ ...shared, rejectUnauthorized: true });
  const accepting = buildConnector({ ...shared, rejectUnauthorized: false });
  return (options, callback) => {
    if (options.protocol !== 'https:') return callback(coded('NOT_HTTPS'), null);
    const origin = `https://${options.host}`;
    const trusted = trust(origin);
    const connect = trusted.mode === 'verify' ? verifying : accepting;
    connect(options, (error, socket) => {
      if (error) return callback(error, null);
      const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
      const seen = certificate?.fingerprint256;
      if (trusted.mode === 'pinned' && !isSameFingerprint(seen, trusted.fingerprint)) {
        socket.destroy();
        return callback(new FingerprintMismatch(trusted.fingerprint, seen, trusted.by), null);
      }
      if (certificate) facts.noteCertificate(origin, certificate);
      callback(null, socket);
    });
  };
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { clock, concurrency = 8, maxBodyBytes = 32 * 1024 * 1024 } = options;
  const facts = createHostFacts(clock);
  const agent = new Agent({
    connect: createConnect(options.trust, facts),
    connections: concurrency,
    // Time is kept by our own clock, per request.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const lanes = createLanes({ most: concurrency, reserved: RESERVED, each: EACH });
  let calls = 0;
  let bytes = 0;

  async function read(body: AsyncIterable<Buffer>, most: number, sink?: HttpRequest['sink']): Promise<string> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      bytes += chunk.length;
      if (size > most) throw coded('TOO_LARGE');
      if (sink) await sink(chunk);
      else chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  async function attempt(request: HttpRequest): Promise<Result<HttpReply, HttpFailure>> {
    const { origin, path, timeoutMs, method, headers = {} } = request;
    const timeout = new AbortController();
    const cancel = clock.after(timeoutMs, () => timeout.abort(coded('TIMED_OUT')));
    const signal = AbortSignal.any([request.signal, timeout.signal]);
    let answered = false;
    let sent: Moment | undefined;
    let failed = true;
    try {
      signal.throwIfAborted();
      request.calledOff?.throwIfAborted();
      calls++;
      sent = momentOf(clock);
      const { origin: host, pathname, search } = new URL(`${origin}${path}`);
      const options = {
        origin: host,
        path: `${pathname}${search}`,
        method,
        headers,
        body: request.body ?? null,
        signal,
      };
      const reply = await send.call(agent, options);
      answered = true;
      facts.noteDate(origin, String(reply.headers.date ?? ''), sent);
      const contentType = String(reply.headers['content-type'] ?? '');
      const sink = reply.statusCode === 200 ? request.sink : undefined;
      const body = await read(reply.body, Math.min(request.maxBodyBytes ?? maxBodyBytes, maxBodyBytes), sink);
      failed = reply.statusCode !== 200;
      const { location } = reply.headers;
      const led = typeof location === 'string' && { location };
      return ok({ status: reply.statusCode, reason: reply.statusText, contentType, body, ...led });
    } catch (error) {
      return fail(classify(signal.aborted ? coded('TIMED_OUT') : error, origin, answered));
    } finally {
      cancel();
      if (sent) request.done?.({ failed, tookMs: clock.monotonic() - sent.monotonic });
    }
  }

  return {
    send: (request) => lanes(request.lanes ?? [], () => attempt(request)),
    calls: () => calls,
    bytes: () => bytes,
    hostFacts: facts.of,
    close: () => agent.destroy(),
  };
}
