// The format of every error answer, and answers that are already encoded.

import { Readable } from 'node:stream';
import { type ErrorCode, errors } from '@belfry/schema/errors';
import type { ErrorBody } from '@belfry/schema/http/endpoint';
import type { FastifyReply } from 'fastify';
import { systemClock } from '../lib/clock.ts';
import { sentence } from '../lib/invalid-input.ts';
import type { JsonText } from '../lib/json-text.ts';
import type { Details, Refused } from '../lib/refusal.ts';

/** Clients show texts of up to 200 characters unchanged. */
const SHOWN = 199;

const describe = (details: Details): string =>
  Object.entries(details)
    .map(([field, text]) => sentence(field, text))
    .join('; ')
    .slice(0, SHOWN)
    // half of a character at the end is no UTF-8
    .toWellFormed();

const errorBody = (code: ErrorCode, error: string): ErrorBody => ({
  error,
  code,
  status_code: errors[code].status,
  timestamp: Math.floor(systemClock.now() / 1000),
});

/** For a request that never reached a handler. */
export function sendError(reply: FastifyReply, code: ErrorCode, details?: Details): FastifyReply {
  const text = details ? describe(details) : errors[code].message;
  return reply.code(errors[code].status).send({ ...errorBody(code, text), details });
}

export function sendRefusal(reply: FastifyReply, { error }: Refused): FastifyReply {
  const { code, text, details, more, headers, retryAfterS } = error;
  if (headers) reply.headers(headers);
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
  return reply.code(errors[code].status).send({ ...more, ...errorBody(code, text), message: text, details });
}

/** A caller who does not read keeps only references waiting: the buffers are the same for all callers. */
export function sendText(reply: FastifyReply, text: JsonText): FastifyReply {
  reply.type('application/json; charset=utf-8').header('content-length', text.byteLength);
  return reply.send(Readable.from(text.buffers, { objectMode: false }));
}
