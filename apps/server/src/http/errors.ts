// Turns every failed request into an answer. Details for the operator are written only to the log.
import type { ErrorCode } from '@belfry/schema/errors';
import type { Endpoint, Method } from '@belfry/schema/http/endpoint';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseTrouble } from '../db/database-trouble.ts';
import { whyUnwritable } from '../db/disk.ts';
import { sendError } from './reply.ts';

const codes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  TOO_COMPLEX: 'too_complex',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
};

export function onError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (whyUnwritable(error) !== undefined) return sendError(reply, 'disk_unwritable');
  if (error instanceof DatabaseTrouble) return sendError(reply, 'database_unavailable');
  const status = error.statusCode ?? 500;
  const code = codes[error.code] ?? (status >= 400 && status < 500 ? 'bad_request' : 'internal_error');
  if (code === 'internal_error')
    request.log.error({ err: error }, `${request.method} ${request.routeOptions.url} failed`);
  return sendError(reply, code);
}

/** For a path without a route: 405 with the methods that exist there, otherwise 404. */
export function onUnknownApi(
  endpoints: readonly Endpoint[],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const methods = methodsAt(endpoints, pathOf(request));
  if (methods.length === 0) return sendError(reply, 'not_found');
  return sendError(reply.header('allow', methods.join(', ')), 'method_not_allowed');
}

export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0] ?? '/';

function methodsAt(endpoints: readonly Endpoint[], path: string): Method[] {
  const steps = path.split('/').filter(Boolean);
  const fits = (pattern: string[]) =>
    pattern.length === steps.length && pattern.every((step, i) => step.startsWith(':') || step === steps[i]);
  return endpoints.filter((e) => fits(e.path.split('/').filter(Boolean))).map((e) => e.method);
}
