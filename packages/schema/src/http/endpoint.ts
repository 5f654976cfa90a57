// An endpoint as data: the server mounts it, the browser calls it, OpenAPI is generated from it.
import * as z from 'zod';
import type { ErrorCode } from '../errors.ts';

/** Who may call. `public` is nobody in particular; `agent` is a token with the scope `report`. */
export type Access = 'public' | 'viewer' | 'operator' | 'admin' | 'agent';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Which budget of requests per client address a call is charged to; the sizes are in auth/rate-limit.ts. */
export type RateClass = 'login' | 'setup' | 'single-sign-on' | 'transfer' | 'report' | 'socket' | 'read' | 'write';

export interface Endpoint {
  method: Method;
  /** Fastify style: `/api/config/nodes/:id`. */
  path: `/${string}`;
  summary: string;
  access: Access;
  /** Default: `read` for GET, else `write`. */
  rate?: RateClass;
  /** Answers also while nobody can sign in yet. */
  beforeSetup?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Default: 1 MiB. */
  bodyLimitBytes?: number;
  /** Keys in the body are named by strangers: one that would poison a prototype is dropped, not refused. */
  foreignKeys?: true;
  /** Of the body of a success, which is no JSON then. Errors are JSON all the same. */
  contentType?: 'text/plain; charset=utf-8' | 'application/octet-stream';
  /** The body of a success; `status` is 200 unless said. */
  reply: z.ZodType;
  status?: 200 | 201 | 202 | 204 | 302;
  /** Errors beyond those every endpoint can answer (validation, auth, rate limit, internal). */
  errors?: readonly ErrorCode[];
}

/** Keeps the literal types of the entry. */
export const endpoint = <const E extends Endpoint>(e: E): E => e;

/** The one shape of every error answer. `status_code` and `timestamp` (epoch seconds) are what the reference sends. */
export const ErrorBody = z.object({
  error: z.string(),
  code: z.string(),
  status_code: z.number().int(),
  timestamp: z.number().int(),
  message: z.string().optional(),
  details: z.record(z.string(), z.string()).optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
