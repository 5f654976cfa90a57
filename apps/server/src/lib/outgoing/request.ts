// All requests of notifications: to checked addresses only, checked again at each redirect, with limits of time and size, and
// failures as values. Each request opens a connection of its own, so that none outlives the check it was opened with.
import { fail, ok, type Result } from '@belfry/domain/result';
import { inEnglish } from '@belfry/domain/sentences/english';
import { buildConnector, Client } from 'undici';
import type { Clock } from '../clock.ts';
import { coded } from '../http-failure.ts';
import type { Networks } from '../networks.ts';
import { kindOf } from './addresses.ts';
import type { Connect } from './connect.ts';
import { failureOf, type RequestFailure, refusal } from './failure.ts';
import { firstHop, follow, type Hop } from './redirect.ts';
import { parseUrl } from './url.ts';

/** `url`: http or https. With user and password in it, these are sent as basic authentication. */
export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  url: string;
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** 30 s by default, for all redirects together. */
  timeoutMs?: number | undefined;
  /** How long the answer may take from the moment when the connection is open. By default what is left of `timeoutMs`. */
  answerMs?: number | undefined;
  signal: AbortSignal;
  /**
   * For an address that somebody else than an administrator has given: only https to public addresses and to these networks, whatever
   * the settings say. A redirect is not followed: it is the answer.
   */
  publicBut?: Networks | undefined;
  /** What is read of the answer: 64 KiB by default. */
  mostBytes?: number | undefined;
}

/** Any status is an answer, and the caller judges it. `headers` have names in lower case. `body`: at most `mostBytes` of it. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export type GuardedRequest = (request: OutgoingRequest) => Promise<Result<Answer, RequestFailure>>;

export const TEST_TIMEOUT_MS = 10_000;
const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 3;
const MAX_BYTES = 64 * 1024;
const nowhere: Networks = { includes: () => false };
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

interface HopOptions {
  signal: AbortSignal;
  mostBytes: number;
  /** The connection is open. */
  opened(): void;
}

export interface RequestDeps {
  connect: Connect;
  clock: Clock;
}

export function createRequest({ connect, clock }: RequestDeps): GuardedRequest {
  const encrypt = buildConnector({ allowH2: false, maxCachedSessions: 0 });

  /** One request without redirects. What it opened is closed when it ends. */
  async function hop(hop: Hop, { signal, mostBytes, opened }: HopOptions): Promise<Result<Answer, RequestFailure>> {
    const { url, method, headers, body, only } = hop;
    const plain = url.protocol === 'http:';
    let sent = false;
    let reply: Answer | undefined;
    const client = new Client(url.origin, {
      connect(options, callback) {
        const target = { host: url.hostname, port: Number(url.port) || (plain ? 80 : 443), plain, only };
        const done: typeof callback = (...result) => {
          sent = result[0] === null;
          if (sent) opened();
          callback(...result);
        };
        connect(target, signal).then(
          (socket) => {
            hop.isPublic = kindOf(socket.remoteAddress ?? '') === 'public';
            return plain ? done(null, socket) : encrypt({ ...options, httpSocket: socket }, done);
          },
          (error: Error) => done(error, null),
        );
      },
      pipelining: 0,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    try {
      const path = `${url.pathname}${url.search}`;
      const answer = await client.request({ path, method, headers, body: body ?? null, signal });
      reply = { status: answer.statusCode, headers: headersOf(answer.headers), body: '' };
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        reply.body += chunk.toString('latin1');
        if (reply.body.length >= mostBytes) break;
      }
      return ok(decoded(reply, mostBytes));
    } catch (error) {
      // What the service decided is known, even when the rest of its answer never comes.
      if (reply) return ok(decoded(reply, mostBytes));
      return fail(failureOf(signal.aborted ? signal.reason : error, url.host, sent));
    } finally {
      await client.destroy();
    }
  }

  return async (request) => {
    const {
      method,
      url: text,
      headers = {},
      body,
      timeoutMs = TIMEOUT_MS,
      answerMs,
      signal,
      mostBytes = MAX_BYTES,
      publicBut,
    } = request;
    const parsed = parseUrl(text);
    if (!parsed.ok) return fail(refusal(parsed.error));
    const timeout = new AbortController();
    const given = new AbortController();
    const within = (ms: number) => clock.after(ms, () => timeout.abort(coded('TIMED_OUT')));
    let cancel = within(timeoutMs);
    function opened(): void {
      if (answerMs === undefined) return;
      cancel();
      cancel = within(answerMs);
    }
    const all = AbortSignal.any([timeout.signal, given.signal]);
    const giveUp = () => given.abort(coded('ABORTED'));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      let next: Hop = { ...firstHop(parsed.value, { method, headers, body }), only: publicBut };
      for (let redirected = 0; ; redirected++) {
        const reply = await hop(next, { signal: all, mostBytes, opened });
        const location = reply.ok && redirects.has(reply.value.status) ? reply.value.headers.location : undefined;
        if (!reply.ok || location === undefined || publicBut) return reply;
        const followed = follow(next, reply.value.status, location);
        if (!followed.ok)
          return fail(refusal({ id: 'send.redirect', values: { host: next.url.host, problem: followed.error } }));
        if (redirected === MAX_REDIRECTS)
          return fail({
            ...inEnglish({ id: 'send.redirects', values: { host: parsed.value.host, limit: MAX_REDIRECTS } }),
            sent: true,
          });
        // A public service does not choose which machine of the own network is called.
        next = next.isPublic ? { ...followed.value, only: nowhere } : followed.value;
      }
    } finally {
      cancel();
      signal.removeEventListener('abort', giveUp);
    }
  };
}

const headersOf = (found: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(found).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));

const decoded = (reply: Answer, mostBytes: number): Answer => ({
  ...reply,
  body: Buffer.from(reply.body.slice(0, mostBytes), 'latin1').toString('utf8'),
});
