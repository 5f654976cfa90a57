// The one shape of every error answer.
import { type ErrorCode, errors } from '@belfry/schema/errors';
import type { ErrorBody } from '@belfry/schema/http/endpoint';
import type { FastifyReply } from 'fastify';
import { systemClock } from '../lib/clock.ts';

/** What a field is wrong about, by its name (`host`, `thresholds.cpu`). */
export type Details = Record<string, string>;

/** Clients show texts of up to 200 characters as they are. */
const SHOWN = 199;

/** Our own sentences stand for themselves; others need the name of the field. */
const describe = (details: Details): string =>
  Object.entries(details)
    .map(([field, text]) =>
      /^[A-Z]/.test(text) && !/^(Invalid|Too|Unrecognized)/.test(text) ? text : `${field}: ${text}`,
    )
    .join('; ')
    .slice(0, SHOWN);

function errorBody(code: ErrorCode, details?: Details): ErrorBody {
  const { status, message } = errors[code];
  return {
    error: details ? describe(details) : message,
    code,
    status_code: status,
    timestamp: Math.floor(systemClock.now() / 1000),
    ...(details ? { details } : {}),
  };
}

export const sendError = (reply: FastifyReply, code: ErrorCode, details?: Details): FastifyReply =>
  reply.code(errors[code].status).send(errorBody(code, details));

const refused = Symbol('refused');

/** A handler's expected failure. `message` replaces the public text; `more` joins the body at the top level. */
export interface Refusal {
  [refused]: true;
  code: ErrorCode;
  message?: string;
  more?: Readonly<Record<string, unknown>>;
  /** Sent as Retry-After, in whole seconds. */
  retryAfterS?: number;
}

export const refuse = (code: ErrorCode, extra: Omit<Refusal, 'code' | typeof refused> = {}): Refusal => ({
  [refused]: true,
  code,
  ...extra,
});

export const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && refused in answer;

export function sendRefusal(reply: FastifyReply, { code, message, more, retryAfterS }: Refusal): FastifyReply {
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS);
  const body = errorBody(code);
  const text = message ?? body.error;
  return reply.code(body.status_code).send({ ...more, ...body, error: text, message: text });
}
