// Makes a route of an endpoint's data and its handler: the gate first, then validation, then the handler.

import { bodyLimitOf, type Endpoint } from '@belfry/schema/http/endpoint';
import { ofMessage } from '@belfry/schema/sentences/message';
import type { Sentence } from '@belfry/schema/sentences/sentence';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { JsonText } from '../lib/json-text.ts';
import { type Details, isRefused, type Refused, refuseWith } from '../lib/refusal.ts';
import { createCostlyCalls } from './costly-calls.ts';
import { type Gate, refusal } from './gate.ts';
import { sendError, sendRefusal, sendText } from './reply.ts';
import { createVersions } from './versions.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler gets: the parts the endpoint declares, parsed. */
interface Input<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
}
/** The same before its type is known. */
interface Whole extends Pick<Input<Endpoint>, 'request' | 'reply'> {
  input: Record<string, unknown>;
}
/** `JsonText` is a reply that is already encoded. */
type Outcome<E extends Endpoint> = z.input<E['reply']> | JsonText | Refused;
type Handler<E extends Endpoint> = (input: Input<E>) => Outcome<E> | Promise<Outcome<E>>;
export type Mount = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

const parts = ['params', 'query', 'body'] as const;

/** Throws for an endpoint that does not say who may call it, because such a route must not exist. */
export function createMount(app: FastifyInstance, gate: Gate): Mount {
  const versions = createVersions<Whole>();
  const costly = createCostlyCalls();
  /** In turn with the other calls of the caller, if the call has a high cost. */
  const inTurn = async <T>(
    { cost }: Endpoint,
    request: FastifyRequest,
    run: () => Promise<T>,
  ): Promise<T | Refused> => {
    if (!cost) return run();
    const caller = await gate(request);
    return (await costly(`${caller?.name} ${request.ip}`, run)) ?? refuseWith('rate_limited', { retryAfterS: 2 });
  };
  return (endpoint, handler) => {
    const { method, path, access, foreignKeys = false, status = 200, contentType } = endpoint;
    if (!access) throw new Error(`${method} ${path} does not say who may call it`);
    const handle = async ({ input, request, reply }: Whole) =>
      handler({ ...(input as Omit<Input<typeof endpoint>, 'request' | 'reply'>), request, reply });
    if (endpoint.versioned) versions.add(endpoint, handle);
    app.route({
      method,
      url: path,
      config: { foreignKeys },
      bodyLimit: bodyLimitOf(endpoint),
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const refused = await refusal(gate, request, access);
        if (refused) return sendError(reply, refused);
      },
      handler: async (request, reply) => {
        const { input, details } = inputOf(endpoint, request);
        if (details) return sendError(reply, 'validation_error', details);
        const whole: Whole = { input, request, reply };
        const outcome = await versions.run(endpoint, request.headers['if-match'], whole, () =>
          inTurn(endpoint, request, () => handle(whole)),
        );
        if (isRefused(outcome)) return sendRefusal(reply, outcome);
        reply.code(status);
        const tag = versions.tagOf(endpoint, outcome);
        if (tag !== undefined) reply.header('etag', tag);
        if (contentType && !reply.hasHeader('content-type')) reply.type(contentType);
        return outcome instanceof JsonText ? sendText(reply, outcome) : reply.send(outcome);
      },
    });
  };
}

/** The parsed parts of a request, or what is wrong with them. */
export function inputOf(
  endpoint: Endpoint,
  request: FastifyRequest,
): { input: Record<string, unknown>; details?: Details } {
  const input: Record<string, unknown> = {};
  const issues: FoundIn[] = [];
  for (const part of parts) {
    const result = endpoint[part]?.safeParse(request[part]);
    if (result?.success) input[part] = result.data;
    for (const issue of result?.error?.issues ?? []) issues.push({ part, issue });
  }
  return issues.length > 0 ? { input, details: detailsOf(issues) } : { input };
}

interface FoundIn {
  part: string;
  issue: z.core.$ZodIssue;
}

/** A hostile body can have a hundred thousand errors. */
const MAX_DETAILS = 20;
const MAX_NAME = 64;

/**
 * The first problem of each field. A map, because an attacker can choose the field names, and an object already has a
 * `toString`.
 */
function detailsOf(issues: readonly FoundIn[]): Details {
  const details = new Map<string, Sentence>();
  for (const { part, issue } of issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, MAX_DETAILS) : undefined;
    for (const key of unknown ?? [undefined]) {
      if (details.size >= MAX_DETAILS) return Object.fromEntries(details);
      const field = [...issue.path, ...(key === undefined ? [] : [key])].join('.') || part;
      const name = field.slice(0, MAX_NAME);
      if (!details.has(name)) details.set(name, unknown ? { id: 'field.unknown' } : ofMessage(issue.message));
    }
  }
  return Object.fromEntries(details);
}
