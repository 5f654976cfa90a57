// Which other origins may read our answers. Their requests carry no cookies, only a token of their own.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendError } from './reply.ts';

const MAX_AGE_S = 600;

/**
 * `allowed` is called at every request. If it contains `*`, every page may read the answer to a request whose credentials a
 * browser does not send by itself; `isAmbient` is true for credentials that it does send by itself, such as cookies. Install
 * this before any route.
 */
export function installCors(
  app: FastifyInstance,
  allowed: () => readonly string[],
  isAmbient: (request: FastifyRequest) => boolean,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const origins = allowed();
    const everybody = origins.includes('*');
    if (origins.length > 0 && !everybody) reply.header('vary', 'Origin');
    const { origin } = request.headers;
    const preflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (origin === undefined) return;
    if (!everybody && !origins.includes(origin)) return preflight ? sendError(reply, 'origin_refused') : undefined;
    if (!everybody) reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'ETag');
    if (!preflight) return;
    return reply
      .headers({
        'access-control-allow-origin': everybody ? '*' : origin,
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers':
          'Content-Type, If-Match, Authorization, X-API-Token, X-CSRF-Token, X-Requested-With',
        'access-control-max-age': MAX_AGE_S,
      })
      .code(204)
      .send();
  });
  // The caller is known only now.
  app.addHook('onSend', async (request, reply) => {
    if (request.headers.origin === undefined || !allowed().includes('*') || isAmbient(request)) return;
    reply.header('access-control-allow-origin', '*');
  });
}
