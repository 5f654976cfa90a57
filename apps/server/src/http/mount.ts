// An endpoint's data and its handler become a route: the gate first, then validation, then the handler.
import type { Endpoint } from '@belfry/schema/http/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { type Details, isRefused, type Refused } from '../lib/refusal.ts';
import { type Gate, refusal } from './gate.ts';
import { sendError, sendRefusal } from './reply.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler gets: the parts the endpoint declares, parsed. */
export interface Input<E extends Endpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
}
type Outcome<E extends Endpoint> = z.input<E['reply']> | Refused;
export type Handler<E extends Endpoint> = (input: Input<E>) => Outcome<E> | Promise<Outcome<E>>;
export type Mount = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

const parts = ['params', 'query', 'body'] as const;

/** Throws for an endpoint that does not say who may call it: such a route must not exist. */
export function createMount(app: FastifyInstance, gate: Gate): Mount {
  return (endpoint, handler) => {
    const { method, path, access, bodyLimitBytes, foreignKeys = false, status = 200 } = endpoint;
    if (!access) throw new Error(`${method} ${path} does not say who may call it`);
    app.route({
      method,
      url: path,
      config: { foreignKeys },
      ...(bodyLimitBytes === undefined ? {} : { bodyLimit: bodyLimitBytes }),
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const refused = await refusal(gate, request, access);
        if (refused) return sendError(reply, refused);
      },
      handler: async (request, reply) => {
        const { input, details } = parse(endpoint, request);
        if (details) return sendError(reply, 'validation_error', details);
        const outcome = await handler({
          ...(input as Omit<Input<typeof endpoint>, 'request' | 'reply'>),
          request,
          reply,
        });
        return isRefused(outcome) ? sendRefusal(reply, outcome) : reply.code(status).send(outcome);
      },
    });
  };
}

function parse(endpoint: Endpoint, request: FastifyRequest): { input: Record<string, unknown>; details?: Details } {
  const input: Record<string, unknown> = {};
  const details: Record<string, string> = {};
  for (const part of parts) {
    const result = endpoint[part]?.safeParse(request[part]);
    if (result?.success) input[part] = result.data;
    for (const issue of result?.error?.issues ?? []) note(details, part, issue);
  }
  return Object.keys(details).length > 0 ? { input, details } : { input };
}

/** A hostile body can be wrong in a hundred thousand places. */
const MOST_DETAILS = 20;
const MOST_NAME = 64;

function note(details: Record<string, string>, part: string, issue: z.core.$ZodIssue): void {
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
  const fields = (unknown ?? [undefined]).map((key) => [...issue.path, ...(key === undefined ? [] : [key])].join('.'));
  for (const field of fields.slice(0, MOST_DETAILS)) {
    if (Object.keys(details).length >= MOST_DETAILS) return;
    details[(field || part).slice(0, MOST_NAME)] ??= unknown ? 'unknown field' : issue.message;
  }
}
