// The one shape of every error answer.
import { type ErrorCode, errors } from '@belfry/schema/errors';
import type { ErrorBody } from '@belfry/schema/http/endpoint';
import type { FastifyReply } from 'fastify';
import { systemClock } from '../lib/clock.ts';

/** What a field is wrong about, by its name (`host`, `thresholds.cpu`). */
export type Details = Record<string, string>;

export function errorBody(code: ErrorCode, details?: Details): ErrorBody {
  const { status, message } = errors[code];
  return {
    error: message,
    code,
    status_code: status,
    timestamp: Math.floor(systemClock.now() / 1000),
    ...(details ? { details } : {}),
  };
}

export const sendError = (reply: FastifyReply, code: ErrorCode, details?: Details): FastifyReply =>
  reply.code(errors[code].status).send(errorBody(code, details));
