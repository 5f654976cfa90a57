// An endpoint as data: the server mounts it, the browser calls it, OpenAPI is generated from it.
import * as z from 'zod';
import type { ErrorCode } from '../errors.ts';
import { WireSentence } from '../sentences/sentence.ts';

/**
 * Who may call. `public`: everybody; `watcher`: also the holder of a link to a view, who may see the live data and nothing else;
 * `agent`: a token with the scope `report`; `scraper`: also a token with the scope `metrics`, which may read the metrics and nothing
 * else.
 */
export type Access = 'public' | 'watcher' | 'viewer' | 'operator' | 'admin' | 'agent' | 'scraper';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Which request limit per client address the call counts for; the limits are in auth/rate-limit.ts. */
export type RateClass = 'login' | 'setup' | 'single-sign-on' | 'transfer' | 'report' | 'socket' | 'read' | 'write';

export interface Endpoint {
  method: Method;
  /** Fastify style: `/api/config/nodes/:id`. */
  path: `/${string}`;
  summary: string;
  access: Access;
  /** Default: `read` for GET, else `write`. */
  rate?: RateClass;
  /** The answer takes long to make: it counts as many calls, and a caller gets two at a time. */
  cost?: 'high';
  /** Answers also before the first account exists. */
  beforeSetup?: true;
  /** Of a public endpoint: it does more for an administrator, so a password by Basic is judged too. */
  judgesCaller?: true;
  /** The parameter `id` may contain slashes that are not encoded. */
  slashesInId?: true;
  /**
   * Of a GET: the answer has an ETag. PUT and DELETE of the same path accept it as If-Match: if the answer would be another one now,
   * they change nothing and answer 412 with the present answer in `current`. `except`: fields of the answer that are not stored.
   */
  versioned?: true | { except: readonly string[] };
  /** Changes what is versioned under other paths, so it never runs at the same time as their PUT and DELETE. */
  changesVersioned?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  /** What parameters mean, by their names, in Markdown. */
  meanings?: Readonly<Record<string, string>>;
  body?: z.ZodType;
  /** Default: see `bodyLimitOf`. */
  bodyLimitBytes?: number;
  /** Outsiders choose the keys in the body: a key such as `__proto__` is dropped, and the rest is accepted. */
  foreignKeys?: true;
  /** The content type of a successful answer that is not JSON. Errors are always JSON. */
  contentType?: 'text/plain; charset=utf-8' | 'application/octet-stream';
  /** The body of a successful answer; `status` is 200 by default. */
  reply: z.ZodType;
  status?: 200 | 201 | 202 | 204 | 302;
  /** Errors beyond those every endpoint can answer (validation, auth, rate limit, internal). */
  errors?: readonly ErrorCode[];
}

type Named<N> = N extends `${infer M extends Method} /${infer P}` ? { method: M; path: `/${P}` } : never;

/** `name` is the method and the path, as in `PUT /api/config/nodes/:id`: callers know the endpoint by it. Keeps the literal types. */
export function endpoint<const N extends `${Method} /${string}`, const E extends Omit<Endpoint, 'method' | 'path'>>(
  name: N,
  e: E,
): Omit<E, 'method' | 'path'> & Named<N> {
  const [method, path] = name.split(' ');
  return { ...e, method, path } as E & Named<N>;
}

const NO_BODY_BYTES = 4 << 10;
const PUBLIC_BODY_BYTES = 8 << 10;
const BODY_BYTES = 64 << 10;

/** What is read of a body: little from somebody who is not signed in, and less where no body is expected. */
export const bodyLimitOf = ({ access, body, bodyLimitBytes }: Endpoint): number =>
  bodyLimitBytes ?? (body ? (access === 'public' ? PUBLIC_BODY_BYTES : BODY_BYTES) : NO_BODY_BYTES);

/**
 * The shape of every error answer. The reference product sends `status_code` and `timestamp` (epoch seconds) too. `sentence` and
 * `reasons` say the same as `error` and `details`, for a client with another language.
 */
export const ErrorBody = z.object({
  error: z.string(),
  code: z.string(),
  status_code: z.number().int(),
  timestamp: z.number().int(),
  message: z.string().optional(),
  details: z.record(z.string(), z.string()).optional(),
  sentence: WireSentence.optional(),
  reasons: z.record(z.string(), WireSentence).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
