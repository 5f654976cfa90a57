// A demo is for looking: what would change it is refused, except coming in, going out, and the reports of agents.
import type { FastifyInstance } from 'fastify';
import { refuse, sendRefusal } from './reply.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);
const open = /^\/api\/(login|logout|oidc\/|security\/quick-setup|agents\/)/;

/** To be installed before any route. */
export function installDemo(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-demo-mode', 'true');
    const route = request.routeOptions.url;
    if (route === undefined || safe.has(request.method) || open.test(route)) return;
    return sendRefusal(reply, refuse('forbidden', { message: 'This is a demo: it is read-only.' }));
  });
}
