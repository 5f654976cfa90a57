// The format of every error answer, and answers that are already encoded.

import { english } from '@belfry/domain/sentences/english';
import { type ErrorCode, errors } from '@belfry/schema/errors';
import type { FastifyReply } from 'fastify';
import { systemClock } from '../lib/clock.ts';
import { aboutField } from '../lib/invalid-input.ts';
import type { JsonText } from '../lib/json-text.ts';
import type { Details, Refusal, Refused } from '../lib/refusal.ts';
import { SentText } from './sent-text.ts';

/** Clients show texts of up to 200 characters unchanged. */
const SHOWN = 199;

const describe = (details: Details): string =>
  Object.entries(details)
    .map(([field, problem]) => english(aboutField(field, problem)))
    .join('; ')
    .slice(0, SHOWN)
    // half of a character at the end is no UTF-8
    .toWellFormed();

export const errorBody = ({ code, sentence, details }: Refusal) => ({
  error: details && !sentence ? describe(details) : english(sentence ?? { id: code }),
  code,
  status_code: errors[code].status,
  timestamp: Math.floor(systemClock.now() / 1000),
  details: details && Object.fromEntries(Object.entries(details).map(([field, problem]) => [field, english(problem)])),
  sentence: sentence ?? { id: code },
  reasons: details,
});

/** For a request that never reached a handler. */
export function sendError(reply: FastifyReply, code: ErrorCode, details?: Details): FastifyReply {
  return reply.code(errors[code].status).send(errorBody({ code, details }));
}

export function sendRefusal(reply: FastifyReply, { error }: Refused): FastifyReply {
  const { code, more, headers, retryAfterS } = error;
  if (headers) reply.headers(headers);
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
  const body = errorBody(error);
  return reply.code(errors[code].status).send({ ...more, ...body, message: body.error });
}

export function sendText(reply: FastifyReply, text: JsonText): FastifyReply {
  reply.type('application/json; charset=utf-8').header('content-length', text.byteLength);
  return reply.send(new SentText(text));
}
