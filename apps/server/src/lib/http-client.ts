// All outbound HTTP: it limits TLS trust, concurrency, time and size, and returns failures as values.
import { TLSSocket } from 'node:tls';
import { isSameFingerprint } from '@belfry/domain/fingerprint';
import { fail, ok, type Result } from '@belfry/domain/result';
import { Agent, buildConnector } from 'undici';
import { type Clock, type Moment, momentOf } from './clock.ts';
import { createHostFacts, type HostFacts, type HostFactsBook } from './host-facts.ts';
import { classify, coded, FingerprintMismatch, type HttpFailure, OverBudget } from './http-failure.ts';
import { createJsonMeter, type JsonBudget } from './json-meter.ts';
import { createLanes } from './lanes.ts';
import { type ParseLarge, parseLarge } from './large-json.ts';
import { createLimit, type Limit } from './limit.ts';

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
  /** The answer is JSON, and is given up as soon as it exceeds this. */
  json?: JsonBudget | undefined;
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

/**
 * Any status is a reply. `reason`: the phrase beside the status. `location`: where a redirect leads; none is followed.
 * `parsed`: the value of a large body of JSON, which `body` then does not have.
 */
export interface HttpReply {
  status: number;
  reason: string;
  contentType: string;
  location?: string;
  body: string;
  parsed?: { value: unknown };
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
  parse?: ParseLarge;
}

/** A body of this size is parsed in another thread. */
const LARGE_BYTES = 1 << 20;

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

type Body = Pick<HttpReply, 'body' | 'parsed'>;

/** The beginning and the end of a large body that is not JSON. It stays no JSON: a NUL is between them. */
const endsOf = (whole: Buffer): string =>
  `${whole.subarray(0, 64).toString('utf8')}\u0000${whole.subarray(-64).toString('utf8')}`;

/** Waits for a place, and returns what gives it back. */
async function entered(limit: Limit): Promise<() => void> {
  const inside = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  void limit(() => {
    inside.resolve();
    return left.promise;
  });
  await inside.promise;
  return left.resolve;
}

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { clock, concurrency = 8, maxBodyBytes = 32 * 1024 * 1024, parse = parseLarge } = options;
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

  /** A host has one large answer in memory at a time; those of urgent requests do not wait. */
  const oneLarge = createLimit(1);

  async function read(body: AsyncIterable<Buffer>, request: HttpRequest, isGood: boolean): Promise<Body> {
    const { json, lanes: taken = [], origin, path } = request;
    const most = Math.min(request.maxBodyBytes ?? maxBodyBytes, maxBodyBytes);
    const sink = isGood ? request.sink : undefined;
    const meter = json && createJsonMeter(json);
    const chunks: Buffer[] = [];
    let size = 0;
    let leave: (() => void) | undefined;
    try {
      for await (const chunk of body) {
        size += chunk.length;
        bytes += chunk.length;
        if (size > most) throw coded('TOO_LARGE');
        const limit = meter?.take(chunk);
        if (json && limit) throw new OverBudget(origin, path, limit, json);
        if (json && size > LARGE_BYTES && taken.length > 0) leave ??= await entered(oneLarge);
        if (sink) await sink(chunk);
        else chunks.push(chunk);
      }
      const whole = Buffer.concat(chunks);
      // The chunks are not needed any more while another thread works.
      chunks.length = 0;
      if (!json || size <= LARGE_BYTES || !isGood) return { body: whole.toString('utf8') };
      const large = await parse(new Uint8Array(whole));
      if (large === 'too-large') throw new OverBudget(origin, path, 'values', json);
      return large === 'no-json' ? { body: endsOf(whole) } : { body: '', parsed: { value: large.json } };
    } finally {
      leave?.();
    }
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
      const reply = await agent.request(options);
      answered = true;
      facts.noteDate(origin, String(reply.headers.date ?? ''), sent);
      const contentType = String(reply.headers['content-type'] ?? '');
      const body = await read(reply.body, request, reply.statusCode === 200);
      failed = reply.statusCode !== 200;
      const { location } = reply.headers;
      const led = typeof location === 'string' && { location };
      return ok({ status: reply.statusCode, reason: reply.statusText, contentType, ...body, ...led });
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
