// All calls to the server. They are typed by the endpoints of the schema, send the CSRF token, retry once where the
// server asks for it, and give a text for every failure.

import type { Ask, Name, Reply } from '@belfry/schema/http/call';
import { base } from '../lib/base.ts';
import { pause } from '../lib/pause.ts';
import { type Refusal, readRefusal } from './error-text.ts';
import { messages } from './messages.ts';

/** `status` 0: there was no answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly refusal: Refusal;

  constructor(status: number, refusal: Refusal) {
    super(refusal.text);
    this.status = status;
    this.refusal = refusal;
  }
}

export interface ClientDeps {
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** `document.cookie`. */
  cookies(): string;
  wait(ms: number): Promise<void>;
  timeout?(ms: number): AbortSignal;
  /** Called after every 401, and where no answer of the server came: a session, here or at a proxy in front, may have ended. */
  unauthorized?(): void;
}

const RETRY_AFTER_S = 2;
/** The longest that the server asks for after too many calls is 30 s. A longer wait is reported as an error. */
const LONGEST_WAIT_S = 60;

const lost = () => new ApiError(0, { text: messages.noConnection, code: '', details: {}, body: {} });
const tooLate = () => new ApiError(0, { text: messages.noAnswer, code: '', details: {}, body: {} });
const never = new Promise<never>(() => {});

/** For the whole answer: longer than the server itself waits for a host. */
const ANSWER_MS = 60_000;

/** `AbortSignal.timeout` is newer than some browsers of the build. */
function endAfter(ms: number): AbortSignal {
  const end = new AbortController();
  setTimeout(() => end.abort(), ms);
  return end.signal;
}

export function createClient({ fetch, cookies, wait, timeout = endAfter, unauthorized }: ClientDeps) {
  const left = new AbortController();

  /** `read` gets the answer. Throws ApiError without a whole answer; never settles after the page is left. */
  async function exchange<T>(
    read: (response: Response) => Promise<T>,
    method: string,
    path: string,
    body?: unknown,
    { headers: more, signal, answerMs = ANSWER_MS, redirect = 'follow' }: More & Pick<RequestInit, 'redirect'> = {},
  ): Promise<T> {
    // cookies are slow to read, and reads need none
    const csrf = method === 'GET' ? undefined : /(?:^|; *)belfry_csrf=([^;]*)/.exec(cookies())?.[1];
    const headers = {
      'X-Requested-With': 'XMLHttpRequest',
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(csrf && { 'X-CSRF-Token': csrf }),
      ...more,
    };
    const abandoned = () => method === 'GET' && left.signal.aborted;
    if (abandoned()) return never;
    if (signal?.aborted) throw signal.reason;
    const clock = timeout(answerMs);
    const end = new AbortController();
    const stop = () => end.abort();
    clock.addEventListener('abort', stop, { signal: end.signal });
    if (method === 'GET') left.signal.addEventListener('abort', stop, { signal: end.signal });
    signal?.addEventListener('abort', stop, { signal: end.signal });
    try {
      const init = { method, headers, redirect, credentials: 'same-origin' as const, signal: end.signal };
      return await read(await fetch(path, body === undefined ? init : { ...init, body: JSON.stringify(body) }));
    } catch {
      if (abandoned()) return never;
      if (signal?.aborted) throw signal.reason;
      throw clock.aborted ? tooLate() : lost();
    } finally {
      // removes the listeners
      stop();
    }
  }

  /** Whether the refusal asks for a second attempt. Resolves when that attempt may start. */
  async function worthRetrying(response: Response, text: string): Promise<boolean> {
    if (response.status === 403) return /csrf/i.test(text);
    if (response.status !== 429) return false;
    const pause = Number.parseInt(response.headers.get('Retry-After') ?? '', 10);
    const seconds = Number.isNaN(pause) ? RETRY_AFTER_S : pause;
    if (seconds > LONGEST_WAIT_S) return false;
    await wait(seconds * 1000);
    return true;
  }

  async function send(method: string, path: string, body?: unknown, more?: More): Promise<Answer> {
    const read = async (response: Response) => ({ response, text: await response.text() });
    const attempt = () =>
      exchange(read, method, path, body, more).catch((error: unknown) => {
        if (error instanceof ApiError) unauthorized?.();
        throw error;
      });
    let { response, text } = await attempt();
    // the refusal set a new CSRF cookie, which the second attempt reads
    if (await worthRetrying(response, text)) ({ response, text } = await attempt());
    if (response.status === 401) unauthorized?.();
    if (!response.ok) throw new ApiError(response.status, readRefusal(response.status, text));
    return { text, revision: response.headers.get('ETag') };
  }

  const request = (name: string, ask: (Parts & More) | undefined): Promise<Answer> => {
    const { params, query, body, ...more } = ask ?? {};
    const [method = 'GET', path = ''] = name.split(' ');
    return send(method, withQuery(withParams(path, params), query), body, more);
  };

  function jsonOf(text: string): unknown {
    if (text === '') return null;
    try {
      return JSON.parse(text);
    } catch {
      unauthorized?.();
      throw new ApiError(200, { text: messages.notJson, code: '', details: {}, body: {} });
    }
  }

  return {
    /**
     * Calls the endpoint of this name: `call('PUT /api/config/nodes/:id', { params, body })`. The endpoint itself would bring its
     * validators into the browser, so only its type is used. Throws ApiError. An empty answer is null.
     */
    async call<N extends Name>(
      name: N,
      ...[ask]: unknown extends Ask<N> & Ends<N> ? [ask?: More] : [ask: Ask<N> & Ends<N> & More]
    ): Promise<Reply<N>> {
      const { text } = await request(name, ask);
      return jsonOf(text) as Reply<N>;
    },

    /** The same, with the revision of the answer. */
    async stored<N extends Name>(name: N, ask: Ask<N> & Ends<N> & More): Promise<Stored<Reply<N>>> {
      const { text, revision } = await request(name, ask);
      return { value: jsonOf(text) as Reply<N>, revision };
    },

    /** The status alone; the body is not fetched. 0 when the server does not answer. */
    async status(path: `/api/${string}`, more: Reading & More): Promise<number> {
      const read = async (response: Response) => response.status;
      return exchange(read, 'GET', path, undefined, more).catch(() => 0);
    },

    /** One header of an answer. Null when it is missing or the server does not answer. */
    async header(path: `/api/${string}`, name: string, more: Reading): Promise<string | null> {
      const read = async (response: Response) => response.headers.get(name);
      return exchange(read, 'GET', path, undefined, more).catch(() => null);
    },

    /**
     * Whether something in front of the server answers in its place, as a proxy does whose session has ended: it sends the
     * browser elsewhere, answers with a page, or asks for credentials where the server asks for none.
     */
    async isIntercepted(): Promise<boolean> {
      const read = async ({ type, ok, status, headers }: Response) => {
        if (type === 'opaqueredirect' || status === 401 || status === 407) return true;
        return (ok || status === 403) && /html/.test(headers.get('Content-Type') ?? '');
      };
      return exchange(read, 'GET', '/api/health', undefined, { redirect: 'manual' }).catch(() => false);
    },

    /** A text that is not JSON. Throws ApiError. */
    text: async (path: '/' | `/api/${string}`): Promise<string> => (await send('GET', path)).text,

    /** The page is about to be left: reads that are running or would start are cancelled, and their promises never settle. */
    abandonReads: () => left.abort(),
  };
}

/** What the server has. `revision`: for the `If-Match` of a save that is based on it. */
export interface Stored<T> {
  value: T;
  revision: string | null;
}

interface Answer extends Pick<Stored<unknown>, 'revision'> {
  text: string;
}

interface More {
  /** Sent too. */
  headers?: Readonly<Record<string, string>>;
  /** Ends the call, which then rejects with the reason of the signal. */
  signal?: AbortSignal | null;
  /** For the whole answer, where the server needs longer than for others. */
  answerMs?: number;
}

/** A read says what ends it, so that no query forgets its signal. Null: nothing does, because somebody waits for the answer. */
interface Reading {
  signal: AbortSignal | null;
}

type Ends<N extends Name> = N extends `GET ${string}` ? Reading : unknown;

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const withParams = (path: string, params: Parts['params'] = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

function withQuery<P extends string>(path: P, query: Parts['query'] = {}): P | `${P}?${string}` {
  const params = Object.entries(query).filter(([, value]) => value !== undefined);
  return params.length === 0
    ? path
    : `${path}?${new URLSearchParams(params.map(([key, value]) => [key, String(value)]))}`;
}

const unauthorized = new Set<() => void>();

/** Calls the listener for every 401 and every answer that is none. Returns a function that removes the listener. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorized.add(listener);
  return () => void unauthorized.delete(listener);
}

export const {
  call,
  stored,
  status: getStatus,
  header: getHeader,
  text: getText,
  isIntercepted,
  abandonReads,
} = createClient({
  fetch: (path, init) => fetch(base + path, init),
  cookies: () => document.cookie,
  wait: pause,
  unauthorized() {
    for (const listener of unauthorized) listener();
  },
});
