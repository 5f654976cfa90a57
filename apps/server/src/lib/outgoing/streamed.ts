// One request whose body and answer are streamed, without redirects. Its limits are on time: nothing may stand still, and the whole has an end.
import { buildConnector, Client } from 'undici';
import type { Clock } from '../clock.ts';
import { failureOf } from './failure.ts';

export interface StreamedRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: AsyncIterable<Buffer> | undefined;
  /** For the whole request. */
  mostMs: number;
  signal?: AbortSignal | undefined;
}

/** Any status is an answer, a redirect too. Dispose of it to end the connection. `pieces` throws a RequestFailed if it breaks off. */
export interface StreamedAnswer extends AsyncDisposable {
  status: number;
  /** Empty when the answer has no such header; `name` in lower case. */
  header(name: string): string;
  pieces: AsyncGenerator<Buffer>;
}

/** The message is a sentence for an administrator, without secrets. */
export class RequestFailed extends Error {}

/** A connection on which nothing moves for so long is given up. */
const STALL_MS = 60_000;

/** Throws a RequestFailed if there is no answer. */
export async function requestStreamed(clock: Clock, request: StreamedRequest): Promise<StreamedAnswer> {
  const { method, url, headers, body, mostMs, signal } = request;
  const limits = limitsOf(clock, mostMs, signal);
  const client = new Client(url.origin, {
    connect: buildConnector({ allowH2: false, maxCachedSessions: 0, timeout: 10_000 }),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  let sent = false;
  client.once('connect', () => {
    sent = true;
  });
  const end = async () => {
    limits.end();
    await client.destroy();
  };
  const failure = (error: unknown) =>
    new RequestFailed(failureOf(limits.signal.aborted ? limits.signal.reason : error, url.host, sent).message);
  async function* moving(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      limits.moved();
      yield piece;
    }
    limits.moved();
  }
  async function* piecesOf(reply: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* moving(reply);
    } catch (error) {
      throw failure(error);
    }
  }
  try {
    const path = `${url.pathname}${url.search}`;
    // undici takes any iterable; its types name only streams
    const content = body ? (moving(body) as never) : null;
    const options = { path, method, headers, body: content, signal: limits.signal };
    const { statusCode, headers: found, body: reply } = await client.request(options);
    limits.moved();
    return {
      status: statusCode,
      header: (name) => [found[name] ?? ''].flat().join(', '),
      pieces: piecesOf(reply),
      [Symbol.asyncDispose]: end,
    };
  } catch (error) {
    await end();
    throw failure(error);
  }
}

/** Aborts when nothing moves, when all of it takes too long, and when the caller gives up. */
function limitsOf(clock: Clock, mostMs: number, given: AbortSignal | undefined) {
  const own = new AbortController();
  const giveUp = (code: string) => () => own.abort(Object.assign(new Error(code), { code }));
  const abort = giveUp('ABORTED');
  const late = giveUp('TIMED_OUT');
  let stopStall = clock.after(STALL_MS, late);
  const stopMost = clock.after(mostMs, late);
  if (given?.aborted) abort();
  given?.addEventListener('abort', abort, { once: true });
  return {
    signal: own.signal,
    moved() {
      stopStall();
      stopStall = clock.after(STALL_MS, late);
    },
    end() {
      stopStall();
      stopMost();
      given?.removeEventListener('abort', abort);
    },
  };
}
